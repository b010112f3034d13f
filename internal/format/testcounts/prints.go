package testcounts

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"iter"
)

// prints are footprints: sets of counters, each once, by number.
//
// One is a number of sections (uvarint) and, for each, the gap to the number of the last section, the length of the
// rest in bytes, and the gaps between indexes (uvarints).
type prints struct {
	data  []byte
	start []uint64 // of each
	sizes []uint32 // numbers of their counters
}

// at is a footprint as it is packed.
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

// sections are the sections of a footprint: their numbers, and the gaps between their indexes.
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

// finder finds footprints that are there already.
type finder struct {
	prints
	seed  maphash.Seed
	known map[uint64][]uint32 // by hash
}

// find returns the number of a footprint, which it adds where there is none.
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
