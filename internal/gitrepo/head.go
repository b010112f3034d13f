package gitrepo

import (
	"strconv"
	"strings"
	"time"
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
	s := &State{Commit: commit, Time: time.Unix(seconds, 0).UTC(),
		Folder: strings.TrimSuffix(strings.TrimSpace(string(prefix)), "/")}
	if s.Dirty, err = differing(dir, "HEAD"); err != nil {
		return nil
	}
	return s
}

// Short is the start of the ID of a commit, as people write it.
func Short(commit string) string { return strings.ToValidUTF8(commit[:min(len(commit), 9)], "") }
