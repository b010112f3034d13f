package contexts

import "math/bits"

// slabBits is the size of a part of a slab: 512 KB.
const slabBits = 16

// slab is a column of numbers that grows without being copied. New numbers are 0.
type slab struct {
	parts [][]uint64
	n     int
}

// grow adds n numbers.
func (s *slab) grow(n int) {
	s.n += n
	for len(s.parts)<<slabBits < s.n {
		s.parts = append(s.parts, make([]uint64, 1<<slabBits))
	}
}

// at is number i.
func (s *slab) at(i int) *uint64 { return &s.parts[i>>slabBits][i&(1<<slabBits-1)] }

// copyTo copies the numbers from i on.
func (s *slab) copyTo(to []uint64, i int) {
	for len(to) > 0 {
		n := copy(to, s.parts[i>>slabBits][i&(1<<slabBits-1):])
		to, i = to[n:], i+n
	}
}

// childIndex finds the child of a node by method and site: a hash table of nodes with linear probing, whose keys are in
// the columns of the profile.
type childIndex struct {
	nodes []int32 // 1 + the node, 0 for none; a power of 2 of them
	n     int
}

func childHash(parent, method int32, site uint32) uint64 {
	h := uint64(uint32(parent))*0x9E3779B97F4A7C15 ^ uint64(uint32(method))*0xC2B2AE3D27D4EB4F ^
		uint64(site)*0x165667B19E3779F9
	return h ^ h>>29 ^ bits.RotateLeft64(h, 31)
}

// find is the node, or -1 with the place where it is to be put.
func (x *childIndex) find(p *Profile, parent, method int32, site uint32) (place int, node int32) {
	if len(x.nodes) == 0 {
		return 0, -1
	}
	mask := len(x.nodes) - 1
	for i := int(childHash(parent, method, site)) & mask; ; i = (i + 1) & mask {
		node := x.nodes[i] - 1
		if node < 0 || p.parent[node] == parent && p.method[node] == method && p.site[node] == site {
			return i, node
		}
	}
}

// put puts a node at its place.
func (x *childIndex) put(p *Profile, place int, node int32) {
	if 3*x.n >= 2*len(x.nodes) {
		x.resize(p, 2*len(x.nodes))
		place, _ = x.find(p, p.parent[node], p.method[node], p.site[node])
	}
	x.nodes[place] = node + 1
	x.n++
}

// reserve makes room for n nodes.
func (x *childIndex) reserve(p *Profile, n int) {
	if 2*len(x.nodes) < 3*n {
		x.resize(p, 1<<bits.Len(uint(3*n/2)))
	}
}

// resize makes a table of a size that is a power of 2. A small one would be full with the next node: find
// had no end.
func (x *childIndex) resize(p *Profile, size int) {
	old := x.nodes
	x.nodes = make([]int32, max(1<<10, size))
	for _, node := range old {
		if node > 0 {
			place, _ := x.find(p, p.parent[node-1], p.method[node-1], p.site[node-1])
			x.nodes[place] = node
		}
	}
}
