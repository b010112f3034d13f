package contexts

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

// at returns a pointer to number i.
func (s *slab) at(i int) *uint64 { return &s.parts[i>>slabBits][i&(1<<slabBits-1)] }

// copyTo fills to with the numbers from i on.
func (s *slab) copyTo(to []uint64, i int) {
	for len(to) > 0 {
		n := copy(to, s.parts[i>>slabBits][i&(1<<slabBits-1):])
		to, i = to[n:], i+n
	}
}
