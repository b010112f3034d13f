package gate_test

import (
	"strings"
	"testing"

	"jprof/report/gate"
)

// TestExcuses: a gate for changed lines passes with a note if it is within the tolerance, or if few lines have changed.
// 2 of 3 changed lines are executed.
func TestExcuses(t *testing.T) {
	for name, c := range map[string]struct {
		tolerance string
		least     int
		passed    bool
		note      string
	}{
		"none":              {"0", 0, false, ""},
		"not within":        {"13.333", 0, false, ""},
		"within":            {"13.334", 0, true, "passes: within the tolerance of 13.334 %"},
		"more than it":      {"90", 0, true, "passes: within the tolerance of 90 %"},
		"as many":           {"0", 3, false, ""},
		"fewer":             {"0", 4, true, "passes: 3 changed lines, fewer than 4"},
		"fewer, and within": {"30", 4, true, "passes: 3 changed lines, fewer than 4"},
	} {
		has := func(path string, line int) bool { return path == "app/A.java" && line > 2 && line < 7 }
		v := gate.Check(project(t, 10), gate.Rules{Changed: &gate.Changed{Since: "main", Lines: percent(t, "80"),
			LinesOf: "old", Has: has,
			Tolerance: *percent(t, c.tolerance), LeastLines: c.least}})
		g := v.Gates[0]
		if g.Passed != c.passed || g.Note != c.note || !strings.HasPrefix(g.Actual, "66.66 % (") {
			t.Errorf("%s: %+v", name, g)
		}
		if g.Required != "at least 80 %, as in run old" {
			t.Errorf("%s: required %q", name, g.Required)
		}
	}
	v := gate.Check(project(t, 10), gate.Rules{Changed: &gate.Changed{Since: "main", Lines: percent(t, "80"),
		Missing: []string{"app/New.java"}, Has: func(string, int) bool { return false }, LeastLines: 100}})
	if v.Failed() != 1 {
		t.Errorf("a changed file that is not in the run must fail: %+v", v.Gates)
	}
}
