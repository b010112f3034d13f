package times_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
	"jprof/report/times"
)

// TestNew joins stacks with lines and methods.
func TestNew(t *testing.T) {
	model, file := reporttest.Times(t)
	amount := func(samples int) times.Amount { return times.Amount{Samples: samples, Nanos: uint64(10 * samples)} }
	for line, want := range map[int]times.Cost{
		7: {Self: amount(6), Library: amount(4), Total: amount(6), Count: 1664079},
		8: {Self: amount(8), Library: amount(5), Total: amount(10), Count: 832039},
	} {
		if got, ok := model.Line(file, line); !ok || got != want {
			t.Errorf("line %d: %+v, want %+v", line, got, want)
		}
	}
	var lines []int
	for _, l := range model.Lines(nil) {
		lines = append(lines, l.Line)
	}
	if !reflect.DeepEqual(lines, []int{8, 7}) {
		t.Errorf("the lines are %d", lines)
	}
	methods := model.Methods(nil)
	want := times.Cost{Self: amount(14), Library: amount(9), Total: amount(14), Count: 1664079}
	if len(methods) != 1 || methods[0].Method().Label != "Fibonacci::fib(int n)" || methods[0].Cost != want {
		t.Errorf("the methods are %+v", methods)
	}
	if n := len(model.Methods(func(report.MethodRef) bool { return false })); n != 0 {
		t.Errorf("%d methods of none", n)
	}
	if share := model.Share(amount(5)); share != 0.25 {
		t.Errorf("the share is %f", share)
	}
}

// TestPerExecution divides by counts: with few samples, with none, and without a count.
func TestPerExecution(t *testing.T) {
	c := times.Cost{Count: 1000}
	if per, ok := c.PerExecution(times.Amount{Samples: 100, Nanos: 2_000_000}); !ok || per.Below || per.Nanos != 2000 ||
		per.Low < 1627 || per.Low > 1628 || per.High < 2432 || per.High > 2433 {
		t.Errorf("100 samples: %+v", per)
	}
	if per, ok := c.PerExecution(times.Amount{}); !ok || !per.Below ||
		per.Low != 0 || per.High < 36888 || per.High > 36890 {
		t.Errorf("no sample: %+v", per)
	}
	if _, ok := (times.Cost{}).PerExecution(times.Amount{Samples: 9, Nanos: 90}); ok {
		t.Error("what was never executed has a time")
	}
}

// TestEntries writes out the stacks and the counts of lines: their sums are those of the model.
func TestEntries(t *testing.T) {
	model, file := reporttest.Times(t)
	var sums [times.NumMetrics]uint64
	stacks := map[string][times.NumMetrics]uint64{}
	for e := range model.Entries() {
		var names []string
		for _, f := range e.Frames {
			names = append(names, fmt.Sprintf("%s %s:%d", f.Name(), f.Path, f.Line))
		}
		stacks[strings.Join(names, "; ")] = e.Values
		for i, n := range e.Values {
			sums[i] += n
		}
	}
	executions := uint64(0)
	for _, f := range model.Report.Files {
		for _, line := range f.Lines() {
			executions += line.Count
		}
	}
	if want := [times.NumMetrics]uint64{200, 20, executions}; sums != want || executions == 0 {
		t.Errorf("the sums are %d, want %d", sums, want)
	}
	fib := func(line int) string { return fmt.Sprintf("org.example.Fibonacci.fib(int n) %s:%d", file.Path, line) }
	for stack, want := range map[string][times.NumMetrics]uint64{
		fib(7):                                    {0, 0, 1664079},
		fib(7) + "; " + fib(8):                    {20, 2, 0},
		fib(8) + "; " + fib(8) + "; " + fib(8):    {30, 3, 0},
		"java.util.List.add :99; " + fib(7):       {40, 4, 0},
		"org.example.Fibonacci.fib :0; " + fib(8): {50, 5, 0},
		"(outside of the project) :0":             {60, 6, 0},
	} {
		if got, ok := stacks[stack]; !ok || got != want {
			t.Errorf("%s: %d, want %d", stack, got, want)
		}
	}
}
