package json

import (
	"io"
	"math"

	"jprof/report"
	"jprof/report/tests/next"
)

// Next writes the first n places where a test is worth most. The document, version 1, of which docs/schema has a JSON
// Schema:
//
//	{"format": "jprof-next", "version": 1, "run": {as in the document with all counts}, "methods": N,
//	 "order": "...", "columns": [{"key": "lines", "name": "missed lines", "meaning": "..."}],
//	 "places": [{"method": "Outer$1::m(int)", "title": "Outer.new Comparator::m(int)", "path": "...",
//	             "line": L, "score": 168.5, "lines": N, "outcomes": N, "complexity": N, "commits": N, "production": N,
//	             "test": {"name": "app.ATest#works", "path": "...", "line": L}}]}
//
// "methods" is the number of methods with missed code; "order" and "columns" are texts for people. "lines" and
// "outcomes" are missed ones. "commits" is not there if Git does not know them, "production" (calls) but in merged
// runs, "test" if none is near, "path" and "line" of a test whose source is not known. next.Formula explains the score.
func Next(w io.Writer, m *report.Model, list []next.Place, n int) error {
	d := begin(w, "jprof-next", 1)
	d.Member("run", runOf(m))
	d.Member("methods", len(list))
	columns, order := next.Columns(list)
	d.Member("order", order)
	d.Member("columns", columns)
	d.List("places", min(n, len(list)), func(i int) any {
		p := &list[i]
		o := object{"method", p.Method.Method().Label, "title", p.Method.Method().Title(),
			"path", p.Method.File.Path, "line", p.Line,
			"score", math.Round(p.Score*10) / 10, "lines", p.Lines, "outcomes", p.Outcomes,
			"complexity", p.Complexity}
		if p.Changes >= 0 {
			o = append(o, "commits", p.Changes)
		}
		if p.Production > 0 {
			o = append(o, "production", p.Production)
		}
		if p.Test.Name != "" {
			t := object{"name", p.Test.Name}
			if p.Test.Path != "" {
				t = append(t, "path", p.Test.Path, "line", p.Test.Line)
			}
			o = append(o, "test", t)
		}
		return o
	})
	return d.End("json")
}
