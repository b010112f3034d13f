package report_test

import (
	"math"
	"slices"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
)

func TestLinesTakeFirstStatement(t *testing.T) {
	m := reporttest.SampleModel(t)
	fibonacci := m.Find("org.example.Fibonacci")[0].File
	got := fibonacci.Lines()
	of := func(covered, total int) report.Ratio { return report.Ratio{Covered: covered, Total: total} }
	want := []report.LineCount{{7, 1664079, of(2, 2), of(2, 2)}, {8, 832039, of(1, 1), of(0, 0)},
		{13, 1, of(1, 1), of(0, 0)}, {14, 1, of(1, 1), of(2, 2)},
		{15, 29, of(1, 1), of(0, 0)}, {17, 1, of(1, 1), of(1, 2)}, {19, 0, of(0, 1), of(0, 0)},
		{21, 1, of(1, 1), of(0, 0)}, {26, 0, of(0, 1), of(0, 0)}}
	if !slices.Equal(got, want) {
		t.Errorf("lines %v\nwant  %v", got, want)
	}
	got = report.UnitOf([]*report.File{fibonacci}).Types[0].Methods[0].Lines
	if !slices.Equal(got, want[:2]) {
		t.Errorf("lines of fib %v\nwant  %v", got, want[:2])
	}
}

// TestBranchesBelongToLinesOfStatements checks that a condition on a line of its own belongs to the statement that it
// is in.
func TestBranchesBelongToLinesOfStatements(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{5, 2, 0},
		Text: "‹t class A|class A {\n ‹m f() 0|‹b body 0|{\n ‹r 0|·g(‹c condition 0 -|a›\n" +
			" && ‹c condition 1 2|b›);› }››\n }›"})
	if got, want := m.Files[0].Lines(), []report.LineCount{
		{3, 5, report.Ratio{Covered: 1, Total: 1}, report.Ratio{Covered: 2, Total: 4}}}; !slices.Equal(got, want) {
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
		t.Errorf("totals\n%+v and\n%+v, want\n%+v and\n%+v; files have\n%+v", m.Totals, m.TestTotals, all.Totals,
			all.TestTotals, m.Sum())
	}
	for _, c := range m.Classes {
		if c.Name == "UtilTest" {
			t.Error("a class of tests is there")
		}
	}
	for set, scope := range map[string]string{"integrationTest": "test sources", "main": ""} {
		one := reporttest.Model(t, reporttest.File{Set: set, Path: "A.java", Counters: []uint64{1},
			Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{}›› }›"})
		p := one.MainSources()
		if len(p.Files) != 1 || p.Totals.Methods.Total != 1 || p.TestTotals != (report.Totals{}) || p.Scope() != scope {
			t.Errorf("%s only: %d files, %+v, %+v, scope %q", set, len(p.Files), p.Totals, p.TestTotals, p.Scope())
		}
	}
}

func TestDroppedNote(t *testing.T) {
	method, outside := report.Dropped{Path: "A.java", Method: true}, report.Dropped{Path: "A.java"}
	for want, list := range map[string][]report.Dropped{
		"":                                  nil,
		"1 method":                          {method},
		"code outside of methods in 1 file": {outside, outside},
		"2 methods and code outside of methods in 2 files": {method, outside, method, {Path: "B.java"}},
	} {
		if got := (&report.Model{Dropped: list}).DroppedNote(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestLineWithStatementsAtSameByte(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 5, 9},
		Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|s = \n" +
			"‹b lambda 1|‹r 1|·() -> ‹b lambda 2|‹r 2|·x››››;› }›› }›"})
	if got, want := m.Files[0].Lines(),
		[]report.LineCount{{2, 5, report.Ratio{Covered: 2, Total: 2}, report.Ratio{}}}; !slices.Equal(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	m = reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 5},
		Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹b lambda 1|‹r 1|·‹b lambda 0|‹r 0|·x›››› }›› }›"})
	if got, want := m.Files[0].Lines(),
		[]report.LineCount{{1, 5, report.Ratio{Covered: 2, Total: 2}, report.Ratio{}}}; !slices.Equal(got, want) {
		t.Errorf("lines %v, want %v: the outer statement", got, want)
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567",
		math.MaxInt64: "9,223,372,036,854,775,807"} {
		if got := report.Thousands(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for r, want := range map[report.Ratio]string{{0, 0}: "–", {0, 5}: "0 %", {5, 5}: "100 %", {9999, 10000}: "99.9 %",
		{1, 100000}: "0.1 %", {1, 3}: "33.3 %"} {
		if got := r.Percent(); got != want {
			t.Errorf("%v: %q, want %q", r, got, want)
		}
	}
}

// TestChange gives small changes more digits.
func TestChange(t *testing.T) {
	for _, c := range []struct {
		before, after report.Ratio
		want          string
	}{
		{report.Ratio{Covered: 1, Total: 2}, report.Ratio{Covered: 2, Total: 4}, "0"},
		{report.Ratio{Covered: 5000, Total: 9999}, report.Ratio{Covered: 5000, Total: 10000}, "-0.005"},
		{report.Ratio{Covered: 5000, Total: 10000}, report.Ratio{Covered: 5000, Total: 9999}, "+0.005"},
		{report.Ratio{Covered: 4866, Total: 5701}, report.Ratio{Covered: 4867, Total: 5705}, "-0.04"},
		{report.Ratio{Covered: 500, Total: 1000}, report.Ratio{Covered: 499, Total: 1000}, "-0.1"},
		{report.Ratio{Covered: 499, Total: 1000}, report.Ratio{Covered: 500, Total: 1000}, "+0.1"},
		{report.Ratio{Covered: 9999, Total: 10000}, report.Ratio{Covered: 1, Total: 1}, "+0.01"},
		{report.Ratio{Covered: 0, Total: 2}, report.Ratio{Covered: 1, Total: 1}, "+100.0"},
		{report.Ratio{}, report.Ratio{Covered: 1, Total: 1}, "–"},
	} {
		if got := c.after.Change(c.before); got != c.want {
			t.Errorf("%v after %v: %q, want %q", c.after, c.before, got, c.want)
		}
	}
}

func TestHottest(t *testing.T) {
	m := reporttest.SampleModel(t)
	hot := m.HottestMethods(3)
	var got []string
	for _, h := range hot {
		got = append(got, h.Method().Label)
	}
	if want := []string{"Fibonacci::fib(int n)", "Shapes$Shape::area()",
		"Shapes$Shape::Shape(int size)"}; !slices.Equal(got, want) {
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
