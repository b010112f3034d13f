package testview

import (
	"encoding/binary"
	"iter"
	"slices"

	"jprof/internal/format/testcounts"
)

// The counters of all tests for one source, packed: for each test that changed any, ascending,
//
//	test - the test before - 1 (uvarint)  counters (uvarint) { gap to the last index (uvarint)  count (uvarint) }

// transpose packs the counters of all tests source by source.
func (m *Model) transpose() {
	last := make([]int32, len(m.sources)) // the test before, plus 1
	for test := range m.Tests {
		for section := range m.counts.Of(test) {
			for source, p := range m.split(section) {
				s := &m.sources[source]
				s.tests = binary.AppendUvarint(s.tests, uint64(int32(test)-last[source]))
				last[source] = int32(test) + 1
				s.tests = binary.AppendUvarint(s.tests, uint64(len(p.index)))
				at := p.base
				for i, k := range p.index {
					s.tests = binary.AppendUvarint(s.tests, uint64(k-at))
					s.tests = binary.AppendUvarint(s.tests, p.count[i])
					at = k
				}
			}
		}
	}
	for i := range m.sources {
		s := &m.sources[i]
		s.tests = slices.Clip(append([]byte(nil), s.tests...))
	}
}

// split divides the counters of a package among its sources. Several sources may have the same counters: methods of an
// older file can be in several files now.
func (m *Model) split(section testcounts.Section) func(yield func(int32, posting) bool) {
	return func(yield func(source int32, p posting) bool) {
		index, count := section.Index, section.Count
		for _, n := range m.byPackage[section.ID] {
			s := &m.sources[n]
			from, _ := slices.BinarySearch(index, s.base)
			to, _ := slices.BinarySearch(index, s.base+s.counters)
			if from < to && !yield(n, posting{base: s.base, index: index[from:to], count: count[from:to]}) {
				return
			}
		}
	}
}

// posting holds the counters of a source that a test changed.
type posting struct {
	test  int32
	base  uint32   // added to each index
	index []uint32 // ascending
	count []uint64
}

// postings unpacks the tests of a source. A posting is valid until the next one.
func (s *source) postings() iter.Seq[posting] {
	return func(yield func(posting) bool) {
		var p posting
		rest := s.tests
		next := func() uint64 {
			v, n := binary.Uvarint(rest)
			rest = rest[n:]
			return v
		}
		for test := int32(0); len(rest) > 0; test++ {
			test += int32(next())
			p.test, p.index, p.count = test, p.index[:0], p.count[:0]
			at := uint32(0)
			for range next() {
				at += uint32(next())
				p.index = append(p.index, at)
				p.count = append(p.count, next())
			}
			if !yield(p) {
				return
			}
		}
	}
}
