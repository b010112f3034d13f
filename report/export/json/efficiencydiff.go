package json

import (
	"io"

	"jprof/report"
	"jprof/report/contexts/efficiency"
)

// EfficiencyDiff writes what differs between the efficiency of two runs. The document, version 1, of which docs/schema
// has a JSON Schema:
//
//	{"format": "jprof-efficiency-diff", "version": 1, "before": SIDE, "after": SIDE,
//	   SIDE = {"run": {...}, "notes": [...], "rules": {...}, "contexts": N, "totals": {...}, "lists": [...]}, as in
//	   the document with all methods
//	 "recordedOtherwise": ["..."], only where the runs were,
//	 "methods": [{"key": "...", as methods of that document, "new": true, "gone": true, "before": {...},
//	              "after": {...}, "entered": ["no-effect"], "left": []}]}
//
// Methods are all that differ: those whose own code differs most in cost come first.
func EfficiencyDiff(w io.Writer, diff *efficiency.Diff, runs [2]report.RunInfo) error {
	d := begin(w, "jprof-efficiency-diff", 1)
	for i, name := range []string{"before", "after"} {
		r := diff.Results[i]
		d.member(name, efficiencySide{runInfoOf(runs[i], false), efficiencyNotes(r), rulesOf(&r.Options), r.Contexts,
			efficiencyTotalsOf(r), efficiencyListsOf(r)})
	}
	if len(diff.Otherwise) > 0 {
		d.member("recordedOtherwise", diff.Otherwise)
	}
	d.list("methods", len(diff.Methods), func(i int) any {
		c := &diff.Methods[i]
		return efficiencyChange{keyed(&c.Of.Method), c.New, c.Gone, effectsOf(&c.Numbers[0]), effectsOf(&c.Numbers[1]),
			list(c.Entered, efficiency.List.String), list(c.Left, efficiency.List.String)}
	})
	return d.end()
}

type efficiencySide struct {
	Run      runInfo          `json:"run"`
	Notes    []note           `json:"notes"`
	Rules    rules            `json:"rules"`
	Contexts uint64           `json:"contexts"`
	Totals   efficiencyTotals `json:"totals"`
	Lists    []efficiencyList `json:"lists"`
}

type efficiencyChange struct {
	keyedMethod
	New     bool     `json:"new,omitempty"`
	Gone    bool     `json:"gone,omitempty"`
	Before  effects  `json:"before"`
	After   effects  `json:"after"`
	Entered []string `json:"entered"`
	Left    []string `json:"left"`
}
