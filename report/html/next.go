package html

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/html/layout"
	"jprof/report/tests/next"
)

// nextTable lists the methods where a test is worth most.
type nextTable struct {
	Rows                []nextRow
	Of                  int           // number of methods with missed code
	Columns             []next.Column // of next.Columns, with capital letters
	Order               string        // of next.Columns
	Commits, Production bool          // the list has this column
}

// nextRow is a method with missed code.
type nextRow struct {
	Label                                label
	Class, ID                            string // its page, and where it is there
	Href, Where, Short                   string // the first missed code
	Lines, Outcomes, Complexity, Commits int
	Production                           uint64
	Test, TestName, TestHref             string // the nearest, without and with its package; TestHref is "" without one
}

// next returns the first places of next.Rank. They are nil if no code is missed.
func (s *site) next() *nextTable {
	list := next.Rank(s.model, s.ranking, layout.TopRows)
	if len(list) == 0 {
		return nil
	}
	t := &nextTable{Of: len(list)}
	t.Columns, t.Order = next.Columns(list)
	for i := range t.Columns {
		c := &t.Columns[i]
		c.Name = words.Capital(c.Name)
		t.Commits, t.Production = t.Commits || c.Key == "commits", t.Production || c.Key == "production"
	}
	for _, p := range list[:min(layout.TopRows, len(list))] {
		f, x := p.Method.File, p.Method.Method()
		where := report.Printable(fmt.Sprintf("%s:%d", f.Path, p.Line))
		r := nextRow{Label: makeLabel(x.Title()), Class: s.classPage[x.Class], ID: fmt.Sprintf("m%d", p.Method.Index),
			Href: s.lineHref("", f, p.Line), Where: where, Short: path.Base(where), Lines: p.Lines,
			Outcomes: p.Outcomes, Complexity: p.Complexity, Commits: p.Changes, Production: p.Production}
		r.TestName = report.Printable(p.Test.Name)
		class, _, _ := strings.Cut(r.TestName, "#")
		r.Test = r.TestName[strings.LastIndexByte(class, '.')+1:]
		if i := slices.IndexFunc(s.model.Files, func(f *report.File) bool { return f.Path == p.Test.Path }); i >= 0 {
			r.TestHref = s.lineHref("", s.model.Files[i], p.Test.Line)
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}
