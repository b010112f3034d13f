package json

import (
	"io"
	"slices"

	"jprof/report"
	"jprof/report/tests/testview"
)

// The documents about tests, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-tests", "version": 1, "run": {as in the document with all counts}, "kind": "list", ...}
//
// By "kind" they have
//
//	list       "tests": [T], "others": [{"owner": "class", "name": "...", "step": "...", "executions": N,
//	           "regions": N}]
//	for        "of": "...", "tests": [T with "count": N], "others": [with "count": N]
//	test       "tests": [T], "others": [the set-up of their classes], "executions": N, "regions": N, "only": N,
//	           "seconds": S, "files": [{"path": "...", "regions": [{"start": P, "end": P, "count": N, "only": true}]}]
//	alike      "groups": [[T]]
//	order      "tests": [T with "new": N, "executed": N, "elapsed": S]
//	redundant  "tests": [T], "all": N, "seconds": S, "allSeconds": S, "uncertain": N
//	idle       "tests": [T], "unclear": [T]
//	flaky      "runs": N, "varying": [{"test": "...", "step": "...", "attempt": 1, "runs": N, "statuses": ["passed"],
//	           "least": N, "most": N, "methods": [{"path": "...", "name": "..."}]}], "retried": [[T]]
//
//	all        "files": [{"path": "...", "regions": [{"start": P, "end": P}]}],
//	           "tests": [T with "footprint": F], "others": [with "footprint": F]
//	           F = [{"file": I, "regions": [I], "counts": [N]}]: indices in "files" and in their "regions"
//
//	T = {"test": "class#method[1]", "class": "...", "method": "...", "parameters": "...", "invocation": "1",
//	     "display": "...", "step": "...", "attempt": 1, "status": "passed", "reason": "...", "seconds": S,
//	     "reported": true, "executions": N, "regions": N, "only": N}
//
// P, paths and lines are as in the document with all counts. "seconds" are from the XML of the build where "reported".

// testEntry is a test in a document.
type testEntry struct {
	Test       string  `json:"test"`
	Class      string  `json:"class"`
	Method     string  `json:"method"`
	Parameters string  `json:"parameters,omitempty"`
	Invocation string  `json:"invocation,omitempty"`
	Display    string  `json:"display,omitempty"`
	Step       string  `json:"step,omitempty"`
	Attempt    int     `json:"attempt"`
	Status     string  `json:"status"`
	Reason     string  `json:"reason,omitempty"`
	Seconds    float64 `json:"seconds"`
	Reported   bool    `json:"reported"`
	Executions uint64  `json:"executions"`
	Regions    int     `json:"regions"`
	Only       int     `json:"only"`
	Carried    bool    `json:"carried,omitempty"`
}

func testOf(m *testview.Model, i int32) testEntry {
	t := &m.Tests[i]
	return testEntry{t.Name(), t.Class, t.Method, t.Params, t.Invocation, t.Display, t.Step, t.Attempt,
		t.Status.String(), t.Reason, t.Seconds, t.Reported, t.Executions, t.Regions, t.Only, t.Carried}
}

// otherEntry is an owner of counts that is no test.
type otherEntry struct {
	Owner      string  `json:"owner"` // class, outside or several
	Name       string  `json:"name"`
	Step       string  `json:"step,omitempty"`
	Executions uint64  `json:"executions"`
	Regions    int     `json:"regions"`
	Count      *uint64 `json:"count,omitempty"`

	Footprint []footprint `json:"footprint,omitempty"`
}

func otherOf(m *testview.Model, i int32) otherEntry {
	t := &m.Tests[i]
	owner := "several"
	switch {
	case t.IsSetUp():
		owner = "class"
	case t.IsOutside():
		owner = "outside"
	}
	return otherEntry{owner, t.Name(), t.Step, t.Executions, t.Regions, nil, nil}
}

func beginTests(w io.Writer, m *testview.Model, kind string) *document {
	d := begin(w, "jprof-tests", 1)
	d.member("run", runOf(m.Report))
	d.member("kind", kind)
	return d
}

func (d *document) tests(m *testview.Model, list []int32) {
	d.list("tests", len(list), func(i int) any { return testOf(m, list[i]) })
}

// Tests writes a list of tests, with the counts of no test.
func Tests(w io.Writer, m *testview.Model, list []int32) error {
	d := beginTests(w, m, "list")
	d.tests(m, list)
	var others []int32
	for i := range m.Tests {
		if !m.Tests[i].IsTest() {
			others = append(others, int32(i))
		}
	}
	d.list("others", len(others), func(i int) any { return otherOf(m, others[i]) })
	return d.end()
}

// IdleTests writes tests that executed nothing of the main sources, and those of which this is not known.
func IdleTests(w io.Writer, m *testview.Model) error {
	d := beginTests(w, m, "idle")
	idle, unclear := m.Idle()
	d.tests(m, idle)
	d.list("unclear", len(unclear), func(i int) any { return testOf(m, unclear[i]) })
	return d.end()
}

// countedTest is a test with the count of what it was asked for.
type countedTest struct {
	testEntry
	Count uint64 `json:"count"`
}

// TestsFor writes who executed a part of the sources.
func TestsFor(w io.Writer, m *testview.Model, what string, uses []testview.Use) error {
	tests := 0
	for tests < len(uses) && m.Tests[uses[tests].Test].IsTest() {
		tests++
	}
	d := beginTests(w, m, "for")
	d.member("of", what)
	d.list("tests", tests, func(i int) any { return countedTest{testOf(m, uses[i].Test), uses[i].Count} })
	d.list("others", len(uses)-tests, func(i int) any {
		o := otherOf(m, uses[tests+i].Test)
		o.Count = &uses[tests+i].Count
		return o
	})
	return d.end()
}

// footprintFile lists the regions of a file that a test executed.
type footprintFile struct {
	Path    string            `json:"path"`
	Regions []footprintRegion `json:"regions"`
}

type footprintRegion struct {
	Start pos    `json:"start"`
	End   pos    `json:"end"`
	Count uint64 `json:"count"`
	Only  bool   `json:"only"`
}

// TestPage writes what tests executed together.
func TestPage(w io.Writer, m *testview.Model, is testview.Together) error {
	d := beginTests(w, m, "test")
	d.tests(m, m.TestsOf(is.Tests))
	setUp := slices.DeleteFunc(slices.Clone(is.Tests), func(i int32) bool { return m.Tests[i].IsTest() })
	d.list("others", len(setUp), func(i int) any { return otherOf(m, setUp[i]) })
	d.member("executions", is.Executions)
	d.member("regions", is.Regions)
	d.member("only", is.Only)
	d.member("seconds", is.Seconds)
	d.list("files", len(is.Files), func(i int) any {
		f := is.Files[i]
		return footprintFile{f.File.Path, list(f.Regions, func(r testview.RegionUse) footprintRegion {
			span := f.File.Regions[r.Region].Span
			return footprintRegion{at(span.Start), at(span.End), r.Count, r.Only}
		})}
	})
	return d.end()
}

// AlikeTests writes groups of tests that executed the same regions.
func AlikeTests(w io.Writer, m *testview.Model, groups []testview.Alike) error {
	d := beginTests(w, m, "alike")
	d.list("groups", len(groups), func(i int) any {
		return list(groups[i].Tests, func(t int32) testEntry { return testOf(m, t) })
	})
	return d.end()
}

// plannedTest is a test in an order.
type plannedTest struct {
	testEntry
	New      int     `json:"new"`
	Executed int     `json:"executed"`
	Elapsed  float64 `json:"elapsed"`
}

// OrderedTests writes tests in the order in which most is executed soonest.
func OrderedTests(w io.Writer, m *testview.Model, order []testview.Planned) error {
	d := beginTests(w, m, "order")
	d.list("tests", len(order), func(i int) any {
		p := order[i]
		return plannedTest{testOf(m, p.Test), p.New, p.Total, p.Seconds}
	})
	return d.end()
}

// RedundantTests writes tests without which the others execute as much.
func RedundantTests(w io.Writer, m *testview.Model, is testview.Waste) error {
	d := beginTests(w, m, "redundant")
	d.tests(m, is.Tests)
	d.member("all", is.Of)
	d.member("seconds", is.Seconds)
	d.member("allSeconds", is.AllSeconds)
	d.member("uncertain", is.Uncertain)
	return d.end()
}

// variedTest is a test that varies between equal runs.
type variedTest struct {
	Test     string       `json:"test"`
	Step     string       `json:"step,omitempty"`
	Attempt  int          `json:"attempt"`
	Runs     int          `json:"runs"`
	Statuses []string     `json:"statuses"`
	Least    uint64       `json:"least"`
	Most     uint64       `json:"most"`
	Methods  []methodName `json:"methods"`
}

type methodName struct {
	Path string `json:"path"`
	Name string `json:"name"`
}

// FlakyTests writes the tests that vary between equal runs, and those that were tried again. runs is the number of
// compared runs, 0 for none.
func FlakyTests(w io.Writer, m *testview.Model, runs int, varying []testview.Varied) error {
	d := beginTests(w, m, "flaky")
	d.member("runs", runs)
	d.list("varying", len(varying), func(i int) any {
		v := varying[i]
		return variedTest{v.Name, v.Step, v.Attempt, v.Runs, v.Statuses, v.Least, v.Most,
			list(v.Methods, func(n testview.MethodName) methodName { return methodName{n.Path, n.Label} })}
	})
	again := m.Retried()
	d.list("retried", len(again), func(i int) any {
		return list(again[i], func(t int32) testEntry { return testOf(m, t) })
	})
	return d.end()
}

// footprint lists the regions of a file that a test executed, by indices, with their counts.
type footprint struct {
	File    int      `json:"file"`
	Regions []int32  `json:"regions"`
	Counts  []uint64 `json:"counts"`
}

// wholeTest is a test with all that it executed.
type wholeTest struct {
	testEntry
	Footprint []footprint `json:"footprint"`
}

// AllTests writes all tests with what each executed of the main sources.
func AllTests(w io.Writer, m *testview.Model) error {
	files := m.Report.MainSources().Files
	index := make(map[*report.File]int, len(files))
	for i, f := range files {
		index[f] = i
	}
	var tests, others []int32
	for i := range m.Tests {
		if m.Tests[i].IsTest() {
			tests = append(tests, int32(i))
		} else {
			others = append(others, int32(i))
		}
	}
	of := func(i int32) []footprint {
		return list(m.Footprint(int(i)), func(f testview.FileUse) footprint {
			return footprint{index[f.File], list(f.Regions, func(r testview.RegionUse) int32 { return r.Region }),
				list(f.Regions, func(r testview.RegionUse) uint64 { return r.Count })}
		})
	}
	d := beginTests(w, m, "all")
	d.list("files", len(files), func(i int) any {
		return wholeFile{files[i].Path, list(files[i].Regions, func(r report.Region) span {
			return span{at(r.Span.Start), at(r.Span.End)}
		})}
	})
	d.list("tests", len(tests), func(i int) any { return wholeTest{testOf(m, tests[i]), of(tests[i])} })
	d.list("others", len(others), func(i int) any {
		o := otherOf(m, others[i])
		o.Footprint = of(others[i])
		return o
	})
	return d.end()
}

// wholeFile is a file with the places of its regions.
type wholeFile struct {
	Path    string `json:"path"`
	Regions []span `json:"regions"`
}

type span struct {
	Start pos `json:"start"`
	End   pos `json:"end"`
}
