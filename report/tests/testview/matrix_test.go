package testview_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
	"jprof/report/tests/testview"
)

// TestMatrix checks that sums over the columns of a matrix equal the numbers that File returns for the same parts.
func TestMatrix(t *testing.T) {
	model := reporttest.TestedModel(t)
	checked := 0
	for _, f := range model.Report.Files {
		x := model.File(f)
		m := x.Matrix()
		if !slices.IsSorted(m.Tests) || len(m.Rows) != len(m.Tests) {
			t.Fatalf("tests %v, %d rows", m.Tests, len(m.Rows))
		}
		check := func(what string, sum []testview.Summand, want []testview.Use) {
			t.Helper()
			checked += len(want)
			got := map[int32]uint64{}
			for i, row := range m.Rows {
				if slices.ContainsFunc(row, func(c testview.Cell) bool {
					return slices.ContainsFunc(sum, func(s testview.Summand) bool { return s.Column == c.Column })
				}) {
					got[m.Tests[i]] = m.Executions(row, sum)
				}
			}
			expected := map[int32]uint64{}
			for _, u := range want {
				expected[u.Test] = u.Count
			}
			if !maps.Equal(got, expected) {
				t.Errorf("%s %s: %v, want %v", f.Path, what, got, expected)
			}
			if n := m.CasesOf(sum); n != model.Cases(want) {
				t.Errorf("%s %s: %d tests, want %d", f.Path, what, n, model.Cases(want))
			}
		}
		one := func(column int32) []testview.Summand {
			if column < 0 {
				return nil
			}
			return []testview.Summand{{Column: column, Times: 1}}
		}
		for n := range 30 {
			check(fmt.Sprint("line ", n), m.Line(n), x.Line(n))
		}
		for i := range f.Regions {
			check(fmt.Sprint("region ", i), one(m.Region(i)), x.Region(i))
		}
		for i := range f.Blocks {
			check(fmt.Sprint("block ", i), one(m.Block(i)), x.Block(i))
		}
		for i := range f.Branches {
			columns, uses := [2]int32{}, [2][]testview.Use{}
			columns[0], columns[1] = m.Branch(i)
			uses[0], uses[1] = x.Branch(i)
			for k := range columns {
				check(fmt.Sprint("outcome ", i, k), one(columns[k]), uses[k])
			}
		}
		methods, all := m.Methods()
		for i := range f.Methods {
			check(fmt.Sprint("invocations ", i), one(m.Method(i)), x.Invocations(i))
			check(fmt.Sprint("method ", i), methods[i], x.Method(i))
		}
		check("file", all, x.All())
	}
	if checked < 100 {
		t.Errorf("only %d uses were checked", checked)
	}
}

// TestMatrixSharesColumns checks that parts with equal uses have one column, and which uses come first.
func TestMatrixSharesColumns(t *testing.T) {
	model := reporttest.TestedModel(t)
	f := model.Report.Files[0]
	m := model.File(f).Matrix()
	if m.Region(0) != m.Method(0) || m.Region(0) != m.Block(0) {
		t.Errorf("columns %d, %d, %d of a method and of what it starts with", m.Region(0), m.Method(0), m.Block(0))
	}
	if m.Region(0) == m.Region(1) {
		t.Error("different uses have one column")
	}
	want(t, "top", names(model, m.Top(int(m.Region(0)), 2)), "ParserTest#signs 5", "ParserTest#digits[1] 4")
	never := report.File{}
	if m := model.File(&never).Matrix(); len(m.Tests) != 0 || len(m.Cases) != 0 {
		t.Errorf("a file without counts: %v", m)
	}
}
