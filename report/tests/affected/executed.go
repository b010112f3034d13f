package affected

import (
	"slices"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
)

// executed maps tests to the units that they executed, and back. Tests with the same counters share a footprint.
type executed struct {
	owners []testcounts.Test
	print  []int32   // footprint of each owner
	of     [][]int32 // units of each footprint, ascending
	by     [][]int32 // footprints that executed each unit, ascending
	having [][]int32 // owners of each footprint
}

// newExecuted reads the counts of a run. A unit counts as executed if any counter of its formulas is above 0. So
// neither a saturated formula, nor a thread that runs on from one test to the next, hides an execution.
func newExecuted(x *index, c *testcounts.Counts) *executed {
	e := &executed{owners: c.Tests(), by: make([][]int32, len(x.units))}
	numbers := map[uint32]int32{}
	tables := x.counterTables()
	stamp := make([]int32, len(x.units))
	for i := range e.owners {
		n, known := numbers[c.Footprint(i)]
		if !known {
			n = int32(len(e.of))
			numbers[c.Footprint(i)] = n
			var units []int32
			for s := range c.Of(i) {
				t := tables[s.ID]
				for _, k := range s.Index {
					if int(k) >= len(t) {
						continue
					}
					for _, u := range t[k] {
						if stamp[u] != n+1 {
							stamp[u] = n + 1
							units = append(units, u)
						}
					}
				}
			}
			slices.Sort(units)
			e.of, e.having = append(e.of, units), append(e.having, nil)
			for _, u := range units {
				e.by[u] = append(e.by[u], n)
			}
		}
		e.print = append(e.print, n)
		e.having[n] = append(e.having[n], int32(i))
	}
	return e
}

// counterTables returns the units of each counter of each package.
func (x *index) counterTables() map[probe.ID][][]int32 {
	tables := map[probe.ID][][]int32{}
	for i := range x.sources {
		for _, p := range x.sources[i].Maps {
			t := tables[p.Package]
			if need := int(p.File.Base + p.File.Counters); len(t) < need {
				t = append(t, make([][]int32, need-len(t))...)
			}
			x.eachCounter(int32(i), p.File, func(counter uint32, units []int32) {
				at := p.File.Base + counter
				if int(at) >= len(t) {
					return
				}
				for _, u := range units {
					if !slices.Contains(t[at], u) {
						t[at] = append(t[at], u)
					}
				}
			})
			tables[p.Package] = t
		}
	}
	return tables
}
