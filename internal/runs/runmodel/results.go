package runmodel

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"slices"
	"time"

	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
	"jprof/internal/runs"
	"jprof/report/tests/testview"
)

// maxFailed limits the failed tests that are kept of a run. If more fail, hardly one of them is flaky.
const maxFailed = 1000

// NoteTests sets the results of a run by its test reports; they stay nil if there are none. If there are counts by
// test, all attempts of a test count as one test. code is for Outcomes.Code, and knownFailed reports whether a test has
// failed in an earlier run.
func NoteTests(suites []testreports.Suite, run *runs.Run, tests *testcounts.Counts, code string,
	knownFailed func(name string) bool) {
	if len(suites) == 0 {
		return
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
	run.Results, run.Outcomes = &r, outcomesOf(suites, knownFailed)
	run.Outcomes.Code = code
}

// ReadReports reads the test reports in the folder of a run. It ignores reports that cannot be read, because the report
// of the run names them. If there are counts by test, it writes reports first: for the modules whose build left none,
// and of tests that had not ended when their JVM did. Without them, no gate would know that tests failed. Tests that
// were carried over have reports already.
func ReadReports(dir string, run *runs.Run, tests *testcounts.Counts) ([]testreports.Suite, error) {
	suites, _ := testreports.Read(dir)
	made := unreported(suites, run, tests)
	if len(made) == 0 {
		return suites, nil
	}
	if err := testreports.Write(dir, testreports.FromCounts, made); err != nil {
		return nil, err
	}
	suites, _ = testreports.Read(dir)
	return suites, nil
}

// unreported returns the suites that test reports lack: see ReadReports.
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

// outcomesOf returns what is kept of the results of tests. A name that a report has several times is that of one test,
// which has failed if one of them has: these may be invocations of it.
func outcomesOf(suites []testreports.Suite, knownFailed func(name string) bool) *runs.Outcomes {
	byName := map[string]runs.TestOutcome{}
	for _, s := range suites {
		for _, c := range s.Cases {
			if c.Outcome == testreports.Skipped {
				continue
			}
			name := s.Module + ":" + cmp.Or(c.Class, s.Name) + "#" + c.Name
			before, known := byName[name]
			t := runs.TestOutcome{Name: name, Failed: before.Failed + c.Retries}
			if c.Outcome == testreports.Failed {
				t.Failed++
			}
			t.Passed = c.Outcome == testreports.Passed && (!known || before.Passed)
			byName[name] = t
		}
	}
	o := &runs.Outcomes{}
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		io.WriteString(hash, name+"\n") // a hash takes everything
		switch t := byName[name]; {
		case t.Failed > 0 && len(o.Failed) == maxFailed:
			o.More++
		case t.Failed > 0:
			o.Failed = append(o.Failed, t)
		case knownFailed(name):
			o.Passed = append(o.Passed, name)
		}
	}
	o.Suite = hex.EncodeToString(hash.Sum(nil)[:12])
	return o
}
