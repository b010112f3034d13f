package gate_test

import (
	"strings"
	"testing"
	"time"

	"jprof/report"
	"jprof/report/gate"
	"jprof/report/pattern"
	"jprof/report/reporttest"
)

// TestQuarantine has the rules (pattern and last day), the results of the tests, and the modules of a failed build; and
// what fails, the states of the rules with the tests that failed, and the notes of gates.
func TestQuarantine(t *testing.T) {
	for name, test := range map[string]struct{ rules, results, modules, failed, states, notes string }{
		"failed": {"ATest#a=2027-01-31", "!app/ATest.a app/ATest.b", "g:app", "", "failed p.ATest#a",
			"build, tests"},
		"the last day": {"ATest#a=2026-11-28", "!app/ATest.a", "g:app", "", "failed p.ATest#a", "build, tests"},
		"passed":       {"ATest#a=2027-01-31", "app/ATest.a app/ATest.b", "", "", "passed", ""},
		"misspelt": {"p.ATets#a=2027-01-31", "app/ATest.a app/ATest.b", "", "",
			"matches no test of the run; similar names: p.ATest#a, p.ATest#b, p.ATest", ""},
		"misspelt class": {"BTets=2027-01-31", "app/BTest.c", "", "",
			"matches no test of the run; similar names: p.BTest, p.BTest#c", ""},
		"another package": {"q.ATest#a=2027-01-31", "app/ATest.a", "", "",
			"matches no test of the run; similar names: p.ATest#a, p.ATest", ""},
		"nothing": {"None=2027-01-31", "app/ATest.a app/ATest.b", "", "", "matches no test of the run", ""},
		"expired": {"ATest#a=2026-11-27", "!app/ATest.a", "g:app", "quarantine, build, tests",
			"expired p.ATest#a", ""},
		"expired, and passed": {"ATest#a=2026-11-27", "app/ATest.a", "", "quarantine", "expired", ""},
		"prolonged": {"ATest#a=2026-11-27 ATest=2027-01-31", "!app/ATest.a", "g:app", "quarantine",
			"expired p.ATest#a; failed p.ATest#a", "build, tests"},
		"others fail, too": {"ATest#a=2027-01-31", "!app/ATest.a !app/BTest.c", "g:app", "build, tests",
			"failed p.ATest#a", "tests"},
		"others fail in another module": {"ATest=2027-01-31", "!app/ATest.a !lib/BTest.c", "g:app g:lib",
			"build, tests", "failed p.ATest#a", "tests"},
		"another module fails": {"ATest=2027-01-31", "!app/ATest.a lib/BTest.c", "g:app g:lib", "build",
			"failed p.ATest#a", "tests"},
		"another step fails":    {"ATest=2027-01-31", "!app/ATest.a", "g:app!", "build", "failed p.ATest#a", "tests"},
		"modules are not known": {"ATest=2027-01-31", "!app/ATest.a", "?", "build", "failed p.ATest#a", "tests"},
		"two rules, invocations": {"ATest=2027-01-31 a=2027-01-31", "!app/ATest.a(int)[1] app/ATest.a(int)[2]", "g:app",
			"", "failed p.ATest#a(int)[1]; failed p.ATest#a(int)[1]", "build, tests"},
		"a class": {"p.**=2027-01-31", "!app/ATest.ATest", "g:app", "", "failed p.ATest#ATest", "build, tests"},
	} {
		m := reporttest.WithResults(t, "now", "ATest: a=x b=y\nBTest: c=z", test.results)
		m.Run.Build, m.Run.Tests = true, report.TestResults{Tests: len(strings.Fields(test.results)),
			Failed: strings.Count(test.results, "!")}
		if test.modules != "" {
			f := report.FailedRun{ID: "now", Build: true, ExitCode: 1}
			if test.modules != "?" {
				for _, module := range strings.Fields(test.modules) { // with ! if not only tests failed
					id, other := strings.CutSuffix(module, "!")
					f.Modules = append(f.Modules, id)
					if !other {
						f.TestsFailedIn = append(f.TestsFailedIn, id)
					}
				}
			}
			m.Run.Failed = []report.FailedRun{f}
		}
		rules := gate.Rules{Run: &gate.Run{}, Today: time.Date(2026, 11, 28, 23, 0, 0, 0, time.UTC)}
		for _, rule := range strings.Fields(test.rules) {
			text, day, _ := strings.Cut(rule, "=")
			until, err := time.Parse(time.DateOnly, day)
			if err != nil {
				t.Fatal(err)
			}
			rules.Quarantine = append(rules.Quarantine, gate.QuarantineRule{
				Match: []pattern.Test{pattern.ParseTest(text)}, Until: until, Reason: "a bug"})
		}
		v := gate.Check(m, rules)
		if want := test.notes == "build, tests" && !strings.Contains(test.failed, "build"); v.Excused != want {
			t.Errorf("%s: excused: %v, want %v", name, v.Excused, want)
		}
		var failed, states, notes []string
		for _, g := range v.Gates {
			if !g.Passed {
				failed = append(failed, g.Rule)
			}
			if g.Note != "" {
				notes = append(notes, g.Rule)
			}
		}
		for _, q := range v.Quarantine {
			states = append(states, strings.TrimSpace(q.StateText(report.Printable)+" "+strings.Join(q.Failed, " ")))
		}
		for _, x := range []struct{ what, got, want string }{{"failed", strings.Join(failed, ", "), test.failed},
			{"states", strings.Join(states, "; "), test.states}, {"notes", strings.Join(notes, ", "), test.notes}} {
			if x.got != x.want {
				t.Errorf("%s: %s: %q, want %q", name, x.what, x.got, x.want)
			}
		}
	}
}
