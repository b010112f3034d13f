package gate_test

import (
	"testing"

	"jprof/internal/format/jfr"
	"jprof/report/gate"
	"jprof/report/reporttest"
	"jprof/report/times"
)

// TestNanoseconds limits the time of an invocation: a method fails only if its whole interval is above the limit.
func TestNanoseconds(t *testing.T) {
	m := reporttest.SampleModel(t)
	of := func(clock jfr.Clock, samples int) *times.Model { // 1,664,079 invocations: 6 ns for each sample
		return times.New(m, &jfr.Samples{Clock: clock, All: jfr.Amount{Samples: 100, Nanos: 100 * jfr.Period},
			Frames: []jfr.Frame{{Class: "org.example.Fibonacci", Method: "fib", Line: 8}},
			Stacks: []jfr.Stack{{Frames: []int{0},
				Amount: jfr.Amount{Samples: samples, Nanos: jfr.Period * uint64(samples)}}}})
	}
	noSamples := times.New(m, &jfr.Samples{})
	for _, tt := range []struct {
		times  *times.Model
		limit  uint64
		passed bool
	}{
		{of(jfr.CPU, 100), 601, true},
		{of(jfr.CPU, 100), 489, true}, // the interval is from 488.9 on
		{of(jfr.CPU, 100), 488, false},
		{of(jfr.CPU, 0), 23, true}, // at most 22 ns
		{of(jfr.Wall, 100), 489, true},
		{of(jfr.Wall, 100), 488, false},
		{noSamples, 1000, false},
		{nil, 1000, false},
	} {
		v := gate.Check(m, gate.Rules{Times: tt.times,
			Methods: []gate.MethodRule{{Match: matching(t, "org.example.Fibonacci.fib"), Nanoseconds: &tt.limit}}})
		if len(v.Gates) != 1 || v.Gates[0].Rule != "nanoseconds" || v.Gates[0].Passed != tt.passed {
			t.Errorf("%d: %+v", tt.limit, v.Gates)
		}
	}
	limit := uint64(1000)
	v := gate.Check(m, gate.Rules{Times: of(jfr.Wall, 4),
		Methods: []gate.MethodRule{{Match: matching(t, "org.example.Fibonacci.fib"), Nanoseconds: &limit}}})
	same(t, told(v), "ok: nanoseconds of method org.example.Fibonacci::fib(int n): at most 1.00 µs, is too few samples",
		"FAILED: nanoseconds of methods org.example.Fibonacci.fib: a method with enough samples, is none: let it run "+
			"longer")
	limit = 1
	v = gate.Check(m, gate.Rules{Times: of(jfr.CPU, 0),
		Methods: []gate.MethodRule{{Match: matching(t, "org.example.Fibonacci.fib"), Nanoseconds: &limit}}})
	if v.Failed() != 1 {
		t.Errorf("a bound above the limit: %+v", v.Gates)
	}
}
