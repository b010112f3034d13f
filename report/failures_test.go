package report_test

import (
	"slices"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
)

func TestFailures(t *testing.T) {
	r := reporttest.FailedRun()
	r.ID = "merged-1" // the build that failed is a part of it
	r.Failed = append(r.Failed, report.FailedRun{ID: "2", Interrupted: true})
	var got []string
	for _, f := range r.Failures() {
		got = append(got, string(f.Kind)+" "+f.File+": "+f.Text)
	}
	want := []string{
		"build-failed : the build of run 20260102-030405 failed (exit code 1)",
		"build-failed : the program of run 2 was cancelled",
		"tests-failed : 2 of 40 tests failed",
		"modules-not-built app/pom.xml: module g:app was not built: 2 main sources and 1 test source are in no total",
		"modules-not-built svc/pom.xml: module g:svc does not compile: its 1 main source was not executed; 3 test " +
			"sources are in no total",
	}
	if !slices.Equal(got, want) {
		t.Errorf("failures %q, want %q", got, want)
	}
	if got, want := r.FailureNote(), "2 builds failed, 2 of 40 tests failed, 2 modules not built"; got != want {
		t.Errorf("note %q, want %q", got, want)
	}
	never := report.FailedRun{ID: "1", Build: true, Modules: []string{"g:svc"}} // mvn -fn
	if got, want := (report.RunInfo{ID: "1", Failed: []report.FailedRun{never}}).FailureNote(),
		"1 module failed"; got != want {
		t.Errorf("note %q, want %q", got, want)
	}
	if got := (report.RunInfo{ID: "1", Tests: report.TestResults{Tests: 3}}).FailureNote(); got != "" {
		t.Errorf("note %q of a run in which nothing failed", got)
	}
}
