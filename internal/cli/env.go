package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"jprof/internal/environ"
	"jprof/internal/ui"
)

// Env is the world around jprof. The zero value of each field stands for the real one.
type Env struct {
	Stdin  io.Reader
	Stdout io.Writer // data, and the output of the user's build or program
	Stderr io.Writer // messages
	Dir    string    // working directory
	Vars   []string  // environment variables, "NAME=value"
	Now    func() time.Time
}

func (e Env) withDefaults() (Env, error) {
	if e.Stdin == nil {
		e.Stdin = os.Stdin
	}
	if e.Stdout == nil {
		e.Stdout = os.Stdout
	}
	if e.Stderr == nil {
		e.Stderr = os.Stderr
	}
	if e.Vars == nil {
		e.Vars = os.Environ()
	}
	if e.Now == nil {
		e.Now = time.Now
	}
	var err error
	if e.Dir == "" {
		e.Dir, err = os.Getwd()
	} else {
		e.Dir, err = filepath.Abs(e.Dir)
	}
	return e, err
}

// countsVariable names the folder that JVMs write counts to instead of the one that they were instrumented
// for: where that one cannot be reached, as in a container.
const countsVariable = "JPROF_COUNTS"

// withCounts makes the folder of countsVariable, if it is set, and its path absolute: JVMs run in many folders.
func (e Env) withCounts() (Env, error) {
	dir := e.getenv(countsVariable)
	if dir == "" {
		return e, nil
	}
	dir = e.path(dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return e, fmt.Errorf("%s: %w", countsVariable, err)
	}
	e.Vars = append(e.Vars[:len(e.Vars):len(e.Vars)], countsVariable+"="+dir)
	return e, nil
}

// getenv returns the value of an environment variable, "" if it is not set.
func (e Env) getenv(name string) string { return environ.Get(e.Vars, name) }

// path returns the absolute form of a path that the user gave.
func (e Env) path(p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(e.Dir, p)
}

// short returns the form of an absolute path that messages show: relative to the working directory
// if it lies in it.
func (e Env) short(p string) string {
	if rel, err := filepath.Rel(e.Dir, p); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return p
}

// job is one invocation of jprof: what all commands need.
type job struct {
	env    Env
	ui     *ui.UI
	screen *ui.Screen // standard output
	// saved are the IDs of the runs that this invocation has made.
	saved []string
}
