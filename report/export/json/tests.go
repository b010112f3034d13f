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

// testOf returns the object for a test.
func testOf(m *testview.Model, i int32) object {
	t := &m.Tests[i]
	return object{"test", t.Name(), "class", t.Class, "method", t.Method, "parameters", optional(t.Params),
		"invocation", optional(t.Invocation), "display", optional(t.Display), "step", optional(t.Step),
		"attempt", t.Attempt, "status", t.Status.String(), "reason", optional(t.Reason), "seconds", t.Seconds,
		"reported", t.Reported, "executions", t.Executions, "regions", t.Regions, "only", t.Only,
		"carried", optional(t.Carried)}
}

// otherOf returns the object for an owner of counts that is not a test.
func otherOf(m *testview.Model, i int32) object {
	t := &m.Tests[i]
	owner := "several"
	switch {
	case t.IsSetUp():
		owner = "class"
	case t.IsOutside():
		owner = "outside"
	}
	return object{"owner", owner, "name", t.Name(), "step", optional(t.Step), "executions", t.Executions,
		"regions", t.Regions}
}

func beginTests(w io.Writer, m *testview.Model, kind string) *document {
	d := begin(w, "jprof-tests", 1)
	d.Member("run", runOf(m.Report))
	d.Member("kind", kind)
	return d
}

func writeTests(d *document, m *testview.Model, list []int32) {
	d.List("tests", len(list), func(i int) any { return testOf(m, list[i]) })
}

// Tests writes a list of tests, with the counts that belong to no test.
func Tests(w io.Writer, m *testview.Model, list []int32) error {
	d := beginTests(w, m, "list")
	writeTests(d, m, list)
	_, others := testsAndOthers(m)
	d.List("others", len(others), func(i int) any { return otherOf(m, others[i]) })
	return d.End("json")
}

// testsAndOthers returns the indices of the tests, and of the other owners of counts.
func testsAndOthers(m *testview.Model) (tests, others []int32) {
	for i := range m.Tests {
		if m.Tests[i].IsTest() {
			tests = append(tests, int32(i))
		} else {
			others = append(others, int32(i))
		}
	}
	return tests, others
}

// IdleTests writes tests that executed nothing of the main sources, and tests for which this is not known.
func IdleTests(w io.Writer, m *testview.Model) error {
	d := beginTests(w, m, "idle")
	idle, unclear := m.Idle()
	writeTests(d, m, idle)
	d.List("unclear", len(unclear), func(i int) any { return testOf(m, unclear[i]) })
	return d.End("json")
}

// TestsFor writes the tests and other owners that executed a part of the sources.
func TestsFor(w io.Writer, m *testview.Model, what string, uses []testview.Use) error {
	tests := 0
	for tests < len(uses) && m.Tests[uses[tests].Test].IsTest() {
		tests++
	}
	d := beginTests(w, m, "for")
	d.Member("of", what)
	d.List("tests", tests, func(i int) any { return append(testOf(m, uses[i].Test), "count", uses[i].Count) })
	others := uses[tests:]
	d.List("others", len(others), func(i int) any {
		return append(otherOf(m, others[i].Test), "count", others[i].Count)
	})
	return d.End("json")
}

// TestPage writes the code that tests executed together.
func TestPage(w io.Writer, m *testview.Model, is testview.Together) error {
	d := beginTests(w, m, "test")
	writeTests(d, m, m.TestsOf(is.Tests))
	setUp := slices.DeleteFunc(slices.Clone(is.Tests), func(i int32) bool { return m.Tests[i].IsTest() })
	d.List("others", len(setUp), func(i int) any { return otherOf(m, setUp[i]) })
	d.Member("executions", is.Executions)
	d.Member("regions", is.Regions)
	d.Member("only", is.Only)
	d.Member("seconds", is.Seconds)
	d.List("files", len(is.Files), func(i int) any {
		f := is.Files[i]
		return object{"path", f.File.Path, "regions", list(f.Regions, func(r testview.RegionUse) object {
			span := f.File.Regions[r.Region].Span
			return object{"start", at(span.Start), "end", at(span.End), "count", r.Count, "only", r.Only}
		})}
	})
	return d.End("json")
}

// AlikeTests writes groups of tests that executed the same regions.
func AlikeTests(w io.Writer, m *testview.Model, groups []testview.Alike) error {
	d := beginTests(w, m, "alike")
	d.List("groups", len(groups), func(i int) any {
		return list(groups[i].Tests, func(t int32) object { return testOf(m, t) })
	})
	return d.End("json")
}

// OrderedTests writes tests in an order that executes most of the code as early as possible.
func OrderedTests(w io.Writer, m *testview.Model, order []testview.Planned) error {
	d := beginTests(w, m, "order")
	d.List("tests", len(order), func(i int) any {
		p := order[i]
		return append(testOf(m, p.Test), "new", p.New, "executed", p.Total, "elapsed", p.Seconds)
	})
	return d.End("json")
}

// RedundantTests writes tests that can be omitted, because the others execute the same code.
func RedundantTests(w io.Writer, m *testview.Model, is testview.Waste) error {
	d := beginTests(w, m, "redundant")
	writeTests(d, m, is.Tests)
	d.Member("all", is.Of)
	d.Member("seconds", is.Seconds)
	d.Member("allSeconds", is.AllSeconds)
	d.Member("uncertain", is.Uncertain)
	return d.End("json")
}

// FlakyHistory has the tests that ended differently with the same code.
type FlakyHistory struct {
	Runs  int `json:"runs"` // number of compared runs
	Tests any `json:"tests"`
}

// FlakyOverTime writes the document of FlakyTests for a project without counts by test; run is its newest run.
func FlakyOverTime(w io.Writer, run report.RunInfo, history FlakyHistory) error {
	d := begin(w, "jprof-tests", 1)
	d.Member("run", runInfoOf(run, false))
	d.Member("kind", "flaky")
	d.Member("runs", 0)
	d.Member("varying", []any{})
	d.Member("retried", []any{})
	d.Member("history", history)
	return d.End("json")
}

// FlakyTests writes the tests that vary between equal runs, and those with several attempts. runs is the number of
// compared runs, 0 for none. history has the tests that ended differently with the same code.
func FlakyTests(w io.Writer, m *testview.Model, runs int, varying []testview.Varied, history FlakyHistory) error {
	d := beginTests(w, m, "flaky")
	d.Member("runs", runs)
	d.List("varying", len(varying), func(i int) any {
		v := varying[i]
		name := func(n testview.MethodName) object { return object{"path", n.Path, "name", n.Label} }
		return object{"test", v.Name, "step", optional(v.Step), "attempt", v.Attempt, "runs", v.Runs,
			"statuses", v.Statuses, "least", v.Least, "most", v.Most,
			"methods", list(v.Methods, name)}
	})
	again := m.Retried()
	d.List("retried", len(again), func(i int) any {
		return list(again[i], func(t int32) object { return testOf(m, t) })
	})
	d.Member("history", history)
	return d.End("json")
}

// footprint lists the regions of a file that a test executed, by indices, with their counts.
type footprint struct {
	File    int      `json:"file"`
	Regions []int32  `json:"regions"`
	Counts  []uint64 `json:"counts"`
}

// AllTests writes all tests with the regions of the main sources that each executed.
func AllTests(w io.Writer, m *testview.Model) error {
	files := m.Report.MainSources().Files
	index := make(map[*report.File]int, len(files))
	for i, f := range files {
		index[f] = i
	}
	tests, others := testsAndOthers(m)
	of := func(i int32) []footprint {
		return list(m.Footprint(int(i)), func(f testview.FileUse) footprint {
			return footprint{index[f.File], list(f.Regions, func(r testview.RegionUse) int32 { return r.Region }),
				list(f.Regions, func(r testview.RegionUse) uint64 { return r.Count })}
		})
	}
	d := beginTests(w, m, "all")
	d.List("files", len(files), func(i int) any {
		return object{"path", files[i].Path, "regions", list(files[i].Regions, func(r report.Region) object {
			return object{"start", at(r.Span.Start), "end", at(r.Span.End)}
		})}
	})
	d.List("tests", len(tests), func(i int) any { return append(testOf(m, tests[i]), "footprint", of(tests[i])) })
	d.List("others", len(others), func(i int) any {
		return append(otherOf(m, others[i]), "footprint", optional(of(others[i])))
	})
	return d.End("json")
}
