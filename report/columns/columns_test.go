package columns_test

import (
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/columns"
	"jprof/report/reporttest"
)

// heads returns the heads of a table, in lower case.
func heads(t columns.Table, origins ...report.Origin) string {
	var list []string
	for _, c := range columns.Of(t, origins...) {
		list = append(list, c.Word())
	}
	return strings.Join(list, ", ")
}

func TestOrder(t *testing.T) {
	both := []report.Origin{report.UnitTests, report.IntegrationTests}
	for _, tt := range []struct{ got, want string }{
		{heads(columns.Classes, both...), "executions, lines, missed, methods, branches, complexity, unit, integration"},
		{heads(columns.Tree, both...), "executions, lines, missed, branches, methods, complexity, unit, integration"},
		{heads(columns.Methods, both...), "executions, invocations, regions, branches, complexity, unit, integration"},
		{heads(columns.Groups), "methods, lines, branches"},
		{heads(columns.CSV), "invocations, executions, statements, lines, branches, complexity"},
		{heads(columns.Top), "executions, invocations"},
	} {
		if tt.got != tt.want {
			t.Errorf("columns %s\nwant    %s", tt.got, tt.want)
		}
	}
}

// TestNumbers compares the numbers of a class with those of its methods.
func TestNumbers(t *testing.T) {
	m := reporttest.SampleModel(t)
	c := m.Classes[slices.IndexFunc(m.Classes, func(c *report.Class) bool { return c.Name == "Shapes" })]
	row := columns.OfMethod(&c.File.Methods[c.Methods[0]])
	var class, method []string
	for _, x := range columns.Of(columns.Classes) {
		class = append(class, x.Word()+" "+x.Text(&c.Totals))
	}
	for _, x := range columns.Of(columns.Methods) {
		method = append(method, x.Word()+" "+x.Text(&row))
	}
	if got, want := strings.Join(class, ", "), "executions 26,450, lines 8 of 9, missed 1, methods 7 of 8, branches 2 of 4, complexity 10"; got != want {
		t.Errorf("class  %s\nwant   %s", got, want)
	}
	if got, want := strings.Join(method, ", "), "executions 2, invocations 2, regions 1 of 1, branches 0 of 0, complexity 1"; got != want {
		t.Errorf("method %s\nwant   %s", got, want)
	}
}

// TestNoNumber checks a row of which nothing is known.
func TestNoNumber(t *testing.T) {
	for _, c := range columns.Of(columns.Methods, report.OwnModule) {
		if strings.HasPrefix(c.Word(), "exec") || c.Word() == "invocations" {
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
