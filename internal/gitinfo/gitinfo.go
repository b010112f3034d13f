// Package gitinfo asks the user's Git what a project's sources are: which commit, and which lines differ from another one. It never
// changes anything, and needs no network.
package gitinfo

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"jprof/internal/ui"
)

// State is the commit that a folder of a repository is at, and the files in it that differ from that.
type State struct {
	Commit string
	Time   time.Time // when it was committed
	Folder string    // the folder in the repository, a slash path; "" for its root
	Dirty  []string  // slash paths relative to the folder, changed or not in the commit, sorted
}

// Head tells the state of a folder; nil where there is no commit to tell, or no Git.
func Head(dir string) *State {
	head, err := git(dir, "show", "--no-patch", "--no-show-signature", "--format=%H %ct", "HEAD")
	if err != nil {
		return nil
	}
	commit, committed, _ := strings.Cut(strings.TrimSpace(string(head)), " ")
	seconds, err := strconv.ParseInt(committed, 10, 64)
	if err != nil {
		return nil
	}
	prefix, err := git(dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil
	}
	s := &State{Commit: commit, Time: time.Unix(seconds, 0).UTC(), Folder: strings.TrimSuffix(strings.TrimSpace(string(prefix)), "/")}
	changed, err := git(dir, "diff", "--name-only", "-z", "--no-renames", "--relative", "HEAD", "--", ".")
	if err != nil {
		return nil
	}
	added, err := git(dir, "ls-files", "--others", "--exclude-standard", "-z", "--", ".")
	if err != nil {
		return nil
	}
	for name := range bytes.SplitSeq(append(changed, added...), []byte{0}) {
		if len(name) > 0 {
			s.Dirty = append(s.Dirty, string(name))
		}
	}
	slices.Sort(s.Dirty)
	s.Dirty = slices.Compact(s.Dirty)
	return s
}

// Lines is lines of a file, numbered from 1, First to Last.
type Lines struct{ First, Last int }

// Changes are the lines that the working tree has and a commit has not: by slash path relative to the folder.
type Changes map[string][]Lines

// Has tells whether a line of a file is changed.
func (c Changes) Has(path string, line int) bool {
	return slices.ContainsFunc(c[path], func(l Lines) bool { return l.First <= line && line <= l.Last })
}

// Since lists what the working tree in dir has changed since it and rev were the same: since the last commit that both have, as
// reviews of changes do. Renamed files have the changed lines only, and lines that differ in white space only are not changed. Files that Git does not know are changed as a whole.
func Since(dir, rev string) (Changes, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("%q is no revision", rev)
	}
	commit, err := git(dir, "rev-parse", "--verify", "--quiet", rev+"^{commit}")
	if err != nil {
		return nil, ui.Errorf("in CI, fetch its history (fetch-depth: 0, or git fetch origin BRANCH)", "Git does not know the revision %s here", rev)
	}
	from := strings.TrimSpace(string(commit))
	if base, err := git(dir, "merge-base", from, "HEAD"); err == nil {
		from = strings.TrimSpace(string(base))
	}
	diff, err := git(dir, "-c", "core.quotePath=false", "diff", "--relative", "--unified=0", "--ignore-all-space", "--find-renames", "--no-color", "--no-ext-diff", "--no-textconv",
		"--src-prefix=a/", "--dst-prefix=b/", from, "--", ".")
	if err != nil {
		return nil, err
	}
	changes, err := parse(diff)
	if err != nil {
		return nil, err
	}
	added, err := git(dir, "ls-files", "--others", "--exclude-standard", "-z", "--", ".")
	if err != nil {
		return nil, err
	}
	for name := range bytes.SplitSeq(added, []byte{0}) {
		if len(name) > 0 {
			changes[string(name)] = []Lines{{1, int(^uint(0) >> 1)}}
		}
	}
	return changes, nil
}

// parse reads the lines that a diff adds.
func parse(diff []byte) (Changes, error) {
	changes := Changes{}
	path := ""
	header := true // of a file; what follows a hunk starts with + or -
	in := bufio.NewScanner(bytes.NewReader(diff))
	in.Buffer(nil, 1<<30)
	for in.Scan() {
		line := in.Text()
		switch {
		case strings.HasPrefix(line, "diff --git "):
			header, path = true, ""
		case header && strings.HasPrefix(line, "+++ "):
			name, err := unquote(line[len("+++ "):])
			if err != nil {
				return nil, err
			}
			path = strings.TrimPrefix(name, "b/")
			if name == "/dev/null" {
				path = ""
			}
		case strings.HasPrefix(line, "@@ "):
			header = false
			first, n, err := added(line)
			if err != nil {
				return nil, err
			}
			if n > 0 && path != "" {
				changes[path] = append(changes[path], Lines{first, first + n - 1})
			}
		}
	}
	return changes, in.Err()
}

// added reads the lines of the new file in the header of a hunk: @@ -12,3 +14,2 @@.
func added(header string) (first, n int, err error) {
	fields := strings.Fields(header)
	if len(fields) < 3 || !strings.HasPrefix(fields[2], "+") {
		return 0, 0, fmt.Errorf("git diff says what jprof does not understand: %q", header)
	}
	start, count, counted := strings.Cut(fields[2][1:], ",")
	if first, err = strconv.Atoi(start); err != nil {
		return 0, 0, fmt.Errorf("git diff says what jprof does not understand: %q", header)
	}
	n = 1
	if counted {
		if n, err = strconv.Atoi(count); err != nil {
			return 0, 0, fmt.Errorf("git diff says what jprof does not understand: %q", header)
		}
	}
	return first, n, nil
}

// unquote reads a name as Git writes it: in quotes, as in C, where it has quotes, backslashes or control characters.
func unquote(name string) (string, error) {
	name = strings.TrimSuffix(name, "\t") // behind names with blanks
	if !strings.HasPrefix(name, `"`) {
		return name, nil
	}
	s, err := strconv.Unquote(name) // the escapes of C that Git uses are Go's as well
	if err != nil {
		return "", fmt.Errorf("git diff names a file that jprof cannot read: %s", name)
	}
	return s, nil
}

// git runs Git in a folder.
func git(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if text, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); text != "" {
			err = errors.New(strings.TrimPrefix(text, "fatal: "))
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}
