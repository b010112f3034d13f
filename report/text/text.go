package text

import (
	"bufio"
	"fmt"
	"io"
	"strings"

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
// There is no line for branches where the sources have none. Where some of the sources are of tests, a line has the numbers without these, which are those of gates and exports. A line tells where counts are at their end. What there is to tell of tests (report.Model.Origins) follows,
//
//	regions executed by
//	  own module's tests    93 of 131  71.0 %
//	  other modules' tests  40 of 131  30.5 %
//
// Counts of earlier sources that are in none of these numbers follow in a table, which fits into width columns, 0 for any number.
func Totals(w io.Writer, width int, m *report.Model) error {
	b := bufio.NewWriter(w)
	t := m.Totals
	rows := [][3]string{{"methods", t.Methods.String(), t.Methods.Percent()}, {"lines", t.Lines.String(), t.Lines.Percent()}, {"regions", t.Regions.String(), t.Regions.Percent()}}
	if t.Branches.Total > 0 {
		rows = append(rows, [3]string{"branches", t.Branches.String(), t.Branches.Percent()})
	}
	rows = append(rows, [3]string{"files", report.Thousands(uint64(t.FilesMeasured)), t.LeftOut()})
	ratio := 0
	for _, r := range rows {
		ratio = max(ratio, len(r[1]))
	}
	fmt.Fprintln(b, "executed")
	for _, r := range rows {
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("  %-8s  %*s  %s", r[0], ratio, r[1], r[2]), " "))
	}
	if p := m.Production(); len(p.Files) < len(m.Files) {
		fmt.Fprintf(b, "  without tests: %s methods (%s), %s lines (%s), %s branches (%s)\n", p.Totals.Methods, p.Totals.Methods.Percent(),
			p.Totals.Lines, p.Totals.Lines.Percent(), p.Totals.Branches, p.Totals.Branches.Percent())
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
		list := &table{heading: "counts of earlier sources, which are in no number above", columns: []column{{"count", number}, {"place", path}, {"method", label}}}
		for _, d := range m.Dropped {
			list.rows = append(list.rows, []string{report.Thousands(d.Count), fmt.Sprintf("%s:%d", report.Printable(d.Path), d.Line), report.Printable(d.What) + ": " + d.Reason})
		}
		fmt.Fprintln(b)
		list.write(b, width)
	}
	return flush(b)
}

func place(f *report.File, p report.Pos) string {
	return fmt.Sprintf("%s:%d", report.Printable(f.Path), p.Line)
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
