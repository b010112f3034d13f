package affected

import (
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/report/tests/change"
)

// Input holds the sources, counts and facts that Select works on.
type Input struct {
	Sources []Source
	Counts  *testcounts.Counts
	Facts   []change.Fact
	// OldMembers and OldTypes have, for the members and types of another version of the sources that facts name, those
	// of Sources: see change.Pairs. They may be nil.
	OldMembers map[*decl.Member]*decl.Member
	OldTypes   map[*decl.Type]*decl.Type
	// TestPath reports whether a path is that of a test source; nil for those of Sources.
	TestPath func(path string) bool
	// Together gives the reason why the tests of a class depend on each other, by its binary name.
	Together map[string]string
	// Partial means that the run may lack tests which the build runs.
	Partial bool
}

// isTest reports whether a fact is about a test source.
func (in *Input) isTest(f *change.Fact) bool { return in.TestPath != nil && in.TestPath(f.Path) }

// Selected is a test that is to be run.
type Selected struct {
	testcounts.Test          // of a new test only Class and Method
	New             bool     // the run does not have it
	Reasons         []Reason // the first ones, the direct ones before others
}

// Selection is the tests that a change may concern.
type Selection struct {
	All   []Reason // why all tests are to be run; none if Tests are enough
	Tests []Selected
	Gone  []Selected // tests of the run that are not there any more
	Of    int        // number of tests in the run
	// OfClass has how many tests of each class the run has, by binary name.
	OfClass map[string]int
	// Plugins name the plugins that ran the tests, for expressions; the zero value is a Surefire that understands all
	// of them.
	Plugins Plugins
}

// None selects none of the tests of a run.
func None(c *testcounts.Counts) Selection {
	sel := Selection{OfClass: map[string]int{}}
	for _, t := range c.Tests() {
		if t.Kind == testcounts.Case {
			sel.Of++
			sel.OfClass[t.Class]++
		}
	}
	return sel
}

// Select finds the tests that facts concern.
func Select(in Input) Selection {
	s := newSelector(&in)
	for n := range in.Facts {
		s.apply(n, s.fact(n))
		s.finish()
	}
	for s.spreadAdded() {
		s.finish()
	}
	sel := None(in.Counts)
	sel.All = s.whole
	for i, t := range s.e.owners {
		if t.Kind != testcounts.Case {
			continue
		}
		reasons := s.reasons[i]
		if t.Status.IsBad() {
			reasons = append(reasons, Reason{Rule: NotPassed, How: "it " + notPassed[t.Status] + " in the run"})
		}
		if len(reasons) > 0 {
			sel.Tests = append(sel.Tests, Selected{Test: t, Reasons: reasons})
		}
	}
	sel.Tests = append(sel.Tests, s.skipped(sel.Tests)...)
	sel.Tests, sel.Gone = s.withoutGone(sel.Tests)
	if len(in.Facts) > 0 {
		added := s.newTests()
		sel.Tests = append(sel.Tests, added...)
		sel.Tests = append(sel.Tests, s.notRun(added)...)
	}
	slices.SortStableFunc(sel.Tests, func(a, b Selected) int { return strings.Compare(a.Name(), b.Name()) })
	return sel
}

var notPassed = map[testcounts.Status]string{testcounts.Failed: "failed", testcounts.Unfinished: "did not end"}
