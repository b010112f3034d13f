package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"jprof/report"
	"jprof/report/columns"
	"jprof/report/source"
)

// Hottest writes the methods and regions of the main sources with the most executions, at most top of each, in the form
// of TopMethods and TopRegions.
func Hottest(w io.Writer, width int, m *report.Model, top int) error {
	b := bufio.NewWriter(w)
	m = m.MainSources()
	methodTable(m.HottestMethods(top), report.ByExecutions).write(b, width)
	fmt.Fprintln(b)
	regionTable(m, m.HottestRegions(top)).write(b, width)
	return flush(b)
}

// TopMethods writes the first top methods of a list in the order by, and the number of further ones:
//
//	hottest methods by executions of their statements
//	 executions       calls  place             method
//	 50,000,000  25,000,000  src/Main.java:12  Main::fib(int)
//	  and 7 more
func TopMethods(w io.Writer, width int, list []report.MethodRef, by report.Order, top int) error {
	return writeTop(w, width, methodTable(list[:min(top, len(list))], by), len(list))
}

func methodTable(list []report.MethodRef, by report.Order) *table {
	t := newTop("methods", by, column{"place", path}, column{"method", label})
	for _, h := range list {
		x := h.Method()
		totals := columns.OfMethod(x)
		t.addRow(&totals, place(h.File, x.Name), report.Printable(x.Title()))
	}
	return &t.table
}

// TopClasses writes the same for top-level classes, with all code in them.
func TopClasses(w io.Writer, width int, list []*report.Class, by report.Order, top int) error {
	t := newTop("classes", by, column{"place", path}, column{"class", path})
	for _, c := range list[:min(top, len(list))] {
		t.addRow(&c.Totals, place(c.File, report.Pos{Line: uint32(c.Line)}), report.Printable(c.Qualified()))
	}
	return writeTop(w, width, &t.table, len(list))
}

// TopRegions writes the same for regions of m, each with the first line of its code.
func TopRegions(w io.Writer, width int, m *report.Model, list []report.HotRegion, top int) error {
	return writeTop(w, width, regionTable(m, list[:min(top, len(list))]), len(list))
}

func writeTop(w io.Writer, width int, t *table, of int) error {
	b := bufio.NewWriter(w)
	t.of = of
	t.write(b, width)
	return flush(b)
}

// topTable is a table of the methods, classes or regions with the highest counts.
type topTable struct {
	table
	numbers []columns.Column
}

// newTop starts a table. The column that determines the order comes first.
func newTop(what string, by report.Order, others ...column) *topTable {
	t := &topTable{}
	first := "executions"
	t.heading, t.none = "hottest "+what+" by executions of their statements", "no statement was executed"
	if by == report.ByInvocations {
		first = "calls"
		t.heading, t.none = "hottest "+what+" by calls", "no method was called"
	}
	numbers := columns.Of(columns.Top)
	i := slices.IndexFunc(numbers, func(c columns.Column) bool { return c.Word() == first })
	t.numbers = slices.Concat(numbers[i:i+1], numbers[:i], numbers[i+1:])
	for _, c := range t.numbers {
		t.columns = append(t.columns, column{c.Word(), number})
	}
	t.columns = append(t.columns, others...)
	return t
}

// addRow adds a row with numbers.
func (t *topTable) addRow(totals *report.Totals, others ...string) {
	var cells []string
	for _, c := range t.numbers {
		cells = append(cells, c.Text(totals))
	}
	t.add(append(cells, others...)...)
}

func regionTable(m *report.Model, hot []report.HotRegion) *table {
	t := &table{heading: "hottest regions", none: "no statement was executed",
		columns: []column{{"count", number}, {"place", path}, {"code", code}}}
	for i, text := range source.FirstLines(m, hot) {
		h := hot[i]
		t.add(report.Thousands(h.Region.Count), place(h.File, h.Region.Span.Start), text)
	}
	return t
}

func flush(b *bufio.Writer) error {
	if err := b.Flush(); err != nil {
		return fmt.Errorf("text: %w", err)
	}
	return nil
}
