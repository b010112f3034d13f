package ui

import (
	"testing"

	"jprof/internal/runs"
)

// TestJobResult has jobs that have ended, and their runs.
func TestJobResult(t *testing.T) {
	for want, c := range map[string]struct {
		job Job
		run *runs.Run
	}{
		"cancelled":           {Job{State: stateCancelled, ExitCode: new(130)}, &runs.Run{}},
		"passed":              {Job{ExitCode: new(0)}, nil},
		"failed, exit code 1": {Job{ExitCode: new(1)}, nil},
		"failed, exit code 2": {Job{ExitCode: new(2)}, &runs.Run{Command: []string{"mvn"}}},
		"failed, exit code 5": {Job{ExitCode: new(5)}, &runs.Run{NotFinished: true}},
		"refused":             {Job{ExitCode: new(4)}, &runs.Run{NotFinished: true, Refused: true}},
		"build failed, 2 tests failed": {Job{ExitCode: new(3)},
			&runs.Run{Command: []string{"mvn"}, ExitCode: 1, Results: &runs.Results{Failed: 2}}},
		"1 test failed": {Job{ExitCode: new(0)}, &runs.Run{Results: &runs.Results{Failed: 1}}},
	} {
		var o *runs.Opened
		if c.run != nil {
			o = &runs.Opened{Run: *c.run}
		}
		if got := c.job.howEnded(o); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
