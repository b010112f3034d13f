package reporttest

import (
	"strings"
	"testing"

	"jprof/internal/format/jfr"
	"jprof/report"
	"jprof/report/times"
)

// Times returns the times of the sample: of a recursion, of the JDK at the top, of a frame without a line, of a
// statement of two lines, and of code outside of the project; and the file with the recursion, Fibonacci.java. Each
// sample represents 10 ns.
func Times(t testing.TB) (*times.Model, *report.File) {
	t.Helper()
	m := SampleModel(t)
	var file *report.File
	for _, f := range m.Files {
		if strings.HasSuffix(f.Path, "Fibonacci.java") {
			file = f
		}
	}
	if file == nil {
		t.Fatal("the sample has no Fibonacci.java")
	}
	const class = "org.example.Fibonacci"
	s := &jfr.Samples{Clock: jfr.CPU, JVMs: 1, All: jfr.Amount{Samples: 20, Nanos: 200},
		Outside: jfr.Amount{Samples: 6, Nanos: 60},
		Frames: []jfr.Frame{
			{Class: class, Method: "fib", Line: 8}, {Class: class, Method: "fib", Line: 9},
			{Class: class, Method: "fib", Line: 7}, {Class: "java.util.List", Method: "add", Line: 99},
			{Class: class, Method: "fib", Line: 0},
		}}
	add := func(samples int, frames ...int) {
		s.Stacks = append(s.Stacks, jfr.Stack{Frames: frames,
			Amount: jfr.Amount{Samples: samples, Nanos: uint64(10 * samples)}})
	}
	add(2, 2, 0)    // the condition, called by the sum
	add(3, 1, 0, 1) // the second line of the sum, three levels deep
	add(4, 3, 2)    // the JDK, called by the condition
	add(5, 4, 0)    // no line
	return times.New(m, s), file
}
