package runs

import (
	"cmp"
	"slices"
	"time"
)

// Order returns a function that compares the age of the sources of two of the given runs. The function returns -1 if
// the sources of a are older, 1 if those of b are. Commits decide, because an older commit may be measured later, and
// clocks of machines differ. If the depths of all commits are known, an ancestor is older, whatever times Git has.
// Otherwise the times of the commits decide, or of the runs without a commit. For one commit, the run that started
// earlier is older. If both started at the same time, the run with the smaller ID is older, so that the order of the
// list never matters. A run that was carried forward is older than all others: its commit may be a newer one of another
// branch.
func Order(list []Run) func(a, b Run) int {
	deep := !slices.ContainsFunc(list, func(r Run) bool { return r.Commit == nil || r.Commit.Depth == 0 })
	return func(a, b Run) int {
		depth := 0
		if deep {
			depth = cmp.Compare(a.Commit.Depth, b.Commit.Depth)
		}
		return cmp.Or(forwarded(b)-forwarded(a), depth, a.sourceTime().Compare(b.sourceTime()),
			a.Started.Compare(b.Started), cmp.Compare(a.ID, b.ID))
	}
}

// forwarded returns 1 for a run that was carried forward, 0 for others.
func forwarded(r Run) int {
	if r.Forward != nil {
		return 1
	}
	return 0
}

// sourceTime returns the time of the sources of a run: the time of its commit, or of its start if it has none.
func (r Run) sourceTime() time.Time {
	if r.Commit != nil {
		return r.Commit.Time
	}
	return r.Started
}
