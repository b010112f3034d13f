package git

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// State is the commit that a folder of a repository is at, with the files in the folder that differ from the commit.
type State struct {
	Commit string
	Branch string    // the name of the branch that is checked out, "" for none
	Time   time.Time // of the commit
	Depth  int       // number of commits that lead to it, with itself; 0 in a shallow clone, which lacks some
	Folder string    // the folder in the repository, a slash path; "" for its root
	Dirty  []string  // slash paths relative to the folder, changed or not in the commit, sorted
}

// Head returns the state of a folder, nil if there is no repository. The error has the reason why the state of a
// repository is not known.
func Head(dir string) (*State, error) {
	if Above(dir) == "" {
		return nil, nil
	}
	s := &State{}
	about, err := git(dir, "rev-parse", "--show-prefix", "--is-shallow-repository")
	if err != nil {
		return nil, err
	}
	prefix, shallow, _ := strings.Cut(strings.TrimRight(string(about), "\r\n"), "\n")
	s.Folder = strings.TrimSuffix(strings.TrimSpace(prefix), "/")
	ref, err := git(dir, "rev-parse", "--symbolic-full-name", "HEAD")
	if err != nil {
		return nil, errors.New("there is no commit yet")
	}
	if branch, ok := strings.CutPrefix(strings.TrimSpace(string(ref)), "refs/heads/"); ok {
		s.Branch = branch
	}
	head, err := git(dir, "show", "--no-patch", "--no-show-signature", "--format=%H %ct", "HEAD")
	if err != nil {
		return nil, err
	}
	commit, committed, _ := strings.Cut(strings.TrimSpace(string(head)), " ")
	seconds, err := strconv.ParseInt(committed, 10, 64)
	if err != nil {
		return nil, err
	}
	s.Commit, s.Time = commit, time.Unix(seconds, 0).UTC()
	if shallow == "false" {
		if depth, err := git(dir, "rev-list", "--count", "HEAD"); err == nil {
			s.Depth, _ = strconv.Atoi(strings.TrimSpace(string(depth))) // 0 is not known
		}
	}
	s.Dirty, err = differing(dir, "HEAD")
	return s, err
}

// Short returns the start of the ID of a commit, as people write it.
func Short(commit string) string { return strings.ToValidUTF8(commit[:min(len(commit), 9)], "") }

// BaseBranch returns the name of the branch that changes of a repository are for: the one that its remote origin has
// checked out, else main or master, if there is such a branch; "" if it is not known.
func BaseBranch(dir string) string {
	if Above(dir) == "" {
		return ""
	}
	if out, err := git(dir, "symbolic-ref", "--short", "refs/remotes/origin/HEAD"); err == nil {
		return strings.TrimPrefix(strings.TrimSpace(string(out)), "origin/")
	}
	for _, name := range []string{"main", "master"} {
		if _, err := git(dir, "rev-parse", "--verify", "--quiet", "refs/heads/"+name); err == nil {
			return name
		}
	}
	return ""
}
