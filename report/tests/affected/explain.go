package affected

import (
	"cmp"
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
)

// Explanation holds the reasons why a test is selected, or what it executed of the changed files if it is not.
type Explanation struct {
	Test     Selected // with the reasons if it is selected
	Selected bool
	Removed  bool     // the test does not exist any more
	Files    int      // number of changed files that tests of the run can execute
	Executed []Member // members of these files that the test executed; none of them is concerned if it is not selected
}

// Member is a member of a type in a source of the run.
type Member struct {
	Path  string
	Line  int
	Name  string // in data for programs
	Title string // for people
	// Changed means that it has changed, but in a region that a test which is not selected did not execute.
	Changed bool
}

// Known returns the tests that can be explained: those of the run, without second attempts, and new ones.
func (s *Selection) Known() (list []testcounts.Test) {
	for _, t := range slices.Concat(s.Suite, s.removed) {
		if t.Kind == testcounts.Case && t.Attempt <= 1 {
			list = append(list, t)
		}
	}
	for i := range s.Tests {
		if s.Tests[i].New {
			list = append(list, s.Tests[i].Test)
		}
	}
	slices.SortStableFunc(list, func(a, b testcounts.Test) int { return strings.Compare(a.Name(), b.Name()) })
	return slices.CompactFunc(list, func(a, b testcounts.Test) bool { return a.Key() == b.Key() })
}

// Explain explains a test of Known.
func (s *Selection) Explain(t *testcounts.Test) Explanation {
	key := t.Key()
	e := Explanation{Test: Selected{Test: *t}, Selected: len(s.All) > 0}
	for i := range s.Tests {
		if s.Tests[i].Key() == key {
			e.Test, e.Selected = s.Tests[i], true
		}
	}
	e.Removed = !e.Test.New && slices.ContainsFunc(s.removed, func(r testcounts.Test) bool { return r.Key() == key })
	if e.Removed {
		e.Selected = false
		return e
	}
	e.Test.Reasons = slices.Concat(e.Test.Reasons, s.All)
	for _, from := range s.from {
		units, files := from.inChanged()
		e.Files += files
		for i := range from.e.owners {
			if from.e.owners[i].Key() == key {
				e.Executed = append(e.Executed, from.members(from.e.of[from.e.print[i]], units)...)
			}
		}
	}
	slices.SortFunc(e.Executed, func(a, b Member) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line, strings.Compare(a.Name, b.Name))
	})
	e.Executed = slices.Compact(e.Executed)
	return e
}

// inChanged returns the units of the sources that facts are about, and the number of these sources.
func (s *selector) inChanged() (units map[int32]bool, files int) {
	units = map[int32]bool{}
	seen := map[int32]bool{}
	for i := range s.in.Facts {
		if src := s.source(s.fact(i)); src >= 0 && !seen[src] {
			seen[src] = true
			for _, u := range s.x.inFile[src] {
				units[u] = true
			}
		}
	}
	return units, len(seen)
}

// changedUnits returns the units of the run that facts are about.
func (s *selector) changedUnits() map[int32]bool {
	units := map[int32]bool{}
	for i := range s.in.Facts {
		if u, known := s.unit(s.fact(i)); known {
			units[u] = true
		}
	}
	return units
}

// members returns those of the units that are in a set.
func (s *selector) members(units []int32, in map[int32]bool) (list []Member) {
	changed := s.changedUnits()
	for _, u := range units {
		if in[u] {
			of := &s.x.units[u]
			m := Member{Path: s.x.sources[of.src].Path, Title: s.x.short(u), Changed: changed[u]}
			m.Name = m.Path
			if of.m != nil {
				m.Line, m.Name = of.m.Line, of.m.String()
			}
			list = append(list, m)
		}
	}
	return list
}
