// Package text writes reports for terminals and logs.
package text

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"jprof/report"
)

// Totals writes what was executed, of what there is:
//
//	executed
//	  methods    38 of 44    86.4 %
//	  lines     103 of 119   86.6 %
//	  regions   111 of 131   84.7 %
//	  branches   61 of 80    76.3 %
//	  files           8      1 method not measured; 1 file and 2 methods excluded
//
// There is no line for branches where the sources have none. A line tells where counts are at their end. What there is to tell of tests (report.Model.Origins) follows,
//
//	regions executed by
//	  own module's tests    93 of 131  71.0 %
//	  other modules' tests  40 of 131  30.5 %
//
// Counts of earlier sources that are in none of these numbers follow in a table.
func Totals(w io.Writer, m *report.Model) error {
	b := bufio.NewWriter(w)
	t := m.Totals
	rows := [][3]string{{"methods", t.Methods.String(), t.Methods.Percent()}, {"lines", t.Lines.String(), t.Lines.Percent()}, {"regions", t.Regions.String(), t.Regions.Percent()}}
	if t.Branches.Total > 0 {
		rows = append(rows, [3]string{"branches", t.Branches.String(), t.Branches.Percent()})
	}
	rows = append(rows, [3]string{"files", report.Thousands(uint64(t.FilesMeasured)), t.LeftOut()})
	width := 0
	for _, r := range rows {
		width = max(width, len(r[1]))
	}
	fmt.Fprintln(b, "executed")
	for _, r := range rows {
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("  %-8s  %*s  %s", r[0], width, r[1], r[2]), " "))
	}
	if m.Saturated() {
		fmt.Fprintln(b, "  "+report.SaturatedNote)
	}
	if len(m.Origins) > 0 {
		fmt.Fprintf(b, "\nregions executed by\n")
		of := len(t.Regions.String()) // as wide as any part of it
		for _, o := range m.Origins {
			r := t.RegionsBy(o)
			fmt.Fprintf(b, "  %-20s  %*s  %s\n", o, of, r, r.Percent())
		}
	}
	if len(m.Dropped) > 0 {
		list := [][]string{{"count", "place", "method"}}
		for _, d := range m.Dropped {
			list = append(list, []string{report.Thousands(d.Count), fmt.Sprintf("%s:%d", report.Printable(d.Path), d.Line), report.Printable(d.What) + ": " + d.Reason})
		}
		fmt.Fprintln(b)
		table(b, "counts of earlier sources, which are in no number above", "", list)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("text: %w", err)
	}
	return nil
}

// Hottest writes the top methods and regions with the highest counts, hottest first:
//
//	hottest methods
//	     count  place             method
//	25,000,000  src/Main.java:12  Main::fib(int)
//
// A region is shown with the first line of its code. Nothing that was not executed is listed.
func Hottest(w io.Writer, m *report.Model, top int) error {
	b := bufio.NewWriter(w)
	methods := [][]string{{"count", "place", "method"}}
	for _, h := range m.HottestMethods(top) {
		methods = append(methods, []string{report.Thousands(h.Method.Count), place(h.File, h.Method.Name), report.Printable(h.Method.Label)})
	}
	table(b, "hottest methods", "no method was invoked", methods)
	fmt.Fprintln(b)
	regions := [][]string{{"count", "place", "code"}}
	hot := m.HottestRegions(top)
	for i, code := range m.FirstLines(hot) {
		h := hot[i]
		regions = append(regions, []string{report.Thousands(h.Region.Count), place(h.File, h.Region.Span.Start), code})
	}
	table(b, "hottest regions", "no statement was executed", regions)
	if err := b.Flush(); err != nil {
		return fmt.Errorf("text: %w", err)
	}
	return nil
}

func place(f *report.File, p report.Pos) string {
	return fmt.Sprintf("%s:%d", report.Printable(f.Path), p.Line)
}

// table writes a heading and rows, the first of which are their titles; the first column is of numbers. Without others it writes what
// none says.
func table(b *bufio.Writer, heading, none string, rows [][]string) {
	fmt.Fprintln(b, heading)
	if len(rows) == 1 {
		if none != "" {
			fmt.Fprintln(b, "  "+none)
		}
		return
	}
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, r := range rows {
		line := fmt.Sprintf("  %*s", width[0], r[0])
		for i := 1; i < len(r); i++ {
			line += fmt.Sprintf("  %-*s", width[i], r[i])
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
}

// Summary returns the one line that ends a run, without a line terminator:
//
//	12 of 15 methods executed (80 %), 40 of 61 regions (65.5 %), 9 of 14 branches (64.3 %), 8 files measured, 1 file not measured, 2 methods excluded
//
// Failed self-checks are in it as well, and whether counts are at their end.
func Summary(m *report.Model) string {
	t := m.Totals
	s := fmt.Sprintf("%s methods executed (%s), %s regions (%s)", t.Methods, t.Methods.Percent(), t.Regions, t.Regions.Percent())
	if t.Branches.Total > 0 {
		s += fmt.Sprintf(", %s branches (%s)", t.Branches, t.Branches.Percent())
	}
	files := t.FilesMeasured + t.NotMeasured.Files + t.Excluded.Files
	if t.NotMeasured.Files > 0 {
		s += fmt.Sprintf(", %s files not measured", report.Ratio{Covered: t.NotMeasured.Files, Total: files})
		t.NotMeasured.Files = 0
	} else {
		s += ", " + measured(t.FilesMeasured, files)
	}
	if left := t.LeftOut(); left != "" {
		s += ", " + left
	}
	if m.Saturated() {
		s += "; " + report.SaturatedNote
	}
	switch len(m.Problems) {
	case 0:
		return s
	case 1:
		return s + "; 1 self-check failed"
	}
	return fmt.Sprintf("%s; %s self-checks failed", s, report.Thousands(uint64(len(m.Problems))))
}

func measured(n, of int) string {
	switch {
	case n == 0:
		return "no file measured"
	case n == 1:
		return "1 file measured"
	case n < of:
		return fmt.Sprintf("%s files measured", report.Thousands(uint64(n)))
	}
	return fmt.Sprintf("all %s files measured", report.Thousands(uint64(n)))
}
