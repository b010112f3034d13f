// Package environ answers questions about an environment that is a list of "NAME=value", like that of os/exec. Packages
// take their environment as such a list, rather than from the process, so that tests and builds have their own.
//
// Env is the world around one invocation of jprof: the environment, the working directory, the streams and the clock.
// Tests run internal/app/cli in another one.
package environ

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Get returns the value of a variable, "" if there is none. If a name is there several times, the last value counts, as
// for os/exec. Windows does not distinguish Path from PATH.
func Get(env []string, name string) string { return get(env, name, runtime.GOOS) }

func get(env []string, name, system string) string {
	for i := len(env) - 1; i >= 0; i-- {
		n, value, ok := strings.Cut(env[i], "=")
		if ok && (n == name || system == "windows" && strings.EqualFold(n, name)) {
			return value
		}
	}
	return ""
}

// LookPath returns the path of a command in the PATH of env. If there is none, the error is exec.ErrNotFound. Relative
// folders of the PATH are below dir. If dir is "", LookPath skips them, as exec.LookPath does.
func LookPath(env []string, dir, name string) (string, error) {
	for _, place := range filepath.SplitList(Get(env, "PATH")) {
		if !filepath.IsAbs(place) {
			if dir == "" {
				continue
			}
			place = filepath.Join(dir, place)
		}
		if path, err := exec.LookPath(filepath.Join(place, name)); err == nil {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}
