package packed_test

import (
	"math"
	"testing"

	"jprof/report/packed"
)

func TestAppend(t *testing.T) {
	for n, want := range map[uint64]string{0: "A", 31: "f", 32: "gB", 63: "_B", 1023: "_f", 1024: "ggB",
		math.MaxUint64: "____________P"} {
		if got := string(packed.Append([]byte("x"), n)); got != "x"+want {
			t.Errorf("%d: %s, want x%s", n, got, want)
		}
	}
	for n, want := range map[int]uint64{0: 0, -1: 1, 1: 2, -2: 3, math.MinInt: math.MaxUint64} {
		if got := packed.Signed(n); got != want {
			t.Errorf("%d: %d, want %d", n, got, want)
		}
	}
}
