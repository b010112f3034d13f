package reporttest

import (
	"time"

	"jprof/report"
)

// FailedRun is a run of a build in which all went wrong that can: it failed, tests failed, one module was not reached,
// and another one does not compile.
func FailedRun() report.RunInfo {
	return report.RunInfo{
		ID: "20260102-030405", Command: []string{"mvn", "verify"}, Start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Tool: "0.0-test", ExitCode: 1,
		JVMs: 2, Build: true, Failed: []report.FailedRun{{ID: "20260102-030405", Build: true, ExitCode: 1}},
		Tests: report.TestResults{Tests: 40, Failed: 2},
		NotBuilt: []report.NotBuilt{
			{Module: "g:app", Name: "main", File: "app/pom.xml", Files: 2},
			{Module: "g:app", Name: "test", File: "app/pom.xml", Files: 1},
			{Module: "g:svc", Name: "main", File: "svc/pom.xml", Files: 1, Failed: true},
			{Module: "g:svc", Name: "test", File: "svc/pom.xml", Files: 3},
		},
	}
}
