package json

import (
	"io"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// ContextDiff writes what differs between the contexts of two runs. The document, version 1, of which docs/schema has a
// JSON Schema:
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
// S are exclusive numbers by metric. Lists are in the order of the largest difference in the metric "by", and hold as
// many entries as were asked for. "lost" is percent of the overlap of that metric. "otherCauses" are all contexts that
// take something away and are below none of "causes"; not there if there are none.
func ContextDiff(w io.Writer, diff *contextview.Diff) error {
	d := begin(w, "jprof-contexts-diff", 1)
	for i, name := range []string{"before", "after"} {
		t := diff.Trees[i]
		d.member(name, diffSide{runInfoOf(diff.Runs[i], false), aboutOf(t), notesOf(t), totalsOfTree(t),
			t.Contexts()})
	}
	if len(diff.Otherwise) > 0 {
		d.member("recordedOtherwise", diff.Otherwise)
	}
	d.member("by", diff.By.String())
	overlap := map[string]float64{}
	for _, m := range cct.Known(diff.Trees[:]...) {
		overlap[m.String()] = diff.Overlap[m]
	}
	d.member("overlap", overlap)
	d.member("both", diff.Both)
	d.member("changed", diff.Changed)
	d.member("new", diff.New)
	d.member("gone", diff.Gone)
	d.member("causes", list(diff.Causes, func(c contextview.Cause) cause { return cause(c) }))
	if lost, others := diff.RestOfCauses(); others > 0 {
		d.member("otherCauses", otherCauses{lost, others})
	}
	d.list("contexts", len(diff.Contexts), func(i int) any {
		c := &diff.Contexts[i]
		return contextChange{c.Path, c.New, c.Gone, c.Lost, c.Where, sumsOf(c.Values[0]), sumsOf(c.Values[1])}
	})
	d.member("methodsThatDiffer", diff.OfMethods)
	d.list("methods", len(diff.Methods), func(i int) any {
		m := &diff.Methods[i]
		return contextMethodChange{keyed(m.Of), m.New, m.Gone, sumsOf(m.Values[0]), sumsOf(m.Values[1])}
	})
	return d.end()
}

type diffSide struct {
	Run      runInfo `json:"run"`
	About    about   `json:"about"`
	Notes    []note  `json:"notes"`
	Totals   sums    `json:"totals"`
	Contexts int     `json:"contexts"`
}

type cause struct {
	Where    string  `json:"where"`
	Lost     float64 `json:"lost"`
	Contexts int     `json:"contexts"`
}

type otherCauses struct {
	Lost     float64 `json:"lost"`
	Contexts int     `json:"contexts"`
}

type contextChange struct {
	Path   []string `json:"path"`
	New    bool     `json:"new,omitempty"`
	Gone   bool     `json:"gone,omitempty"`
	Lost   float64  `json:"lost,omitempty"`
	Where  string   `json:"where,omitempty"`
	Before sums     `json:"before"`
	After  sums     `json:"after"`
}

type contextMethodChange struct {
	keyedMethod
	New    bool `json:"new,omitempty"`
	Gone   bool `json:"gone,omitempty"`
	Before sums `json:"before"`
	After  sums `json:"after"`
}
