package markdown

import (
	"fmt"
	"io"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/unused"
)

// Unused writes the code that nobody executed, as tables: files, other classes, other methods, and methods that were
// executed, but not by tests. What was not observed comes first.
func Unused(w io.Writer, r *unused.Result) error {
	p := &page{rowsEnd: rowsEnd}
	p.printf("# jprof: unused code of %s\n", code(r.Model.Title))
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
	p.unused("Whole files", len(r.Files), append(titles[:3:3], "file"), func(i int) []string {
		return append(size(r.Files[i].Size, r.Files[i].Seen), code(r.Files[i].Path))
	})
	classes := r.OuterClasses()
	p.unused(words.Capital(r.ClassesTitle()), len(classes), append(titles[:3:3], "-tested methods", "class", "place"),
		func(i int) []string {
			c := &classes[i]
			return append(size(c.Size, c.Seen), c.TestedCell(), code(c.Name),
				code(fmt.Sprintf("%s:%d", c.File.Path, c.Line)))
		})
	methods := r.Outermost()
	p.unused(words.Capital(r.MethodsTitle()), len(methods), append(titles[:3:3], "-tests", "method", "place"),
		func(i int) []string {
			m := &methods[i]
			return append(size(m.Size, m.Seen), m.Tests.Cell(), code(m.Title()), place(m.File, m.Method()))
		})
	p.unused("Executed, but not by tests", len(r.Hot), []string{"-executions", "-calls", "method", "place"},
		func(i int) []string {
			h := &r.Hot[i]
			return []string{report.Thousands(h.Executed), report.Thousands(h.Calls), code(h.Title()),
				place(h.File, h.Method())}
		})
	p.printf("\nRun %s, jprof %s\n", code(r.Model.Run.ID), code(r.Model.Run.Tool))
	return p.writeTo(w)
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
