package times_test

import (
	"math"
	"testing"

	"jprof/internal/timing"
	"jprof/report/reporttest"
	"jprof/report/times"
)

// TestCompare compares runs whose samples of a method differ: only where intervals do not overlap it has changed.
func TestCompare(t *testing.T) {
	of := func(clock timing.Clock, samples int) *times.Model {
		m := reporttest.SampleModel(t)
		return times.New(m, &timing.Samples{Clock: clock,
			Frames: []timing.Frame{{Class: "org.example.Fibonacci", Method: "fib", Line: 8}},
			Stacks: []timing.Stack{{Frames: []int{0},
				Amount: timing.Amount{Samples: samples, Nanos: timing.Period * uint64(samples)}}}})
	}
	for _, tt := range []struct {
		clock                                  timing.Clock
		before, after, changes, slower, within int
		median                                 float64
	}{
		{timing.CPU, 100, 100, 0, 0, 1, 1},
		{timing.CPU, 100, 130, 0, 0, 1, 1.3}, // 81 to 122, and 109 to 154
		{timing.CPU, 100, 160, 1, 1, 0, 1.6}, // 136 to 187
		{timing.CPU, 160, 100, 1, 0, 0, 0.625},
		{timing.CPU, 0, 4, 0, 0, 0, 0},   // both are below the resolution
		{timing.CPU, 0, 12, 1, 1, 0, 0},  // at most 3.7, and 6.2 to 21
		{timing.CPU, 0, 8, 0, 0, 0, 0},   // 3.5 to 16
		{timing.Wall, 0, 12, 0, 0, 0, 0}, // no sample is no bound
		{timing.Wall, 100, 160, 1, 1, 0, 1.6},
	} {
		c := times.Compare(of(tt.clock, tt.before), of(tt.clock, tt.after))
		if len(c.Changes) != tt.changes || c.Slower() != tt.slower || c.Within != tt.within ||
			math.Abs(c.Median-tt.median) > 1e-9 {
			t.Errorf("%+v: %d changes, %d slower, %d within, %f", tt, len(c.Changes), c.Slower(), c.Within, c.Median)
		}
		if tt.changes > 0 && (c.Changes[0].New.Method().Label != "Fibonacci::fib(int n)" || c.Changes[0].Nanos() <= 0) {
			t.Errorf("%+v: %+v", tt, c.Changes[0])
		}
	}
}
