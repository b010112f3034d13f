package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/reporttest"
)

func file(path, text string, counters ...uint64) reporttest.File {
	return reporttest.File{Module: "g:a", Package: "p", Path: path, Text: text, Counters: counters}
}

func classes(c *compare.Comparison) (list []string) {
	for _, x := range c.Classes {
		old, now := "-", "-"
		if x.Old != nil {
			old = x.Old.Qualified()
		}
		if x.New != nil {
			now = x.New.Qualified()
		}
		list = append(list, fmt.Sprintf("%s > %s %d>%d", old, now, x.Executed.Before, x.Executed.After))
	}
	return list
}

func TestCompare(t *testing.T) {
	old := reporttest.Model(t, file("A.java", reporttest.MethodsBefore, 3, 1, 30, 300, 3000, 0, 11, 12))
	now := reporttest.Model(t, file("A.java", reporttest.MethodsAfter, 10, 1, 1, 300, 11, 12, 0, 5),
		file("B.java", reporttest.MethodsElsewhere, 7))
	c := compare.Models(old, now)
	var got []string
	for _, m := range c.Methods {
		got = append(got, fmt.Sprintf("%s %d>%d %d>%d edited=%v moved=%v new=%v gone=%v regions=%d", m.Name(),
			m.Invocations.Before, m.Invocations.After,
			m.Executed.Before, m.Executed.After, m.Edited, m.Moved(), m.Old == nil, m.New == nil, len(m.Regions)))
	}
	want := []string{
		"A::goes() 3000>0 3000>0 edited=false moved=false new=false gone=true regions=0",
		"B::moves() 30>7 30>7 edited=false moved=true new=false gone=false regions=1",
		"A::same() 3>10 7>21 edited=false moved=false new=false gone=false regions=1",
		"A$1::run() 0>5 0>5 edited=false moved=false new=true gone=false regions=0",
		"A::added() 0>1 0>1 edited=false moved=false new=true gone=false regions=0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("methods\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if c.Equal != 4 { // changes(), never() which is gone, and both run()
		t.Errorf("%d equal", c.Equal)
	}
	// with what is equal, each method where it is
	if got, want := classes(c), []string{"p.A > p.A 3360>350", "- > p.B 0>7"}; !slices.Equal(got, want) {
		t.Errorf("classes %q, want %q", got, want)
	}
	old.Files[0].Methods[0].Varies = true // A::same()
	if c = compare.Models(old, now); len(c.Methods) != 4 || c.Varying != 1 {
		t.Errorf("with one that varies: %d, %d", len(c.Methods), c.Varying)
	}
	old.Files[0].Methods[0].Varies = false
	if c := compare.Models(old, old); len(c.Methods)+len(c.Classes) != 0 || c.Equal != 7 {
		t.Errorf("with itself: %+v", c)
	}
}

// TestRatios has the totals in the order of all outputs, with branches if either side has some.
func TestRatios(t *testing.T) {
	of := func(lines, branches, methods int) *report.Totals {
		r := func(n int) report.Ratio { return report.Ratio{Covered: n / 2, Total: n} }
		return &report.Totals{Metrics: report.Metrics{Lines: r(lines), Branches: r(branches), Methods: r(methods)}}
	}
	for _, tt := range []struct {
		before, after *report.Totals
		want          string
	}{
		{of(10, 4, 2), of(20, 6, 4), "[{lines 5 of 10 10 of 20} {branches 2 of 4 3 of 6} {methods 1 of 2 2 of 4}]"},
		{of(10, 4, 2), of(20, 0, 4), "[{lines 5 of 10 10 of 20} {branches 2 of 4 0 of 0} {methods 1 of 2 2 of 4}]"},
		{of(10, 0, 2), of(20, 0, 4), "[{lines 5 of 10 10 of 20} {methods 1 of 2 2 of 4}]"},
		{&report.Totals{}, of(2, 6, 2), "[{lines 0 of 0 1 of 2} {branches 0 of 0 3 of 6} {methods 0 of 0 1 of 2}]"},
	} {
		if got := fmt.Sprint(compare.Ratios(tt.before, tt.after)); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}
