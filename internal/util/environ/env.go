package environ

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"jprof/internal/util/paths"
	"jprof/internal/util/term"
)

// Env is the world around jprof. The zero value of each field means the real one.
type Env struct {
	Args   []string // the command line of jprof, with the name of the program
	Stdin  io.Reader
	Stdout io.Writer // data, and the output of the user's build or program
	Stderr io.Writer // messages
	Dir    string    // working directory
	Vars   []string  // environment variables, "NAME=value"
	Now    func() time.Time
}

// WithDefaults returns e with the values of the process in place of zero values.
func (e Env) WithDefaults() (Env, error) {
	if e.Args == nil {
		e.Args = os.Args
	}
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

// CountsVariable is the environment variable for the folder that JVMs write counts to, in place of the folder that they
// were instrumented for. It is for JVMs that cannot reach that folder, such as those in a container.
const CountsVariable = "JPROF_COUNTS"

// WithCounts makes the path in CountsVariable absolute, if it is set: JVMs run in many folders.
func (e Env) WithCounts() Env {
	if dir := e.Getenv(CountsVariable); dir != "" {
		e.Vars = append(e.Vars[:len(e.Vars):len(e.Vars)], CountsVariable+"="+e.Path(dir))
	}
	return e
}

// MakeCounts makes the folder of CountsVariable, if it is set.
func (e Env) MakeCounts() error {
	dir := e.Getenv(CountsVariable)
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(e.Path(dir), 0o777); err != nil {
		return fmt.Errorf("%s: %w", CountsVariable, err)
	}
	return nil
}

// Getenv returns the value of an environment variable, "" if it is not set.
func (e Env) Getenv(name string) string { return Get(e.Vars, name) }

// Path returns the absolute form of a path that the user gave.
func (e Env) Path(p string) string {
	return filepath.Clean(paths.Absolute(e.Dir, p))
}

// Short returns the form of an absolute path that messages show: relative to the working directory
// if it lies in it.
func (e Env) Short(p string) string {
	if rel, err := filepath.Rel(e.Dir, p); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return p
}

// LookPath finds a command on the PATH. Relative folders of the PATH are below the working directory.
func (e Env) LookPath(name string) (string, error) { return LookPath(e.Vars, e.Dir, name) }

// Cache returns the folder of workspaces, and of files that are compiled once.
func (e Env) Cache() (string, error) {
	if dir := e.Getenv("JPROF_CACHE"); dir != "" {
		return e.Path(dir), nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", term.Errorf("set JPROF_CACHE to a folder", "no folder for caches: %w", err)
	}
	return filepath.Join(dir, "jprof"), nil
}

// MakeCache returns the folder of Cache, and makes it if it is not there. The error, if it cannot be written, has a
// hint.
func (e Env) MakeCache() (string, error) {
	dir, err := e.Cache()
	if err != nil {
		return "", err
	}
	err = writable(dir)
	for _, refused := range []error{fs.ErrPermission, fs.ErrExist, syscall.EROFS, syscall.ENOTDIR} {
		if errors.Is(err, refused) {
			return "", term.Errorf("set JPROF_CACHE to a folder that can be written", "the cache of jprof: %w", err)
		}
	}
	return dir, nil // other errors, such as a full disk, are reported by later writes
}

// writable makes a folder and, for a moment, a file in it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "writable-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
