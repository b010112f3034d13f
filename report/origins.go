package report

import (
	"fmt"
	"slices"

	"jprof/internal/probe"
)

// Step is a step of a build that ran tests.
type Step struct {
	ID          string // see Input.StepCounters
	Module      string // as in SetName
	Integration bool   // integration tests, not unit tests
}

// Origin classifies tests, in two ways: by their module, and by their purpose. JVMs of no test step have no origin.
type Origin int

// The origins. A module is a source's own if one of the source sets that compile the source is of it.
const (
	OwnModule Origin = iota
	OtherModules
	UnitTests
	IntegrationTests
	allOrigins
)

// String is the origin in words: "own module's tests".
func (o Origin) String() string {
	return [allOrigins]string{"own module's tests", "other modules' tests", "unit tests", "integration tests"}[o]
}

// By is what the tests of each origin have executed.
type By [allOrigins]ByTests

// ByTests says how much of the measured code tests have executed at least once, and how often they invoked methods.
// Counts from other states of the file (Input.Older) are not in it.
type ByTests struct {
	Methods, Regions, Lines int
	Invocations             uint64
}

// origins is a set of origins.
type origins uint8

func (s origins) has(o Origin) bool { return s&(1<<o) != 0 }

// includes reports whether the tests of a step are of the origin, for a source of these source sets.
func (o Origin) includes(s Step, sets []SetName) bool {
	own := func() bool {
		return slices.ContainsFunc(sets, func(set SetName) bool { return set.Module == s.Module })
	}
	switch o {
	case OwnModule:
		return own()
	case OtherModules:
		return !own()
	case UnitTests:
		return !s.Integration
	}
	return s.Integration
}

// originsOf lists the origins that distinguish anything.
func originsOf(in Input) []Origin {
	if len(in.Steps) == 0 {
		return nil
	}
	var list []Origin
	if slices.ContainsFunc(in.Sets, func(s *probe.Set) bool { return s.Module != in.Sets[0].Module }) {
		list = append(list, OwnModule, OtherModules)
	}
	if slices.ContainsFunc(in.Steps, func(s Step) bool { return s.Integration != in.Steps[0].Integration }) {
		list = append(list, UnitTests, IntegrationTests)
	}
	return list
}

// mapped is a file in a map.
type mapped struct {
	file *probe.File
	id   probe.ID // of the package
}

// attribute computes what the tests of each origin have executed of a file. Its regions must still be those of the map.
func (b *builder) attribute(f *File) {
	if len(b.model.Origins) == 0 {
		return
	}
	all := make([]By, len(f.Methods))
	for i := range f.Methods {
		f.Methods[i].By = &all[i]
	}
	for _, m := range b.mapped[f] {
		for _, o := range b.model.Origins {
			if counters := b.countersBy(o, m, f.Sets); counters != nil {
				f.executedBy(o, m.file, counters)
			}
		}
	}
}

// countersBy adds up the counters of a file over the test steps of an origin, nil for none. The result is valid until
// the next call.
func (b *builder) countersBy(o Origin, m mapped, sets []SetName) []uint64 {
	b.sum = append(b.sum[:0], make([]uint64, m.file.Counters)...)
	found := false
	for _, s := range b.steps {
		counters := b.stepCounters(s.ID, m.id)
		if counters == nil || !o.includes(s, sets) {
			continue
		}
		found = true
		for i, n := range counters[m.file.Base : m.file.Base+m.file.Counters] {
			b.sum[i] = Add(b.sum[i], n)
		}
	}
	if !found {
		return nil
	}
	return b.sum
}

// executedBy adds the counters of an origin's tests for one map of the file. pf has the layout of the file.
func (f *File) executedBy(o Origin, pf *probe.File, counters []uint64) {
	for i, m := range pf.Methods {
		by := &f.Methods[i].By[o]
		by.Invocations = Add(by.Invocations, uint64(max(0, m.Count.Value(counters))))
	}
	for i, e := range pf.Expressions {
		if e.Count.Value(counters) > 0 {
			f.Expressions[i].by |= 1 << o
		}
	}
	for i, r := range pf.Regions {
		region := &f.Regions[i]
		if r.Count.Value(counters) > 0 {
			region.by |= 1 << o
		}
		for k, s := range r.Statements {
			if s.Count.Value(counters) > 0 {
				region.runs[k].by |= 1 << o
			}
		}
	}
}

// sumUpOrigins adds up what tests of each origin have executed: of the file, its classes and its methods.
func (f *File) sumUpOrigins(list []Origin) {
	for _, o := range list {
		for i := range f.Methods {
			m := &f.Methods[i]
			if n := m.By[o].Invocations; m.Measured && n > 0 {
				m.By[o].Methods = 1
				for _, t := range []*Totals{&f.Totals, &m.Class.Totals} {
					t.By[o].Methods++
					t.By[o].Invocations = Add(t.By[o].Invocations, n)
				}
			}
		}
		lines := f.countLines(func(_ uint64, by origins) bool { return by.has(o) })
		f.Totals.By[o].Lines = lines.file.Covered
		for i, c := range f.Classes {
			c.Totals.By[o].Lines = lines.classes[i].Covered
		}
		for _, r := range f.Regions {
			if !r.Measured || !r.by.has(o) {
				continue
			}
			f.Totals.By[o].Regions++
			b := f.Blocks[r.Block]
			if b.Class != nil {
				b.Class.Totals.By[o].Regions++
			}
			if b.Method >= 0 {
				f.Methods[b.Method].By[o].Regions++
			}
		}
	}
}

// Plus adds what tests have executed of disjoint parts.
func (b By) Plus(other By) By {
	for i, o := range other {
		b[i] = ByTests{b[i].Methods + o.Methods, b[i].Regions + o.Regions, b[i].Lines + o.Lines, Add(b[i].Invocations, o.Invocations)}
	}
	return b
}

// checkSteps returns an error if a step has another number of counters than the package.
func (b *builder) checkSteps(pkg *probe.Package) error {
	for _, s := range b.steps {
		if c := b.stepCounters(s.ID, pkg.ID); c != nil && len(c) != pkg.Counters() {
			return fmt.Errorf("report: package %q (%x): %d counters were recorded by %s, the map has %d", pkg.Name, pkg.ID, len(c), s.ID, pkg.Counters())
		}
	}
	return nil
}
