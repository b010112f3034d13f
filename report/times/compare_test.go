package times_test

import (
	"math"
	"testing"

	"jprof/internal/format/jfr"
	"jprof/report/reporttest"
	"jprof/report/times"
)

// TestCompare compares runs whose samples of a method differ: only where intervals do not overlap it has changed.
func TestCompare(t *testing.T) {
	of := func(clock jfr.Clock, samples int) *times.Model {
		m := reporttest.SampleModel(t)
		return times.New(m, &jfr.Samples{Clock: clock,
			Frames: []jfr.Frame{{Class: "org.example.Fibonacci", Method: "fib", Line: 8}},
			Stacks: []jfr.Stack{{Frames: []int{0},
				Amount: jfr.Amount{Samples: samples, Nanos: jfr.Period * uint64(samples)}}}})
	}
	for _, tt := range []struct {
		clock                                  jfr.Clock
		before, after, changes, slower, within int
		median                                 float64
	}{
		{jfr.CPU, 100, 100, 0, 0, 1, 1},
		{jfr.CPU, 100, 130, 0, 0, 1, 1.3}, // 81 to 122, and 109 to 154
		{jfr.CPU, 100, 160, 1, 1, 0, 1.6}, // 136 to 187
		{jfr.CPU, 160, 100, 1, 0, 0, 0.625},
		{jfr.CPU, 0, 4, 0, 0, 0, 0},   // both are below the resolution
		{jfr.CPU, 0, 12, 1, 1, 0, 0},  // at most 3.7, and 6.2 to 21
		{jfr.CPU, 0, 8, 0, 0, 0, 0},   // 3.5 to 16
		{jfr.Wall, 0, 12, 0, 0, 0, 0}, // no sample is no bound
		{jfr.Wall, 100, 160, 1, 1, 0, 1.6},
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
