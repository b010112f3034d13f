package git

import (
	"errors"
	"fmt"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNoRevision is in the chain of the errors of Since if a revision does not exist.
var ErrNoRevision = errors.New("no such revision")

// noRevision is the error err that is also ErrNoRevision.
type noRevision struct{ error }

func (n noRevision) Unwrap() []error { return []error{n.error, ErrNoRevision} }

// FetchHistory is the hint for a shallow clone.
const FetchHistory = "in CI, fetch its history (fetch-depth: 0, or git fetch --unshallow)"

// Since lists the lines of Java sources in the working tree of dir that have changed since the merge base with rev, as
// reviews of changes do. A renamed file has only its changed lines. Changes of white space do not count. Untracked
// files are changed as a whole. In submodules, the lines that differ from the submodule's commit at the merge base have
// changed; those of one that is not checked out are not known: see NotCheckedOut.
func Since(dir, rev string) (Changes, error) {
	base, err := Base(dir, rev)
	if err != nil {
		return nil, err
	}
	changes := Changes{}
	return changes, changes.since(dir, "", base)
}

// Base returns the commit from which changes since rev start: the merge base of rev and the commit that dir is at. If
// the revision does not exist, the error is ErrNoRevision.
func Base(dir, rev string) (string, error) {
	if strings.HasPrefix(rev, "-") {
		return "", noRevision{fmt.Errorf("%q is not a revision", rev)}
	}
	if _, err := git(dir, "rev-parse", "--git-dir"); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", term.Errorf("install Git, or put it on the PATH",
				"there is no git, to find the revision %s", rev)
		}
		if Above(dir) != "" { // it is one, and Git does not read it
			return "", err
		}
		return "", noRevision{fmt.Errorf("this is no Git repository, so it has no revision %s", rev)}
	}
	commit, err := git(dir, "rev-parse", "--verify", "--quiet", rev+"^{commit}")
	if err != nil {
		return "", noRevision{term.Errorf("in CI, fetch its history (fetch-depth: 0, or git fetch origin BRANCH)",
			"Git does not know the revision %s here", rev)}
	}
	base, err := git(dir, "merge-base", strings.TrimSpace(string(commit)), "HEAD")
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		if shallow, err := git(dir, "rev-parse", "--is-shallow-repository"); err == nil &&
			strings.TrimSpace(string(shallow)) == "true" {
			return "", term.Errorf(FetchHistory,
				"this clone is shallow: it lacks the merge base of %s and HEAD", rev)
		}
		return "", fmt.Errorf("%s and HEAD have no commit in common", rev)
	}
	return strings.TrimSpace(string(base)), err
}

// Ambiguous returns a text that names the branches and tags of the name in a revision, if there are several, and the
// one that Git takes; else "".
func Ambiguous(dir, rev string) string {
	name, _, _ := strings.Cut(rev, "@{")
	if i := strings.IndexAny(name, "^~:"); i >= 0 {
		name = name[:i]
	}
	if name == "" || strings.HasPrefix(name, "-") {
		return ""
	}
	rules := []string{name, "refs/" + name, "refs/tags/" + name, "refs/heads/" + name, "refs/remotes/" + name,
		"refs/remotes/" + name + "/HEAD"} // in Git's order
	out, err := git(dir, append([]string{"for-each-ref", "--format=%(refname)"}, rules...)...)
	if err != nil {
		return "" // Base has the error
	}
	there := strings.Fields(string(out))
	found := slices.DeleteFunc(rules, func(ref string) bool { return !slices.Contains(there, ref) })
	if len(found) < 2 {
		return ""
	}
	return fmt.Sprintf("%s is the name of %s: Git takes %s", name, words.Listed(found), found[0])
}

// byLine has options of git diff for parse. Sources are text, whatever attributes say.
var byLine = []string{"--unified=0", "--inter-hunk-context=0", "--text", "--ignore-all-space", "--no-color",
	"--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--src-prefix=a/", "--dst-prefix=b/"}

// since adds the lines that differ from a commit in the repository around the folder sub of dir; sub is "" or ends with
// a slash.
func (c Changes) since(dir, sub, commit string) error {
	in := filepath.Join(dir, filepath.FromSlash(sub))
	if sub != "" {
		if err := top(in); err != nil {
			return err
		}
	}
	// Other files may be huge, and are not needed.
	text, err := diff(in, slices.Concat([]string{"--relative", "--find-renames"}, byLine,
		[]string{commit, "--", "*.java"})...)
	if err != nil {
		return err
	}
	changed, err := parse(text)
	if err != nil {
		return err
	}
	for name, lines := range changed {
		if text, err := regular.ReadFile(filepath.Join(in, filepath.FromSlash(name))); err == nil {
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
	in := filepath.Join(dir, filepath.FromSlash(sub))
	list, err := diff(in, "--raw", "-z", "--no-abbrev", "--relative",
		"--find-renames=100%", "--ignore-submodules=dirty", commit, "--", ".")
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for fields := strings.Split(string(list), "\x00"); len(fields) > 1; fields = fields[2:] {
		entry := strings.Fields(fields[0]) // :160000 160000 1234... 0000... M
		if len(entry) != 5 {
			return fmt.Errorf("unexpected output of git diff: %q", fields[0])
		}
		if strings.HasPrefix(entry[4], "R") {
			fields = fields[1:] // the old name
		}
		seen[fields[1]] = true
		was, now := entry[0] == ":160000", ""
		switch {
		case entry[1] == "160000":
			now = entry[3]
		case was && entry[1] == "000000":
			now = submoduleInIndex(in, fields[1])
		}
		if now != "" && (!was || now != entry[2] || At(filepath.Join(in, filepath.FromSlash(fields[1])))) {
			err = c.submodule(dir, sub+fields[1]+"/", was, entry[2])
		}
		if err != nil {
			return err
		}
	}
	return c.sameSubmodules(dir, sub, seen)
}

// sameSubmodules adds the changes in submodules that are at their commit in the index: all but those in seen. Git's own
// status of a submodule believes the flags in its index: see reveal.
func (c Changes) sameSubmodules(dir, sub string, seen map[string]bool) error {
	in := filepath.Join(dir, filepath.FromSlash(sub))
	list, err := git(in, "ls-files", "--stage", "-z", "--", ".")
	if err != nil {
		return err
	}
	for entry := range strings.SplitSeq(string(list), "\x00") { // 160000 1234... 0, and the name
		about, name, _ := strings.Cut(entry, "\t")
		commit, ok := strings.CutPrefix(about, "160000 ")
		if !ok || seen[name] || !At(filepath.Join(in, filepath.FromSlash(name))) {
			continue
		}
		commit, _, _ = strings.Cut(commit, " ")
		if err := c.submodule(dir, sub+name+"/", true, commit); err != nil {
			return err
		}
	}
	return nil
}

// submoduleInIndex returns the commit of a submodule in the index, "" if there is none. Git reports a submodule without
// a folder as deleted.
func submoduleInIndex(dir, name string) string {
	list, err := git(dir, "--literal-pathspecs", "ls-files", "--stage", "-z", "--", name)
	if entry := strings.Fields(string(list)); err == nil && len(entry) > 1 && entry[0] == "160000" {
		return entry[1]
	}
	return ""
}

// submodule adds the lines of a submodule that has changed: those that differ from the commit before, or all of one
// that was not known. One that is not checked out is there as a folder: see NotCheckedOut.
func (c Changes) submodule(dir, name string, known bool, before string) error {
	in := filepath.Join(dir, filepath.FromSlash(name))
	switch {
	case !At(in):
		c[name] = all
		return nil
	case !known:
		return c.whole(dir, name)
	case !Has(in, before):
		return term.Errorf(FetchHistory,
			"Git does not know the commit %s in the submodule %s", before, name)
	}
	return c.since(dir, name, before)
}

// NotCheckedOut lists the folders of submodules that have changed and are not checked out, so that their lines are not
// known: slash paths with a slash at the end, sorted.
func (c Changes) NotCheckedOut() []string {
	var list []string
	for name := range c {
		if strings.HasSuffix(name, "/") {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
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
			if err := c.submodule(dir, sub+name+"/", false, ""); err != nil {
				return err
			}
		case name != "" && is(filepath.Join(in, filepath.FromSlash(name))):
			c[sub+name] = all
		}
	}
	return c.untracked(dir, sub)
}

// Deleted lists the Java sources below dir that a commit has and the working tree lacks, out of the list sources. They
// are slash paths relative to dir. In a submodule, the commit is the one that the submodule is at. A commit that does
// not exist has no sources.
func Deleted(dir, commit string, sources []string) ([]string, error) {
	root, lacking := Above(dir), map[string]map[string]bool{}
	for _, name := range sources {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if is(path) {
			continue
		}
		top := Above(filepath.Dir(path))
		if lacking[top] == nil {
			lacking[top] = map[string]bool{}
		}
		lacking[top][name] = true
	}
	var list []string
	for top, names := range lacking {
		in, sub, of := dir, "", commit
		if top != root {
			rel, err := filepath.Rel(dir, top)
			if err != nil {
				return nil, err
			}
			in, sub, of = top, filepath.ToSlash(rel)+"/", "HEAD"
		}
		if top == "" || !Has(in, of) {
			continue
		}
		out, err := diff(in, "--name-only", "-z", "--no-renames", "--diff-filter=D", "--relative",
			"--ignore-submodules=all", of, "--", "*.java")
		if err != nil {
			return nil, err
		}
		for name := range strings.SplitSeq(string(out), "\x00") {
			if names[sub+name] {
				list = append(list, sub+name)
			}
		}
	}
	slices.Sort(list)
	return list, nil
}

// top returns an error if a folder is not the top of a repository. If the .git of the folder is broken, Git would
// answer for an enclosing repository.
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
