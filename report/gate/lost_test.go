package gate_test

import (
	"strings"
	"testing"

	"jprof/report/gate"
	"jprof/report/reporttest"
)

// TestTestsRule checks the number of lost tests, and fails where a run has no test reports.
func TestTestsRule(t *testing.T) {
	base := reporttest.WithResults(t, "old", "ATest: a=x b=y c=z", "app/ATest.a app/ATest.b app/ATest.c")
	now := reporttest.WithResults(t, "new", "ATest: a=x c=z", "app/ATest.a -app/ATest.c")
	none := reporttest.WithResults(t, "none", "ATest: a=x", "")
	zero, one := 0, 1
	for name, c := range map[string]struct {
		rule gate.TestsRule
		want string
	}{
		"fails": {gate.TestsRule{Base: base, Now: now, Skipped: &zero, Removed: &one, NotRun: &zero},
			"FAILED: tests skipped of since run old: at most 0, is 1; ok: tests removed of since run old: at most 1, " +
				"is 1; ok: tests not run of since run old: at most 0, is 0"},
		"lists only": {gate.TestsRule{Base: base, Now: now}, ""},
		"no reports": {gate.TestsRule{Base: none, Now: now, Skipped: &zero},
			"FAILED: lost tests of since run none: test reports of both runs, is run none has none"},
	} {
		v := gate.Check(now, gate.Rules{Tests: &c.rule})
		if got := strings.Join(told(v), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if has := v.Base != nil && len(v.Base.Tests) == 2; has != (name != "no reports") {
			t.Errorf("%s: %+v", name, v.Base)
		}
	}
}
