package buildtools

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Executable is what is started to run a build.
type Executable struct {
	Path    string // absolute
	Wrapper bool   // whether it is the project's own (mvnw, gradlew)
	shell   string // that runs the script at Path; "" where it is executable by itself
}

// Wrapper looks for the script name (on Windows: winName) from dir up to top.
func Wrapper(name, winName, dir, top string) (Executable, bool) {
	if runtime.GOOS == "windows" {
		name = winName
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

// OnPath looks for the command name in the PATH of env. Relative entries of it are left out, as
// exec.LookPath does.
func OnPath(name string, env []string) (Executable, bool) {
	names := []string{name}
	if runtime.GOOS == "windows" {
		names = []string{name + ".cmd", name + ".bat", name + ".exe"}
	}
	for _, dir := range filepath.SplitList(Getenv(env, "PATH")) {
		for _, name := range names {
			if !filepath.IsAbs(dir) {
				continue
			}
			if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
				return Executable{Path: path}, true
			}
		}
	}
	return Executable{}, false
}

// Command is the command that runs the executable.
func (e Executable) Command(args []string, dir string, env []string) Command {
	c := Command{Path: e.Path, Args: args, Dir: dir, Env: env}
	if e.shell != "" {
		c.Path, c.Args = e.shell, append([]string{e.Path}, args...)
	}
	return c
}

// String is the path, for messages.
func (e Executable) String() string { return strings.TrimSpace(e.shell + " " + e.Path) }
