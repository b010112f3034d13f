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
// "statementsExecuted" is the sum of all main sources, as in the document with all counts. The sum of methods is lower,
// as fields are initialized outside of methods. Entries are the first of "total", in the order of "by". Executions are
// those of statements. Classes are top-level ones, with all of their methods. Regions have no name and no invocations,
// but {"start": P, "end": P, "code": "..."}: "executions" are those of the region, and "code" is its first line. P,
// paths and lines are as in the document with all counts.

// TopMethods writes the first top methods of a list that is in the order by.
func TopMethods(w io.Writer, m *report.Model, list []report.MethodRef, by report.Order, top int) error {
	return writeTop(w, m, "methods", by, len(list), min(top, len(list)), func(i int) any {
		f, x := list[i].File, list[i].Method()
		return hotEntry(x.Label, f, int(x.Name.Line), x.Metrics)
	})
}

// TopClasses writes the first top classes of such a list. Classes are top-level.
func TopClasses(w io.Writer, m *report.Model, list []*report.Class, by report.Order, top int) error {
	return writeTop(w, m, "classes", by, len(list), min(top, len(list)), func(i int) any {
		c := list[i]
		return hotEntry(c.Qualified(), c.File, c.Line, c.Totals.Metrics)
	})
}

// TopRegions writes the first top regions of such a list.
func TopRegions(w io.Writer, m *report.Model, list []report.HotRegion, top int) error {
	n := min(top, len(list))
	code := source.FirstLines(m, list[:n])
	return writeTop(w, m, "regions", report.ByExecutions, len(list), n, func(i int) any {
		f, x := list[i].File, list[i].Region
		return object{"path", f.Path, "line", x.Span.Start.Line, "testSource", f.IsTest(), "executions", x.Count,
			"start", at(x.Span.Start), "end", at(x.Span.End), "code", code[i]}
	})
}

func writeTop(w io.Writer, m *report.Model, kind string, by report.Order, total, n int, entry func(i int) any) error {
	d := begin(w, "jprof-top", 1)
	d.Member("run", runOf(m))
	d.Member("statementsExecuted", m.Totals.Executed)
	d.Member("kind", kind)
	d.Member("by", by.String())
	d.Member("total", total)
	d.List("entries", n, entry)
	return d.End("json")
}

func hotEntry(name string, f *report.File, line int, m report.Metrics) object {
	return object{"name", name, "path", f.Path, "line", line, "testSource", f.IsTest(), "executions", m.Executed,
		"invocations", m.Invocations}
}
