package json

import (
	"io"

	"jprof/report"
	"jprof/report/compare"
)

// DiffFormat and DiffVersion start each document that Diff writes.
const (
	DiffFormat  = "jprof-diff"
	DiffVersion = 1
)

// Diff writes the differences between two runs. The document, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-diff", "version": 1,
//	 "before": RUN, "after": RUN,
//	   RUN = {"id": "...", "label": "...", "title": "...", "tool": "<version of jprof>",
//	          "command": ["mvn", "verify"], "start": "<RFC 3339>", "exitCode": 0, "jvms": 2,
//	          "commit": "<ID>", "changedFiles": N, "saturated": false,
//	          "totals": {as in the document with all counts}, "testSources": {likewise}}
//	 "equal": N, "leftOut": N,             methods that differ in no count, and those that were not compared
//	 "part": "...",                        says that only a part of the tests ran in one of the runs, else missing
//	 "onlyBefore": ["..."], "onlyAfter": [],   modules that one of the runs has only: their methods are not compared
//	 "changed": {"lines": R, "branches": R, "missed": [places as in jprof-missed]},
//	 "newlyMissed": {"lines": N, "outcomes": N, "missed": [likewise]},
//	 "tests": {"failing": [...], "lost": [...], "new": [...]},   as "base" of jprof-check
//	 "methods": [{"old": M, "new": M, "edited": false, "moved": false, "small": false,
//	              "invocations": C, "executed": C}],
//	   M = {"name": "Outer$Inner::m(int)", "path": "...", "line": L}
//	 "classes": [{"old": T, "new": T, "edited": false, "moved": false, "small": false,
//	              "invocations": C, "executed": C}],
//	   T = {"name": "org.example.Outer", "path": "...", "line": L}
//	 "regions": [{"method": I, "path": "...", "start": P, "end": P, "count": C}]}
//
// C = {"before": N, "after": N, "ratio": 1.5}: counts are integers up to 2^63-1. The ratio after/before is a
// floating-point number, and missing if before is 0. "executed" is executions of statements. New entries have no
// "old", removed ones no "new". "edited" means that the code has changed, of classes that of a method, "moved" that
// the name or the file has. Methods, regions and classes with the largest difference come first; methods and classes
// are sorted by executions of statements, then by invocations. Classes are top-level ones with all of their methods.
// Regions are those of methods that are not edited; their place is that in the new sources, and I is the index of
// their method. P, paths and lines are as in the document with all counts. "changed" has the lines of main sources
// that differ, R = {"covered": N, "total": N}; "newlyMissed" is unchanged code that was executed before. "small" are
// differences of at most 1 %. "label" and "commit" may be ""; "changedFiles" is the number of files that differed from
// the commit. "saturated" means that counts have reached 2^63-1, so that true counts may be higher. The document
// depends on the two runs only.
func Diff(w io.Writer, c *compare.Comparison) error {
	d := begin(w, DiffFormat, DiffVersion)
	d.Member("before", makeDiffRun(c.Before))
	d.Member("after", makeDiffRun(c.After))
	d.Member("equal", c.Equal)
	d.Member("leftOut", c.Varying)
	if c.Part != "" {
		d.Member("part", c.Part)
	}
	d.Member("onlyBefore", orEmpty(c.OnlyBefore))
	d.Member("onlyAfter", orEmpty(c.OnlyAfter))
	d.Member("changed", object{"lines", c.Changed.Lines, "branches", c.Changed.Branches,
		"missed", missedPlaces(c.After, c.Changed.Missed)})
	d.Member("newlyMissed", object{"lines", c.NewlyMissed.Lines, "outcomes", c.NewlyMissed.Outcomes,
		"missed", missedPlaces(c.After, c.NewlyMissed.Missed)})
	d.Member("tests", object{"failing", orEmpty(c.Tests.Failing), "new", orEmpty(c.Tests.New),
		"lost", orEmpty(c.Tests.Lost)})
	d.List("methods", len(c.Methods), func(i int) any {
		m := &c.Methods[i]
		o := object{"old", methodPlace(m.Old), "new", methodPlace(m.New), "edited", m.Edited, "moved", m.Moved(),
			"small", m.Small(),
			"invocations", makeChange(m.Invocations), "executed", makeChange(m.Executed)}
		if m.ByJVMs() {
			o = append(o, "byJVMs", true)
		}
		return o
	})
	d.List("classes", len(c.Classes), func(i int) any {
		x := &c.Classes[i]
		return object{"old", classPlace(x.Old), "new", classPlace(x.New), "edited", x.Edited, "moved", x.Moved(),
			"small", x.Small(),
			"invocations", makeChange(x.Invocations), "executed", makeChange(x.Executed)}
	})
	regions := c.Regions()
	d.List("regions", len(regions), func(i int) any {
		r := regions[i]
		return object{"method", r.Method, "path", c.File(r).Path, "start", at(r.Region.Span.Start),
			"end", at(r.Region.Span.End), "count", makeChange(r.Change)}
	})
	return d.End("json")
}

func makeDiffRun(m *report.Model) object {
	return append(runOf(m), "title", m.Title, "tool", m.Run.Tool, "totals", totalsOf(m, m.Totals),
		"testSources", totalsOf(m, m.TestTotals))
}

func makeChange(c compare.Change) object {
	if ratio, ok := c.Ratio(); ok {
		return object{"before", c.Before, "after", c.After, "ratio", ratio}
	}
	return object{"before", c.Before, "after", c.After}
}

func methodPlace(r *report.MethodRef) any {
	if r == nil {
		return optional(object(nil))
	}
	return optional(object{"name", r.Method().Label, "path", r.File.Path, "line", r.Method().Name.Line})
}

func classPlace(c *report.Class) any {
	if c == nil {
		return optional(object(nil))
	}
	return optional(object{"name", c.Qualified(), "path", c.File.Path, "line", c.Line})
}
