package watch

import (
	"slices"
	"testing"

	"jprof/internal/runs/findings"
	"jprof/report"
)

// TestFoundBranches lists the outcomes of branches that a change has missed. Missed lines are listed apart.
func TestFoundBranches(t *testing.T) {
	at := findings.Place{Path: "core/A.java", Line: 7}
	f := &findings.Findings{Missed: []findings.Missed{
		{Place: at, Kind: report.MissedRegion, What: "not executed", Code: "return;"},
		{Place: at, Kind: report.MissedBranch, What: "never: true, false", Code: "n > 1"},
	}}
	got := found(f, func(path string) string { return "../" + path })
	want := []string{"1 branch of your change with outcomes that never happened",
		"  ../core/A.java:7: never: true, false: n > 1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
