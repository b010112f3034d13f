package text

import (
	"bufio"
	"io"
	"slices"

	"jprof/report"
)

// RunRow is a run in a table of runs.
type RunRow struct {
	ID, Label string
	Started   string
	Result    string // result of the build or program, in words
	Methods   report.Ratio
	Lines     report.Ratio
	Branches  report.Ratio
	Contexts  string // number and coverage of contexts; "" for a run with counts
	ByTest    string // number of executions of tests with counts of their own; "" if the run is not by test
	Samples   string // number of samples with --time; "" for a run without
	Took      string
	Commit    string
	JDK       string
	Command   string
}

// Runs writes a table of runs in the order of the list:
//
//	2 runs of calc, newest first; percentages are of main sources
//	  run                     label  started               result  lines   branches  methods  took  commit     JDK
//	  20261122-120000-abcdef  base   2026-11-22 12:00 UTC  ok      86.4 %    78.7 %   90.0 %  12 s  1a2b3c4d5  25
//
// and the command, mvn verify.
//
// Columns without any text are omitted. If the table is wider than width columns, the columns JDK, commit, methods and
// branches are removed first, then the end of the command.
func Runs(w io.Writer, width int, heading string, rows []RunRow) error {
	b := bufio.NewWriter(w)
	t := &table{heading: heading, columns: []column{{"run", word}, {"label", word}, {"started", word}, {"result", word},
		{"lines", number}, {"branches", number}, {"methods", number}, {"contexts", number},
		{"by test", number}, {"samples", number}, {"took", number}, {"commit", word}, {"JDK", word},
		{"command", code}}}
	for _, r := range rows {
		t.add(r.ID, r.Label, r.Started, r.Result, r.Lines.Percent(), r.Branches.Percent(),
			r.Methods.Percent(), r.Contexts, r.ByTest, r.Samples, r.Took, r.Commit, r.JDK, r.Command)
	}
	t.fitColumns(width, []string{"label", "contexts", "by test", "samples", "commit", "JDK"},
		[]string{"JDK", "commit", "methods", "branches"})
	t.write(b, width)
	return flush(b)
}

// StoredRow is a run in a table of a store.
type StoredRow struct{ ID, Label, Started, Branch, Commit, What string }

// Stored writes a table of the runs of a store, in the order of the list. Columns without any text are omitted.
func Stored(w io.Writer, width int, heading string, rows []StoredRow) error {
	b := bufio.NewWriter(w)
	t := &table{heading: heading, columns: []column{{"run", word}, {"label", word}, {"started", word}, {"branch", word},
		{"commit", word}, {"with", word}}}
	for _, r := range rows {
		t.add(r.ID, r.Label, r.Started, r.Branch, r.Commit, r.What)
	}
	t.fitColumns(width, []string{"label", "branch", "commit", "with"}, []string{"commit", "branch"})
	t.write(b, width)
	return flush(b)
}

// TrendRow is a run in a table of trends.
type TrendRow struct {
	Started, ID, Branch, Commit, Kind, Result    string
	Lines, Branches, Methods                     report.Ratio
	Tests, Failed, Skipped, Took, Label, Command string
}

// Trend writes a table of runs in the order of the list, with the columns of Runs that are numbers, and those for the
// results of tests:
//
//	2 runs of calc, oldest first; percentages are of main sources
//	  started               run                     branch  commit     lines   branches  tests  failed  skipped  took
//	  2026-11-22 12:00 UTC  20261122-120000-abcdef  main    1a2b3c4d5  86.4 %    78.7 %     22       0        1  12 s
//
// Columns without any text are omitted, and so are less important ones if the table is wider than width columns.
func Trend(w io.Writer, width int, heading string, rows []TrendRow) error {
	b := bufio.NewWriter(w)
	t := &table{heading: heading, columns: []column{{"started", word}, {"run", word}, {"label", word}, {"branch", word},
		{"commit", word}, {"result", word}, {"kind", word}, {"lines", number}, {"branches", number},
		{"methods", number}, {"tests", number}, {"failed", number}, {"skipped", number}, {"took", number},
		{"command", code}}}
	for _, r := range rows {
		t.add(r.Started, r.ID, r.Label, r.Branch, r.Commit, r.Result, r.Kind, r.Lines.Percent(), r.Branches.Percent(),
			r.Methods.Percent(), r.Tests, r.Failed, r.Skipped, r.Took, r.Command)
	}
	t.fitColumns(width, []string{"label", "branch", "commit", "result", "kind", "tests", "failed", "skipped"},
		[]string{"command", "kind", "skipped", "methods", "label", "commit", "branches", "result"})
	t.write(b, width)
	return flush(b)
}

// fitColumns makes all cells printable and removes columns: those of mayLack that have no text, and then the first of
// spare until the table has at most width columns of a terminal, 0 for any number.
func (t *table) fitColumns(width int, mayLack, spare []string) {
	for _, cells := range t.rows {
		for i, c := range cells {
			cells[i] = report.Printable(c)
		}
	}
	for _, title := range mayLack {
		i := t.index(title)
		if !slices.ContainsFunc(t.rows, func(cells []string) bool { return cells[i] != "" }) {
			t.drop(title)
		}
	}
	for _, title := range spare {
		total := 0
		for _, n := range t.widths(width) {
			total += 2 + n
		}
		if width > 0 && total > width && t.index(title) >= 0 {
			t.drop(title)
		}
	}
}

// index returns the index of a column, -1 if there is none.
func (t *table) index(title string) int {
	return slices.IndexFunc(t.columns, func(c column) bool { return c.title == title })
}

// drop removes a column from a table.
func (t *table) drop(title string) {
	i := t.index(title)
	t.columns = slices.Delete(t.columns, i, i+1)
	for r := range t.rows {
		t.rows[r] = slices.Delete(t.rows[r], i, i+1)
	}
}
