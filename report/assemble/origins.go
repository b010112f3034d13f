package assemble

import (
	"slices"

	"jprof/internal/format/probe"
	"jprof/report"
)

// origins is a set of origins.
type origins uint8

func (s origins) has(o report.Origin) bool { return s&(1<<o) != 0 }

// originsOf lists the origins that distinguish tests of this input.
func originsOf(in Input) []report.Origin {
	if len(in.Steps) == 0 {
		return nil
	}
	var list []report.Origin
	if slices.ContainsFunc(in.Sets, func(s *probe.Set) bool { return s.Module != in.Sets[0].Module }) {
		list = append(list, report.OwnModule, report.OtherModules)
	}
	if slices.ContainsFunc(in.Steps, func(s Step) bool { return s.Integration != in.Steps[0].Integration }) {
		list = append(list, report.UnitTests, report.IntegrationTests)
	}
	return list
}

// includes reports whether the tests of a step belong to an origin of a source. sets are the source sets that compile
// the source.
func includes(o report.Origin, s Step, sets []report.SetName) bool {
	own := func() bool {
		return slices.ContainsFunc(sets, func(set report.SetName) bool { return set.Module == s.Module })
	}
	switch o {
	case report.OwnModule:
		return own()
	case report.OtherModules:
		return !own()
	case report.UnitTests:
		return !s.Integration
	}
	return s.Integration
}

// executedBy holds, by origin of the tests, the invocations of the methods of a file and the executed parts of its map.
// It is nil if the model has no origins.
type executedBy struct {
	methods                          []report.By
	regions, statements, expressions []origins
}

func (x *executedBy) region(i int) origins {
	if x == nil {
		return 0
	}
	return x.regions[i]
}

func (x *executedBy) statement(i int) origins {
	if x == nil {
		return 0
	}
	return x.statements[i]
}

// attribute computes the parts of a file that the tests of each origin have executed.
func (b *builder) attribute(f *evaluatedFile) *executedBy {
	if len(b.origins) == 0 {
		return nil
	}
	x := &executedBy{
		methods: make([]report.By, len(f.methods)), regions: make([]origins, len(f.regions)),
		statements: make([]origins, len(f.statements)), expressions: make([]origins, len(f.expressions)),
	}
	for _, j := range f.maps {
		for _, o := range b.origins {
			if counters := b.countersBy(o, j, f.sets); counters != nil {
				x.add(o, j.File, counters)
			}
		}
	}
	return x
}

// countersBy adds up the counters of a file over the test steps of an origin. It returns nil if there are none. The
// result is valid until the next call.
func (b *builder) countersBy(o report.Origin, j joinedFile, sets []report.SetName) []uint64 {
	b.sum = append(b.sum[:0], make([]uint64, j.Counters)...)
	found := false
	for _, s := range b.Steps {
		counters := b.StepCounters(s.ID, j.pkg.ID)
		if counters == nil || !includes(o, s, sets) {
			continue
		}
		found = true
		for i, n := range counters[j.Base : j.Base+j.File.Counters] {
			b.sum[i] = report.Add(b.sum[i], n)
		}
	}
	if !found {
		return nil
	}
	return b.sum
}

// add adds the executions by tests of an origin, from their counters for one of the maps of the file.
func (x *executedBy) add(o report.Origin, f *probe.File, counters []uint64) {
	for i, m := range f.Methods {
		by := &x.methods[i][o]
		by.Invocations = report.Add(by.Invocations, uint64(max(0, m.Count.Value(counters))))
	}
	for i, e := range f.Expressions {
		if e.Count.Value(counters) > 0 {
			x.expressions[i] |= 1 << o
		}
	}
	at := 0
	for i, r := range f.Regions {
		if r.Count.Value(counters) > 0 {
			x.regions[i] |= 1 << o
		}
		for _, s := range r.Statements {
			if s.Count.Value(counters) > 0 {
				x.statements[at] |= 1 << o
			}
			at++
		}
	}
}
