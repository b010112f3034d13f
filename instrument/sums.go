package instrument

import (
	"slices"

	"jprof/internal/format/probe"
)

// define replaces counter k, which no code increments, by a sum in all formulas.
func (f *file) define(k uint32, sum probe.Formula) {
	if f.sums == nil {
		f.sums = map[uint32]probe.Formula{}
	}
	f.sums[k] = sum
}

// resolve returns a formula in which sums replace the counters that no code increments.
func (f *file) resolve(formula probe.Formula) probe.Formula {
	isSymbol := func(t probe.Term) bool { _, ok := f.sums[t.Counter]; return ok }
	if !slices.ContainsFunc(formula, isSymbol) {
		return formula
	}
	var resolved probe.Formula
	for _, t := range formula {
		sum := probe.Counter(t.Counter)
		if isSymbol(t) {
			sum = f.resolve(f.sums[t.Counter])
			f.sums[t.Counter] = sum
		}
		resolved = resolved.PlusTimes(t.Coef, sum)
	}
	return resolved
}

// resolveAll resolves the formulas of all tables.
func (f *file) resolveAll() {
	if len(f.sums) == 0 {
		return
	}
	for i := range f.probes.Methods {
		f.probes.Methods[i].Count = f.resolve(f.probes.Methods[i].Count)
	}
	for i := range f.probes.Blocks {
		f.probes.Blocks[i].Count = f.resolve(f.probes.Blocks[i].Count)
	}
	for i := range f.probes.Regions {
		r := &f.probes.Regions[i]
		r.Count = f.resolve(r.Count)
		for j := range r.Statements {
			r.Statements[j].Count = f.resolve(r.Statements[j].Count)
		}
	}
	for i := range f.probes.Expressions {
		f.probes.Expressions[i].Count = f.resolve(f.probes.Expressions[i].Count)
	}
	for i := range f.probes.Branches {
		b := &f.probes.Branches[i]
		b.True, b.False = f.resolve(b.True), f.resolve(b.False)
	}
}
