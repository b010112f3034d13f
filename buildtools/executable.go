package buildtools

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"jprof/internal/util/environ"
)

// Executable is the file to start for a build.
type Executable struct {
	Path    string // absolute
	Wrapper bool   // the file belongs to the project (mvnw, gradlew)
	shell   string // runs the script at Path; "" if the script is executable
}

// Launcher names the executables of a build tool.
type Launcher struct {
	Tool      string // its name in messages
	Command   string // on the PATH
	Script    string // the wrapper of a project
	WinScript string // the wrapper of a project on Windows
}

// Find looks for the project's wrapper in the folders dirs, and in the folders above each of them, up to top. If there
// is no wrapper, it returns the command on the PATH of env. If there is no such command either, it returns an error
// that names cwd, the folder of the call.
func (l Launcher) Find(cwd string, env []string, top string, dirs ...string) (Executable, error) {
	for _, dir := range dirs {
		if exe, found := l.wrapper(dir, top); found {
			return exe, nil
		}
	}
	if path, err := environ.LookPath(env, "", l.Command); err == nil {
		return Executable{Path: path}, nil
	}
	hint := fmt.Sprintf("install %s and put its bin folder on the PATH, or add a wrapper to the project (%s)",
		l.Tool, l.Script)
	return Executable{}, Errorf([]string{hint},
		"%s: no %s in the project, and no %s on the PATH", cwd, l.Script, l.Command)
}

func (l Launcher) wrapper(dir, top string) (Executable, bool) {
	name := l.Script
	if runtime.GOOS == "windows" {
		name = l.WinScript
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

// Command returns a command that runs the executable in the folder dir.
func (e Executable) Command(args []string, dir string, env []string) Command {
	c := Command{Path: e.Path, Args: args, Dir: dir, Env: env}
	if e.shell != "" {
		c.Path, c.Args = e.shell, append([]string{e.Path}, args...)
	}
	return c
}

// String returns the path for messages, after the shell if there is one.
func (e Executable) String() string { return strings.TrimSpace(e.shell + " " + e.Path) }

// Where returns the path of the executable, with a mark if it belongs to the project.
func (e Executable) Where() string {
	if e.Wrapper {
		return e.Path + ", the project's wrapper"
	}
	return e.Path
}
