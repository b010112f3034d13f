package json

import (
	"io"

	"jprof/report"
	"jprof/report/contexts/efficiency"
)

// EfficiencyDiff writes the differences between the efficiency of two runs. The document, version 1, of which
// docs/schema has a JSON Schema:
//
//	{"format": "jprof-efficiency-diff", "version": 1, "before": SIDE, "after": SIDE,
//	   SIDE = {"run": {...}, "notes": [...], "rules": {...}, "contexts": N, "totals": {...}, "lists": [...]}, as in
//	   the document with all methods
//	 "recordedOtherwise": ["..."], only where the runs were,
//	 "methods": [{"key": "...", as methods of that document, "new": true, "gone": true, "before": {...},
//	              "after": {...}, "entered": ["no-effect"], "left": []}]}
//
// All methods that differ are listed. Those whose own code differs most in cost come first.
func EfficiencyDiff(w io.Writer, diff *efficiency.Diff, runs [2]report.RunInfo) error {
	d := begin(w, "jprof-efficiency-diff", 1)
	for i, name := range []string{"before", "after"} {
		r := diff.Results[i]
		d.Member(name, object{"run", runInfoOf(runs[i], false), "notes", orEmpty(r.Notes()),
			"rules", rulesOf(&r.Options), "contexts", r.Contexts, "totals", efficiencyTotalsOf(r),
			"lists", efficiencyListsOf(r)})
	}
	if len(diff.Otherwise) > 0 {
		d.Member("recordedOtherwise", diff.Otherwise)
	}
	d.List("methods", len(diff.Methods), func(i int) any {
		c := &diff.Methods[i]
		return append(keyed(&c.Of.Method), "new", optional(c.New), "gone", optional(c.Gone),
			"before", effectsOf(&c.Numbers[0]), "after", effectsOf(&c.Numbers[1]),
			"entered", list(c.Entered, efficiency.List.String), "left", list(c.Left, efficiency.List.String))
	})
	return d.End("json")
}
