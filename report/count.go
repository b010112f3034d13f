package report

import (
	"math"
	"math/bits"
)

// MaxCount is the highest count. Counts saturate there, as in count files.
const MaxCount = math.MaxInt64

// Add returns a + b, saturating.
func Add(a, b uint64) uint64 {
	s, carry := bits.Add64(a, b, 0)
	if carry != 0 || s > MaxCount {
		return MaxCount
	}
	return s
}

// Times returns n * a, saturating. n must not be negative.
func Times(a uint64, n int) uint64 {
	hi, lo := bits.Mul64(a, uint64(n))
	if hi != 0 || lo > MaxCount {
		return MaxCount
	}
	return lo
}
