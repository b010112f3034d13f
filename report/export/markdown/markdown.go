// Package markdown writes a summary for the page of a CI job or a comment on a pull request, in GitHub Flavored
// Markdown. If there is a verdict, it begins with changed lines and gates. If there is a base, the differences from it
// follow: what is newly missed, totals, tests, counts (Diff writes these alone). The hottest methods, the largest that
// were never invoked, modules and packages are last.
//
// All names are in code spans, in which markup, links, mentions and HTML have no effect. A bar, which would end a cell
// of a table, and a backtick, which would end the span, are replaced by characters that look alike. The text has at
// most Limit characters: rows that do not fit are omitted, and a note below their table says so.
package markdown

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/columns"
	"jprof/report/compare"
	"jprof/report/gate"
)

// Limit is the greatest number of characters, a bit less than the limit of comments on GitHub (65,536).
const Limit = 60_000

const (
	cell   = 200 // characters of a name
	few    = 10  // methods in a list
	many   = 50  // modules, packages
	ranges = 200 // of changed lines

	// After these numbers of characters there are no more rows. All other text (headings, notes, the last row) fits
	// into the rest up to Limit.
	changedEnd = 20_000
	gatesEnd   = 40_000
	rowsEnd    = Limit - 4_000
)

// Write writes the summary of m, with the verdict v if it is not nil.
func Write(w io.Writer, m *report.Model, v *gate.Verdict) error {
	p := &page{rowsEnd: changedEnd}
	p.printf("# jprof: %s\n", code(m.Title))
	if v != nil && v.Excused {
		n := m.Run.Tests
		p.printf("\n**Only tests in the quarantine failed: %s.**\n", report.Ratio{Covered: n.Failed, Total: n.Tests})
	} else {
		p.failures(m.Run)
	}
	var diff *compare.Comparison
	if v != nil {
		changed := v.Changed
		if v.Base != nil {
			if diff = v.Base.Diff; changed == nil {
				changed = diff.Changed
			}
		}
		p.result(v)
		p.changed(m, changed)
		p.rowsEnd = gatesEnd
		p.newlyMissed(diff)
		p.failing(diff)
		p.gates(v)
		p.quarantine(v.Quarantine)
		p.otherTests(diff)
	}
	p.rowsEnd = rowsEnd
	p.totals(m, diff)
	p.differing(diff)
	p.hottest(m)
	p.uncovered(m)
	p.sums("Modules", "module", m.Modules(), 2)
	p.sums("Packages", "package", m.Packages(), 1)
	p.printf("\nRun %s, jprof %s\n", code(m.Run.ID), code(m.Run.Tool))
	if m.Run.Carried != "" {
		p.printf("\n%s\n", m.Run.Carried)
	}
	return p.writeTo(w)
}

// writeTo writes the page.
func (p *page) writeTo(w io.Writer) error {
	if _, err := io.WriteString(w, p.text.String()); err != nil {
		return fmt.Errorf("markdown: %w", err)
	}
	return nil
}

// failures writes the reasons why the numbers may not be those of the whole project.
func (p *page) failures(r report.RunInfo) {
	list := r.Failures()
	if len(list) == 0 {
		return
	}
	p.printf("\n**%s.** These numbers may not represent the whole project:\n\n", words.Capital(r.FailureNote()))
	for _, f := range list[:min(few, len(list))] {
		p.printf("- %s\n", code(f.Text))
	}
	p.more(len(list) - few)
}

// result writes whether all gates passed.
func (p *page) result(v *gate.Verdict) {
	switch n := v.Failed(); {
	case n > 0:
		p.printf("\n**%d of %d gates failed.**\n", n, len(v.Gates))
	case len(v.Gates) > 0:
		p.printf("\nAll gates passed.\n")
	}
}

func (p *page) gates(v *gate.Verdict) {
	if len(v.Gates) == 0 {
		return
	}
	p.printf("\n## Gates\n")
	gates := slices.Clone(v.Gates)
	slices.SortStableFunc(gates, func(a, b gate.Gate) int {
		switch {
		case a.Passed == b.Passed:
			return 0
		case b.Passed:
			return -1
		}
		return 1
	})
	p.table(len(gates), []string{"", "gate", "of", "-actual", "required"}, func(i int) []string {
		g := gates[i]
		state := "**failed**"
		if g.Passed {
			state = "passed"
		}
		return []string{state, code(g.Rule), code(g.Name()), code(g.Actual), code(g.Requirement())}
	})
}

func (p *page) changed(m *report.Model, c *compare.ChangedLines) {
	if c == nil {
		return
	}
	p.printf("\n## Changed since %s\n\n", code(c.Since))
	p.printf("%s.\n", cmp.Or(c.Text(), "No statement with counters starts on a changed line"))
	p.table(min(ranges, len(c.Uncovered)), []string{"not executed", "-lines"}, func(i int) []string {
		r := c.Uncovered[i]
		lines := fmt.Sprint(r.First)
		if r.Last > r.First {
			lines = fmt.Sprintf("%d–%d", r.First, r.Last)
		}
		return []string{code(r.Path), lines}
	})
	p.more(len(c.Uncovered) - ranges)
	p.missed(m, slices.DeleteFunc(slices.Clone(c.Missed), func(x report.Missed) bool {
		return x.Kind != report.MissedBranch
	}))
	p.table(min(ranges, len(c.Missing)), []string{"changed, and unmeasured or not in the run"}, func(i int) []string {
		return []string{code(c.Missing[i])}
	})
	p.more(len(c.Missing) - ranges)
}

// quarantine lists the tests in the quarantine.
func (p *page) quarantine(list []gate.Quarantined) {
	if len(list) == 0 {
		return
	}
	p.printf("\n## Quarantine\n")
	p.table(len(list), []string{"", "test", "until", "reason", "failed now"}, func(i int) []string {
		q := list[i]
		failed := ""
		if len(q.Failed) > 0 {
			failed = code(strings.Join(q.Failed, ", "))
		}
		return []string{q.StateText(code), code(q.Test), q.Until, code(q.Reason), failed}
	})
}

func (p *page) hottest(m *report.Model) {
	hot := m.HottestMethods(few)
	if len(hot) == 0 {
		return
	}
	p.printf("\n## Hottest methods\n")
	numbers := columns.Of(columns.Top)
	p.table(len(hot), append(titles(numbers), "method", "place"), func(i int) []string {
		f, x := hot[i].File, hot[i].Method()
		row := columns.OfMethod(x)
		return append(cells(numbers, &row), code(x.Title()), place(f, x))
	})
}

func (p *page) uncovered(m *report.Model) {
	rows := m.Uncovered()
	if len(rows) == 0 {
		return
	}
	p.printf("\n## Largest methods never called\n")
	p.table(min(few, len(rows)), []string{"-statements", "method", "place"}, func(i int) []string {
		x := rows[i].Method()
		return []string{report.Thousands(uint64(x.Statements.Total)), code(x.Title()), place(rows[i].File, x)}
	})
	p.more(len(rows) - few)
}

// sums writes a table with a row for each part of the project, if there are at least least rows.
func (p *page) sums(heading, column string, rows []report.Group, least int) {
	if len(rows) < least {
		return
	}
	p.printf("\n## %s\n", heading)
	numbers := columns.Of(columns.MarkdownGroups)
	p.table(min(many, len(rows)), append([]string{column}, titles(numbers)...), func(i int) []string {
		return append([]string{code(rows[i].Name)}, cells(numbers, &rows[i].Totals)...)
	})
	p.more(len(rows) - many)
}

// titles returns the titles of columns, for table. A ratio has two columns: the executed part of the total, and the
// percentage.
func titles(numbers []columns.Column) []string {
	var list []string
	for _, c := range numbers {
		list = append(list, "-"+c.Word())
		if c.Ratio != nil {
			list = append(list, "-")
		}
	}
	return list
}

// cells returns the cells of a row for titles.
func cells(numbers []columns.Column, row *report.Totals) []string {
	var list []string
	for _, c := range numbers {
		if c.Ratio != nil {
			r := c.Ratio(row)
			list = append(list, r.String(), r.Percent())
		} else {
			list = append(list, c.Text(row))
		}
	}
	return list
}

func place(f *report.File, m *report.Method) string {
	return code(f.Path + ":" + fmt.Sprint(m.Name.Line))
}

// code returns text from a project as a code span.
func code(s string) string {
	s = strings.NewReplacer("|", "¦", "`", "ˋ", "\t", " ").Replace(report.Printable(s))
	if utf8.RuneCountInString(s) > cell {
		// Both ends identify a path or a method better than the start alone.
		r := []rune(s)
		s = string(r[:cell/2]) + "…" + string(r[len(r)-cell/2+1:])
	}
	if strings.TrimSpace(s) == "" {
		return "(none)"
	}
	return "`" + s + "`"
}

// page is the text of the document, with its length.
type page struct {
	text       strings.Builder
	characters int
	rowsEnd    int // see table
}

func (p *page) printf(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	p.characters += utf8.RuneCountInString(s)
	p.text.WriteString(s)
}

// table writes n rows, or fewer and a note if there is no room. A title with - in front is that of a column of numbers.
func (p *page) table(n int, titles []string, row func(int) []string) {
	if n == 0 {
		return
	}
	head, line := "|", "|"
	for _, t := range titles {
		name, number := strings.CutPrefix(t, "-")
		head += " " + name + " |"
		if number {
			line += " ---: |"
		} else {
			line += " --- |"
		}
	}
	p.printf("\n%s\n%s\n", head, line)
	for i := range n {
		if p.characters > p.rowsEnd {
			p.printf("\n%s rows of this table are omitted: the text would be too long.\n",
				report.Thousands(uint64(n-i)))
			return
		}
		p.printf("| %s |\n", strings.Join(row(i), " | "))
	}
}

// more writes the number of rows that a table lacks.
func (p *page) more(n int) {
	if n > 0 {
		p.printf("\n%s more are not shown.\n", report.Thousands(uint64(n)))
	}
}
