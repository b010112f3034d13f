package columns_test

import (
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/columns"
	"jprof/report/reporttest"
)

// TestOrder checks which columns a table has, and their order. Columns that are not in the list may be anywhere.
func TestOrder(t *testing.T) {
	both := []report.Origin{report.UnitTests, report.IntegrationTests}
	for _, tt := range []struct {
		list []columns.Column
		want string
	}{
		{columns.Of(columns.Classes, both...),
			"executions, lines, missed, methods, branches, complexity, unit, integration"},
		{columns.Of(columns.Tree, both...),
			"executions, lines, missed, branches, methods, complexity, unit, integration"},
		{columns.Of(columns.Methods, both...),
			"executions, calls, regions, branches, complexity, unit, integration"},
		{columns.Of(columns.MarkdownGroups), "lines, branches, methods"},
		{columns.Of(columns.CSV), "calls, executions, statements, lines, branches, complexity"},
		{columns.Of(columns.Top), "executions, calls"},
	} {
		want, got := strings.Split(tt.want, ", "), []string{}
		for _, c := range tt.list {
			if slices.Contains(want, c.Word()) {
				got = append(got, c.Word())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("columns %q\nwant    %q", got, want)
		}
	}
}

// TestEfficiency checks the columns of reports with contexts: a method without a context has none of their numbers.
func TestEfficiency(t *testing.T) {
	with := &report.Totals{Efficiency: &report.Efficiency{Cost: 1200, Value: 3, Captured: 0}}
	var got []string
	for _, c := range columns.OfEfficiency() {
		got = append(got, c.Word(), c.Text(with), c.Text(&report.Totals{}))
	}
	if want := []string{"cost", "1,200", "–", "value", "3", "–", "discarded", "0", "–"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTests checks the column of reports with counts by test: a method without counts has no number.
func TestTests(t *testing.T) {
	n := 1234
	c := columns.OfTests()
	got := []string{c.Word(), c.Text(&report.Totals{Tests: &n}), c.Text(&report.Totals{})}
	if want := []string{"tests", "1,234", "–"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNumbers checks the numbers of a class, and of a method.
func TestNumbers(t *testing.T) {
	m := reporttest.SampleModel(t)
	c := m.Classes[slices.IndexFunc(m.Classes, func(c *report.Class) bool { return c.Name == "Shapes" })]
	method := columns.OfMethod(&c.File.Methods[c.Methods[0]])
	for _, tt := range []struct {
		table columns.Table
		row   *report.Totals
		want  map[string]string
	}{
		{columns.Classes, &c.Totals, map[string]string{"executions": "26,450", "lines": "8 of 9", "missed": "1",
			"methods": "7 of 8", "branches": "2 of 4", "complexity": "10"}},
		{columns.Methods, &method, map[string]string{"executions": "2", "calls": "2", "regions": "1 of 1",
			"branches": "0 of 0", "complexity": "1"}},
		{columns.CSV, &method, map[string]string{"statements": "1 of 1", "lines": "1 of 1"}},
	} {
		got := map[string]string{}
		for _, c := range columns.Of(tt.table) {
			got[c.Word()] = c.Text(tt.row)
		}
		for word, want := range tt.want {
			if got[word] != want {
				t.Errorf("%s: %q, want %q", word, got[word], want)
			}
		}
	}
}

// TestNoNumber checks a row of which nothing is known.
func TestNoNumber(t *testing.T) {
	for _, c := range columns.Of(columns.Methods, report.OwnModule) {
		if strings.HasPrefix(c.Word(), "exec") || c.Word() == "calls" {
			continue // pages show a mark in place of the 0
		}
		if got := c.Text(&report.Totals{}); got != "–" && got != "0 of 0" {
			t.Errorf("%s: %s", c.Word(), got)
		}
	}
}

// TestDeclarations checks that each column has one number, and each table a head once.
func TestDeclarations(t *testing.T) {
	for table := columns.Classes; table <= columns.Top; table++ {
		heads := map[string]bool{}
		for _, c := range columns.Of(table, report.OwnModule, report.OtherModules) {
			if (c.Ratio == nil) == (c.Count == nil) {
				t.Errorf("%s: a column has a ratio or a count", c.Head)
			}
			if heads[c.Head] {
				t.Errorf("a table has two columns %s", c.Head)
			}
			heads[c.Head] = true
		}
	}
}
