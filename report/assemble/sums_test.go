package assemble_test

import (
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
)

func class(t *testing.T, m *report.Model, qualified string) *report.Class {
	t.Helper()
	for _, c := range m.Classes {
		if c.Qualified() == qualified {
			return c
		}
	}
	t.Fatalf("no class %s", qualified)
	return nil
}

func TestNestedClassesCountInTopLevelClass(t *testing.T) {
	m := reporttest.SampleModel(t)
	c := class(t, m, "org.example.Shapes")
	var labels []string
	var sum uint64
	for _, i := range c.Methods {
		labels = append(labels, c.File.Methods[i].Label)
		sum += c.File.Methods[i].Invocations
	}
	want := []string{"Shapes::static {...}", "Shapes$Shape::Shape(int size)", "Shapes$Shape::Shape()",
		"Shapes$Shape::area()", "Shapes::compare(Shape a)", "Shapes$1::compare(Shape x, Shape y)", "Shapes::register()",
		"Shapes::register(int times)"}
	if !slices.Equal(labels, want) {
		t.Errorf("methods %q\nwant    %q", labels, want)
	}
	if sum != 2+1200+700+12000+1+42+2+0 || c.Totals.Invocations != sum {
		t.Errorf("invocations %d, sum of methods %d", c.Totals.Invocations, sum)
	}
	if got, want := c.Totals.Methods, (report.Ratio{Covered: 7, Total: 8}); got != want {
		t.Errorf("methods %v, want %v", got, want)
	}
	if b := c.File.Blocks[c.Hottest]; b.Count != 12000 || b.Kind != "body" {
		t.Errorf("hottest block is %s, entered %d times", b.Kind, b.Count)
	}
	if want := (report.Omitted{Parts: 1}); c.Totals.Unmeasured != want {
		t.Errorf("not measured: %+v, want %+v", c.Totals.Unmeasured, want)
	}
	for _, other := range m.Classes {
		if strings.Contains(other.Name, "$") {
			t.Errorf("%s is a row of its own", other.Name)
		}
	}
}

// known returns the metrics that the tests of whole totals compare. Each newer metric has a test of its own.
func known(t report.Totals) report.Totals {
	t.Metrics = report.Metrics{Methods: t.Methods, Blocks: t.Blocks, Regions: t.Regions, Lines: t.Lines,
		Branches: t.Branches, Statements: t.Statements, Complexity: t.Complexity, Invocations: t.Invocations,
		Executed: t.Executed}
	return t
}

func TestTotals(t *testing.T) {
	m := reporttest.SampleModel(t)
	metrics := report.Metrics{
		Methods: report.Ratio{Covered: 9, Total: 12}, Blocks: report.Ratio{Covered: 14, Total: 19},
		Regions: report.Ratio{Covered: 15, Total: 19},
		Lines:   report.Ratio{Covered: 15, Total: 19}, Branches: report.Ratio{Covered: 7, Total: 10},
		Statements:  report.Ratio{Covered: 18, Total: 22},
		Complexity:  12 + 5, // a path of each method, and one for each condition
		Invocations: 1664079 + 1 + 0 + (2 + 1200 + 700 + 12000 + 1 + 42 + 2) + 0,
		// fib: if, return n, return sum; main: 3 statements, loop, else
		Executed: 1664079 + 832040 + (1664079 - 832040) + 3 + 29 + 1 +
			2 + 3 + 1200 + 700 + 2*12000 + 500 + 1 + 42 + 2,
	}
	want := report.Totals{ // of the main sources
		Metrics: metrics, FilesMeasured: 4, Unmeasured: report.Omitted{Files: 1, Parts: 1},
	}
	if known(m.Totals) != want {
		t.Errorf("totals\n%+v, want\n%+v", m.Totals, want)
	}
	two := report.Ratio{Covered: 2, Total: 2}
	tests := report.Totals{FilesMeasured: 1, Metrics: report.Metrics{
		Methods: two, Blocks: two, Regions: two, Lines: two, Statements: two, Complexity: 2, Invocations: 4,
		Executed: 4,
	}}
	if known(m.TestTotals) != tests {
		t.Errorf("totals of test sources\n%+v, want\n%+v", m.TestTotals, tests)
	}
	if got, want := m.Sum().Methods,
		(report.Ratio{Covered: 11, Total: 14}); got != want || m.Scope() != "main sources" {
		t.Errorf("%v methods in all, want %v; the scope is %q", got, want, m.Scope())
	}
	order := []string{"Fibonacci", "Shapes", "UtilTest", "Named", "Never"}
	for i, c := range m.Classes {
		if c.Name != order[i] {
			t.Errorf("class %d is %s, want %s", i, c.Name, order[i])
		}
	}
	if n := len(m.Omitted); n != 2 {
		t.Fatalf("%d entries are not measured", n)
	}
	if n := m.Omitted[0]; !n.Whole || n.File.Measured || !strings.Contains(n.Reason, "code too large") {
		t.Errorf("not measured: %+v", n)
	}
	if n := m.Omitted[1]; n.Whole || n.Span.Start.Line != 29 {
		t.Errorf("not measured: %+v", n)
	}
}

func TestComplexityOfMethods(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 1}, Text: `
‹t class A|class A {
  ‹b body 0|‹r 0|·int field = ‹c condition 0 1|a› ? 1 : 2;››
  ‹m straight() 0|void ¤straight() ‹b body 0|{ ‹r 0|·x();› }››
  ‹m conditions() 0|void ¤conditions() ‹b body 0|{
    ‹r 0|·if (‹c condition 0 1|a› && ‹c condition 0 1|b›) x();
    ·for (‹c loop 0 1|Object o : all›) ‹b loop 0|{ ‹r 0|·while (‹c condition 0 1|c›) x();› }›
    ·try {} catch (‹c catch 0|E e›) {}›
  }››
  ‹m switches() 0|void ¤switches() ‹b body 0|{
    ‹r 0|·switch (s) { ‹c case 0|case 1, 2›: ‹c case 0|case 3›: ‹c case 0|default›: }
    ·switch (‹c default 0|s›) { ‹c case 0|case 1›: ‹c case 0|case 2›: }
    ·y = switch (e) { ‹c case 0|case A› -> 1; ‹c case 0|case B› -> 2; };›
  }››
  ‹m lambda() 0|void ¤lambda() ‹b body 0|{
    ‹r 0|·run(() -> ‹b lambda 1|{ ‹r 1|·if (‹c condition 0 1|a›) x();› }›);
    ·new ‹t anonymous A$1|Object() { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·if (‹c condition 0 1|a›) x();› }›› }›;›
  }››
  ‹u why|‹m left() 0|void ¤left() ‹b body 0|{ ‹r 0|·if (‹c condition 0 1|a›) x();› }›››
  ‹m part() 0|void ¤part() ‹b body 0|{ ` +
		`‹r 0|·if (‹c condition 0 1|a›) x();› ‹u why|‹b then 0|‹r 0|·if (‹c condition 0 1|b›) x();››› }››
}›`})
	want := map[string]int{
		"A::straight()": 1, "A::conditions()": 5, "A::lambda()": 2, "A$1::f()": 2, "A::left()": 0, "A::part()": 2,
		// Two labels besides the default, two and none of them, and the second of an enum's two.
		"A::switches()": 1 + 2 + 2 + 1,
	}
	sum := 0
	for _, method := range m.Files[0].Methods {
		sum += method.Complexity
		if method.Complexity != want[method.Label] {
			t.Errorf("%s: %d, want %d", method.Label, method.Complexity, want[method.Label])
		}
	}
	for what, totals := range map[string]report.Totals{"class": m.Classes[0].Totals, "file": m.Files[0].Totals,
		"package": m.Packages()[0].Totals, "project": m.Totals} {
		if totals.Complexity != sum {
			t.Errorf("%s: %d, want %d", what, totals.Complexity, sum)
		}
	}
}
