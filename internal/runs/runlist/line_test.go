package runlist_test

import (
	"strings"
	"testing"

	"jprof/internal/runs"
	"jprof/internal/runs/runlist"
)

// TestLine checks that a line of a run cuts a command with many tests.
func TestLine(t *testing.T) {
	r := runs.Run{ID: "r1", Command: []string{"mvn", "test", "-Dtest=" + strings.Repeat("ATest,", 100)}}
	line := runlist.Line(r)
	if !strings.Contains(line, "mvn test -Dtest=ATest,") || !strings.HasSuffix(line, " ...") || len(line) > 200 {
		t.Errorf("%s", line)
	}
	if r.Command = r.Command[:2]; !strings.HasSuffix(runlist.Line(r), "mvn test") {
		t.Errorf("%s", runlist.Line(r))
	}
}

// TestRowOfPart checks that runs of a part of the tests are marked, if they have counts.
func TestRowOfPart(t *testing.T) {
	r := runs.Run{JVMs: 1, Command: []string{"mvn", "test", "-Dtest=ATest"}}
	if got := runlist.Row(r).Result; got != "passed, part of tests" {
		t.Errorf("%q", got)
	}
	if r.JVMs = 0; runlist.Row(r).Result != "passed" {
		t.Errorf("without counts: %q", runlist.Row(r).Result)
	}
}
