package runmodel

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"slices"

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
