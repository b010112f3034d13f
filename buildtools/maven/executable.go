package maven

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"jprof/buildtools"
)

// Executable is the mvn that runs the build.
type Executable struct {
	Path    string // absolute
	Wrapper bool   // whether it is the project's mvnw
	shell   string // that runs the script at Path; "" where it is executable by itself
}

// Locate returns the mvn for the copy of the project at mirror: the project's wrapper (mvnw) in the
// folder of the call or the nearest one above it in the project, else the mvn on the PATH.
//
// The wrapper comes first because it names the version of Maven that the project is built with by
// everybody else; typing "mvn" after jprof names the tool, not the file. What runs is the wrapper's
// copy in the mirror: it looks for .mvn from where it lies.
func (b *Build) Locate(mirror string) (Executable, error) {
	dir, ok := b.Project.InMirror(b.cwd, mirror)
	if !ok { // a call from outside: the wrapper is next to the pom, or above
		if file, given := lookup(b.args, "--file"); given {
			dir, ok = b.Project.InMirror(real(absolute(b.cwd, file)), mirror)
		}
	}
	if ok {
		if exe, found := wrapper(dir, mirror); found {
			return exe, nil
		}
	}
	return b.onPath()
}

// Plain is the call of mvn as the user has made it, for Info.
func (b *Build) Plain() (buildtools.Command, error) {
	top, ok := mvnFolder(b.cwd)
	if !ok {
		top = b.cwd // without a project to search, a wrapper further up is not this folder's
	}
	exe, found := wrapper(b.cwd, top)
	if !found {
		var err error
		if exe, err = b.onPath(); err != nil {
			return buildtools.Command{}, err
		}
	}
	var args []string
	for _, a := range b.args {
		args = append(args, a.text...)
	}
	return exe.command(args, b.cwd, b.env), nil
}

// wrapper looks for mvnw from dir up to top.
func wrapper(dir, top string) (Executable, bool) {
	name := "mvnw"
	if runtime.GOOS == "windows" {
		name = "mvnw.cmd"
	}
	for {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			exe := Executable{Path: path, Wrapper: true}
			if runtime.GOOS != "windows" && info.Mode()&0o111 == 0 {
				exe.shell = "/bin/sh" // a wrapper committed on Windows has no executable bit
			}
			return exe, true
		}
		if dir == top || dir == filepath.Dir(dir) {
			return Executable{}, false
		}
		dir = filepath.Dir(dir)
	}
}

// onPath looks for mvn in the PATH of the call's environment. Relative entries of it are left out,
// as exec.LookPath does.
func (b *Build) onPath() (Executable, error) {
	names := []string{"mvn"}
	if runtime.GOOS == "windows" {
		names = []string{"mvn.cmd", "mvn.bat", "mvn.exe"}
	}
	for _, dir := range filepath.SplitList(buildtools.Getenv(b.env, "PATH")) {
		for _, name := range names {
			if !filepath.IsAbs(dir) {
				continue
			}
			if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
				return Executable{Path: path}, nil
			}
		}
	}
	return Executable{}, buildtools.Errorf(
		[]string{"install Maven and put its bin folder on the PATH, or add a wrapper to the project (mvnw)"},
		"%s: no mvnw in the project, and no mvn on the PATH", b.cwd)
}

// command is the command that runs the executable.
func (e Executable) command(args []string, dir string, env []string) buildtools.Command {
	c := buildtools.Command{Path: e.Path, Args: args, Dir: dir, Env: env}
	if e.shell != "" {
		c.Path, c.Args = e.shell, append([]string{e.Path}, args...)
	}
	return c
}

// String is the path, for messages.
func (e Executable) String() string { return strings.TrimSpace(e.shell + " " + e.Path) }
