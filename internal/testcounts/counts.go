package testcounts

import (
	"encoding/binary"
	"iter"

	"jprof/internal/counts"
	"jprof/internal/probe"
)

// Counts are those of a run, by test. They do not change.
//
// They are packed: an owner has the number of its footprint, which many tests may share, and one number for each
// counter in it.
type Counts struct {
	tests  []Test // sorted by Compare
	tables []table
	prints prints
	print  []uint32 // of each test
	start  []uint64 // of each test, in packed
	packed []byte
}

// table is a package of the maps, and how many counters it has.
type table struct {
	id       probe.ID
	counters uint32
}

// Section is counters of a package that a test has changed.
type Section struct {
	ID    probe.ID
	Index []uint32 // ascending
	Count []uint64 // of each, at least 1; at counts.MaxCount it may be more
}

// Tests lists tests and other owners, by ascending Step, Name and Attempt; outside and shared of each step are last,
// where they have counts. The caller must not change them.
func (c *Counts) Tests() []Test { return c.tests }

// Of are the sections of a test, by its index in Tests, by ascending ID. A section is valid until the next one is asked
// for: no other memory is used than that of the largest.
func (c *Counts) Of(i int) iter.Seq[Section] {
	return func(yield func(Section) bool) {
		var index []uint32
		var count []uint64
		packed := c.packed[c.start[i]:]
		for number, gaps := range c.prints.sections(c.print[i]) {
			index, count = index[:0], count[:0]
			at := uint64(0)
			for len(gaps) > 0 {
				gap, n := binary.Uvarint(gaps)
				gaps, at = gaps[n:], at+gap
				index = append(index, uint32(at))
				v, n := binary.Uvarint(packed)
				packed = packed[n:]
				count = append(count, v)
			}
			if !yield(Section{c.tables[number].id, index, count}) {
				return
			}
		}
	}
}

// Footprint is a number that two tests have in common if and only if they have executed the same counters, however
// often.
func (c *Counts) Footprint(i int) uint32 { return c.print[i] }

// Executions is the sum of all counters of a test, by its index in Tests.
func (c *Counts) Executions(i int) uint64 {
	sum := uint64(0)
	for s := range c.Of(i) {
		for _, n := range s.Count {
			sum = min(sum+n, counts.MaxCount)
		}
	}
	return sum
}
