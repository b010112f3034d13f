package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/source"
)

// Diff writes the differences between two runs, the largest first, at most top rows of each kind:
//
//	methods that differ: 3 of 120
//	difference  executions      ratio        calls  place              method
//	    +2,000  1,000 -> 3,000  x3     10 -> 10     src/Main.java:12   Main::next(int)
//	       +14  - -> 14         new    - -> 2       src/Main.java:40   Main::start()
//
// Executions are those of statements. The difference and the ratio compare them. Classes follow in the same form, and
// regions of methods whose code is the same. Tables fit into width columns, 0 for any number.
func Diff(w io.Writer, width int, c *compare.Comparison, top int) error {
	b := bufio.NewWriter(w)
	counts := []column{{"difference", number}, {"executions", word}, {"ratio", word}, {"calls", word}}
	cells := func(executed, invocations compare.Change, old, is bool) []string {
		return []string{signed(executed), fromTo(executed, old, is), executed.RatioText("x", old, is),
			fromTo(invocations, old, is)}
	}
	methods := table{columns: slices.Concat(counts, []column{{"place", path}, {"method", label}}), of: len(c.Methods)}
	for _, m := range c.Methods[:min(top, len(c.Methods))] {
		notes := ""
		switch {
		case m.Edited && m.Moved():
			notes = "  (edited, moved)"
		case m.Edited:
			notes = "  (edited)"
		case m.Moved():
			notes = "  (moved)"
		}
		methods.rows = append(methods.rows, append(cells(m.Executed, m.Invocations, m.Old != nil, m.New != nil),
			fmt.Sprintf("%s:%d", report.Printable(m.File().Path), m.Line()), report.Printable(m.Name())+notes))
	}
	total := c.Equal + len(c.Methods)
	methods.heading = fmt.Sprintf("methods that differ: %s of %s", thousands(len(c.Methods)),
		thousands(total))
	if c.Varying > 0 {
		methods.heading += fmt.Sprintf(", %s not compared", thousands(c.Varying))
	}
	for _, only := range []struct {
		run     string
		modules []string
	}{{"before", c.OnlyBefore}, {"after", c.OnlyAfter}} {
		for _, m := range only.modules {
			fmt.Fprintf(b, "not compared: module %s, only in the run %s\n", report.Printable(m), only.run)
		}
	}
	methods.writePart(b, width)

	classes := table{heading: "classes that differ: " + thousands(len(c.Classes)),
		columns: slices.Concat(counts, []column{{"class", path}}), of: len(c.Classes)}
	for _, x := range c.Classes[:min(top, len(c.Classes))] {
		classes.rows = append(classes.rows,
			append(cells(x.Executed, x.Invocations, x.Old != nil, x.New != nil), report.Printable(x.Name())))
	}
	classes.writePart(b, width)
	regions(b, width, c, top)
	return flush(b)
}

// regions writes the regions that differ.
func regions(b *bufio.Writer, width int, c *compare.Comparison, top int) {
	all := c.Regions()
	var hot []report.HotRegion
	list := table{
		heading: "regions that differ, of methods with the same code: " + thousands(len(all)),
		columns: []column{{"executions", number}, {"ratio", word}, {"place", path}, {"code", code}}, of: len(all),
	}
	for _, r := range all[:min(top, len(all))] {
		f := c.File(r)
		hot = append(hot, report.HotRegion{File: f, Region: r.Region})
		list.add(fromTo(r.Change, true, true), r.RatioText("x", true, true),
			place(f, r.Region.Span.Start), "")
	}
	for i, text := range source.FirstLines(c.After, hot) {
		list.rows[i][3] = text
	}
	list.writePart(b, width)
}

// writePart writes a table, and an empty line.
func (t *table) writePart(b *bufio.Writer, width int) {
	t.write(b, width)
	fmt.Fprintln(b)
}

func signed(c compare.Change) string {
	sign := "+"
	if c.After < c.Before {
		sign = "-"
	}
	if c.After == c.Before {
		sign = ""
	}
	return sign + report.Thousands(c.Difference())
}

func fromTo(c compare.Change, old, is bool) string {
	from, to := report.Thousands(c.Before), report.Thousands(c.After)
	if !old {
		from = "-"
	}
	if !is {
		to = "-"
	}
	return from + " -> " + to
}
