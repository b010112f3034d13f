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
//	 "onlyBefore": ["..."], "onlyAfter": [],   modules that one of the runs has only: their methods are not compared
//	 "methods": [{"old": M, "new": M, "edited": false, "moved": false, "invocations": C, "executed": C}],
//	   M = {"name": "Outer$Inner::m(int)", "path": "...", "line": L}
//	 "classes": [{"old": T, "new": T, "moved": false, "invocations": C, "executed": C}],
//	   T = {"name": "org.example.Outer", "path": "...", "line": L}
//	 "regions": [{"method": I, "path": "...", "start": P, "end": P, "count": C}]}
//
// C = {"before": N, "after": N, "ratio": 1.5}: counts are integers up to 2^63-1, the ratio after/before is a
// floating-point number, and missing if before is 0. "executed" is executions of statements. New entries have no "old",
// removed ones no "new". "edited" means that the code has changed, "moved" that the name or the file has. Methods,
// regions and classes come with the largest difference first: methods and classes by executions of statements, then by
// invocations. Classes are top-level ones with all of their methods, regions those of methods that are not edited;
// their place is that in the new sources, I the index of their method. P, paths and lines are as in the document with
// all counts. "label" and "commit" may be ""; "changedFiles" is the number of files that differed from the commit.
// "saturated" means that counts have reached 2^63-1, and may have counted more. The document depends on the two runs
// only.
func Diff(w io.Writer, c *compare.Comparison) error {
	d := begin(w, DiffFormat, DiffVersion)
	d.member("before", makeDiffRun(c.Before))
	d.member("after", makeDiffRun(c.After))
	d.member("equal", c.Equal)
	d.member("leftOut", c.Varying)
	d.member("onlyBefore", list(c.OnlyBefore, func(s string) string { return s }))
	d.member("onlyAfter", list(c.OnlyAfter, func(s string) string { return s }))
	d.list("methods", len(c.Methods), func(i int) any {
		m := &c.Methods[i]
		return methodChange{methodPlace(m.Old), methodPlace(m.New), m.Edited, m.Moved(), makeChange(m.Invocations),
			makeChange(m.Executed)}
	})
	d.list("classes", len(c.Classes), func(i int) any {
		x := &c.Classes[i]
		return classChange{classPlace(x.Old), classPlace(x.New), x.Moved(), makeChange(x.Invocations),
			makeChange(x.Executed)}
	})
	regions := c.Regions()
	d.list("regions", len(regions), func(i int) any {
		r := regions[i]
		return regionChange{r.Method, c.File(r).Path, at(r.Region.Span.Start), at(r.Region.Span.End),
			makeChange(r.Change)}
	})
	return d.end()
}

type diffRun struct {
	runInfo
	Title       string `json:"title"`
	Tool        string `json:"tool"`
	Totals      totals `json:"totals"`
	TestSources totals `json:"testSources"`
}

func makeDiffRun(m *report.Model) diffRun {
	return diffRun{runOf(m), m.Title, m.Run.Tool, totalsOf(m, m.Totals), totalsOf(m, m.TestTotals)}
}

type change struct {
	Before uint64   `json:"before"`
	After  uint64   `json:"after"`
	Ratio  *float64 `json:"ratio,omitempty"`
}

func makeChange(c compare.Change) change {
	out := change{Before: c.Before, After: c.After}
	if ratio, ok := c.Ratio(); ok {
		out.Ratio = &ratio
	}
	return out
}

type declaration struct {
	Name string `json:"name"`
	Path string `json:"path"`
	Line int    `json:"line"`
}

func methodPlace(r *report.MethodRef) *declaration {
	if r == nil {
		return nil
	}
	return &declaration{r.Method().Label, r.File.Path, int(r.Method().Name.Line)}
}

func classPlace(c *report.Class) *declaration {
	if c == nil {
		return nil
	}
	return &declaration{c.Qualified(), c.File.Path, c.Line}
}

type methodChange struct {
	Old         *declaration `json:"old,omitempty"`
	New         *declaration `json:"new,omitempty"`
	Edited      bool         `json:"edited"`
	Moved       bool         `json:"moved"`
	Invocations change       `json:"invocations"`
	Executed    change       `json:"executed"`
}

type classChange struct {
	Old         *declaration `json:"old,omitempty"`
	New         *declaration `json:"new,omitempty"`
	Moved       bool         `json:"moved"`
	Invocations change       `json:"invocations"`
	Executed    change       `json:"executed"`
}

type regionChange struct {
	Method int    `json:"method"`
	Path   string `json:"path"`
	Start  pos    `json:"start"`
	End    pos    `json:"end"`
	Count  change `json:"count"`
}
