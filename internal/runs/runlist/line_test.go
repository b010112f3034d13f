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
