package pprof_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"jprof/report/export/pprof"
	"jprof/report/reporttest"
	"jprof/report/times"
)

// TestTimes reads a profile of times with pprof's library: sums, a stack with its lines, and the count of a line.
func TestTimes(t *testing.T) {
	m, file := reporttest.Times(t)
	var b bytes.Buffer
	if err := pprof.WriteTimes(&b, m, times.Samples); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CheckValid(); err != nil {
		t.Error(err)
	}
	var types []string
	for _, x := range p.SampleType {
		types = append(types, x.Type+"/"+x.Unit)
	}
	if want := []string{"time/nanoseconds", "samples/count", "executions/count"}; !slices.Equal(types, want) ||
		p.DefaultSampleType != "samples" {
		t.Errorf("types %q, first %s", types, p.DefaultSampleType)
	}
	stacks := map[string][]int64{}
	for _, s := range p.Sample {
		var names []string
		for _, l := range s.Location {
			names = append(names, fmt.Sprintf("%s %s:%d", l.Line[0].Function.Name, l.Line[0].Function.Filename,
				l.Line[0].Line))
		}
		stacks[strings.Join(names, "; ")] = s.Value
	}
	fib := "org.example.Fibonacci.fib(int n) " + file.Path
	for stack, want := range map[string][]int64{fib + ":7": {0, 0, 1664079}, fib + ":7; " + fib + ":8": {20, 2, 0},
		"(outside of the project) :0": {60, 6, 0}} {
		if !slices.Equal(stacks[stack], want) {
			t.Errorf("%s: %d, want %d", stack, stacks[stack], want)
		}
	}
	if err := pprof.WriteTimes(reporttest.Full{}, m, times.Time); err == nil {
		t.Error("a full disk is no error")
	}
}
