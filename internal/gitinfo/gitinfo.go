// Package gitinfo asks the user's Git about a project's sources: their commit, and the lines that differ from another
// commit. It never changes anything, and needs no network.
package gitinfo

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// Head returns the state of a folder; nil without a commit, or without Git.
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

// Has reports whether a line of a file is changed.
func (c Changes) Has(path string, line int) bool {
	return slices.ContainsFunc(c[path], func(l Lines) bool { return l.First <= line && line <= l.Last })
}

// all is the lines of a file that is changed as a whole.
var all = []Lines{{1, int(^uint(0) >> 1)}}

// ErrNoRevision is in the chain of errors of Since for a revision that does not exist.
var ErrNoRevision = errors.New("no such revision")

// noRevision is the error err that is also ErrNoRevision.
type noRevision struct{ error }

func (n noRevision) Unwrap() []error { return []error{n.error, ErrNoRevision} }

// Since lists the lines of Java sources in the working tree of dir that have changed since the merge base with rev, as
// reviews of changes do. A renamed file has only its changed lines. Changes of white space do not count. Untracked
// files are changed as a whole. In submodules, the lines that differ from the submodule's commit at the merge base have
// changed.
func Since(dir, rev string) (Changes, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, noRevision{fmt.Errorf("%q is not a revision", rev)}
	}
	commit, err := git(dir, "rev-parse", "--verify", "--quiet", rev+"^{commit}")
	if err != nil {
		return nil, noRevision{ui.Errorf("in CI, fetch its history (fetch-depth: 0, or git fetch origin BRANCH)",
			"Git does not know the revision %s here", rev)}
	}
	base, err := git(dir, "merge-base", strings.TrimSpace(string(commit)), "HEAD")
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		if shallow, err := git(dir, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(string(shallow)) == "true" {
			return nil, ui.Errorf("in CI, fetch its history (fetch-depth: 0, or git fetch --unshallow)", "this clone is shallow: it lacks the merge base of %s and HEAD", rev)
		}
		return nil, fmt.Errorf("%s and HEAD have no commit in common", rev)
	}
	if err != nil {
		return nil, err
	}
	changes := Changes{}
	return changes, changes.since(dir, "", strings.TrimSpace(string(base)))
}

// since adds the lines that differ from a commit in the repository around the folder sub of dir; sub is "" or ends with
// a slash.
func (c Changes) since(dir, sub, commit string) error {
	in := filepath.Join(dir, filepath.FromSlash(sub))
	if sub != "" {
		if err := top(in); err != nil {
			return err
		}
	}
	// Sources are text, whatever attributes say. Other files may be huge, and are not needed.
	diff, err := git(in, "-c", "core.quotePath=false", "diff", "--relative", "--unified=0", "--inter-hunk-context=0", "--text", "--ignore-all-space", "--find-renames", "--no-color",
		"--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--src-prefix=a/", "--dst-prefix=b/", commit, "--", "*.java")
	if err != nil {
		return err
	}
	changed, err := parse(diff)
	if err != nil {
		return err
	}
	for name, lines := range changed {
		if text, err := os.ReadFile(filepath.Join(in, filepath.FromSlash(name))); err == nil {
			lines = javaLines(text, lines)
		}
		c[sub+name] = lines
	}
	if err := c.untracked(dir, sub); err != nil {
		return err
	}
	return c.submodules(dir, sub, commit)
}

// untracked adds the untracked files, and all files of untracked repositories.
func (c Changes) untracked(dir, sub string) error {
	list, err := git(filepath.Join(dir, filepath.FromSlash(sub)), "ls-files", "--others", "--exclude-standard", "-z", "--", ".")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(string(list), "\x00") {
		switch {
		case strings.HasSuffix(name, "/"):
			if err := c.whole(dir, sub+name); err != nil {
				return err
			}
		case name != "":
			c[sub+name] = all
		}
	}
	return nil
}

// submodules adds the lines that differ from a commit in submodules. Git's own --submodule=diff ignores the options,
// and untracked files.
func (c Changes) submodules(dir, sub, commit string) error {
	list, err := git(filepath.Join(dir, filepath.FromSlash(sub)), "-c", "status.showUntrackedFiles=normal", "diff", "--raw", "-z", "--no-abbrev", "--relative", "--find-renames=100%", "--ignore-submodules=none", commit, "--", ".")
	if err != nil {
		return err
	}
	for fields := strings.Split(string(list), "\x00"); len(fields) > 1; fields = fields[2:] {
		entry := strings.Fields(fields[0]) // :160000 160000 1234... 0000... M
		if len(entry) != 5 {
			return fmt.Errorf("unexpected output of git diff: %q", fields[0])
		}
		if strings.HasPrefix(entry[4], "R") {
			fields = fields[1:] // the old name
		}
		name := sub + fields[1] + "/"
		in := filepath.Join(dir, filepath.FromSlash(name))
		if entry[1] != "160000" || !is(filepath.Join(in, ".git")) {
			continue // no submodule, or not checked out
		}
		switch before := entry[2]; {
		case entry[0] != ":160000":
			err = c.whole(dir, name)
		case !Has(in, before):
			err = ui.Errorf("in CI, fetch its history (fetch-depth: 0, or git fetch --unshallow)", "Git does not know the commit %s in the submodule %s", before, name)
		default:
			err = c.since(dir, name, before)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// whole adds all files of a repository below dir.
func (c Changes) whole(dir, sub string) error {
	in := filepath.Join(dir, filepath.FromSlash(sub))
	if err := top(in); err != nil {
		return err
	}
	list, err := git(in, "ls-files", "--stage", "-z", "--", ".")
	if err != nil {
		return err
	}
	for entry := range strings.SplitSeq(string(list), "\x00") {
		mode, name, _ := strings.Cut(entry, "\t")
		switch {
		case strings.HasPrefix(mode, "160000 "):
			if is(filepath.Join(in, filepath.FromSlash(name), ".git")) {
				if err := c.whole(dir, sub+name+"/"); err != nil {
					return err
				}
			}
		case name != "" && is(filepath.Join(in, filepath.FromSlash(name))):
			c[sub+name] = all
		}
	}
	return c.untracked(dir, sub)
}

// top fails where a folder is not the top of a repository: in one with a broken .git, Git would answer for that around it.
func top(dir string) error {
	prefix, err := git(dir, "rev-parse", "--show-prefix")
	if err == nil && strings.TrimSpace(string(prefix)) != "" {
		err = fmt.Errorf("%s has a .git, but is not a Git repository", dir)
	}
	return err
}

// is reports whether there is anything at path.
func is(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// parse reads the lines that a diff adds.
func parse(diff []byte) (Changes, error) {
	changes := Changes{}
	path := ""
	header := true // of a file; after a hunk, lines start with + or -
	next := 0      // line of the new file
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
			var err error
			if next, err = start(line); err != nil {
				return nil, err
			}
		case header:
		case strings.HasPrefix(line, "+"):
			if path != "" {
				changes.add(path, next)
			}
			next++
		case line == "" || line[0] == ' ': // context, which some settings bring
			next++
		}
	}
	return changes, in.Err()
}

// add adds a line after the other lines of a file.
func (c Changes) add(path string, line int) {
	if list := c[path]; len(list) > 0 && list[len(list)-1].Last == line-1 {
		list[len(list)-1].Last = line
		return
	}
	c[path] = append(c[path], Lines{line, line})
}

// start reads the first line of the new file in the header of a hunk: @@ -12,3 +14,2 @@.
func start(header string) (int, error) {
	if fields := strings.Fields(header); len(fields) > 2 && strings.HasPrefix(fields[2], "+") {
		first, _, _ := strings.Cut(fields[2][1:], ",")
		if n, err := strconv.Atoi(first); err == nil {
			return n, nil
		}
	}
	return 0, fmt.Errorf("unexpected output of git diff: %q", header)
}

// unquote reads a name as Git writes it: in quotes, as in C, where it has quotes, backslashes or control characters.
func unquote(name string) (string, error) {
	name = strings.TrimSuffix(name, "\t") // after names with blanks
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
	cmd.Env = environment()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if text, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); text != "" {
			err = errors.New(strings.TrimPrefix(text, "fatal: "))
		}
		for len(args) > 2 && args[0] == "-c" {
			args = args[2:]
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}
