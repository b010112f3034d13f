package markdown

import (
	"fmt"
	"io"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/contexts/contextview"
	"jprof/report/source"
)

// Diff writes what a change did: what of the changed lines was executed, what is newly missed, tests, totals, and
// counts that differ.
func Diff(w io.Writer, c *compare.Comparison) error {
	p := &page{rowsEnd: changedEnd}
	p.printf("# jprof: %s\n", code(c.After.Title))
	p.failures(c.After.Run)
	p.changed(c.After, c.Changed)
	p.rowsEnd = gatesEnd
	p.newlyMissed(c)
	p.failing(c)
	p.otherTests(c)
	p.rowsEnd = rowsEnd
	p.totals(c.After, c)
	p.differing(c)
	p.printf("\nRun %s, jprof %s\n", code(c.After.Run.ID), code(c.After.Run.Tool))
	return p.writeTo(w)
}

// missed lists missed places.
func (p *page) missed(m *report.Model, list []report.Missed) {
	shown := list[:min(many, len(list))]
	text := source.MissedCode(m, shown)
	p.table(len(shown), []string{"missed", "place", "code"}, func(i int) []string {
		x := shown[i]
		if x.Kind == report.MissedMethod {
			text[i] = x.File.Methods[x.Method].Title()
		}
		return []string{x.What(), code(fmt.Sprintf("%s:%d", x.File.Path, x.Line)), code(text[i])}
	})
	p.more(len(list) - len(shown))
}

// newlyMissed lists what was executed before and is not now.
func (p *page) newlyMissed(c *compare.Comparison) {
	if c != nil && c.Part != "" {
		p.printf("\n%s.\n", words.Capital(code(c.Part)))
	}
	if c == nil || !c.NewlyMissed.Any() {
		return
	}
	p.printf("\n## Newly missed elsewhere: %s\n", c.NewlyMissed.Text())
	p.missed(c.After, c.NewlyMissed.Missed)
}

// failing lists the tests that fail, and did not fail before.
func (p *page) failing(c *compare.Comparison) {
	if c == nil || len(c.Tests.Failing) == 0 {
		return
	}
	list := c.Tests.Failing
	p.printf("\n## %s\n", words.Capital(compare.FailingHeading(c.Before.Run.ID)))
	p.table(min(many, len(list)), []string{"test", "place", "message"}, func(i int) []string {
		t, message := list[i], ""
		name := code(t.Name)
		if t.IsNew {
			name += " (new)"
		}
		if t.Message != "" {
			message = code(t.Message)
		}
		return []string{name, code(t.Place()), message}
	})
	p.more(len(list) - many)
}

// otherTests lists the tests that are new, and those that were skipped, removed or not run.
func (p *page) otherTests(c *compare.Comparison) {
	if c == nil {
		return
	}
	if list := c.Tests.New; len(list) > 0 {
		p.printf("\n## %s\n", words.Capital(words.Plural(len(list), "new test")))
		p.table(min(many, len(list)), []string{"test", "place"}, func(i int) []string {
			return []string{code(list[i].Name), code(list[i].Place())}
		})
		p.more(len(list) - many)
	}
	if list := c.Tests.Lost; len(list) > 0 {
		p.printf("\n## %s\n", words.Capital(compare.LostHeading(c.Before.Run.ID)))
		p.table(min(many, len(list)), []string{"", "test", "place"}, func(i int) []string {
			return []string{string(list[i].What), code(list[i].Name), code(list[i].Place())}
		})
		p.more(len(list) - many)
	}
}

// totals writes the totals, beside those before if they are of the same kind of sources.
func (p *page) totals(m *report.Model, c *compare.Comparison) {
	t := m.Totals
	titles, of := []string{"", "-executed", "-"}, report.Totals{}
	compares := c != nil && c.Part == "" && c.Before.Scope() == m.Scope()
	if compares {
		titles, of = append(titles, "-before", "-change"), c.Before.Totals
	}
	rows := compare.Ratios(&of, &t)
	heading := "Executed"
	if scope := m.Scope(); scope != "" {
		heading += " in " + scope
	}
	p.printf("\n## %s\n", heading)
	p.table(len(rows), titles, func(i int) []string {
		r := rows[i]
		row := []string{r.Name, r.After.String(), r.After.Percent()}
		if compares {
			row = append(row, r.Before.Percent(), r.After.Change(r.Before))
		}
		return row
	})
	if compares {
		p.printf("\nBefore: %s.\n", code(contextview.RunLine(c.Before.Run)))
	}
	p.printf("\n%s measured", words.Plural(t.FilesMeasured, "file"))
	if note := t.OmittedNote(); note != "" {
		p.printf("; %s", note)
	}
	p.printf(".\n")
	if m.TestTotals.Files() > 0 {
		p.printf("\n%s.\n", words.Capital(m.TestTotals.TestSourcesNote()))
	}
	if note := m.DroppedNote(); note != "" {
		p.printf("\nNo number includes the counts of %s: they are of other versions of the sources than the newest.\n",
			note)
	}
}

// differing lists the classes whose counts differ by more than 1 %, or that were edited.
func (p *page) differing(c *compare.Comparison) {
	if c == nil || len(c.Classes) == 0 {
		return
	}
	list, folded := c.LargeClasses()
	p.printf("\n## Counts that differ\n\n%s %s", report.Thousands(uint64(len(c.Classes))),
		words.Form(len(c.Classes), "class", "classes"))
	if folded != "" {
		p.printf("; not listed: %s", folded)
	}
	p.printf(".\n")
	if note := c.JVMsNote(); note != "" {
		p.printf("\n%s.\n", words.Capital(note))
	}
	p.table(min(many, len(list)), []string{"class", "", "-executions", "-ratio", "-calls"}, func(i int) []string {
		x, note := list[i], ""
		if x.Edited && x.Old != nil && x.New != nil {
			note = "edited"
		}
		fromTo := func(c compare.Change) string {
			return report.Thousands(c.Before) + " → " + report.Thousands(c.After)
		}
		return []string{code(x.Name()), note, fromTo(x.Executed),
			x.Executed.RatioText("×", x.Old != nil, x.New != nil), fromTo(x.Invocations)}
	})
	p.more(len(list) - many)
}
