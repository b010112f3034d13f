package affected

import "testing"

// TestGrounds counts each selected test once, by its first reason.
func TestGrounds(t *testing.T) {
	by := func(rules ...Rule) (t Selected) {
		for _, r := range rules {
			t.Reasons = append(t.Reasons, Reason{Rule: r})
		}
		return t
	}
	added := by(NewTest)
	added.New = true
	s := Selection{Tests: []Selected{added, by(NotPassed), by(Executed, StaticField), by("later"), by(Executed),
		by(BuildFile), by(BuildFile), by(BuildFile), by(Setting), by(Setting), by(Setting), by(Setting)}}
	if got, want := s.Grounds(), "4 by the JDK, options or environment, 3 by build files, "+
		"2 executed what has changed, 1 did not pass before, 1 later"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := s.OfRun(); got != 11 {
		t.Errorf("the run has %d of the tests", got)
	}
	if got := (&Selection{}).Grounds(); got != "" {
		t.Errorf("no test: %q", got)
	}
	for rule := range inWords {
		if _, of := ofMany[rule]; !of && isOfTests(rule) {
			t.Errorf("%s has no text for a number of tests", rule)
		}
	}
}

// isOfTests reports whether a rule selects single tests.
func isOfTests(r Rule) bool {
	switch r {
	case BuildFile, Resource, OtherLanguage, NoCounts, WholePackage, Unclear, SourceLost, Setting, Annotation,
		NoCounters, NoCommit, ClassNotRun, TestNotRun: // the last two select new tests
		return false
	}
	return true
}
