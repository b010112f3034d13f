package text_test

import (
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/export/text"
)

// TestRuns checks that columns without text are omitted, and less important ones on a narrow terminal.
func TestRuns(t *testing.T) {
	rows := []text.RunRow{
		{ID: "2", Started: "2026-11-22 13:00", Result: "build failed", Took: "12 s", Command: "mvn verify"},
		{ID: "1", Started: "2026-11-22 12:00", Result: "ok", Methods: report.Ratio{Covered: 1, Total: 2},
			Lines:  report.Ratio{Covered: 1, Total: 4},
			ByTest: "1,234", Took: "5 s", Commit: "1a2b3c4d5", Command: "mvn \x1b verify"},
	}
	for width, want := range map[int]string{
		0: `2 runs
  run  started           result         lines  branches  methods  by test  took  commit     command
  2    2026-11-22 13:00  build failed       –         –        –           12 s             mvn verify
  1    2026-11-22 12:00  ok            25.0 %         –   50.0 %    1,234   5 s  1a2b3c4d5  mvn ␛ verify
`,
		78: `2 runs
  run  started           result         lines  by test  took  command
  2    2026-11-22 13:00  build failed       –           12 s  mvn verify
  1    2026-11-22 12:00  ok            25.0 %    1,234   5 s  mvn ␛ verify
`,
	} {
		var b strings.Builder
		if err := text.Runs(&b, width, "2 runs", rows); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("width %d: got\n%s\nwant\n%s", width, b.String(), want)
		}
	}
}
