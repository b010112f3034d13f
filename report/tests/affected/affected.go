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
	// OldMembers and OldTypes map members and types of another version of the sources, which facts refer to, to those
	// of Sources: see change.Pairs. They may be nil.
	OldMembers map[*decl.Member]*decl.Member
	OldTypes   map[*decl.Type]*decl.Type
	// TestPath reports whether a path is that of a test source. If it is nil, the paths of Sources decide.
	TestPath func(path string) bool
	// Together has, by binary name of a class, the reason why its tests depend on each other.
	Together map[string]string
	// State means that a test is also selected for a static field in which a selected test may leave something else.
	// Without it, this is so only if that test writes the field, and the value may differ.
	State bool
	// Whole means that tests are selected if they executed a method that has changed, even if they did not execute the
	// part that has changed. The counts of such tests do not fit the new code.
	Whole bool
	// Appeared reports whether a file or folder was added or removed. If it is nil, each may have been.
	Appeared func(path string) bool
	// Generates means that the build makes sources, so that any file may be a part of the program.
	Generates bool
	// Partial means that the run may lack tests that the build runs.
	Partial bool
}

// appeared reports whether a file or folder was added or removed, or may have been.
func (in *Input) appeared(path string) bool { return in.Appeared == nil || in.Appeared(path) }

// isTest reports whether a fact is about a test source.
func (in *Input) isTest(f *change.Fact) bool { return in.TestPath != nil && in.TestPath(f.Path) }

// Selected is a test that has to be run.
type Selected struct {
	testcounts.Test          // for a new test, only Class and Method are set
	New             bool     // the test is not in the run
	Reasons         []Reason // the first reasons, direct ones before others
}

// Selection holds the tests that a change may concern.
type Selection struct {
	All   []Reason // the reasons why all tests have to be run; none if Tests are enough
	Tests []Selected
	Gone  []Selected // tests of the run that no longer exist
	Of    int        // number of tests in the run
	// OfClass has the number of tests of each class in the run, by binary name.
	OfClass map[string]int
	// Suite has the tests of the run that still exist, and the set-up of their classes, with their times.
	Suite []testcounts.Test
	// Shard describes the share of the tests that a selection has: see Selection.ShardOf. It is nil for all of them.
	Shard *Shard
	// Budget describes what was omitted to save time: see Selection.Within. It is nil without a limit.
	Budget *Budget
	// Ignored has the paths of changed files that select no test, because the settings say so, sorted.
	Ignored []string
	// Unread has the paths of changed files that neither builds nor tests read, sorted.
	Unread []string
	// Explained has the explanations that were asked for: see Explain.
	Explained []Explanation
	// Plugins describes the plugins that ran the tests, for expressions. The zero value is a Surefire that understands
	// all expressions.
	Plugins Plugins

	removed []testcounts.Test // the tests of the run that no longer exist
	from    []*selector       // the state by which tests were selected, one for each part of a merged run
}

// None returns a selection with none of the tests of a run.
func None(c *testcounts.Counts) Selection {
	sel := Selection{OfClass: map[string]int{}}
	for _, t := range c.Tests() {
		switch t.Kind {
		case testcounts.Case:
			sel.Of++
			sel.OfClass[t.Class]++
			sel.Suite = append(sel.Suite, t)
		case testcounts.Class:
			sel.Suite = append(sel.Suite, t)
		}
	}
	return sel
}

// Join adds what another selection knows of the tests of its run, but not the tests that it selects.
func (s *Selection) Join(o *Selection) {
	s.Of += o.Of
	for class, n := range o.OfClass {
		s.OfClass[class] += n
	}
	s.Suite, s.removed = append(s.Suite, o.Suite...), append(s.removed, o.removed...)
	s.from = append(s.from, o.from...)
}

// Select finds the tests that facts concern.
func Select(in Input) Selection {
	s := newSelector(&in)
	for n := range in.Facts {
		s.apply(n, s.fact(n))
		s.finish()
	}
	if !in.State {
		s.settle()
	}
	for in.State && s.spreadAdded() {
		s.finish()
	}
	sel := None(in.Counts)
	sel.All, sel.from = s.whole, []*selector{s}
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
	isGone := s.gone()
	for _, t := range sel.Tests {
		if isGone(&t.Test) {
			sel.Gone = append(sel.Gone, t)
		}
	}
	sel.Tests = slices.DeleteFunc(sel.Tests, func(t Selected) bool { return isGone(&t.Test) })
	for _, t := range sel.Suite {
		if isGone(&t) {
			sel.removed = append(sel.removed, t)
		}
	}
	sel.Suite = slices.DeleteFunc(sel.Suite, func(t testcounts.Test) bool { return isGone(&t) })
	if len(in.Facts) > 0 {
		added := s.newTests()
		sel.Tests = append(sel.Tests, added...)
		sel.Tests = append(sel.Tests, s.notRun(added)...)
	}
	slices.SortStableFunc(sel.Tests, func(a, b Selected) int { return strings.Compare(a.Name(), b.Name()) })
	return sel
}

var notPassed = map[testcounts.Status]string{testcounts.Failed: "failed", testcounts.Unfinished: "did not end"}
