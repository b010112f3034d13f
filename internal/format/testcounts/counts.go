package testcounts

import (
	"encoding/binary"
	"iter"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
)

// Counts holds the counts of a run, by test. They do not change.
//
// They are packed: for each owner, there is the number of its footprint, which many tests may share, and a count for
// each counter of the footprint.
type Counts struct {
	jvms   uint32
	tests  []Test // sorted by Compare
	tables []table
	prints prints
	print  []uint32 // the number of the footprint of each test
	start  []uint64 // the offset in packed of the counts of each test
	packed []byte
	files  *Files // nil if they are not known
}

// table is a package of the maps, with the number of its counters.
type table struct {
	id       probe.ID
	counters uint32
}

// Section holds the counters of a package that a test has changed.
type Section struct {
	ID    probe.ID
	Index []uint32 // ascending
	Count []uint64 // the count of each counter, at least 1; counts.MaxCount means that many or more
}

// JVMs returns the number of JVMs whose tests reported to jprof.
func (c *Counts) JVMs() int { return int(c.jvms) }

// Tests lists tests and other owners, by ascending Step, Name and Attempt. Outside and shared of each step are last, if
// they have counts. The caller must not change the list.
func (c *Counts) Tests() []Test { return c.tests }

// Of returns the sections of a test, by its index in Tests, by ascending ID. A section is valid until the next one is
// read, so that the memory of the largest is enough.
func (c *Counts) Of(i int) iter.Seq[Section] {
	return func(yield func(Section) bool) {
		for _, s := range c.numbered(i) {
			if !yield(s) {
				return
			}
		}
	}
}

// numbered returns the sections of a test, with the numbers of their tables.
func (c *Counts) numbered(i int) iter.Seq2[uint32, Section] {
	return unpack(&c.prints, c.print[i], c.packed[c.start[i]:], c.tables)
}

// unpack returns the sections of a footprint with the counts at the start of packed.
func unpack(p *prints, print uint32, packed []byte, tables []table) iter.Seq2[uint32, Section] {
	return func(yield func(uint32, Section) bool) {
		var s Section
		for number, gaps := range p.sections(print) {
			s.ID, s.Index, s.Count = tables[number].id, s.Index[:0], s.Count[:0]
			at := uint64(0)
			for len(gaps) > 0 {
				gap, n := binary.Uvarint(gaps)
				gaps, at = gaps[n:], at+gap
				s.Index = append(s.Index, uint32(at))
				count, n := binary.Uvarint(packed)
				packed = packed[n:]
				s.Count = append(s.Count, count)
			}
			if !yield(number, s) {
				return
			}
		}
	}
}

// Footprint returns the number of the footprint of a test. Two tests have the same number if and only if they have
// executed the same counters, however often.
func (c *Counts) Footprint(i int) uint32 { return c.print[i] }

// Executions returns the sum of all counters of a test, by its index in Tests.
func (c *Counts) Executions(i int) uint64 {
	sum := uint64(0)
	for s := range c.Of(i) {
		for _, n := range s.Count {
			sum = min(sum+n, counts.MaxCount)
		}
	}
	return sum
}
