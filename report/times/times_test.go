package times

import (
	"reflect"
	"strings"
	"testing"

	"jprof/internal/timing"
	"jprof/report"
	"jprof/report/reporttest"
)

// TestNew joins stacks with lines and methods: of a recursion, of the JDK at the top, without a line, below a statement
// of two lines, and of code outside of the project.
func TestNew(t *testing.T) {
	m := reporttest.SampleModel(t)
	file := m.Files[0]
	for _, f := range m.Files {
		if strings.HasSuffix(f.Path, "Fibonacci.java") {
			file = f
		}
	}
	const class = "org.example.Fibonacci"
	s := &timing.Samples{All: timing.Amount{Samples: 20, Nanos: 200}, Frames: []timing.Frame{
		{Class: class, Method: "fib", Line: 8}, {Class: class, Method: "fib", Line: 9},
		{Class: class, Method: "fib", Line: 7}, {Class: "java.util.List", Method: "add", Line: 99},
		{Class: class, Method: "fib", Line: 0},
	}}
	add := func(samples int, frames ...int) {
		s.Stacks = append(s.Stacks, timing.Stack{Frames: frames,
			Amount: timing.Amount{Samples: samples, Nanos: uint64(10 * samples)}})
	}
	add(2, 2, 0)    // the condition, called by the sum
	add(3, 1, 0, 1) // the second line of the sum, three levels deep
	add(4, 3, 2)    // the JDK, called by the condition
	add(5, 4, 0)    // no line
	add(6, 3)       // the JDK alone
	times := New(m, s)

	amount := func(samples int) Amount { return Amount{Samples: samples, Nanos: uint64(10 * samples)} }
	for line, want := range map[int]Cost{
		7: {Self: amount(6), Library: amount(4), Total: amount(6), Count: 1664079},
		8: {Self: amount(8), Library: amount(5), Total: amount(10), Count: 832039},
	} {
		if got, ok := times.Line(file, line); !ok || got != want {
			t.Errorf("line %d: %+v, want %+v", line, got, want)
		}
	}
	var lines []int
	for _, l := range times.Lines(nil) {
		lines = append(lines, l.Line)
	}
	if !reflect.DeepEqual(lines, []int{8, 7}) {
		t.Errorf("the lines are %d", lines)
	}
	methods := times.Methods(nil)
	want := Cost{Self: amount(14), Library: amount(9), Total: amount(14), Count: 1664079}
	if len(methods) != 1 || methods[0].Method().Label != "Fibonacci::fib(int n)" || methods[0].Cost != want {
		t.Errorf("the methods are %+v", methods)
	}
	if n := len(times.Methods(func(report.MethodRef) bool { return false })); n != 0 {
		t.Errorf("%d methods of none", n)
	}
	if share := times.Share(amount(5)); share != 0.25 {
		t.Errorf("the share is %f", share)
	}
}

// TestPerExecution divides by counts: with few samples, with none, and without a count.
func TestPerExecution(t *testing.T) {
	c := Cost{Count: 1000}
	if per, ok := c.PerExecution(Amount{Samples: 100, Nanos: 2_000_000}); !ok || per.Below || per.Nanos != 2000 ||
		per.Low < 1627 || per.Low > 1628 || per.High < 2432 || per.High > 2433 {
		t.Errorf("100 samples: %+v", per)
	}
	if per, ok := c.PerExecution(Amount{}); !ok || !per.Below || per.Low != 0 || per.High < 36888 || per.High > 36890 {
		t.Errorf("no sample: %+v", per)
	}
	if _, ok := (Cost{}).PerExecution(Amount{Samples: 9, Nanos: 90}); ok {
		t.Error("what was never executed has a time")
	}
}
