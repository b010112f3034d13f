package json

import (
	"io"

	"jprof/report"
	"jprof/report/source"
)

// The documents of TopMethods, TopClasses and TopRegions, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-top", "version": 1, "run": {as in the document with all counts},
//	 "statementsExecuted": N, "kind": "methods", "by": "executions", "total": N,
//	 "entries": [{"name": "Outer$Inner::m(int)", "path": "...", "line": L, "testSource": false,
//	              "executions": N, "invocations": N}]}
//
// "statementsExecuted" is the sum of all main sources, as in the document with all counts: methods have less, as fields
// are initialized outside of them. Entries are the first of "total", in the order of "by". Executions are those of
// statements. Classes are top-level
// ones, with all of their methods. Regions have no name and no invocations, but {"start": P, "end": P, "code": "..."}:
// "executions" are those of the region, and "code" is its first line. P, paths and lines are as in the document with
// all counts.

// TopMethods writes the first top methods of a list that is in that order.
func TopMethods(w io.Writer, m *report.Model, list []report.MethodRef, by report.Order, top int) error {
	return writeTop(w, m, "methods", by, len(list), min(top, len(list)), func(i int) any {
		f, x := list[i].File, list[i].Method()
		return hotEntry{x.Label, f.Path, int(x.Name.Line), f.IsTest(), x.Executed, x.Invocations}
	})
}

// TopClasses does the same for top-level classes.
func TopClasses(w io.Writer, m *report.Model, list []*report.Class, by report.Order, top int) error {
	return writeTop(w, m, "classes", by, len(list), min(top, len(list)), func(i int) any {
		c := list[i]
		return hotEntry{c.Qualified(), c.File.Path, c.Line, c.File.IsTest(), c.Totals.Executed, c.Totals.Invocations}
	})
}

// TopRegions does the same for regions.
func TopRegions(w io.Writer, m *report.Model, list []report.HotRegion, top int) error {
	n := min(top, len(list))
	code := source.FirstLines(m, list[:n])
	return writeTop(w, m, "regions", report.ByExecutions, len(list), n, func(i int) any {
		f, x := list[i].File, list[i].Region
		return regionEntry{f.Path, int(x.Span.Start.Line), f.IsTest(), x.Count, at(x.Span.Start), at(x.Span.End),
			code[i]}
	})
}

func writeTop(w io.Writer, m *report.Model, kind string, by report.Order, total, n int, entry func(i int) any) error {
	d := begin(w, "jprof-top", 1)
	d.member("run", runOf(m))
	d.member("statementsExecuted", m.Totals.Executed)
	d.member("kind", kind)
	d.member("by", by.String())
	d.member("total", total)
	d.list("entries", n, entry)
	return d.end()
}

type hotEntry struct {
	Name        string `json:"name"`
	Path        string `json:"path"`
	Line        int    `json:"line"`
	TestSource  bool   `json:"testSource"`
	Executions  uint64 `json:"executions"`
	Invocations uint64 `json:"invocations"`
}

type regionEntry struct {
	Path       string `json:"path"`
	Line       int    `json:"line"`
	TestSource bool   `json:"testSource"`
	Executions uint64 `json:"executions"`
	Start      pos    `json:"start"`
	End        pos    `json:"end"`
	Code       string `json:"code"`
}
