package gitrepo

import (
	"errors"
	"fmt"
	"jprof/internal/ui"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

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
	base, err := Base(dir, rev)
	if err != nil {
		return nil, err
	}
	changes := Changes{}
	return changes, changes.since(dir, "", base)
}

// Base is the commit that changes since rev start from: the merge base of rev and the commit that dir is at. Its error
// is ErrNoRevision for a revision that does not exist.
func Base(dir, rev string) (string, error) {
	if strings.HasPrefix(rev, "-") {
		return "", noRevision{fmt.Errorf("%q is not a revision", rev)}
	}
	if _, err := git(dir, "rev-parse", "--git-dir"); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", ui.Errorf("install Git, or put it on the PATH", "there is no git, to find the revision %s", rev)
		}
		if Above(dir) != "" { // it is one, and Git does not read it
			return "", err
		}
		return "", noRevision{fmt.Errorf("this is no Git repository, so it has no revision %s", rev)}
	}
	commit, err := git(dir, "rev-parse", "--verify", "--quiet", rev+"^{commit}")
	if err != nil {
		return "", noRevision{ui.Errorf("in CI, fetch its history (fetch-depth: 0, or git fetch origin BRANCH)",
			"Git does not know the revision %s here", rev)}
	}
	base, err := git(dir, "merge-base", strings.TrimSpace(string(commit)), "HEAD")
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		if shallow, err := git(dir, "rev-parse", "--is-shallow-repository"); err == nil &&
			strings.TrimSpace(string(shallow)) == "true" {
			return "", ui.Errorf("in CI, fetch its history (fetch-depth: 0, or git fetch --unshallow)",
				"this clone is shallow: it lacks the merge base of %s and HEAD", rev)
		}
		return "", fmt.Errorf("%s and HEAD have no commit in common", rev)
	}
	return strings.TrimSpace(string(base)), err
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
	text, err := diff(in, "--relative", "--unified=0", "--inter-hunk-context=0", "--text", "--ignore-all-space",
		"--find-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--src-prefix=a/",
		"--dst-prefix=b/", commit, "--", "*.java")
	if err != nil {
		return err
	}
	changed, err := parse(text)
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
	list, err := git(filepath.Join(dir, filepath.FromSlash(sub)), "ls-files", "--others", "--exclude-standard", "-z",
		"--", ".")
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
	list, err := diff(filepath.Join(dir, filepath.FromSlash(sub)), "--raw", "-z", "--no-abbrev", "--relative",
		"--find-renames=100%", "--ignore-submodules=none", commit, "--", ".")
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
			err = ui.Errorf("in CI, fetch its history (fetch-depth: 0, or git fetch --unshallow)",
				"Git does not know the commit %s in the submodule %s", before, name)
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

// top fails where a folder is not the top of a repository: in one with a broken .git, Git would answer for that around
// it.
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
