package text

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
)

// Totals writes the totals of the main sources, and after them those of the test sources:
//
//	executed in main sources
//	  lines     103 of 119   86.6 %
//	  branches   61 of 80    76.3 %
//	  methods    38 of 44    86.4 %
//	  files           8      1 method unmeasured, 1 file and 2 methods excluded
//	  test sources: 120 of 130 lines (92.3 %), 44 of 50 methods (88.0 %)
//
// Without branches in the sources, there is no line for them. Projects with one kind of sources have no line for the
// other: see report.Model.Scope. A line reports counts that have reached the maximum. The part that tests of each
// origin have executed (report.Model.Origins) follows,
//
//	regions executed by
//	  own module's tests    93 of 131  71.0 %
//	  other modules' tests  40 of 131  30.5 %
//
// A table of the counts of other versions of the sources that are in none of these numbers follows. It fits into width
// columns, 0 for any number.
func Totals(w io.Writer, width int, m *report.Model) error {
	b := bufio.NewWriter(w)
	if failures := m.Run.Failures(); len(failures) > 0 {
		fmt.Fprintln(b, "these numbers may not represent the whole project")
		for _, f := range failures {
			fmt.Fprintln(b, "  "+report.Printable(f.Text))
		}
		fmt.Fprintln(b)
	}
	t := m.Totals
	var rows [][3]string
	for _, part := range t.Headline() {
		rows = append(rows, [3]string{part.Name, part.String(), part.Percent()})
	}
	rows = append(rows, [3]string{"files", thousands(t.FilesMeasured), t.OmittedNote()})
	ratio := 0
	for _, r := range rows {
		ratio = max(ratio, len(r[1]))
	}
	heading := "executed"
	if scope := m.Scope(); scope != "" {
		heading += " in " + scope
	}
	fmt.Fprintln(b, heading)
	for _, r := range rows {
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("  %-8s  %*s  %s", r[0], ratio, r[1], r[2]), " "))
	}
	if m.TestTotals.Files() > 0 {
		fmt.Fprintln(b, "  "+m.TestTotals.TestSourcesNote())
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
		list := &table{heading: "counts of other versions of the sources, not included above",
			columns: []column{{"count", number}, {"place", path}, {"method", label}}}
		for _, d := range m.Dropped {
			list.add(report.Thousands(d.Count),
				fmt.Sprintf("%s:%d", report.Printable(d.Path), d.Line), report.Printable(d.Title)+": "+d.Reason)
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
//	40 of 61 lines executed (65.5 %), 9 of 14 branches (64.3 %), 12 of 15 methods (80 %), all 8 files measured,
//	2 methods excluded
//
// and if there are test sources
//
//	main sources: 40 of 61 lines executed (65.5 %), 12 of 15 methods (80 %);
//	test sources: 44 of 50 lines (88.0 %); all 8 files measured
//
// The numbers of measured, unmeasured and excluded files are those of all sources. The line starts with the failures of
// the run, and includes saturated counts and the first failed self-check.
func Summary(m *report.Model) string {
	s := m.Totals.Note()
	if scope := m.Scope(); scope != "" {
		s = scope + ": " + s
	}
	if note := m.Run.FailureNote(); note != "" {
		s = note + "; " + s
	}
	behind := ", "
	if t := m.TestTotals; t.Files() > 0 {
		s += fmt.Sprintf("; test sources: %s lines (%s)", t.Lines, t.Lines.Percent())
		behind = "; "
	}
	s += behind + measured(m)
	if m.Saturated() {
		s += "; " + report.SaturatedNote
	}
	if n := len(m.Problems); n > 0 {
		s += fmt.Sprintf("; %s failed%s: %s", words.Plural(n, "self-check"), words.Form(n, "", ", the first"),
			m.Problems[0])
	}
	return s
}

// firstUnmeasured returns the place of the first method or part that could not be counted. With whole, it returns the
// path of the first such file and the reason. It returns "" if there are none.
func firstUnmeasured(m *report.Model, whole bool) string {
	for _, p := range m.Omitted {
		switch {
		case p.Excluded || p.Whole != whole:
		case whole:
			return report.Printable(p.File.Path) + ": " + report.Printable(p.Reason)
		default:
			return place(p.File, p.Span.Start)
		}
	}
	return ""
}

// named returns a text for the n unmeasured things in number, with the first one.
func named(number string, n int, first string) string {
	return number + " unmeasured" + words.Form(n, " ("+first+")", " (the first: "+first+"; the report lists all)")
}

// measured returns the number of measured files, and the omitted code with its first place.
func measured(m *report.Model) string {
	var s string
	t := m.Sum()
	switch n := t.FilesMeasured; {
	case t.Unmeasured.Files > 0:
		s = named(fmt.Sprintf("%s files", report.Ratio{Covered: t.Unmeasured.Files, Total: t.Files()}),
			t.Unmeasured.Files, firstUnmeasured(m, true))
		t.Unmeasured.Files = 0
	case n == 0:
		s = "no file measured"
	case n == 1:
		s = "1 file measured"
	case n < t.Files():
		s = fmt.Sprintf("%s files measured", thousands(n))
	default:
		s = fmt.Sprintf("all %s files measured", thousands(n))
	}
	if note := t.Unmeasured.String(); note != "" {
		s += ", " + named(note, t.Unmeasured.Methods+t.Unmeasured.Parts, firstUnmeasured(m, false))
		t.Unmeasured = report.Omitted{}
	}
	if note := t.OmittedNote(); note != "" {
		s += ", " + note
	}
	return s
}
