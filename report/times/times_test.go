package times_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"jprof/internal/format/jfr"
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

// TestHead joins a sample of the head of a method with its first line.
func TestHead(t *testing.T) {
	model := reporttest.SampleModel(t)
	m := times.New(model, &jfr.Samples{Clock: jfr.CPU,
		Frames: []jfr.Frame{{Class: "org.example.Fibonacci", Method: "fib", Line: 6}},
		Stacks: []jfr.Stack{{Frames: []int{0}, Amount: jfr.Amount{Samples: 3, Nanos: 30}}}})
	if lines := m.Lines(nil); len(lines) != 1 || lines[0].Line != 7 || lines[0].Self.Samples != 3 {
		t.Errorf("the lines are %+v", lines)
	}
}

// TestCounters compares with samples of the same work without counters.
func TestCounters(t *testing.T) {
	amount := func(samples int) times.Amount { return times.Amount{Samples: samples, Nanos: uint64(10 * samples)} }
	m := &times.Model{Samples: &jfr.Samples{All: amount(1000)}}
	if c, ok := m.Counters(); ok {
		t.Errorf("without a comparison: %+v", c)
	}
	m.Samples.NoPlain = "the run failed"
	if got := m.CountersText(); !strings.HasSuffix(got, "; the whole time of counters is not known: the run failed") {
		t.Errorf("a comparison that failed: %s", got)
	}
	m.Samples.NoPlain, m.Samples.Plain = "", &jfr.Plain{JVMs: 1, All: amount(800)}
	c, ok := m.Counters() // 0.8 times e to the power of 1.96 times the root of 1/800 + 1/1000, 0.0930
	if !ok || math.Abs(c.Share-0.2) > 1e-9 || math.Abs(c.Low-0.1220) > 1e-4 || math.Abs(c.High-0.2711) > 1e-4 {
		t.Errorf("of 1,000 samples 800 without counters: %+v", c)
	}
	want := "counters took 20.0 % of the time (12.2 % to 27.1 %): 1,000 samples with counters, 800 without"
	if got := m.CountersText(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	const inNoise = ", which is within the noise"
	for samples, want := range map[[2]int]string{
		{1000, 1000}: "counters took at most 8.4 % of the time: 1,000 samples with counters, 1,000 without" + inNoise,
		{100_000, 100_875}: "counters took at most 0.1 % of the time: 100,000 samples with counters, 100,875 without" +
			inNoise,
		{1000, 1300}: "0.0 % of the samples are in counters; those in counters that the compiler has inlined are " +
			"not included" +
			"; the whole time of counters is not known: 1,000 samples with counters, 1,300 without. The run without " +
			"counters was slower by more than the noise, so the two cannot be compared",
	} {
		m.Samples.All, m.Samples.Plain.All = amount(samples[0]), amount(samples[1])
		if got := m.CountersText(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestPerExecution divides by counts: with few samples, with none, and without a count.
func TestPerExecution(t *testing.T) {
	of := func(clock jfr.Clock) *times.Model { return &times.Model{Samples: &jfr.Samples{Clock: clock}} }
	cpu, wall := of(jfr.CPU), of(jfr.Wall)
	if per, ok := cpu.PerExecution(times.Amount{Samples: 100, Nanos: 2_000_000}, 1000); !ok || per.Below ||
		per.Nanos != 2000 ||
		per.Low < 1627 || per.Low > 1628 || per.High < 2432 || per.High > 2433 {
		t.Errorf("100 samples: %+v", per)
	}
	if per, ok := cpu.PerExecution(times.Amount{}, 1000); !ok || !per.Below ||
		per.Low != 0 || per.High < 36888 || per.High > 36890 {
		t.Errorf("no sample: %+v", per)
	}
	if _, ok := cpu.PerExecution(times.Amount{Samples: 9, Nanos: 90}, 0); ok {
		t.Error("what was never executed has a time")
	}
	if _, ok := wall.PerExecution(times.Amount{Samples: 4, Nanos: 40}, 1000); ok {
		t.Error("few samples of elapsed time are a bound")
	}
	lost := &times.Model{Samples: &jfr.Samples{Clock: jfr.CPU, Lost: 1}}
	if _, ok := lost.PerExecution(times.Amount{Samples: 4, Nanos: 40}, 1000); ok {
		t.Error("few samples are a bound where others were lost")
	}
	if per, ok := wall.PerExecution(times.Amount{Samples: 5, Nanos: 5000}, 1000); !ok || per.Below || per.Nanos != 5 {
		t.Errorf("5 samples of elapsed time: %+v", per)
	}
	if text := wall.PerText(times.Cost{Count: 1}); text != "too few samples" {
		t.Errorf("no sample of elapsed time: %s", text)
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
