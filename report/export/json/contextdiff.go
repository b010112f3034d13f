package json

import (
	"io"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// ContextDiff writes the differences between the contexts of two runs. The document, version 1, of which docs/schema
// has a JSON Schema:
//
//	{"format": "jprof-contexts-diff", "version": 1,
//	 "before": SIDE, "after": SIDE,
//	   SIDE = {"run": {...}, "about": {...}, "notes": [...], "totals": S, "contexts": N}, as in the document with all
//	   contexts
//	 "recordedOtherwise": ["..."], only where the runs were,
//	 "by": "bytecodes", "overlap": {"calls": 97.6, "bytecodes": 80, ...} of metrics that both runs recorded,
//	 "both": N, "changed": N, "new": N, "gone": N,
//	 "causes": [{"where": "...", "lost": 20, "contexts": 2}], "otherCauses": {"lost": 0.5, "contexts": 7},
//	 "contexts": [{"path": ["thread main", "..."], "new": true, "gone": true, "lost": 10, "where": "...",
//	               "before": S, "after": S}],
//	 "methodsThatDiffer": N,
//	 "methods": [{"key": "...", as methods of that document, "new": true, "gone": true, "before": S, "after": S}]}
//
// S are exclusive numbers by metric. Lists are in the order of the largest difference in the metric "by", and have as
// many entries as were requested. "lost" is the lost part of the overlap of that metric, in percent. "otherCauses" sums
// up all contexts with a loss that are below none of "causes"; it is missing if there are none.
func ContextDiff(w io.Writer, diff *contextview.Diff) error {
	d := begin(w, "jprof-contexts-diff", 1)
	for i, name := range []string{"before", "after"} {
		t := diff.Trees[i]
		d.Member(name, object{"run", runInfoOf(diff.Runs[i], false), "about", aboutOf(t), "notes", orEmpty(t.Notes()),
			"totals", totalsOfTree(t), "contexts", t.Contexts()})
	}
	if len(diff.Otherwise) > 0 {
		d.Member("recordedOtherwise", diff.Otherwise)
	}
	d.Member("by", diff.By.String())
	overlap := map[string]float64{}
	for _, m := range cct.Known(diff.Trees[:]...) {
		overlap[m.String()] = diff.Overlap[m]
	}
	d.Member("overlap", overlap)
	d.Member("both", diff.Both)
	d.Member("changed", diff.Changed)
	d.Member("new", diff.New)
	d.Member("gone", diff.Gone)
	d.Member("causes", orEmpty(diff.Causes))
	if lost, others := diff.RestOfCauses(); others > 0 {
		d.Member("otherCauses", object{"lost", lost, "contexts", others})
	}
	d.List("contexts", len(diff.Contexts), func(i int) any {
		c := &diff.Contexts[i]
		return object{"path", c.Path, "new", optional(c.New), "gone", optional(c.Gone), "lost", optional(c.Lost),
			"where", optional(c.Where), "before", sumsOf(c.Values[0]), "after", sumsOf(c.Values[1])}
	})
	d.Member("methodsThatDiffer", diff.OfMethods)
	d.List("methods", len(diff.Methods), func(i int) any {
		m := &diff.Methods[i]
		return append(keyed(m.Of), "new", optional(m.New), "gone", optional(m.Gone), "before", sumsOf(m.Values[0]),
			"after", sumsOf(m.Values[1]))
	})
	return d.End("json")
}
