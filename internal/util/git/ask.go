package git

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// Answers has Git's answers about the files below a folder. Without Git, nothing is tracked, and nothing is ignored.
type Answers struct {
	Dir     string // the folder, in a working tree
	ok      bool
	tracked map[string]bool // slash paths from Dir of files, and of the folders that they are in
	ignore  *exec.Cmd       // git check-ignore, from the first question on
	ask     io.WriteCloser
	answers *bufio.Reader
	failed  error
}

// Ask asks Git which files below dir are tracked. Close must be called.
func Ask(dir string) *Answers {
	a := &Answers{Dir: dir}
	out, err := git(dir, "ls-files", "-z", "--cached")
	if errors.Is(err, exec.ErrNotFound) {
		return a
	}
	if err != nil {
		a.failed = err
		return a
	}
	a.ok, a.tracked = true, map[string]bool{}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		for ; name != "." && name != "" && !a.tracked[name]; name = path.Dir(name) {
			a.tracked[name] = true
		}
	}
	return a
}

// Tracks reports whether the file, or a file in the folder, at that path is tracked.
func (a *Answers) Tracks(at string) bool { return a.tracked[a.rel(at)] }

func (a *Answers) rel(at string) string {
	rel, err := filepath.Rel(a.Dir, at)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

// Ignores reports whether Git ignores the folder at that path, but not the folder above it, and tracks no file in it.
func (a *Answers) Ignores(at string) bool {
	if !a.ok || a.failed != nil || a.Tracks(at) {
		return false
	}
	ignored, err := a.checkIgnore(a.rel(at))
	if err == nil && ignored {
		ignored, err = a.checkIgnore(path.Dir(a.rel(at)))
		ignored = !ignored
	}
	if err != nil {
		a.failed = fmt.Errorf("git check-ignore: %w", err)
	}
	return ignored && err == nil
}

func (a *Answers) checkIgnore(name string) (bool, error) {
	if a.ignore == nil {
		cmd := command(a.Dir, "check-ignore", "-z", "--stdin", "--verbose", "--non-matching")
		out, err := cmd.StdoutPipe()
		if err != nil {
			return false, err
		}
		if a.ask, err = cmd.StdinPipe(); err != nil {
			return false, err
		}
		if err := cmd.Start(); err != nil {
			return false, err
		}
		a.ignore, a.answers = cmd, bufio.NewReader(out)
	}
	if _, err := io.WriteString(a.ask, name+"\x00"); err != nil {
		return false, err
	}
	var fields [4]string // source, line, pattern, path
	for i := range fields {
		field, err := a.answers.ReadString(0)
		if err != nil {
			return false, err
		}
		fields[i] = strings.TrimSuffix(field, "\x00")
	}
	return fields[2] != "" && !strings.HasPrefix(fields[2], "!"), nil
}

// Close ends the questions. If one of them failed, it returns the error.
func (a *Answers) Close() error {
	if a.ignore != nil {
		a.ask.Close()
		_ = a.ignore.Wait() // its exit code is 1 if nothing was ignored
	}
	return a.failed
}
