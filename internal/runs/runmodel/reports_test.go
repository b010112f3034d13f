package runmodel

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jprof/buildtools"
	"jprof/internal/format/testreports"
	"jprof/internal/runs"
)

// TestFailedSteps reads what is reported of test steps whose failure the build has ignored.
func TestFailedSteps(t *testing.T) {
	const passing, failing = `<testcase name="ok"/>`, `<testcase name="no"><failure/></testcase>`
	const ended, step = "There was a timeout in the fork\nmore", "maven-surefire-plugin:test@default-test"
	const untold = step + ": tests failed, and the build left no reports of them"
	for name, tt := range map[string]struct {
		module, cases, message string
		want                   []string // the failed tests, with messages
	}{
		"reported":           {"core", passing + failing, "", []string{"no: "}},
		"not reported":       {"core", passing, "", []string{untold}},
		"reported elsewhere": {"web", failing, "", []string{untold, "no: "}},
		"ended early": {"core", passing + failing, ended, []string{step + ": There was a timeout in the fork",
			"no: "}},
	} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "core"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "core", "TEST-p.A.xml"), []byte(`<testsuite name="p.A">`+tt.cases+
			`</testsuite>`), 0o666); err != nil {
			t.Fatal(err)
		}
		failed := buildtools.TestsFailed{Message: tt.message, Execution: buildtools.Execution{ID: "default-test",
			Module: buildtools.Module{ID: "g:" + tt.module}, Goal: "test",
			Plugin: "org.apache.maven.plugins:maven-surefire-plugin:2.22.0"}}
		suites, err := CompleteReports(dir, &runs.Run{}, TestFacts{Failed: []buildtools.TestsFailed{failed}})
		var got []string
		for _, s := range suites {
			for _, c := range s.Cases {
				if c.Outcome == testreports.Failed {
					got = append(got, c.Name+": "+c.Message)
				}
			}
		}
		slices.Sort(got)
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
