package runs

// Base returns the run that o is compared with, unless the user names one; nil if there is none. It is the newest run
// with counts before o of the branch base, which changes are for (git.BaseBranch): best one that passed. For a run of
// that branch, and if there is no run of it, all branches count.
func (l List) Base(o *Opened, base string) *Opened {
	var earlier List
	for _, x := range l {
		if x.ID < o.ID && x.HasCounts() {
			earlier = append(earlier, x)
		}
	}
	branch := func(r Run) string {
		if r.Commit == nil {
			return ""
		}
		return r.Commit.Branch
	}
	ofBase := func(r Run) bool { return base != "" && branch(r) == base }
	passed := func(r Run) bool { return r.Outcome() == "ok" }
	if !ofBase(o.Run) {
		if found := earlier.Last(ofBase, passed); found != nil {
			return found
		}
		if found := earlier.Last(ofBase); found != nil {
			return found
		}
	}
	if found := earlier.Last(passed); found != nil {
		return found
	}
	return earlier.Last()
}
