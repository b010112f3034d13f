// Package text writes reports for terminals and logs.
package text

import (
	"bufio"
	"fmt"
	"io"
	"unicode/utf8"

	"jprof/report"
)

// Hottest writes the top methods and regions with the highest counts, hottest first:
//
//	hottest methods
//	     count  place             method
//	25,000,000  src/Main.java:12  Main::fib(int)
//
// A region is shown with the first line of its code. Nothing that was not executed is listed.
func Hottest(w io.Writer, m *report.Model, top int) error {
	b := bufio.NewWriter(w)
	methods := [][3]string{{"count", "place", "method"}}
	for _, h := range m.HottestMethods(top) {
		methods = append(methods, [3]string{report.Thousands(h.Method.Count), place(h.File, h.Method.Name), report.Printable(h.Method.Label)})
	}
	table(b, "hottest methods", "no method was invoked", methods)
	fmt.Fprintln(b)
	regions := [][3]string{{"count", "place", "code"}}
	hot := m.HottestRegions(top)
	for i, code := range m.FirstLines(hot) {
		h := hot[i]
		regions = append(regions, [3]string{report.Thousands(h.Region.Count), place(h.File, h.Region.Span.Start), code})
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

// table writes a heading and three columns, the first of them numbers. rows[0] are their titles.
func table(b *bufio.Writer, heading, none string, rows [][3]string) {
	fmt.Fprintln(b, heading)
	if len(rows) == 1 {
		fmt.Fprintln(b, "  "+none)
		return
	}
	var width [2]int
	for _, r := range rows {
		for i := range width {
			width[i] = max(width[i], utf8.RuneCountInString(r[i]))
		}
	}
	for _, r := range rows {
		fmt.Fprintf(b, "  %*s  %-*s  %s\n", width[0], r[0], width[1], r[1], r[2])
	}
}

// Summary returns the one line that ends a run, without a line terminator:
//
//	12 of 15 methods executed (80 %), 40 of 61 regions (65.5 %), 1 of 9 files not measured
//
// Failed self-checks are in it as well.
func Summary(m *report.Model) string {
	t := m.Totals
	s := fmt.Sprintf("%s methods executed (%s), %s regions (%s)", t.Methods, t.Methods.Percent(), t.Regions, t.Regions.Percent())
	files := t.FilesMeasured + t.FilesNotMeasured
	if t.FilesNotMeasured > 0 {
		s += fmt.Sprintf(", %s files not measured", report.Ratio{Covered: t.FilesNotMeasured, Total: files})
	} else {
		s += ", " + measured(files)
	}
	parts := 0
	for _, n := range m.NotMeasured {
		if !n.Whole {
			parts++
		}
	}
	switch {
	case parts == 1:
		s += ", 1 part of a file not measured"
	case parts > 1:
		s += fmt.Sprintf(", %s parts of files not measured", report.Thousands(uint64(parts)))
	}
	switch len(m.Problems) {
	case 0:
		return s
	case 1:
		return s + "; 1 self-check failed"
	}
	return fmt.Sprintf("%s; %s self-checks failed", s, report.Thousands(uint64(len(m.Problems))))
}

func measured(files int) string {
	switch files {
	case 0:
		return "no file measured"
	case 1:
		return "1 file measured"
	}
	return fmt.Sprintf("all %s files measured", report.Thousands(uint64(files)))
}
