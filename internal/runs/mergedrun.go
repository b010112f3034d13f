package runs

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// add adds the facts of a part to those of a merged run.
func (r *Run) add(part Run) {
	if part.Started.Before(r.Started) {
		r.Started = part.Started
	}
	if part.Ended.After(r.Ended) {
		r.Ended = part.Ended
	}
	r.ExitCode = max(r.ExitCode, part.ExitCode)
	r.Interrupted = r.Interrupted || part.Interrupted
	r.NotFinished = r.NotFinished || part.NotFinished
	r.Rounds += part.Rounds
	r.JVMs += part.JVMs
	r.Sets = append(r.Sets, part.Sets...)
	r.NotBuilt = append(r.NotBuilt, part.NotBuilt...)
	r.FailedModules = append(r.FailedModules, part.FailedModules...)
	if t := part.Results; t != nil {
		if r.Results == nil {
			r.Results = &Results{}
		}
		r.Results.Tests += t.Tests
		r.Results.Failed += t.Failed
		r.Results.Skipped += t.Skipped
	}
	r.Tests = append(r.Tests, part.Tests...)
	r.addByTest(part.ByTest)
	for _, u := range part.Unmeasured {
		if !slices.ContainsFunc(r.Unmeasured, func(v Unmeasured) bool { return reflect.DeepEqual(v, u) }) {
			r.Unmeasured = append(r.Unmeasured, u)
		}
	}
	for _, why := range part.Incomplete {
		r.Incomplete = append(r.Incomplete, part.ID+": "+why)
	}
	switch {
	case r.Commit == nil || part.Forward != nil: // the commit is that of the runs that were not carried forward
	case part.Commit == nil || part.Commit.ID != r.Commit.ID:
		r.Commit = nil // the run has no single commit
	case part.Commit.Branch != r.Commit.Branch:
		c := *r.Commit
		c.Branch, r.Commit = "", &c // nor a single branch
	}
	jdks := slices.Concat(strings.Split(r.JDK, ", "), strings.Split(part.JDK, ", "))
	slices.Sort(jdks)
	r.JDK = strings.TrimPrefix(strings.Join(slices.Compact(jdks), ", "), ", ") // a JVM may not know its version
}

// joinNotBuilt removes source sets from r.NotBuilt that a part has built. All other source sets are kept once.
func (r *Run) joinNotBuilt() {
	type key struct{ module, name string }
	built := map[key]bool{}
	for _, part := range r.Parts {
		failed := map[key]bool{}
		for _, n := range part.NotBuilt {
			failed[key{n.Module, n.Name}] = true
		}
		for _, s := range part.Sets {
			built[key{s.Module, s.Name}] = built[key{s.Module, s.Name}] || !failed[key{s.Module, s.Name}]
		}
	}
	// Source sets whose compilation began come first, because they are in the totals.
	slices.SortFunc(r.NotBuilt, func(a, b NotBuilt) int {
		begun := func(n NotBuilt) int {
			if n.Failed {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.Name, b.Name), cmp.Compare(begun(a), begun(b)),
			cmp.Compare(b.Files, a.Files), cmp.Compare(a.File, b.File))
	})
	r.NotBuilt = slices.CompactFunc(r.NotBuilt, func(a, b NotBuilt) bool {
		return a.Module == b.Module && a.Name == b.Name
	})
	r.NotBuilt = slices.DeleteFunc(r.NotBuilt, func(n NotBuilt) bool { return built[key{n.Module, n.Name}] })
}
