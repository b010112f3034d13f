package watch

import (
	"slices"
	"testing"

	"jprof/internal/runs/findings"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/tests/next"
)

// TestFoundBranches lists the outcomes of branches that a change has missed. Missed lines are listed apart.
func TestFoundBranches(t *testing.T) {
	at := findings.Place{Path: "core/A.java", Line: 7}
	branch := report.Missed{Kind: report.MissedBranch}
	change := &compare.ChangedLines{Missed: []report.Missed{{Kind: report.MissedRegion}, branch, branch, branch}}
	f := &findings.Findings{Change: change, Missed: []findings.Missed{ // the first ones of them
		{Place: at, Kind: report.MissedRegion, What: "not executed", Code: "return;"},
		{Place: at, Kind: report.MissedBranch, What: "never true, never false", Code: "n > 1",
			Test: next.Test{Name: "core.ATest#f"}},
	}}
	got := found(f, func(path string) string { return "../" + path })
	want := []string{"3 branches of your change with outcomes that never happened",
		"  ../core/A.java:7: never true, never false: n > 1", "    nearest test: core.ATest#f",
		"  and 2 more: the report has all"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
