package json

import (
	"io"

	"jprof/report"
	"jprof/report/contexts/efficiency"
)

// Efficiency writes what the work of each method was good for. The document, version 1, of which docs/schema has a
// JSON Schema:
//
//	{"format": "jprof-efficiency", "version": 1, "run": {as in the document with all counts},
//	 "notes": [{"kind": "...", "text": "..."}], "rules": {...}, "contexts": N,
//	 "totals": {numbers of the program, "mostCaptured": {"context": N, "method": N, "tenMethods": N}, "arraycopy": N},
//	 "lists": [{"list": "no-effect", "meaning": "...", "advice": "...", "methods": N, "cost": N}],
//	 "methods": [{"key": "...", as methods of the document with all contexts, "contexts": N, "invocations": N,
//	              "cost": N, "exclusiveCost": N, "value": N, "writes": N, "own": N, "escaping": N, "notEscaping": N,
//	              "captured": N, "output": N, "outputs": {"file": N}, "returned": N, "thrown": N, "operand": N,
//	              "global": N, "lists": [{"list": "no-effect", "contexts": N, "cost": N}], "in": ["no-effect"],
//	              "capturedTypes": {"int[]": N}}],
//	 "chosen": [{"path": [I], numbers as those of methods}]}
//
// Methods are in the order of their keys. Numbers are inclusive, without those of recursive calls, but for
// "invocations", "exclusiveCost", "own" and "captured", which are sums of all contexts. "cost" of a list is that of all
// contexts in it with what they called, each bytecode once. "in" are the lists that the method is in, "lists" those
// that some of its contexts are in, "capturedTypes" the objects and arrays among its captured writes. "chosen" are
// the contexts that options asked for: a path has indices of methods, from the first.
func Efficiency(w io.Writer, r *efficiency.Result, run report.RunInfo) error {
	d := begin(w, "jprof-efficiency", 1)
	d.member("run", runInfoOf(run, false))
	efficiencyHead(d, r)
	d.list("methods", len(r.Methods), func(i int) any {
		m := r.Methods[i]
		return efficiencyMethod{keyed(&m.Method), m.Contexts, effectsOf(&m.Numbers), inListsOf(m), m.Of(), m.Captures}
	})
	index := map[*efficiency.Method]int{}
	for i, m := range r.Methods {
		index[m] = i
	}
	if r.Options.Contexts != nil {
		d.list("chosen", len(r.Chosen), func(i int) any {
			c := &r.Chosen[i]
			return efficiencyContext{list(c.Path, func(m *efficiency.Method) int { return index[m] }),
				effectsOf(&c.Numbers)}
		})
	}
	return d.end()
}

// efficiencyHead writes what documents about efficiency begin with.
func efficiencyHead(d *document, r *efficiency.Result) {
	d.member("notes", efficiencyNotes(r))
	d.member("rules", rulesOf(&r.Options))
	d.member("contexts", r.Contexts)
	d.member("totals", efficiencyTotalsOf(r))
	all := efficiencyListsOf(r)
	d.list("lists", len(all), func(i int) any { return all[i] })
}

func efficiencyListsOf(r *efficiency.Result) []efficiencyList {
	var out []efficiencyList
	for _, l := range efficiency.Lists {
		e := r.Explain(l)
		part, _ := r.Share(l)
		out = append(out, efficiencyList{l.String(), e.Meaning, e.Advice, len(r.In(l)), part})
	}
	return out
}

func efficiencyNotes(r *efficiency.Result) []note {
	out := []note{}
	for _, n := range r.Notes() {
		out = append(out, note{string(n.Kind), n.Text})
	}
	return out
}

// effects are the numbers of a method, context or program.
type effects struct {
	Invocations uint64            `json:"invocations"`
	Cost        uint64            `json:"cost"`
	Exclusive   uint64            `json:"exclusiveCost"`
	Value       uint64            `json:"value"`
	Writes      uint64            `json:"writes"`
	Own         uint64            `json:"own"`
	Escaping    uint64            `json:"escaping"`
	NotEscaping uint64            `json:"notEscaping"`
	Captured    uint64            `json:"captured"`
	Output      uint64            `json:"output"`
	Outputs     map[string]uint64 `json:"outputs,omitempty"`
	Returned    uint64            `json:"returned"`
	Thrown      uint64            `json:"thrown"`
	Operand     uint64            `json:"operand"`
	Global      uint64            `json:"global"`
}

func effectsOf(n *efficiency.Numbers) effects {
	e := effects{n.Invocations, n.Cost, n.Exclusive, n.Value, n.Writes, n.Local, n.Escaping, n.NotEscaping, n.Captured,
		n.Output, nil, n.Returned, n.Thrown, n.Operand, n.Global}
	for k, count := range n.Outputs {
		if count > 0 {
			if e.Outputs == nil {
				e.Outputs = map[string]uint64{}
			}
			e.Outputs[efficiency.Kind(k).String()] = count
		}
	}
	return e
}

type efficiencyTotals struct {
	Cost         uint64       `json:"cost"`
	Value        uint64       `json:"value"`
	Writes       uint64       `json:"writes"`
	Escaping     uint64       `json:"escaping"`
	Captured     uint64       `json:"captured"`
	Output       uint64       `json:"output"`
	Arraycopy    uint64       `json:"arraycopy"`
	MostCaptured mostCaptured `json:"mostCaptured"`
}

type mostCaptured struct {
	Context uint64 `json:"context"`
	Method  uint64 `json:"method"`
	Ten     uint64 `json:"tenMethods"`
}

func efficiencyTotalsOf(r *efficiency.Result) efficiencyTotals {
	t, c := &r.Total, r.Concentration()
	return efficiencyTotals{t.Cost, t.Value, t.Writes, t.Escaping, t.Captured, t.Output, c.Arraycopy,
		mostCaptured{c.Node, c.Method, c.Ten}}
}

type efficiencyList struct {
	List    string `json:"list"`
	Meaning string `json:"meaning"`
	Advice  string `json:"advice"`
	Methods int    `json:"methods"`
	Cost    uint64 `json:"cost"`
}

type efficiencyMethod struct {
	keyedMethod
	Contexts uint64 `json:"contexts"`
	effects
	Lists []inList `json:"lists"`
	In    []string `json:"in"`

	CapturedTypes map[string]uint64 `json:"capturedTypes,omitempty"`
}

type inList struct {
	List     string `json:"list"`
	Contexts uint64 `json:"contexts"`
	Cost     uint64 `json:"cost"`
}

func inListsOf(m *efficiency.Method) []inList {
	out := []inList{}
	for _, l := range efficiency.Lists {
		if with := m.With[l]; with.Number > 0 {
			out = append(out, inList{l.String(), with.Number, with.Cost})
		}
	}
	return out
}

type efficiencyContext struct {
	Path []int `json:"path"`
	effects
}

// rules are the options that numbers depend on.
type rules struct {
	ArraycopyCost   uint64   `json:"arraycopyCost"`
	CloneCost       uint64   `json:"cloneCost"`
	ValueTypes      []string `json:"valueTypes"`
	LowEfficiency   float64  `json:"lowEfficiencyPercent"`
	OnlyRan         bool     `json:"onlyRan"`
	Thrown          bool     `json:"thrown"`
	ReferenceCopies bool     `json:"referenceCopies"`
	Overriding      bool     `json:"overriding"`
	Unknown         bool     `json:"unknown"`
	Aliases         bool     `json:"aliases"`
	NativeWrites    bool     `json:"nativeWrites"`
	Output          []string `json:"output"`
}

func rulesOf(o *efficiency.Options) rules {
	r := rules{o.ArraycopyCost, o.CloneCost, list(o.ValueTypes, func(s string) string { return s }),
		float64(o.LowEfficiency) / 10_000, o.OnlyRan, o.Thrown, o.ReferenceCopies, o.Overriding, o.Unknown, o.Aliases,
		o.NativeWrites, []string{}}
	for _, p := range o.Output {
		r.Output = append(r.Output, p.String())
	}
	return r
}
