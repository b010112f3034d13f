package runmodel

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"jprof/buildtools"
	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
	"jprof/internal/runs"
)

// TestFacts holds what is known of the tests of a build beside its reports.
type TestFacts struct {
	Tests *testcounts.Counts // nil without counts by test
	// Carried returns the reports of carried-over tests, from those of the build; nil for none.
	Carried func(fresh []testreports.Suite) []testreports.Suite
	Failed  []buildtools.TestsFailed // steps whose failure the build has ignored
}

// CompleteReports reads the test reports of a build, in the folder of a run. It ignores reports that cannot be read,
// because the report of the run names them. It writes reports of what the build has not reported: of carried-over
// tests, of modules that left none and of tests that had not ended when their JVM did, if there are counts by test, and
// of test steps that failed. Without them, no gate would know that tests failed.
func CompleteReports(dir string, run *runs.Run, f TestFacts) ([]testreports.Suite, error) {
	suites, _ := testreports.Read(dir)
	counted := unreported(suites, run, f.Tests)
	var carried []testreports.Suite
	if f.Carried != nil {
		carried = f.Carried(suites)
	}
	more := false
	for _, to := range []struct {
		folder string
		suites []testreports.Suite
	}{
		{testreports.CarriedOver, carried},
		{testreports.FromCounts, counted},
		{testreports.FromBuild, failedSteps(f.Failed, suites, counted)},
	} {
		more = more || len(to.suites) > 0
		if err := testreports.Write(dir, to.folder, to.suites); err != nil {
			return nil, err
		}
	}
	if more {
		suites, _ = testreports.Read(dir)
	}
	return suites, nil
}

// failedSteps returns a suite for each test step whose failure no report names: that of a JVM which ended early is a
// test that had not ended, another one any test that failed.
func failedSteps(failed []buildtools.TestsFailed, suites, counted []testreports.Suite) (made []testreports.Suite) {
	for _, f := range failed {
		in := func(s testreports.Suite) bool { return s.Module == f.Module.Name() && s.Count(testreports.Failed) > 0 }
		if slices.ContainsFunc(counted, in) || f.Message == "" && slices.ContainsFunc(suites, in) {
			continue
		}
		message, _, _ := strings.Cut(cmp.Or(f.Message, "tests failed, and the build left no reports of them"), "\n")
		name := f.Execution.Name()
		made = append(made, testreports.Suite{Module: f.Module.Name(), Name: name, Cases: []testreports.Case{
			{Class: name, Name: name, Outcome: testreports.Failed, Message: message}}})
	}
	return made
}

// unreported returns the suites that test reports lack and counts by test have: see CompleteReports.
func unreported(suites []testreports.Suite, run *runs.Run, tests *testcounts.Counts) (made []testreports.Suite) {
	if tests == nil || !run.HasTests() {
		return nil
	}
	type suite struct{ module, name string }
	reported := map[suite]bool{} // of the build; a module has no name
	for i := range suites {
		if s := &suites[i]; !s.Added() {
			reported[suite{s.Module, ""}], reported[suite{s.Module, s.Name}] = true, true
		}
	}
	var last *testcounts.Test
	for i := range tests.Tests() {
		t := &tests.Tests()[i]
		module, setUpFailed := run.FolderOf(t.Step), t.Kind == testcounts.Class && t.Status == testcounts.Failed
		if t.Carried || t.Kind != testcounts.Case && !setUpFailed || reported[suite{module, ""}] &&
			(t.Status != testcounts.Unfinished || reported[suite{module, t.Class}]) {
			continue
		}
		if last == nil || last.Step != t.Step || last.Class != t.Class {
			made = append(made, testreports.Suite{Module: module, Name: t.Class})
		}
		last = t
		s := &made[len(made)-1]
		s.Time += time.Duration(t.Nanos)
		s.Cases = append(s.Cases, caseOf(t))
	}
	return made
}

// caseOf returns the case of a report for a test, or for a class whose set-up failed.
func caseOf(t *testcounts.Test) testreports.Case {
	c := testreports.Case{Class: t.Class, Name: t.InClass(), Time: time.Duration(t.Nanos), Message: t.Reason}
	switch t.Status {
	case testcounts.Passed:
		c.Message = ""
	case testcounts.Aborted, testcounts.Skipped:
		c.Outcome = testreports.Skipped
	case testcounts.Failed:
		c.Outcome = testreports.Failed
	case testcounts.Unfinished:
		c.Outcome, c.Message = testreports.Failed, cmp.Or(t.Reason, "it had not ended when its JVM did")
	}
	return c
}
