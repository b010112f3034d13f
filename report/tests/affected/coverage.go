package affected

import (
	"slices"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
)

// coverage numbers the counters of the code that is affected.
type coverage struct {
	from    []coverageOf
	all     bool // all main code is affected
	numbers map[counter]int32
	changed []bool // by number: it is a counter of code that has changed
}

// counter is a counter of a package.
type counter struct {
	id    probe.ID
	index uint32
}

// coverageOf has the parts of one selector.
type coverageOf struct {
	*selector
	owners  map[testcounts.Key][]int
	tables  map[probe.ID][][]int32 // see counterTables
	prints  map[int32][]int32      // parts by footprint
	changed map[int32]bool         // units that have changed
}

func newCoverage(s *Selection) *coverage {
	p := &coverage{all: len(s.All) > 0 || s.Shard != nil && s.Shard.Whole, numbers: map[counter]int32{}}
	for _, from := range s.from {
		of := coverageOf{from, map[testcounts.Key][]int{}, from.x.counterTables(), map[int32][]int32{},
			from.changedUnits()}
		for i := range from.e.owners {
			key := from.e.owners[i].Key()
			of.owners[key] = append(of.owners[key], i)
		}
		p.from = append(p.from, of)
	}
	return p
}

// value returns the value of a part. One part of code that has changed outweighs all parts of other code.
func (p *coverage) value(n int32) int {
	if p.changed[n] {
		return len(p.numbers)
	}
	return 1
}

// of returns the parts that the attempts of a test executed.
func (p *coverage) of(key testcounts.Key) (list []int32) {
	for _, from := range p.from {
		for _, i := range from.owners[key] {
			print := from.e.print[i]
			known, done := from.prints[print]
			if !done {
				known = p.executed(from, i)
				from.prints[print] = known
			}
			list = append(list, known...)
		}
	}
	return list
}

// executed returns the parts that an owner of counts executed.
func (p *coverage) executed(from coverageOf, owner int) (list []int32) {
	affected := func(u int32) bool {
		if p.all {
			return !from.x.sources[from.x.units[u].src].Test
		}
		return from.suspectd[u]
	}
	for s := range from.in.Counts.Of(owner) {
		t := from.tables[s.ID]
		for _, k := range s.Index {
			if int(k) >= len(t) || !slices.ContainsFunc(t[k], affected) {
				continue
			}
			n, known := p.numbers[counter{s.ID, k}]
			if !known {
				n = int32(len(p.numbers))
				p.numbers[counter{s.ID, k}] = n
				p.changed = append(p.changed, slices.ContainsFunc(t[k], func(u int32) bool { return from.changed[u] }))
			}
			list = append(list, n)
		}
	}
	return list
}
