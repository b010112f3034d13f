package testcounts

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"iter"
)

// prints holds footprints by number. A footprint is a set of counters, and no two are equal.
//
// A packed footprint has the number of its sections (uvarint) and, for each, the gap to the number of the last section,
// the length of the rest in bytes, and the gaps between indexes (uvarints).
type prints struct {
	data  []byte
	start []uint64 // the offset in data of each footprint
	sizes []uint32 // the number of counters of each footprint
}

// at returns the packed bytes of a footprint.
func (p *prints) at(n uint32) []byte {
	if end := int(n) + 1; end < len(p.start) {
		return p.data[p.start[n]:p.start[end]]
	}
	return p.data[p.start[n]:]
}

// add adds a footprint, and returns its number.
func (p *prints) add(packed []byte, size int) uint32 {
	p.start = append(p.start, uint64(len(p.data)))
	p.sizes = append(p.sizes, uint32(size))
	p.data = append(p.data, packed...)
	return uint32(len(p.start) - 1)
}

// sections returns the sections of a footprint: their numbers, and the gaps between their indexes.
func (p *prints) sections(n uint32) iter.Seq2[uint32, []byte] {
	return func(yield func(uint32, []byte) bool) {
		b := p.at(n)
		take := func() uint64 {
			v, n := binary.Uvarint(b)
			b = b[n:]
			return v
		}
		number := uint32(0)
		for range take() {
			number += uint32(take())
			length := take()
			gaps := b[:length]
			b = b[length:]
			if !yield(number, gaps) {
				return
			}
		}
	}
}

// finder finds footprints that have been added before.
type finder struct {
	prints
	seed  maphash.Seed
	known map[uint64][]uint32 // by hash
}

// find returns the number of a footprint, adding it if missing.
func (f *finder) find(packed []byte, size int) uint32 {
	if f.known == nil {
		f.known, f.seed = map[uint64][]uint32{}, maphash.MakeSeed()
	}
	h := maphash.Bytes(f.seed, packed)
	for _, n := range f.known[h] {
		if bytes.Equal(f.at(n), packed) {
			return n
		}
	}
	n := f.add(packed, size)
	f.known[h] = append(f.known[h], n)
	return n
}
