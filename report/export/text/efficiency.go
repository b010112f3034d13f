package text

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"jprof/report"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
)

// Efficiency writes the output of jprof efficiency for a run: its numbers, and top methods of each list, with the
// meaning of the list and advice; then notes, and a line with the next command to type, "" for none. Tables fit into
// width columns, 0 for any number:
//
//	run 20250304-050607-a1b2c3 of 2025-03-04 05:06 UTC: Shop.java
//	  cost        219  bytecodes that were executed; an element that System.arraycopy copied counts as 7
//	  discarded    17  89.5 % of the writes: nobody but the method, and what it called, ever saw them
//
//	no effect: 1 method, with 5.5 % of the cost
//	They change nothing that others see, write no output, and return and throw nothing.
//	  cost  share  value  efficiency  discarded  contexts  method
//	    12  5.5 %      0     0.000 %         0         1  Shop.check(int[])
//	What to do: Find out why they are called. ...
func Efficiency(w io.Writer, width int, r *efficiency.Result, run report.RunInfo, top int, next string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, report.Printable(contextview.RunLine(run)))
	meanings(b, r.Overview())
	for _, l := range efficiency.Shown {
		fmt.Fprintln(b)
		efficiencyList(b, width, r, l, top)
	}
	fmt.Fprintln(b, "\nwhat the columns are")
	meanings(b, r.Columns())
	notes(b, "what these numbers are not", r.Notes())
	if next != "" {
		fmt.Fprintln(b, "\n"+next)
	}
	return flush(b)
}

// meanings writes numbers with their names and meanings, a line each.
func meanings(b *bufio.Writer, lines []efficiency.Line) {
	names, numbers := 0, 0
	for _, l := range lines {
		names, numbers = max(names, len(l.Name)), max(numbers, len(l.Number))
	}
	for _, l := range lines {
		fmt.Fprintf(b, "  %-*s", names, l.Name)
		if numbers > 0 {
			fmt.Fprintf(b, "  %*s", numbers, l.Number)
		}
		fmt.Fprintln(b, "  "+l.Meaning)
	}
}

// efficiencyList writes the first methods of a list, with its meaning.
func efficiencyList(b *bufio.Writer, width int, r *efficiency.Result, l efficiency.List, top int) {
	list, e := r.In(l), r.Explain(l)
	heading := e.Name + ": " + r.Size(l)
	if len(list) > 0 {
		heading += "\nThey " + e.Meaning + "."
	}
	t := &table{heading: heading, of: len(list)}
	for _, title := range efficiency.Titles(l) {
		t.columns = append(t.columns, column{title, number})
	}
	t.columns = append(t.columns, column{"method", context})
	for _, m := range list[:min(top, len(list))] {
		t.add(append(r.Cells(m, l), report.Printable(m.Title()))...)
	}
	t.write(b, width)
	if len(list) > 0 {
		fmt.Fprintln(b, "What to do: "+e.Advice)
	}
}

// EfficiencyOf writes the numbers of methods, and contexts of them that were chosen.
func EfficiencyOf(w io.Writer, width int, r *efficiency.Result, run report.RunInfo, list []*efficiency.Method) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, report.Printable(contextview.RunLine(run)))
	advised := [len(efficiency.Lists)]bool{} // once is enough
	for _, m := range list {
		fmt.Fprintln(b, "\n"+report.Printable(m.Title()))
		meanings(b, m.Meanings())
		for _, l := range efficiency.Shown {
			with := m.With[l]
			if with.Number == 0 {
				continue
			}
			e := r.Explain(l)
			fmt.Fprintf(b, "  %s: in %s of %s, with %s of its cost\n", e.Name,
				report.Thousands(with.Number), contextview.Counted(m.Contexts, "context"),
				contextview.Percent(with.Cost, m.Cost))
			if m.In(l) && !advised[l] {
				advised[l] = true
				fmt.Fprintln(b, "    What to do: "+e.Advice)
			}
		}
	}
	fmt.Fprintln(b)
	heading := "the contexts that cost most"
	if r.Options.MostCaptured && len(r.Chosen) > 0 && r.Chosen[0].Captured > 0 {
		heading = "the contexts that discard most: nobody else ever sees it"
	}
	t := &table{heading: heading, none: "there is none"}
	for _, title := range []string{"discarded", "cost", "value", "efficiency", "calls"} {
		t.columns = append(t.columns, column{title, number})
	}
	t.columns = append(t.columns, column{"context, and its callers", code})
	for i := range r.Chosen {
		c := &r.Chosen[i]
		t.add(report.Thousands(c.Captured), report.Thousands(c.Cost),
			report.Thousands(c.Value), efficiency.Percent(c.Value, c.Cost), report.Thousands(c.Invocations),
			chain(c.Path))
	}
	t.write(b, width)
	notes(b, "what these numbers are not", r.Notes())
	return flush(b)
}

// mostCallers limits the callers of a context that a row names.
const mostCallers = 8

// chain returns the path of a context from its method to its callers, without those in the middle of a long one.
func chain(path []*efficiency.Method) string {
	var names []string
	for i := range path {
		m := path[len(path)-1-i]
		switch more := len(path) - 2 - mostCallers; {
		case more < 2 || i <= mostCallers || i == len(path)-1:
			names = append(names, report.Printable(m.Short()))
		case i == mostCallers+1:
			names = append(names, "("+report.Thousands(uint64(more))+" more)")
		}
	}
	return strings.Join(names, " < ")
}
