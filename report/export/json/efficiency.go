package json

import (
	"io"
	"slices"

	"jprof/report"
	"jprof/report/contexts/efficiency"
	"jprof/report/pattern"
)

// Efficiency writes the cost and value of the work of each method. The document, version 1, of which docs/schema has a
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
// Methods are in the order of their keys. Numbers are inclusive, without those of recursive calls. Exceptions are
// "invocations", "exclusiveCost", "own" and "captured", which are sums of all contexts. "cost" of a list is that of all
// contexts in the list, with the methods that they called; each bytecode counts once. "in" has the lists that the
// method is in, "lists" those that some of its contexts are in, "capturedTypes" the objects and arrays among its
// captured writes. "chosen" has the contexts that options selected: a path has indices of methods, from the first.
func Efficiency(w io.Writer, r *efficiency.Result, run report.RunInfo) error {
	d := begin(w, "jprof-efficiency", 1)
	d.Member("run", runInfoOf(run, false))
	efficiencyHead(d, r)
	d.List("methods", len(r.Methods), func(i int) any {
		m := r.Methods[i]
		return slices.Concat(keyed(&m.Method), object{"contexts", m.Contexts}, effectsOf(&m.Numbers), object{
			"lists", inListsOf(m), "in", m.Of(), "capturedTypes", optional(m.Captures)})
	})
	index := map[*efficiency.Method]int{}
	for i, m := range r.Methods {
		index[m] = i
	}
	if r.Options.Contexts != nil {
		d.List("chosen", len(r.Chosen), func(i int) any {
			c := &r.Chosen[i]
			path := list(c.Path, func(m *efficiency.Method) int { return index[m] })
			return append(object{"path", path}, effectsOf(&c.Numbers)...)
		})
	}
	return d.End("json")
}

// efficiencyHead writes the first members of documents about efficiency.
func efficiencyHead(d *document, r *efficiency.Result) {
	d.Member("notes", orEmpty(r.Notes()))
	d.Member("rules", rulesOf(&r.Options))
	d.Member("contexts", r.Contexts)
	d.Member("totals", efficiencyTotalsOf(r))
	all := efficiencyListsOf(r)
	d.List("lists", len(all), func(i int) any { return all[i] })
}

func efficiencyListsOf(r *efficiency.Result) []object {
	return list(efficiency.Lists[:], func(l efficiency.List) object {
		e := r.Explain(l)
		if l == efficiency.Capturing {
			e.Meaning += ": captured writes" // the word of keys and of the paper
		}
		part, _ := r.Share(l)
		whole := 0
		for _, m := range r.Methods {
			if m.Numbers.In(l) {
				whole++
			}
		}
		return object{"list", l.String(), "meaning", e.Meaning, "advice", e.Advice, "methods", whole,
			"withContexts", len(r.In(l)), "cost", part}
	})
}

// effectsOf returns the numbers of a method, context or program.
func effectsOf(n *efficiency.Numbers) object {
	outputs := map[string]uint64{}
	for k, count := range n.Outputs {
		if count > 0 {
			outputs[efficiency.Kind(k).String()] = count
		}
	}
	return object{"invocations", n.Invocations, "cost", n.Cost, "exclusiveCost", n.Exclusive, "value", n.Value,
		"writes", n.Writes, "own", n.Local, "escaping", n.Escaping, "notEscaping", n.NotEscaping,
		"captured", n.Captured, "output", n.Output, "outputs", optional(outputs), "returned", n.Returned,
		"thrown", n.Thrown, "operand", n.Operand, "global", n.Global}
}

func efficiencyTotalsOf(r *efficiency.Result) object {
	t, c := &r.Total, r.Concentration()
	return object{"cost", t.Cost, "value", t.Value, "writes", t.Writes, "escaping", t.Escaping, "captured", t.Captured,
		"output", t.Output, "arraycopy", c.Arraycopy,
		"mostCaptured", object{"context", c.Node, "method", c.Method, "tenMethods", c.Ten}}
}

func inListsOf(m *efficiency.Method) []object {
	out := []object{}
	for _, l := range efficiency.Lists {
		if with := m.With[l]; with.Number > 0 {
			out = append(out, object{"list", l.String(), "contexts", with.Number, "cost", with.Cost,
				"value", with.Value, "captured", with.Captured, "adds", with.Adds})
		}
	}
	return out
}

// rulesOf returns the options that affect the numbers.
func rulesOf(o *efficiency.Options) object {
	return object{"arraycopyCost", o.ArraycopyCost, "cloneCost", o.CloneCost, "valueTypes", orEmpty(o.ValueTypes),
		"lowEfficiencyPercent", float64(o.LowEfficiency) / 10_000, "onlyRan", o.OnlyRan, "thrown", o.Thrown,
		"referenceCopies", o.ReferenceCopies, "overriding", o.Overriding, "unknown", o.Unknown, "aliases", o.Aliases,
		"nativeWrites", o.NativeWrites, "streams", o.Streams, "output", list(o.Output, pattern.Compiled.String)}
}
