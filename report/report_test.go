package report_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/internal/probe"
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
	want := []string{"Shapes::static {...}", "Shapes$Shape::Shape(int size)", "Shapes$Shape::Shape()", "Shapes$Shape::area()",
		"Shapes::compare(Shape a)", "Shapes$1::compare(Shape x, Shape y)", "Shapes::register()", "Shapes::register(int times)"}
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

func TestTotals(t *testing.T) {
	m := reporttest.SampleModel(t)
	metrics := report.Metrics{
		Methods: report.Ratio{Covered: 9, Total: 12}, Blocks: report.Ratio{Covered: 14, Total: 19}, Regions: report.Ratio{Covered: 15, Total: 19},
		Lines: report.Ratio{Covered: 15, Total: 19}, Branches: report.Ratio{Covered: 7, Total: 10}, Statements: report.Ratio{Covered: 18, Total: 22},
		Complexity:  12 + 5, // a path of each method, and one for each condition
		Invocations: 1664079 + 1 + 0 + (2 + 1200 + 700 + 12000 + 1 + 42 + 2) + 0,
		// fib: if, return n, return sum; main: 3 statements, loop, else
		Executed: 1664079 + 832040 + (1664079 - 832040) + 3 + 29 + 1 +
			2 + 3 + 1200 + 700 + 2*12000 + 500 + 1 + 42 + 2,
	}
	want := report.Totals{ // of the main sources
		Metrics: metrics, FilesMeasured: 4, Unmeasured: report.Omitted{Files: 1, Parts: 1},
	}
	if m.Totals != want {
		t.Errorf("totals\n%+v, want\n%+v", m.Totals, want)
	}
	two := report.Ratio{Covered: 2, Total: 2}
	tests := report.Totals{FilesMeasured: 1, Metrics: report.Metrics{
		Methods: two, Blocks: two, Regions: two, Lines: two, Statements: two, Complexity: 2, Invocations: 4, Executed: 4,
	}}
	if m.TestTotals != tests {
		t.Errorf("totals of test sources\n%+v, want\n%+v", m.TestTotals, tests)
	}
	if got, want := m.Sum().Methods, (report.Ratio{Covered: 11, Total: 14}); got != want || m.Scope() != "main sources" {
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

func TestLinesTakeFirstStatement(t *testing.T) {
	m := reporttest.SampleModel(t)
	got := class(t, m, "org.example.Fibonacci").File.Lines()
	of := func(covered, total int) report.Ratio { return report.Ratio{Covered: covered, Total: total} }
	want := []report.LineCount{{7, 1664079, of(2, 2), of(2, 2)}, {8, 832039, of(1, 1), of(0, 0)}, {13, 1, of(1, 1), of(0, 0)}, {14, 1, of(1, 1), of(2, 2)},
		{15, 29, of(1, 1), of(0, 0)}, {17, 1, of(1, 1), of(1, 2)}, {19, 0, of(0, 1), of(0, 0)}, {21, 1, of(1, 1), of(0, 0)}, {26, 0, of(0, 1), of(0, 0)}}
	if !slices.Equal(got, want) {
		t.Errorf("lines %v\nwant  %v", got, want)
	}
	got = class(t, m, "org.example.Fibonacci").File.Codes()[0].Lines
	if !slices.Equal(got, want[:2]) {
		t.Errorf("lines of fib %v\nwant  %v", got, want[:2])
	}
}

// A condition on a line of its own belongs to the statement that it is in.
func TestBranchesBelongToLinesOfStatements(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{5, 2, 0},
		Text: "‹t class A|class A {\n ‹m f() 0|‹b body 0|{\n ‹r 0|·g(‹c condition 0 -|a›\n && ‹c condition 1 2|b›);› }››\n }›"})
	if got, want := m.Files[0].Lines(), []report.LineCount{{3, 5, report.Ratio{Covered: 1, Total: 1}, report.Ratio{Covered: 2, Total: 4}}}; !slices.Equal(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
}

func TestMainSources(t *testing.T) {
	all := reporttest.SampleModel(t)
	m := all.MainSources()
	if n := len(all.Files) - len(m.Files); n != 1 {
		t.Errorf("%d files are of tests", n)
	}
	if m.Totals != all.Totals || m.TestTotals != all.TestTotals || m.Sum() != m.Totals {
		t.Errorf("totals\n%+v and\n%+v, want\n%+v and\n%+v; files have\n%+v", m.Totals, m.TestTotals, all.Totals, all.TestTotals, m.Sum())
	}
	for _, c := range m.Classes {
		if c.Name == "UtilTest" {
			t.Error("a class of tests is there")
		}
	}
	for set, scope := range map[string]string{"integrationTest": "test sources", "main": ""} {
		one := reporttest.Model(t, reporttest.File{Set: set, Path: "A.java", Counters: []uint64{1}, Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{}›› }›"})
		p := one.MainSources()
		if len(p.Files) != 1 || p.Totals.Methods.Total != 1 || p.TestTotals != (report.Totals{}) || p.Scope() != scope {
			t.Errorf("%s only: %d files, %+v, %+v, scope %q", set, len(p.Files), p.Totals, p.TestTotals, p.Scope())
		}
	}
}

func TestLineWithStatementsAtSameByte(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 5, 9},
		Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|s = \n‹b lambda 1|‹r 1|·() -> ‹b lambda 2|‹r 2|·x››››;› }›› }›"})
	if got, want := m.Files[0].Lines(), []report.LineCount{{2, 5, report.Ratio{Covered: 2, Total: 2}, report.Ratio{}}}; !slices.Equal(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	m = reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 5},
		Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹b lambda 1|‹r 1|·‹b lambda 0|‹r 0|·x›››› }›› }›"})
	if got, want := m.Files[0].Lines(), []report.LineCount{{1, 5, report.Ratio{Covered: 2, Total: 2}, report.Ratio{}}}; !slices.Equal(got, want) {
		t.Errorf("lines %v, want %v: the outer statement", got, want)
	}
}

func TestSameFileInSeveralSetsIsAddedUp(t *testing.T) {
	text := "‹t class A|class A { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·g();› }›› }›"
	m := reporttest.Model(t,
		reporttest.File{Module: "m:b", Path: "A.java", Text: text, Counters: []uint64{5}},
		reporttest.File{Module: "m:a", Path: "A.java", Text: text, Counters: []uint64{3}},
		reporttest.File{Module: "m:a", Set: "test", Path: "A.java", Text: text})
	if len(m.Files) != 1 || len(m.Classes) != 1 {
		t.Fatalf("%d files, %d classes", len(m.Files), len(m.Classes))
	}
	f := m.Files[0]
	if f.Methods[0].Invocations != 8 || f.Blocks[0].Count != 8 || f.Regions[0].Count != 8 || m.Totals.Invocations != 8 {
		t.Errorf("counts %d, %d, %d, %d, want 8", f.Methods[0].Invocations, f.Blocks[0].Count, f.Regions[0].Count, m.Totals.Invocations)
	}
	if want := []report.SetName{{"m:a", "main"}, {"m:a", "test"}, {"m:b", "main"}}; !slices.Equal(f.Sets, want) {
		t.Errorf("sets %v", f.Sets)
	}
	if f.VersionNote() != "" {
		t.Errorf("one version is noted as %q", f.VersionNote())
	}
}

func TestDifferentVersionsAreKeptApart(t *testing.T) {
	m := reporttest.Model(t,
		reporttest.File{Module: "m:b", Path: "A.java", Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ }›› }›", Counters: []uint64{5}},
		reporttest.File{Module: "m:a", Path: "A.java", Text: "‹t class A|class A { int x; ‹m f() 0|‹b body 0|{ }›› }›", Counters: []uint64{3}})
	if len(m.Files) != 2 || len(m.Classes) != 2 {
		t.Fatalf("%d files, %d classes", len(m.Files), len(m.Classes))
	}
	if f := m.Files[0]; f.Version != 1 || f.Versions != 2 || f.Methods[0].Invocations != 3 || !strings.Contains(f.VersionNote(), "version 1 of 2, compiled by m:a main") {
		t.Errorf("first version: %d of %d, count %d, %q", f.Version, f.Versions, f.Methods[0].Invocations, f.VersionNote())
	}
	if f := m.Files[1]; f.Methods[0].Invocations != 5 {
		t.Errorf("second version has count %d", f.Methods[0].Invocations)
	}
}

func TestPackageReadTwiceCountsOnce(t *testing.T) {
	p, err := reporttest.Sample()
	if err != nil {
		t.Fatal(err)
	}
	in := p.Input("twice")
	once, err := report.Build(in)
	if err != nil {
		t.Fatal(err)
	}
	in.Sets = append(in.Sets, in.Sets...)
	slices.Reverse(in.Sets)
	twice, err := report.Build(in)
	if err != nil {
		t.Fatal(err)
	}
	if once.Totals != twice.Totals || len(once.Files) != len(twice.Files) {
		t.Errorf("totals %+v, read twice %+v", once.Totals, twice.Totals)
	}
}

func TestNegativeCountIsAProblem(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 3},
		Text: "‹t class A|class A {\n‹m f() 0|¤f() ‹b body 0|{\n‹r 0-1|·g();›\n}›› }›"})
	if got := m.Files[0].Regions[0].Count; got != 0 {
		t.Errorf("count %d", got)
	}
	want := []report.Problem{{Path: "A.java", Line: 3, Text: "the count of the region comes out as -2 and is shown as 0"}}
	if !reflect.DeepEqual(m.Problems, want) {
		t.Errorf("problems %+v", m.Problems)
	}
}

func TestUnmeasuredPartsAreOmitted(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 3},
		Text: "‹t class A|class A { ‹u syntax error|‹m f() 0|¤f() ‹b body 0|{ ‹r 0|·g();› }››› ‹m g() 1|¤g() ‹b body 1|{ ‹r 1|·h();› }›› }›"})
	f := m.Files[0]
	if !f.Measured || f.Methods[0].Measured || f.Blocks[0].Measured || f.Regions[0].Measured || !f.Methods[1].Measured {
		t.Errorf("measured: file %v, methods %v %v", f.Measured, f.Methods[0].Measured, f.Methods[1].Measured)
	}
	if one := (report.Ratio{Covered: 1, Total: 1}); m.Totals.Methods != one || m.Totals.Blocks != one || m.Totals.Regions != one || m.Totals.Invocations != 3 {
		t.Errorf("totals %+v", m.Totals)
	}
}

func TestCountersOfFilesOfOnePackage(t *testing.T) {
	a, _, err := reporttest.Parse("A.java", "", "‹t class A|class A { ‹m f() 0+1|‹b body 0|{}›› }›")
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := reporttest.Parse("B.java", "", "‹t class B|class B { ‹m f() 0|‹b body 0|{}›› }›")
	if err != nil {
		t.Fatal(err)
	}
	b.Base = 2
	pkg := &probe.Package{ID: probe.ID{1}, Helper: "__Counter", Files: []*probe.File{a, b}}
	in := report.Input{Sets: []*probe.Set{{Name: "main", Packages: []*probe.Package{pkg}}},
		Counters: func(probe.ID) []uint64 { return []uint64{1, 2, 4} },
		Source:   func(string, [32]byte) ([]byte, error) { return nil, errors.New("none") }}
	m, err := report.Build(in)
	if err != nil {
		t.Fatal(err)
	}
	if m.Files[0].Methods[0].Invocations != 3 || m.Files[1].Methods[0].Invocations != 4 {
		t.Errorf("counts %d and %d, want 3 and 4", m.Files[0].Methods[0].Invocations, m.Files[1].Methods[0].Invocations)
	}

	// What contradicts itself is refused.
	bad := map[string]func(){
		"2 counters were recorded, the map has 3": func() { in.Counters = func(probe.ID) []uint64 { return []uint64{1, 2} } },
		"A.java: method 0":                        func() { a.Methods[0].Count = probe.Formula{{Counter: 7, Coef: 1}} },
		"A.java: type 0":                          func() { a.Types[0].Parent = 0 },
		"B.java: its counters start at 9":         func() { b.Base = 9 },
		"A.java: region 0":                        func() { a.Regions = []probe.Region{{Block: 5}} },
		"file 0 is nil":                           func() { pkg.Files = []*probe.File{nil, b} },
	}
	for want, spoil := range bad {
		savedA, savedB, savedIn := *a, *b, in
		a.Methods, a.Types, a.Blocks = slices.Clone(a.Methods), slices.Clone(a.Types), slices.Clone(a.Blocks)
		spoil()
		if _, err := report.Build(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		*a, *b, in = savedA, savedB, savedIn
		pkg.Files = []*probe.File{a, b}
	}
}

func TestCountsSaturate(t *testing.T) {
	text := "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·g(); ·h();› }›› }›"
	m := reporttest.Model(t,
		reporttest.File{Module: "a", Path: "A.java", Text: text, Counters: []uint64{math.MaxInt64}},
		reporttest.File{Module: "b", Path: "A.java", Text: text, Counters: []uint64{math.MaxInt64}})
	if f := m.Files[0]; f.Methods[0].Invocations != math.MaxInt64 || f.Totals.Executed != math.MaxInt64 {
		t.Errorf("counts %d, %d", f.Methods[0].Invocations, f.Totals.Executed)
	}
}

func TestEmptyProject(t *testing.T) {
	m, err := report.Build(report.Input{Source: func(string, [32]byte) ([]byte, error) { return nil, nil }})
	if err != nil {
		t.Fatal(err)
	}
	if m.Totals != (report.Totals{}) || len(m.Files)+len(m.Classes) != 0 {
		t.Errorf("%+v", m)
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", math.MaxInt64: "9,223,372,036,854,775,807"} {
		if got := report.Thousands(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for r, want := range map[report.Ratio]string{{0, 0}: "–", {0, 5}: "0 %", {5, 5}: "100 %", {9999, 10000}: "99.9 %", {1, 100000}: "0.1 %", {1, 3}: "33.3 %"} {
		if got := r.Percent(); got != want {
			t.Errorf("%v: %q, want %q", r, got, want)
		}
	}
}

func TestHottest(t *testing.T) {
	m := reporttest.SampleModel(t)
	hot := m.HottestMethods(3)
	var got []string
	for _, h := range hot {
		got = append(got, h.Method.Label)
	}
	if want := []string{"Fibonacci::fib(int n)", "Shapes$Shape::area()", "Shapes$Shape::Shape(int size)"}; !slices.Equal(got, want) {
		t.Errorf("methods %q", got)
	}
	if n := len(m.HottestMethods(1000)); n != m.Sum().Methods.Covered {
		t.Errorf("%d methods, %d were invoked", n, m.Sum().Methods.Covered)
	}
	if n := len(m.HottestRegions(1000)); n != m.Sum().Regions.Covered {
		t.Errorf("%d regions, %d were executed", n, m.Sum().Regions.Covered)
	}
	if n := len(m.HottestRegions(-1)); n != 0 {
		t.Errorf("%d regions of -1", n)
	}
}
