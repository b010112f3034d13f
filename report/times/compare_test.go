package times_test

import (
	"testing"

	"jprof/internal/timing"
	"jprof/report/reporttest"
	"jprof/report/times"
)

// TestCompare compares runs whose samples of a method differ: only where intervals do not overlap it has changed.
func TestCompare(t *testing.T) {
	of := func(samples int) *times.Model {
		m := reporttest.SampleModel(t)
		return times.New(m, &timing.Samples{Clock: timing.CPU,
			Frames: []timing.Frame{{Class: "org.example.Fibonacci", Method: "fib", Line: 8}},
			Stacks: []timing.Stack{{Frames: []int{0},
				Amount: timing.Amount{Samples: samples, Nanos: timing.Period * uint64(samples)}}}})
	}
	for _, tt := range []struct {
		before, after, changes, slower, within int
	}{
		{100, 100, 0, 0, 1},
		{100, 130, 0, 0, 1}, // 81 to 122, and 109 to 154
		{100, 160, 1, 1, 0}, // 136 to 187
		{160, 100, 1, 0, 0},
		{0, 4, 0, 0, 0},  // both are below the resolution
		{0, 12, 1, 1, 0}, // at most 3.7, and 6.2 to 21
		{0, 8, 0, 0, 0},  // 3.5 to 16
	} {
		c := times.Compare(of(tt.before), of(tt.after))
		if len(c.Changes) != tt.changes || c.Slower() != tt.slower || c.Within != tt.within {
			t.Errorf("%+v: %d changes, %d slower, %d within", tt, len(c.Changes), c.Slower(), c.Within)
		}
		if tt.changes > 0 && (c.Changes[0].New.Method().Label != "Fibonacci::fib(int n)" || c.Changes[0].Nanos() <= 0) {
			t.Errorf("%+v: %+v", tt, c.Changes[0])
		}
	}
}
