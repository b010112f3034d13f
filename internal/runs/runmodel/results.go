package runmodel

import (
	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
	"jprof/internal/runs"
	"jprof/report/tests/testview"
)

// ResultsOf adds up the results of the tests in the reports in a folder. It returns nil if there are no reports. It
// ignores reports that cannot be read, because the report of the run names them. If there are counts by test, all
// attempts of a test count as one test.
func ResultsOf(dir string, run runs.Run, tests *testcounts.Counts) *runs.Results {
	suites, _ := testreports.Read(dir)
	if len(suites) == 0 {
		return nil
	}
	if tests != nil {
		suites = testview.LastAttempts(tests.Tests(), suites, run.FolderOf)
	}
	var r runs.Results
	for i := range suites {
		r.Tests += len(suites[i].Cases)
		r.Failed += suites[i].Count(testreports.Failed)
		r.Skipped += suites[i].Count(testreports.Skipped)
	}
	return &r
}
