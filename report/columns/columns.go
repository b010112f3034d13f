// Package columns declares each column of the tables of classes, methods, packages and modules once, for pages,
// Markdown, CSV and terminals. Pages use the head of a column, its explanation and its sort order, Markdown and
// terminals the head in lower case, and CSV the name.
//
// A row is a report.Totals. OfMethod converts a method to one, so that one function returns the number of a column for
// all tables. Columns are numbers only. Formats write names, places and reasons themselves.
//
// Columns with the results of the run with contexts are separate (OfEfficiency): reports without contexts lack them.
//
// To add a column, add an entry to declared. Its field Tables lists the tables. No template, no format and no other
// test changes. A new number needs, before that, a field of report.Metrics with a line in Plus (report/metrics.go), and
// the value that each region, block, branch or method adds to it (report/assemble/sums.go).
package columns

import (
	"slices"
	"strings"

	"jprof/report"
)

// Table is a kind of tables that have the same columns.
type Table int

// The kinds of tables.
const (
	Classes        Table = iota // pages: top-level classes
	Tree                        // pages, in trees: modules, packages and classes
	Methods                     // pages: the methods of a class
	MarkdownGroups              // Markdown: modules or packages
	CSV                         // methods
	Top                         // terminals and Markdown: the methods or classes with the highest counts
)

// leading lists the first columns of tables that do not have the order of the declarations.
var leading = map[Table][]string{
	Tree:           {"statement_executions", "lines", "lines_missed", "branches"},
	MarkdownGroups: {"lines", "branches"},
	CSV:            {"invocations"},
}

// Column is a column of tables. Either Ratio or Count is set.
type Column struct {
	Name   string // unique name, for CSV; there, a ratio has a second column NAME_covered
	Head   string // may have soft hyphens: see Word
	Tables []Table
	// Title explains the head on pages, "" for no explanation. Tables of methods show it only if the table Classes
	// lacks the column, because there are very many of these tables.
	Title string

	// Ratio returns the number of a row as a ratio: the executed parts, and all.
	Ratio func(row *report.Totals) report.Ratio
	// Count returns the number of a row, and false if there is none.
	Count func(row *report.Totals) (uint64, bool)
	// Note returns an explanation of the number of a row on pages, "" for none. A ratio with a note is shown as a
	// percentage. Columns without notes have no function.
	Note func(row *report.Totals) string
	// Shown returns the text for the number on pages, if it is not that of Text. Pages still sort by the number of
	// Count.
	Shown func(row *report.Totals) string

	Heat     bool // pages show a bar beside the number, by its logarithm
	Contexts bool // it belongs to the run with contexts: rows without counts have it as well
	Optional bool // a ratio: tables omit the column if all of their rows are 0 of 0, see Empty
}

// declared lists the columns in the order of tables. Those of origins follow them: see byOrigin.
var declared = []Column{
	{
		Name: "statement_executions", Head: "Executions", Tables: []Table{Classes, Tree, Methods, CSV, Top}, Heat: true,
		Count: func(row *report.Totals) (uint64, bool) { return row.Executed, true },
	},
	{
		Name: "invocations", Head: "Calls", Tables: []Table{Methods, CSV, Top},
		Count: func(row *report.Totals) (uint64, bool) { return row.Invocations, true },
	},
	{
		Name: "statements", Head: "Statements", Tables: []Table{CSV},
		Ratio: func(row *report.Totals) report.Ratio { return row.Statements },
	},
	{
		Name: "lines", Head: "Lines", Tables: []Table{Classes, Tree, MarkdownGroups, CSV},
		Ratio: func(row *report.Totals) report.Ratio { return row.Lines },
	},
	{
		Name: "lines_missed", Head: "Missed", Title: "Lines not executed", Tables: []Table{Classes, Tree},
		Count: func(row *report.Totals) (uint64, bool) {
			return uint64(row.Lines.Total - row.Lines.Covered), row.Lines.Total > 0
		},
	},
	{
		Name: "methods", Head: "Methods", Tables: []Table{Classes, Tree, MarkdownGroups},
		Ratio: func(row *report.Totals) report.Ratio { return row.Methods },
	},
	{
		Name: "regions", Head: "Regions", Tables: []Table{Methods},
		Ratio: func(row *report.Totals) report.Ratio { return row.Regions },
	},
	{
		Name: "branches", Head: "Branches", Tables: []Table{Classes, Tree, Methods, MarkdownGroups, CSV},
		Optional: true,
		Ratio:    func(row *report.Totals) report.Ratio { return row.Branches },
	},
	{
		Name: "complexity", Head: "Complex\u00adity", Title: "Cyclomatic complexity: the paths through each method",
		Tables: []Table{Classes, Tree, Methods, CSV},
		Count:  func(row *report.Totals) (uint64, bool) { return uint64(row.Complexity), row.Complexity > 0 },
	},
}

// ofEfficiency lists the columns of methods that only reports with contexts have. They come after all others.
var ofEfficiency = []Column{
	{
		Name: "cost", Head: "Cost", Contexts: true, Title: "Bytecodes, with those of all that the method called",
		Count: func(row *report.Totals) (uint64, bool) {
			return efficiencyOf(row).Cost, row.Efficiency != nil
		},
	},
	{
		Name: "value", Head: "Value", Contexts: true,
		Title: "Writes that others can see when the method has ended, and results: what the cost was good for",
		Count: func(row *report.Totals) (uint64, bool) {
			return efficiencyOf(row).Value, row.Efficiency != nil
		},
	},
	{
		Name: "captured", Head: "Discarded", Contexts: true,
		Title: "Writes that nobody but the method, and what it called, ever saw",
		Count: func(row *report.Totals) (uint64, bool) {
			return efficiencyOf(row).Captured, row.Efficiency != nil
		},
	},
}

func efficiencyOf(row *report.Totals) report.Efficiency {
	if row.Efficiency == nil {
		return report.Efficiency{}
	}
	return *row.Efficiency
}

// OfTests returns the last column of tables of methods in reports with counts by test.
func OfTests() Column {
	return Column{
		Name: "tests", Head: "Tests", Title: "How many tests executed any of the method",
		Count: func(row *report.Totals) (uint64, bool) {
			if row.Tests == nil {
				return 0, false
			}
			return uint64(*row.Tests), true
		},
	}
}

// OfTime returns the last columns of tables of methods in reports with times.
func OfTime() []Column {
	of := func(row *report.Totals) report.Time {
		if row.Time == nil {
			return report.Time{Per: "–"}
		}
		return *row.Time
	}
	return []Column{
		{
			Name: "time", Head: "Time",
			Title: "Share of the samples: of the method, and of the JDK and libraries for it",
			Ratio: func(row *report.Totals) report.Ratio {
				return report.Ratio{Covered: of(row).Self, Total: of(row).All}
			},
			Note: func(row *report.Totals) string { return of(row).Note },
		},
		{
			Name: "nanoseconds_per_invocation", Head: "Per call", Title: "This time, of one call",
			Count: func(row *report.Totals) (uint64, bool) { return of(row).Picos, row.Time != nil },
			Note:  func(row *report.Totals) string { return of(row).PerNote },
			Shown: func(row *report.Totals) string { return of(row).Per },
		},
	}
}

// OfEfficiency returns the columns that come after those of Of in tables of methods, in reports with contexts.
func OfEfficiency() []Column { return slices.Clone(ofEfficiency) }

var originHeads = map[report.Origin]struct{ head, title string }{
	report.OwnModule:        {"Own tests", "Regions executed by tests of the source's own module"},
	report.OtherModules:     {"Others\u2019 tests", "Regions executed by tests of other modules"},
	report.UnitTests:        {"Unit", "Regions executed by unit tests"},
	report.IntegrationTests: {"Integration", "Regions executed by integration tests"},
}

// byOrigin returns the columns with the executions by tests of an origin.
func byOrigin(o report.Origin) []Column {
	regions := func(row *report.Totals) string { return row.RegionsBy(o).String() + " regions" }
	return []Column{
		{
			Head: originHeads[o].head, Title: originHeads[o].title, Tables: []Table{Classes, Tree}, Note: regions,
			Ratio: func(row *report.Totals) report.Ratio { return row.RegionsBy(o) },
		},
		{
			Head: originHeads[o].head, Title: "Calls by " + o.String(), Tables: []Table{Methods},
			Count: func(row *report.Totals) (uint64, bool) { return row.By[o].Invocations, row.Methods.Total > 0 },
			Note: func(row *report.Totals) string {
				if row.Invocations == 0 {
					return ""
				}
				return regions(row)
			},
		},
	}
}

// Of returns the columns of a table of a model with these origins, in their order.
func Of(t Table, origins ...report.Origin) []Column {
	all := slices.Clone(declared)
	for _, o := range origins {
		all = append(all, byOrigin(o)...)
	}
	list := slices.DeleteFunc(all, func(c Column) bool { return !slices.Contains(c.Tables, t) })
	place := func(c Column) int {
		if i := slices.Index(leading[t], c.Name); i >= 0 {
			return i
		}
		return len(leading[t])
	}
	slices.SortStableFunc(list, func(a, b Column) int { return place(a) - place(b) })
	return list
}

// OfMethod returns a row with the numbers of a method.
func OfMethod(m *report.Method) report.Totals {
	row := report.Totals{Metrics: m.Metrics}
	if m.By != nil {
		row.By = *m.By
	}
	return row
}

// Word returns the head in lower case, for use in a sentence.
func (c Column) Word() string { return strings.ToLower(strings.ReplaceAll(c.Head, "\u00ad", "")) }

// Text returns the number of a row for people: 1,234, or 3 of 5; – if there is none.
func (c Column) Text(row *report.Totals) string {
	if c.Ratio != nil {
		return c.Ratio(row).String()
	}
	if n, ok := c.Count(row); ok {
		return report.Thousands(n)
	}
	return "–"
}

// Empty reports whether a table omits the column. sum is the sum of the rows of the table.
func (c Column) Empty(sum *report.Totals) bool { return c.Optional && c.Ratio(sum).Total == 0 }
