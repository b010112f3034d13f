package runs

// Base returns the run that o is compared with, unless the user names one; nil if there is none. It is a run with
// counts before o: best one without uncommitted changes, then one of the same tests, else of all tests, then one of the
// branch base, which changes are for (git.BaseBranch), then one that passed, then the newest. For a run of that branch
// itself, all branches are equal.
func (l List) Base(o *Opened, base string) *Opened {
	ofBase := func(r Run) bool { return base != "" && r.Commit != nil && r.Commit.Branch == base }
	any, part := ofBase(o.Run), o.Part()
	var best *Opened
	most := -1
	for _, x := range l {
		if x.ID >= o.ID || !x.HasCounts() {
			continue
		}
		score := 0
		for _, is := range []bool{x.Commit == nil || len(x.Commit.Dirty) == 0, x.Part() == part,
			x.Part() == "", any || ofBase(x.Run), x.Outcome() == "ok"} {
			score *= 2
			if is {
				score++
			}
		}
		if score >= most {
			best, most = x, score
		}
	}
	return best
}
