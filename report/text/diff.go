package text

import (
	"bufio"
	"fmt"
	"io"

	"jprof/report"
)

// Diff writes what differs between two measurements, the largest differences first, at most top rows of each kind:
//
//	methods that differ: 3 of 120
//	executions  invocations      ratio  place              method
//	    +2,000  1,000 -> 3,000   x3     src/Main.java:12   Main::next(int)
//	       +14  - -> 2           new    src/Main.java:40   Main::start()
//
// Executions are those of statements. Classes follow in the same form, and regions of methods whose code is the same.
func Diff(w io.Writer, c *report.Comparison, top int) error {
	b := bufio.NewWriter(w)
	rows := [][]string{{"executions", "invocations", "ratio", "place", "method"}}
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
		rows = append(rows, []string{
			signed(m.Executed), fromTo(m.Invocations, m.Old != nil, m.New != nil), ratio(m.Invocations, m.Old != nil, m.New != nil),
			fmt.Sprintf("%s:%d", report.Printable(m.File().Path), m.Line()), report.Printable(m.Name()) + notes,
		})
	}
	total := c.Equal + len(c.Methods)
	heading := fmt.Sprintf("methods that differ: %s of %s", report.Thousands(uint64(len(c.Methods))), report.Thousands(uint64(total)))
	if c.LeftOut > 0 {
		heading += fmt.Sprintf(", and %s left out", report.Thousands(uint64(c.LeftOut)))
	}
	part(b, heading, rows, len(c.Methods))

	rows = [][]string{{"executions", "invocations", "ratio", "class"}}
	for _, x := range c.Classes[:min(top, len(c.Classes))] {
		rows = append(rows, []string{
			signed(x.Executed), fromTo(x.Invocations, x.Old != nil, x.New != nil), ratio(x.Invocations, x.Old != nil, x.New != nil), report.Printable(x.Name()),
		})
	}
	part(b, "classes that differ: "+report.Thousands(uint64(len(c.Classes))), rows, len(c.Classes))
	regions(b, c, top)
	if err := b.Flush(); err != nil {
		return fmt.Errorf("text: %w", err)
	}
	return nil
}

// regions writes the regions that differ.
func regions(b *bufio.Writer, c *report.Comparison, top int) {
	all := c.Regions()
	var hot []report.HotRegion
	rows := [][]string{{"executions", "ratio", "place", "code"}}
	for _, r := range all[:min(top, len(all))] {
		f := c.File(r)
		hot = append(hot, report.HotRegion{File: f, Region: r.Region})
		rows = append(rows, []string{fromTo(r.Change, true, true), ratio(r.Change, true, true), place(f, r.Region.Span.Start), ""})
	}
	for i, code := range c.After.FirstLines(hot) {
		rows[i+1][3] = code
	}
	part(b, "regions that differ, of methods with the same code: "+report.Thousands(uint64(len(all))), rows, len(all))
}

// part writes a table and how many rows it lacks of all that there are.
func part(b *bufio.Writer, heading string, rows [][]string, of int) {
	table(b, heading, "", rows)
	if more := of - len(rows) + 1; more > 0 {
		fmt.Fprintf(b, "  and %s more\n", report.Thousands(uint64(more)))
	}
	fmt.Fprintln(b)
}

func signed(c report.Change) string {
	sign := "+"
	if c.After < c.Before {
		sign = "-"
	}
	if c.After == c.Before {
		sign = ""
	}
	return sign + report.Thousands(c.Difference())
}

func fromTo(c report.Change, old, is bool) string {
	from, to := report.Thousands(c.Before), report.Thousands(c.After)
	if !old {
		from = "-"
	}
	if !is {
		to = "-"
	}
	return from + " -> " + to
}

func ratio(c report.Change, old, is bool) string {
	factor := c.Factor()
	switch {
	case !old:
		return "new"
	case !is:
		return "gone"
	case c.Before == c.After:
		return "x1"
	case factor == "":
		return "from 0"
	}
	return "x" + factor
}
