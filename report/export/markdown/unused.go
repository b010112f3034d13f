package markdown

import (
	"fmt"
	"io"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/source"
	"jprof/report/unused"
)

// Unused writes the code that nobody executed, as tables: files, other classes, other methods, outcomes of branches,
// and the lists that are asked for. What was not observed comes first.
func Unused(w io.Writer, r *unused.Result, lists unused.Lists) error {
	p := &page{rowsEnd: rowsEnd}
	title := ""
	if r.Model.Title != "" {
		title = " of " + code(r.Model.Title)
	}
	p.printf("# jprof: unused code%s\n", title)
	p.failures(r.Model.Run)
	for _, text := range r.Warnings() {
		p.printf("\n**%s.**\n", code(words.Capital(text)))
	}
	lines := r.Observed.Lines()
	p.table(len(lines), []string{"", "observed"}, func(i int) []string {
		return []string{lines[i][0], code(lines[i][1])}
	})
	p.printf("\n%s.\n", words.Capital(r.Summary()))
	for _, note := range []string{r.MarkedNote(), r.TestsNote()} {
		if note != "" {
			p.printf("\n%s.\n", words.Capital(note))
		}
	}
	size := func(s unused.Size, seen unused.Seen) []string {
		return []string{report.Thousands(uint64(s.Lines)), report.Thousands(uint64(s.Statements)), seen.Cell()}
	}
	titles := []string{"-lines", "-statements", "-days"}
	p.unused("Whole files", len(r.Files), append(titles[:3:3], "-tested methods", "file"), func(i int) []string {
		f := &r.Files[i]
		return append(size(f.Size, f.Seen), f.Tests.Cell(), code(f.Path))
	})
	classes := r.OuterClasses()
	p.unused(words.Capital(r.ClassesTitle()), len(classes), append(titles[:3:3], "-tested methods", "class", "place"),
		func(i int) []string {
			c := &classes[i]
			return append(size(c.Size, c.Seen), c.Methods.Cell(), code(c.Name),
				code(fmt.Sprintf("%s:%d", c.File.Path, c.Line)))
		})
	methods := r.Outermost()
	p.unused(words.Capital(r.MethodsTitle()), len(methods), append(titles[:3:3], "-tests", "method", "place"),
		func(i int) []string {
			m := &methods[i]
			return append(size(m.Size, m.Seen), m.Tests.Cell(), code(m.Title()), place(m.File, m.Method()))
		})
	p.unusedBranches(r)
	if lists.Marked {
		p.unused("Marked methods", len(r.Marked), append(titles[:3:3], "-tests", "method", "place", "why"),
			func(i int) []string {
				m := &r.Marked[i]
				return append(size(m.Size, m.Seen), m.Tests.Cell(), code(m.Title()), place(m.File, m.Method()),
					code(m.Mark.Reason()))
			})
	}
	if lists.Hot {
		p.unused("Executed, but not by tests", len(r.Hot), []string{"-executions", "-calls", "method", "place"},
			func(i int) []string {
				h := &r.Hot[i]
				return []string{report.Thousands(h.Executed), report.Thousands(h.Calls), code(h.Title()),
					place(h.File, h.Method())}
			})
	}
	p.unused("Classes without sources", len(r.Foreign), []string{"-not executed", "-methods", "class", "place"},
		func(i int) []string {
			c := &r.Foreign[i]
			return []string{report.Thousands(uint64(len(c.Methods))), report.Thousands(uint64(c.Of)), code(c.Name),
				code(c.Place)}
		})
	for _, note := range r.Without(lists) {
		p.printf("\n%s.\n", words.Capital(note))
	}
	if r.Model.Run.ID != "" {
		p.printf("\nRun %s, jprof %s\n", code(r.Model.Run.ID), code(r.Model.Run.Tool))
	}
	return p.writeTo(w)
}

// unusedBranches writes the branches of executed methods with outcomes that never happened.
func (p *page) unusedBranches(r *unused.Result) {
	list := make([]report.Missed, min(many, len(r.Branches)))
	for i := range list {
		list[i] = r.Branches[i].Missed
	}
	texts := source.MissedCode(r.Model, list)
	p.unused("Outcomes of branches that never happened, in executed methods", len(r.Branches),
		[]string{"-days", "outcome", "code", "place"}, func(i int) []string {
			return []string{r.Branches[i].Seen.Cell(), list[i].What(), code(texts[i]),
				code(fmt.Sprintf("%s:%d", list[i].File.Path, list[i].Line))}
		})
}

// unused writes a list with a heading, if it has rows.
func (p *page) unused(heading string, n int, titles []string, row func(i int) []string) {
	if n == 0 {
		return
	}
	p.printf("\n## %s: %s\n", heading, report.Thousands(uint64(n)))
	p.table(min(many, n), titles, row)
	p.more(n - many)
}
