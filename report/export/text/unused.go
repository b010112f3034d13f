package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/source"
	"jprof/report/unused"
)

// UnusedOptions choose what Unused writes.
type UnusedOptions struct {
	unused.Lists
	Width, Top int // Top limits the rows of a table
}

// Unused writes the code that nobody executed. What was not observed comes first, then what was:
//
//	nobody looked on 2026-11-04: there is no data of this day
//	Application   shop
//	Days          29, from 2026-11-03 to 2026-12-02
//	JVMs          12
//	never executed: 12 of 120 methods and 2 classes: 340 lines with 120 statements would go
//	marked, as they may be reached without a call in the sources: 9 more methods (9 annotation)
//
//	methods in other classes: 4
//	  lines  statements  days  tests  method       place
//	     12           7    29     no  Main::old()  src/app/Main.java:12
//
// The tables fit into the width, 0 for any number of columns.
func Unused(w io.Writer, r *unused.Result, o UnusedOptions) error {
	b := bufio.NewWriter(w)
	for _, warning := range r.Warnings() {
		fmt.Fprintln(b, report.Printable(warning))
	}
	for _, l := range r.Observed.Lines() {
		fmt.Fprintf(b, "%-14s%s\n", l[0], report.Printable(l[1]))
	}
	fmt.Fprintln(b, r.Summary())
	marked, hot := r.MarkedNote(), ""
	if marked != "" && !o.Marked {
		marked += ": --marked lists them"
	}
	if n := len(r.Hot); n > 0 && !o.Hot {
		hot = "executed, but not by tests: " + words.Plural(n, "method") + ": --hot lists them"
	}
	for _, note := range []string{marked, r.TestsNote(), hot} {
		if note != "" {
			fmt.Fprintln(b, note)
		}
	}
	for _, t := range unusedTables(r, o) {
		if len(t.rows) > 0 {
			fmt.Fprintln(b)
			t.write(b, o.Width)
		}
	}
	for _, note := range r.Without(o.Lists) {
		fmt.Fprintf(b, "\n%s\n", note)
	}
	return flush(b)
}

// unusedTables returns the tables of files, classes, methods and branches, and those that options ask for.
func unusedTables(r *unused.Result, o UnusedOptions) []*table {
	size := []column{{"lines", number}, {"statements", number}, {"days", number}}
	if r.Tests != nil {
		size = append(size, column{"tested methods", number})
	}
	cells := func(s unused.Size, seen unused.Seen, tests unused.TestedMethods) []string {
		row := []string{thousands(s.Lines), thousands(s.Statements), seen.Cell(), tests.Cell()}
		return row[:len(size)]
	}
	files := &table{heading: "whole files: " + thousands(len(r.Files)), of: len(r.Files),
		columns: append(slices.Clone(size), column{"file", path})}
	for _, f := range r.Files[:min(o.Top, len(r.Files))] {
		files.add(append(cells(f.Size, f.Seen, f.Tests), report.Printable(f.Path))...)
	}
	list := r.OuterClasses()
	classes := &table{heading: r.ClassesTitle() + ": " + thousands(len(list)), of: len(list),
		columns: append(slices.Clone(size), column{"class", path}, column{"place", path})}
	for _, c := range list[:min(o.Top, len(list))] {
		classes.add(append(cells(c.Size, c.Seen, c.Methods), report.Printable(c.Name),
			place(c.File, report.Pos{Line: uint32(c.Line)}))...)
	}
	methods := r.Outermost()
	all := []*table{files, classes,
		methodsOf(r, r.MethodsTitle()+": "+thousands(len(methods)), methods, o.Top, false), branchesOf(r, o.Top)}
	if o.Marked {
		all = append(all, methodsOf(r, "marked methods: "+thousands(len(r.Marked)), r.Marked, o.Top, true))
	}
	if o.Hot {
		all = append(all, hotOf(r, o.Top))
	}
	return append(all, foreignOf(r, o.Top)...)
}

// methodsOf returns a table of methods, marked ones with the reason.
func methodsOf(r *unused.Result, heading string, list []unused.Method, top int, marked bool) *table {
	t := &table{heading: heading, of: len(list), columns: []column{{"lines", number}, {"statements", number},
		{"days", number}}}
	if r.Tests != nil {
		t.columns = append(t.columns, column{"tests", number})
	}
	t.columns = append(t.columns, column{"method", label}, column{"place", path})
	if marked {
		t.columns = append(t.columns, column{"why", code})
	}
	for i := range list[:min(top, len(list))] {
		m := &list[i]
		row := []string{thousands(m.Size.Lines), thousands(m.Size.Statements), m.Seen.Cell()}
		if r.Tests != nil {
			row = append(row, m.Tests.Cell())
		}
		row = append(row, report.Printable(m.Title()), place(m.File, m.Method().Name))
		if marked {
			row = append(row, report.Printable(m.Mark.Reason()))
		}
		t.add(row...)
	}
	return t
}

// branchesOf returns the table of branches.
func branchesOf(r *unused.Result, top int) *table {
	list := make([]report.Missed, 0, len(r.Branches))
	for _, b := range r.Branches {
		list = append(list, b.Missed)
	}
	t := &table{heading: "branches of executed methods, with outcomes that never happened: " + thousands(len(list)),
		of: len(list), columns: []column{{"days", number}, {"outcome", word}, {"place", path}, {"code", code}}}
	list = list[:min(top, len(list))]
	for i, text := range source.MissedCode(r.Model, list) {
		t.add(r.Branches[i].Seen.Cell(), list[i].What(), place(list[i].File, report.Pos{Line: uint32(list[i].Line)}),
			text)
	}
	return t
}

// hotOf returns the table of methods that were executed, but not by tests.
func hotOf(r *unused.Result, top int) *table {
	t := &table{heading: "executed, but not by tests: " + thousands(len(r.Hot)), of: len(r.Hot),
		columns: []column{{"executions", number}, {"calls", number}, {"method", label}, {"place", path}}}
	for _, h := range r.Hot[:min(top, len(r.Hot))] {
		t.add(thousands(h.Executed), thousands(h.Calls), report.Printable(h.Title()), place(h.File, h.Method().Name))
	}
	return t
}

// foreignOf returns the tables of classes without sources, and of their methods that did not run.
func foreignOf(r *unused.Result, top int) []*table {
	classes := &table{heading: "classes without sources: " + thousands(len(r.Foreign)), of: len(r.Foreign),
		columns: []column{{"not executed", number}, {"methods", number}, {"loaded", word}, {"class", path},
			{"place", path}}}
	methods := &table{columns: []column{{"method", label}, {"line", number}}}
	for i, c := range r.Foreign {
		methods.of += len(c.Methods)
		if i < top {
			loaded := "no"
			if c.Loaded {
				loaded = "yes"
			}
			classes.add(thousands(len(c.Methods)), thousands(c.Of), loaded, report.Printable(c.Name),
				report.Printable(c.Place))
		}
		for _, m := range c.Methods[:min(len(c.Methods), max(0, top-len(methods.rows)))] {
			x := cct.Method{Class: c.Name, Name: m.Name, Descriptor: m.Descriptor}
			line := ""
			if m.Line > 0 {
				line = fmt.Sprint(m.Line)
			}
			methods.add(report.Printable(x.Title()), line)
		}
	}
	methods.heading = "their methods that did not run: " + thousands(methods.of)
	return []*table{classes, methods}
}
