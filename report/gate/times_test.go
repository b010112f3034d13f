package gate_test

import (
	"testing"

	"jprof/internal/timing"
	"jprof/report/gate"
	"jprof/report/reporttest"
	"jprof/report/times"
)

// TestNanoseconds limits the time of an invocation: a method fails only if its whole interval is above the limit.
func TestNanoseconds(t *testing.T) {
	m := reporttest.SampleModel(t)
	of := func(samples int) *times.Model { // 1,664,079 invocations: 6 ns for each sample
		return times.New(m, &timing.Samples{
			Frames: []timing.Frame{{Class: "org.example.Fibonacci", Method: "fib", Line: 8}},
			Stacks: []timing.Stack{{Frames: []int{0},
				Amount: timing.Amount{Samples: samples, Nanos: timing.Period * uint64(samples)}}}})
	}
	for _, tt := range []struct {
		times  *times.Model
		limit  uint64
		passed bool
	}{
		{of(100), 601, true},
		{of(100), 489, true}, // the interval is from 488.9 on
		{of(100), 488, false},
		{of(0), 1, true}, // nothing is known
		{nil, 1000, false},
	} {
		v := gate.Check(m, gate.Rules{Times: tt.times,
			Methods: []gate.MethodRule{{Match: matching(t, "org.example.Fibonacci.fib"), Nanoseconds: &tt.limit}}})
		if len(v.Gates) != 1 || v.Gates[0].Rule != "nanoseconds" || v.Gates[0].Passed != tt.passed {
			t.Errorf("%d: %+v", tt.limit, v.Gates)
		}
	}
}
