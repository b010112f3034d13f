package text

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/source"
)

// Diff writes what a change did, at most top rows of each kind: what of the changed lines of main sources was executed,
// what was executed before and is not now, totals, tests, and counts that differ, the largest differences first:
//
//	changed since run 20260101-000000: 5 of 8 lines executed (62.5 %), 3 of 6 branches (50.0 %)
//	  never     place             code
//	  executed  src/Main.java:12  return n;
//	newly missed elsewhere: 1 line
//	  never     place             code
//	  invoked   src/Main.java:20  Main::stop()
//
//	classes that differ, edited ones first: 9; not listed: 4 by at most 1 %
//	difference  executions      ratio  calls         class
//	    +2,014  1,000 -> 3,014  x3.01  10 -> 12     app.Main  (edited)
//
// Methods follow in the same form, and regions of methods whose code is the same. Executions are those of statements.
// The difference and the ratio compare them. Rows that differ by at most 1 %, or only by the number of JVMs, are only
// counted. Tables fit into width columns, 0 for any number.
func Diff(w io.Writer, width int, c *compare.Comparison, top int) error {
	b := bufio.NewWriter(w)
	for _, only := range []struct {
		run     string
		modules []string
	}{{"before", c.OnlyBefore}, {"after", c.OnlyAfter}} {
		for _, m := range only.modules {
			fmt.Fprintf(b, "not compared: module %s, only in the run %s\n", report.Printable(m), only.run)
		}
	}
	changed := "changed since " + report.Printable(c.Changed.Since) + ": "
	changed += cmp.Or(c.Changed.Text(), "no line with counters")
	missed(changed, c.After, c.Changed.Missed, top).writePart(b, width)
	if n := &c.NewlyMissed; n.Any() {
		missed("newly missed elsewhere: "+n.Text(), c.After, n.Missed, top).writePart(b, width)
	}
	if c.Part != "" {
		fmt.Fprintf(b, "%s\n\n", c.Part)
	} else {
		totals(b, width, c)
	}
	changedTests(b, width, c, top)
	differing(b, width, c, top)
	regions(b, width, c, top)
	return flush(b)
}

// totals writes the totals of main sources before and after.
func totals(b *bufio.Writer, width int, c *compare.Comparison) {
	t := table{heading: "totals of " + cmp.Or(c.After.Scope(), "all sources"),
		columns: []column{{"", word}, {"before", number}, {"", number}, {"after", number}, {"", number},
			{"change", number}}}
	for _, x := range c.Ratios() {
		t.add(x.Name, x.Before.String(), x.Before.Percent(), x.After.String(), x.After.Percent(),
			x.After.Change(x.Before))
	}
	t.writePart(b, width)
}

// changedTests writes the tests that fail or are new, or that the run has lost.
func changedTests(b *bufio.Writer, width int, c *compare.Comparison, top int) {
	tests, id := &c.Tests, c.Before.Run.ID
	if n := len(tests.Failing); n > 0 {
		list := table{heading: compare.FailingHeading(id) + ": " + thousands(n), of: n,
			columns: []column{{"test", label}, {"place", path}, {"message", code}}}
		for _, t := range tests.Failing[:min(top, n)] {
			list.add(report.Printable(t.Name), t.Place(), report.Printable(t.Message))
		}
		list.writePart(b, width)
	}
	if n := len(tests.New); n > 0 {
		list := table{heading: "new tests: " + thousands(n), of: n, columns: []column{{"test", label}, {"place", path}}}
		for _, t := range tests.New[:min(top, n)] {
			list.add(report.Printable(t.Name), t.Place())
		}
		list.writePart(b, width)
	}
	if n := len(tests.Lost); n > 0 {
		list := table{heading: compare.LostHeading(id) + ": " + thousands(n), of: n,
			columns: []column{{"", word}, {"test", label}, {"place", path}}}
		for _, t := range tests.Lost[:min(top, n)] {
			list.add(string(t.What), report.Printable(t.Name), t.Place())
		}
		list.writePart(b, width)
	}
	if tests.Known && !tests.Any() {
		fmt.Fprintf(b, "tests: none newly fails, none is new or lost\n\n")
	}
}

// differing writes the classes and methods that differ.
func differing(b *bufio.Writer, width int, c *compare.Comparison, top int) {
	counts := []column{{"difference", number}, {"executions", word}, {"ratio", word}, {"calls", word}}
	cells := func(executed, invocations compare.Change, old, is bool) []string {
		return []string{signed(executed), fromTo(executed, old, is), executed.RatioText("x", old, is),
			fromTo(invocations, old, is)}
	}
	if note := c.JVMsNote(); note != "" {
		fmt.Fprintf(b, "%s\n\n", note)
	}
	large, folded := c.LargeClasses()
	classes := table{heading: "classes that differ, edited ones first: " + thousands(len(c.Classes)) +
		beside(folded), columns: slices.Concat(counts, []column{{"class", path}}), of: len(large)}
	for _, x := range large[:min(top, len(large))] {
		note := ""
		if x.Edited && x.Old != nil && x.New != nil {
			note = "  (edited)"
		}
		classes.rows = append(classes.rows,
			append(cells(x.Executed, x.Invocations, x.Old != nil, x.New != nil), report.Printable(x.Name())+note))
	}
	classes.writePart(b, width)

	rows, folded := c.LargeMethods()
	methods := table{columns: slices.Concat(counts, []column{{"place", path}, {"method", label}}), of: len(rows)}
	for _, m := range rows[:min(top, len(rows))] {
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
	methods.heading = fmt.Sprintf("methods that differ: %s of %s", thousands(len(c.Methods)),
		thousands(c.Equal+len(c.Methods))) + beside(folded)
	if c.Varying > 0 {
		methods.heading += fmt.Sprintf(", %s not compared", thousands(c.Varying))
	}
	methods.writePart(b, width)
}

// beside returns a note about rows that are not listed, behind a number; "" for none.
func beside(note string) string {
	if note == "" {
		return ""
	}
	return "; not listed: " + note
}

// regions writes the regions that differ.
func regions(b *bufio.Writer, width int, c *compare.Comparison, top int) {
	all := c.LargeRegions()
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
