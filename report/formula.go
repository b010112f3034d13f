package report

import (
	"math"
	"math/bits"
)

// maxCount is where counts saturate, as in count files.
const maxCount = math.MaxInt64

// add returns a + b, saturating.
func add(a, b uint64) uint64 {
	s, carry := bits.Add64(a, b, 0)
	if carry != 0 || s > maxCount {
		return maxCount
	}
	return s
}

// times returns n * a, saturating. n must not be negative.
func times(a uint64, n int) uint64 {
	hi, lo := bits.Mul64(a, uint64(n))
	if hi != 0 || lo > maxCount {
		return maxCount
	}
	return lo
}
