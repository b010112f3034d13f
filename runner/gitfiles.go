package runner

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// gitAnswers is what Git says of the files below a folder. Where there is no Git, it says nothing:
// ok is false.
type gitAnswers struct {
	dir     string // in a working tree
	ok      bool
	tracked map[string]bool // slash paths from dir of files, and of the folders that they are in
	ignore  *exec.Cmd       // git check-ignore, from the first question on
	ask     io.WriteCloser
	answers *bufio.Reader
	failed  error
}

// askGit asks which files below dir are tracked.
func askGit(dir string) *gitAnswers {
	a := &gitAnswers{dir: dir}
	cmd, err := a.command("ls-files", "-z", "--cached")
	if err != nil { // no git: nothing to say about it
		return a
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		first, _, _ := strings.Cut(stderr.String(), "\n")
		a.failed = fmt.Errorf("git ls-files: %w: %s", err, first)
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

// command is Git on the folder. It takes no lock and writes nothing, and asks no watcher.
func (a *gitAnswers) command(args ...string) (*exec.Cmd, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(git, append([]string{"-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false"}, args...)...)
	cmd.Dir = a.dir
	cmd.Env = append(withoutGitPlaces(os.Environ()), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	return cmd, nil
}

// tracks reports whether the file, or a file in the folder, at that path is tracked.
func (a *gitAnswers) tracks(at string) bool { return a.tracked[a.rel(at)] }

func (a *gitAnswers) rel(at string) string {
	rel, err := filepath.Rel(a.dir, at)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

// ignores reports whether the folder at that path is ignored, has no file that is tracked, and is not
// just in a folder that is ignored.
func (a *gitAnswers) ignores(at string) bool {
	if !a.ok || a.failed != nil || a.tracks(at) {
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

func (a *gitAnswers) checkIgnore(name string) (bool, error) {
	if a.ignore == nil {
		cmd, err := a.command("check-ignore", "-z", "--stdin", "--verbose", "--non-matching")
		if err != nil {
			return false, err
		}
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

// close ends what was asked, and tells what has failed of it.
func (a *gitAnswers) close() error {
	if a.ignore != nil {
		a.ask.Close()
		_ = a.ignore.Wait() // its exit code says whether anything was ignored
	}
	return a.failed
}
