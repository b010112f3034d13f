package text

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"jprof/report"
	"jprof/report/source"
)

// Lines is a range of lines, numbered from 1; Last is in it.
type Lines struct{ First, Last int }

// Paint colours text by the state of its line.
type Paint func(state source.LineState, text string) string

// Beside holds the columns that Source writes beside the counts.
type Beside struct {
	Outcomes bool // the outcomes of all branches are shown, also executed ones
	// Tests returns the number of tests of a line and their names, most executions first; nil for no column. If List is
	// set, names are listed below the line.
	Tests func(line int) (n int, names []string)
	List  bool
	// Time returns the time of a line, "" if no sample is in it; nil for no column.
	Time func(line int) string
}

// Source writes ranges of the lines of a source, nil for all, with the counts that the report shows beside them:
//
//	src/Main.java
//	  count  line
//	    275     3        static int fib(int n) {
//	275·142     4 ◐          if (n <= 1 || n > 90) return n;  ← n > 90: true 0, false 133
//	      0     5 ✗          log();
//
// Several counts on a line are those of its methods and regions, from left to right. If they are too wide, they
// continue below. ✗ means that one of them is 0, or no outcome of the branches happened, ◐ that some did not, ? and ⊘
// that something is unmeasured or excluded. After the code come branches of executed code with a missing outcome (with
// outcomes: all branches), and the reasons for missing counts. Code is never cut; tabs are blanks up to the next
// multiple of four. The number of tests that executed a line, and the time of the line, precede its number if these
// columns are shown.
func Source(w io.Writer, paint Paint, f *report.File, src *source.Source, ranges []Lines, beside Beside) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, report.Printable(f.Path))
	for _, note := range []string{f.VersionNote(), src.Note} {
		if note != "" {
			fmt.Fprintln(b, "  "+report.Printable(note))
		}
	}
	s := annotate(f, src, ranges, beside)
	titles := fmt.Sprintf("  %*s%s  %*s", s.countWidth, "count", s.cells("tests", "time"), s.lineWidth, "line")
	fmt.Fprintln(b, titles)
	for _, r := range s.rows {
		s.row(b, paint, r)
	}
	return flush(b)
}

// sourceRow is a line of the output.
type sourceRow struct {
	line   int
	state  source.LineState
	counts []string
	none   bool // all counts are 0
	code   string
	notes  []string
	behind bool     // lines before it are not shown
	tests  string   // number of tests that executed it, "" for a line without counts
	time   string   // time of the line, "" for a line without samples
	names  []string // names of the tests
}

// annotated is the output for a source.
type annotated struct {
	rows                  []sourceRow
	countWidth, lineWidth int
	testsWidth, timeWidth int // 0 for no column
}

// cells returns the cells of the columns of tests and of time, if there are such columns.
func (s *annotated) cells(tests, time string) string {
	line := ""
	if s.testsWidth > 0 {
		line += "  " + right(tests, s.testsWidth)
	}
	if s.timeWidth > 0 {
		line += "  " + right(time, s.timeWidth)
	}
	return line
}

// maxCounts limits the width of several counts beside each other, in columns.
const maxCounts = 24

func annotate(f *report.File, src *source.Source, ranges []Lines, beside Beside) *annotated {
	if ranges == nil {
		ranges = []Lines{{1, src.Lines()}}
	}
	slices.SortFunc(ranges, func(a, b Lines) int { return cmp.Compare(a.First, b.First) })
	a := source.Annotate(f, src)
	s := &annotated{countWidth: len("count"), lineWidth: len("line")}
	told := map[int]bool{} // parts that were explained
	next := 1
	for _, r := range ranges {
		for n := max(r.First, next); n <= min(r.Last, src.Lines()); n++ {
			row := sourceRowOf(a, n, told, beside)
			row.behind = len(s.rows) > 0 && n != s.rows[len(s.rows)-1].line+1
			if beside.Time != nil {
				row.time = beside.Time(n)
				s.timeWidth = max(s.timeWidth, len("time"), columnsOf(row.time))
			}
			s.rows = append(s.rows, row)
			for _, counts := range row.counts {
				s.countWidth = max(s.countWidth, columnsOf(counts))
			}
			s.lineWidth = max(s.lineWidth, len(strconv.Itoa(n)))
			if beside.Tests != nil {
				s.testsWidth = max(s.testsWidth, len("tests"), columnsOf(row.tests))
			}
			next = n + 1
		}
	}
	return s
}

func sourceRowOf(a *source.Annotated, n int, told map[int]bool, beside Beside) sourceRow {
	l := a.Line(n)
	row := sourceRow{line: n, state: l.State, counts: stacked(l.Counts),
		code: expanded(a.Source.Text(a.Source.Line(n)))}
	row.none = len(l.Counts) > 0 && !slices.ContainsFunc(l.Counts, func(e source.LineEntry) bool { return e.Count > 0 })
	if beside.Tests != nil && len(l.Counts) > 0 {
		tests, names := beside.Tests(n)
		row.tests = thousands(tests)
		if beside.List {
			row.names = names
		}
	}
	for _, p := range l.Pieces {
		if p.Part >= 0 && !told[p.Part] {
			told[p.Part] = true
			why := a.File.Omitted[p.Part]
			note := why.Reason
			if !why.Excluded {
				note = "unmeasured: " + note
			}
			row.notes = append(row.notes, report.Printable(note))
		}
	}
	for _, br := range a.Branches(n) {
		if c := br.Covered(); beside.Outcomes || c.Covered < c.Total {
			row.notes = append(row.notes, branchText(a.Source, *br)+": "+br.String())
		}
	}
	return row
}

// branchText returns the code of a branch, shortened for a note.
func branchText(src *source.Source, b report.Branch) string {
	const most = 40 // columns
	text := src.Text(int(b.Span.Start.Offset), int(b.Span.End.Offset))
	return cutEnd(strings.Join(strings.Fields(text), " "), most)
}

// stacked joins counts to rows of limited width.
func stacked(entries []source.LineEntry) []string {
	var rows []string
	for _, e := range entries {
		count := report.Thousands(e.Count)
		if last := len(rows) - 1; last >= 0 && columnsOf(rows[last]+"·"+count) <= maxCounts {
			rows[last] += "·" + count
		} else {
			rows = append(rows, count)
		}
	}
	return rows
}

// expanded replaces each tab in a line of code by blanks up to the next column that is a multiple of 4.
func expanded(code string) string {
	parts := strings.Split(code, "\t")
	out := parts[0]
	for _, p := range parts[1:] {
		const tab = 4
		out += strings.Repeat(" ", tab-columnsOf(out)%tab) + p
	}
	return out
}

var marks = map[source.LineState]string{
	source.LineExcluded: "⊘", source.LineUnmeasured: "?", source.LineNotExecuted: "✗", source.LineNotTaken: "✗",
	source.LinePartlyTaken: "◐",
}

func (s *annotated) row(b *bufio.Writer, paint Paint, r sourceRow) {
	if r.behind {
		fmt.Fprintln(b)
	}
	counts := append(slices.Clone(r.counts), "")
	mark, known := marks[r.state]
	if !known {
		mark = " "
	}
	text := r.code
	if r.none || len(r.counts) == 0 && (r.state == source.LineExcluded || r.state == source.LineUnmeasured) {
		text = paint(r.state, text)
	}
	line := fmt.Sprintf("  %s%s  %*d %s %s", right(counts[0], s.countWidth), s.cells(r.tests, r.time), s.lineWidth,
		r.line, paint(r.state, mark), text)
	if len(r.notes) > 0 {
		line = strings.TrimRight(line, " ") + "  " + paint(r.state, "← "+strings.Join(r.notes, "; "))
	}
	fmt.Fprintln(b, strings.TrimRight(line, " "))
	for _, more := range r.counts[min(1, len(r.counts)):] {
		fmt.Fprintln(b, "  "+right(more, s.countWidth))
	}
	for _, name := range r.names {
		fmt.Fprintf(b, "  %s%s  %s   · %s\n", right("", s.countWidth), s.cells("", ""), right("", s.lineWidth), name)
	}
}

// right returns text at the right end of a number of columns.
func right(text string, width int) string {
	return strings.Repeat(" ", max(0, width-columnsOf(text))) + text
}
