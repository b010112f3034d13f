package text_test

import (
	"math"
	"strings"
	"testing"

	"jprof/report/assemble"
	"jprof/report/export/text"
	"jprof/report/reporttest"
)

func TestHottest(t *testing.T) {
	var b strings.Builder
	if err := text.Hottest(&b, 0, reporttest.SampleModel(t), 3); err != nil {
		t.Fatal(err)
	}
	want := `hottest methods by executions of their statements
  executions      calls  place                                           method
   3,328,158  1,664,079  app/src/main/java/org/example/Fibonacci.java:6  Fibonacci::fib(int n)
      24,500     12,000  app/src/main/java/org/example/Shapes.java:17    Shapes.Shape::area()
       1,200      1,200  app/src/main/java/org/example/Shapes.java:11    Shapes.Shape::Shape(int size)

hottest regions
      count  place                                           code
  1,664,079  app/src/main/java/org/example/Fibonacci.java:7  if (n <= 1) return n;
    832,040  app/src/main/java/org/example/Fibonacci.java:7  return n;
    832,039  app/src/main/java/org/example/Fibonacci.java:8  return fib(n - 1)
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestNothingExecuted(t *testing.T) {
	m, err := assemble.Model(assemble.Input{Source: func(string, [32]byte) ([]byte, error) { return nil, nil }})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := text.Hottest(&b, 0, m, 3); err != nil {
		t.Fatal(err)
	}
	if want := "hottest methods by executions of their statements\n  no statement was executed\n\nhottest regions\n" +
		"  no statement was executed\n"; b.String() != want {
		t.Errorf("got %q", b.String())
	}
	if got, want := text.Summary(m), "0 of 0 lines executed (–), 0 of 0 methods (–), no file measured"; got != want {
		t.Errorf("summary %q", got)
	}
}

func TestHostileSourceCannotSteerTerminal(t *testing.T) {
	m := reporttest.SampleModel(t, reporttest.File{Path: "E\x1b[2J.java", Counters: []uint64{1 << 40},
		Text: "‹t class E|class E { ‹m f(\x1b]0;x\x07 a) 0|‹b body 0|{ ‹r 0|·g(\"\x1b[31m\", " +
			strings.Repeat("long, ", 40) + "1);› }›› }›"})
	var b strings.Builder
	if err := text.Hottest(&b, 0, m, 1); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\x07") {
		t.Errorf("control characters in %q", b.String())
	}
	if !strings.Contains(b.String(), `g("␛[31m", long,`) || !strings.HasSuffix(b.String(), "…\n") {
		t.Errorf("code is %q", b.String())
	}
}

func TestTotals(t *testing.T) {
	m := reporttest.SampleModel(t, reporttest.File{Path: "G.java", Counters: []uint64{1},
		Text: "‹t class G|‹a Generated|@Generated› class G { ‹m f() 0|‹b body 0|{}›› ‹m g() 0|‹b body 0|{}›› }›"})
	var b strings.Builder
	if err := text.Totals(&b, 0, m); err != nil {
		t.Fatal(err)
	}
	want := `executed in main sources
  lines     15 of 19  78.9 %
  branches   7 of 10  70.0 %
  methods    9 of 12  75.0 %
  files            5  1 file and 1 part unmeasured, 2 methods excluded
  test sources: 2 of 2 lines executed (100 %), 2 of 2 methods (100 %)
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	m = reporttest.Model(t, reporttest.File{Path: "A.java", Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{}›› }›",
		Counters: []uint64{1}})
	b.Reset()
	if err := text.Totals(&b, 0, m); err != nil {
		t.Fatal(err)
	}
	if want := "executed\n  lines     0 of 0  –\n  methods   1 of 1  100 %\n" +
		"  files          1\n"; b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestSaturatedCountsAreTold(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{}›› }›",
		Counters: []uint64{math.MaxInt64}})
	const note = "counts have reached the maximum, 9,223,372,036,854,775,807: the true counts may be higher"
	if got := text.Summary(m); !strings.HasSuffix(got, "; "+note) {
		t.Errorf("summary %q", got)
	}
	var b strings.Builder
	if err := text.Totals(&b, 0, m); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(b.String(), "\n  "+note+"\n") {
		t.Errorf("totals %q", b.String())
	}
}

func TestSummary(t *testing.T) {
	want := "main sources: 15 of 19 lines executed (78.9 %), 7 of 10 branches (70.0 %), 9 of 12 methods (75.0 %); " +
		"test sources: 2 of 2 lines (100 %); " +
		"1 of 6 files unmeasured (app/src/main/java/org/example/Broken.java: javac rejected the instrumented file: " +
		"error: code too large), 1 part unmeasured " +
		"(app/src/main/java/org/example/Shapes.java:29)"
	if got := text.Summary(reporttest.SampleModel(t)); got != want {
		t.Errorf("summary %q, want %q", got, want)
	}
	got := text.Summary(reporttest.SampleModel(t, reporttest.File{Path: "N.java", Counters: []uint64{0, 1},
		Text: "‹t class N|class N { ‹m f() 0-1|‹b body 0|{}›› }›"}))
	if !strings.HasSuffix(got, "; 1 self-check failed: N.java:1: the count of the method N::f() comes out as -1 "+
		"and is shown as 0") {
		t.Errorf("summary %q", got)
	}
	for want, files := range map[string][]reporttest.File{
		"test sources: 0 of 0 lines executed (–), 1 of 1 methods (100 %), 1 file measured": {
			{Set: "test", Path: "ATest.java", Text: "‹t class ATest|class ATest { ‹m f() 0|‹b body 0|{}›› }›",
				Counters: []uint64{1}}},
		"main sources: 0 of 0 lines executed (–), 1 of 1 methods (100 %); test sources: 0 of 0 lines (–); 1 of 2 " +
			"files unmeasured (ok/ATest.java: why)": {
			{Path: "ok/A.java", Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{}›› }›", Counters: []uint64{1}},
			{Set: "test", Path: "ok/ATest.java", Text: "‹u why|class ATest {}›"}},
		"0 of 0 lines executed (–), 1 of 1 methods (100 %), 1 file measured, 1 file excluded": {
			{Path: "ok/A.java", Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{}›› }›", Counters: []uint64{1}},
			{Path: "gen/B.java", Text: "‹t class B|class B { ‹m f() 0|‹b body 0|{}›› }›"}},
		"0 of 0 lines executed (–), 0 of 0 methods (–), 2 files measured, 2 methods unmeasured (the first: " +
			"ok/A.java:1; the report lists all), 1 file and 1 " +
			"method excluded": {
			{Path: "ok/A.java",
				Text: "‹t class A|class A { ‹u a|‹m f() 0|‹b body 0|{}››› ‹u b|‹m g() 0|‹b body 0|{}››› }›"},
			{Path: "ok/B.java", Text: "‹t class B|class B { ‹m f() 0|‹a Generated|@Generated›‹b body 0|{}›› }›"},
			{Path: "gen/B.java", Text: "‹t class B|class B {}›"}},
	} {
		var p reporttest.Project
		if err := p.Add(files...); err != nil {
			t.Fatal(err)
		}
		in := p.Input("test")
		in.Exclude.Paths = []string{"gen/**"}
		m, err := assemble.Model(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := text.Summary(m); got != want {
			t.Errorf("summary %q, want %q", got, want)
		}
	}
}

func TestTotalsByOrigin(t *testing.T) {
	m := reporttest.ReactorModel(t)
	var b strings.Builder
	if err := text.Totals(&b, 0, m); err != nil {
		t.Fatal(err)
	}
	want := `executed in main sources
  lines     4 of 4  100 %
  methods   3 of 3  100 %
  files          2
  test sources: 1 of 1 lines executed (100 %), 1 of 1 methods (100 %)

regions executed by
  own module's tests    2 of 4  50.0 %
  other modules' tests  3 of 4  75.0 %
  unit tests            2 of 4  50.0 %
  integration tests     4 of 4  100 %
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
