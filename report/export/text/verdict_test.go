package text_test

import (
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/export/text"
	"jprof/report/gate"
)

func TestVerdict(t *testing.T) {
	v := &gate.Verdict{
		Gates: []gate.Gate{
			{Rule: "lines", Subject: "project", Required: "at least 80 %", Actual: "90 % (9 of 10)", Passed: true},
			{Rule: "lines", Subject: "module org.example:app", Required: "at least 80 %", Actual: "50 % (2 of 4)"},
			{Rule: "executions", Subject: "method A::f\x1b[2J()", Required: "at most 7", Actual: "1,024",
				Path: "app/A.java", Line: 2},
		},
		Changed: &compare.ChangedLines{Since: "main", Lines: report.Ratio{Covered: 2, Total: 5},
			Branches: report.Ratio{Covered: 1, Total: 2},
			Uncovered: []compare.Range{{Path: "app/A.java", First: 3, Last: 3, Lines: 1},
				{Path: "app/A.java", First: 6, Last: 7, Lines: 2}}},
	}
	tests := map[string]*gate.Verdict{
		`2 of 3 gates failed
  gate        of                                        actual  required
  lines       module org.example:app             50 % (2 of 4)  at least 80 %
  executions  method A::f␛[2J()  (app/A.java:2)          1,024  at most 7

changed since main: 2 of 5 lines executed (40.0 %), 1 of 2 branches (50.0 %)
changed and not executed
  lines  place
      1  app/A.java:3
      2  app/A.java:6-7
`: v,
		"1 gate passed\n  gate   of               actual  required\n" +
			"  lines  project  90 % (9 of 10)  at least 80 %\n": {Gates: v.Gates[:1]},
		"\nquarantine\n  test     until       state      reason\n  ATest#a  2027-01-31  failed: 1  a bug\n": {
			Quarantine: []gate.Quarantined{{Test: "ATest#a", Until: "2027-01-31", Reason: "a bug",
				State: gate.QuarantineFailed, Failed: []string{"p.ATest#a"}}}},
		"\ntests of run old that are skipped, removed or not run\n           test  place\n" +
			strings.Repeat("  not run  A#a\n", 10) + "  and 3 more\n": {
			Base: &gate.Base{Run: "old", Tests: slices.Repeat(
				[]compare.LostTest{{Name: "A#a", What: compare.NotRun}}, 13)}},
		"changed since main: no line with counters\nchanged, and unmeasured or not in the run: New.java\n": {
			Changed: &compare.ChangedLines{Since: "main", Missing: []string{"New.java"}}},
	}
	for want, v := range tests {
		var b strings.Builder
		if err := text.Verdict(&b, 0, v); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("got\n%s\nwant\n%s", b.String(), want)
		}
	}
}

// TestVerdictIsPrintable checks the name of a failed module in the table: it comes from the project.
func TestVerdictIsPrintable(t *testing.T) {
	var b strings.Builder
	v := &gate.Verdict{Gates: []gate.Gate{
		{Rule: "build", Subject: "run", Required: "exit code 0", Actual: "module g:\x1b[2J failed"}}}
	if err := text.Verdict(&b, 0, v); err != nil || strings.Contains(b.String(), "\x1b") {
		t.Errorf("%q, %v", b.String(), err)
	}
}
