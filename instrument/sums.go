package instrument

import (
	"jprof/internal/probe"
	"slices"
)

// define has a sum take the place of counter k, which has none in the code.
func (w *file) define(k uint32, sum probe.Formula) {
	if w.sums == nil {
		w.sums = map[uint32]probe.Formula{}
	}
	w.sums[k] = sum
}

// resolve puts sums in the place of the counters in a formula that have none in the code.
func (w *file) resolve(f probe.Formula) probe.Formula {
	isSymbol := func(t probe.Term) bool { _, ok := w.sums[t.Counter]; return ok }
	if !slices.ContainsFunc(f, isSymbol) {
		return f
	}
	var resolved probe.Formula
	for _, t := range f {
		sum := probe.Counter(t.Counter)
		if isSymbol(t) {
			sum = w.resolve(w.sums[t.Counter])
			w.sums[t.Counter] = sum
		}
		resolved = resolved.PlusTimes(t.Coef, sum)
	}
	return resolved
}

// resolveAll does that in all tables.
func (w *file) resolveAll() {
	if len(w.sums) == 0 {
		return
	}
	for i := range w.f.Methods {
		w.f.Methods[i].Count = w.resolve(w.f.Methods[i].Count)
	}
	for i := range w.f.Blocks {
		w.f.Blocks[i].Count = w.resolve(w.f.Blocks[i].Count)
	}
	for i := range w.f.Regions {
		r := &w.f.Regions[i]
		r.Count = w.resolve(r.Count)
		for j := range r.Statements {
			r.Statements[j].Count = w.resolve(r.Statements[j].Count)
		}
	}
	for i := range w.f.Expressions {
		w.f.Expressions[i].Count = w.resolve(w.f.Expressions[i].Count)
	}
	for i := range w.f.Branches {
		b := &w.f.Branches[i]
		b.True, b.False = w.resolve(b.True), w.resolve(b.False)
	}
}
