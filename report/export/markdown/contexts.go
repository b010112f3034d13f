package markdown

import (
	"io"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/gate"
)

// Contexts writes a summary of a run with contexts: the verdict if it is not nil, totals, the hottest methods and paths
// by a metric, the callers of the hottest method, and the allocations below it. The limits of the numbers follow.
func Contexts(w io.Writer, t *cct.Tree, run report.RunInfo, by cct.Metric, verdict *gate.Verdict) error {
	if !t.Has(by) {
		by = t.Main()
	}
	o := contextview.Options{By: by, Makers: 2, Limits: contextview.Limits{Rows: 2 * few, Share: 0.01}}
	v := contextview.Overview(t, o)
	p := &page{rowsEnd: changedEnd}
	p.printf("# jprof: contexts of %s\n", code(words.Command(run.Command)))
	p.failures(run)
	if verdict != nil {
		p.result(verdict)
		p.gates(verdict)
	}
	p.rowsEnd = rowsEnd
	p.printf("\n%s. %s.\n", contextview.Summary(t), words.Capital(contextview.Recorded(&t.About)))
	if v.Hot != nil {
		p.printf("\n## Hottest methods by %s\n", by)
		whole := t.Sum(by)
		p.table(len(v.Hot.List), []string{"-exclusive", "-", "-inclusive", "-", "-calls", "-contexts", "method"},
			func(i int) []string {
				h := &v.Hot.List[i]
				n := report.Thousands
				return []string{contextview.Number(t, by, h.Self[by]), contextview.Percent(h.Self[by], whole),
					contextview.Inclusive(t, by, h.Inclusive[by]), contextview.Percent(h.Inclusive[by], whole),
					n(h.Self[cct.Calls]), n(h.Contexts), code(h.Of.Title())}
			})
		p.more(v.Hot.Of - len(v.Hot.List))
	}
	p.tree(t, by, "Hottest paths", v.Paths, "context")
	if c := v.Chosen; c != nil {
		p.printf("\n## The hottest method\n\n%s.\n", code(c.Title()))
		p.tree(t, by, "Callers", v.Callers, "caller, below what it calls")
	}
	p.allocated(v)
	return p.end(w, t.AllNotes(), run)
}

// end writes the page, with notes on its numbers and the run below.
func (p *page) end(w io.Writer, notes []cct.Note, run report.RunInfo) error {
	if len(notes) > 0 {
		p.printf("\n## Notes on these numbers\n\n")
		for _, n := range notes[:min(many, len(notes))] {
			p.printf("- %s\n", code(n.Text))
		}
		p.more(len(notes) - many)
	}
	p.printf("\n%s; jprof %s\n", code(words.Capital(contextview.RunLine(run))), code(run.Tool))
	return p.writeTo(w)
}

// tree writes the rows of a tree. Dots in front of a name show its level, because Markdown has no indentation in
// tables.
func (p *page) tree(t *cct.Tree, by cct.Metric, heading string, rows *contextview.Rows, what string) {
	if rows == nil {
		return
	}
	p.printf("\n## %s\n", heading)
	p.table(len(rows.List), []string{"-inclusive", "-", "-exclusive", "-calls", what}, func(i int) []string {
		r := &rows.List[i]
		name := code(strings.Repeat("· ", r.Depth) + r.Text())
		if r.Skipped > 0 {
			return []string{"", "", "", "", name}
		}
		if r.Recursive {
			return []string{"", "", contextview.Number(t, by, r.Exclusive), report.Thousands(r.Calls),
				name + " (recursive)"}
		}
		return []string{contextview.Inclusive(t, by, r.Inclusive), contextview.Percent(r.Inclusive, rows.Whole),
			contextview.Number(t, by, r.Exclusive), report.Thousands(r.Calls), name}
	})
	if left := rows.LeftText(by, false); left != "" {
		p.printf("\n%s.\n", words.Capital(left))
	}
}

// allocated writes what was allocated below the methods of the view.
func (p *page) allocated(v *contextview.View) {
	if v.Allocated == nil || len(v.Allocated.List) == 0 {
		return
	}
	p.printf("\n## Allocations below it\n")
	p.table(len(v.Allocated.List), []string{"-objects", "-arrays", "-elements", "-bytes", "type", "made by"},
		func(i int) []string {
			a := &v.Allocated.List[i]
			var makers []string
			for _, m := range a.Makers {
				makers = append(makers, code(m.Method.Title())+" "+report.Thousands(m.Made))
			}
			least := ""
			if v.IsLeast() {
				least = "≥"
			}
			return []string{least + report.Thousands(a.Objects), least + report.Thousands(a.Arrays),
				least + report.Thousands(a.Elements), contextview.BytesText(a.BytesIn(v)), code(a.Title),
				strings.Join(makers, ", ")}
		})
	p.more(v.Allocated.Of - len(v.Allocated.List))
}
