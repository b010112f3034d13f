package markdown

import (
	"io"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/efficiency"
)

// Efficiency writes a summary of the efficiency of methods: numbers of the program with their meaning, the first
// methods of each list with advice, the meaning of columns, and the limits of the numbers.
func Efficiency(w io.Writer, r *efficiency.Result, run report.RunInfo) error {
	p := &page{rowsEnd: rowsEnd}
	p.printf("# jprof: efficiency of %s\n", code(words.Command(run.Command)))
	p.failures(run)
	p.lines([]string{"", "-", "what it is"}, r.Overview())
	for _, l := range efficiency.Shown {
		list, e := r.In(l), r.Explain(l)
		p.printf("\n## %s: %s\n", words.Capital(e.Name), r.Size(l))
		if len(list) == 0 {
			continue
		}
		p.printf("\nThey %s.\n", e.Meaning)
		var titles []string
		for _, title := range efficiency.Titles(l) {
			titles = append(titles, "-"+title)
		}
		p.table(min(2*few, len(list)), append(titles, "method"), func(i int) []string {
			return append(r.Cells(list[i], l), code(list[i].Title()))
		})
		p.more(len(list) - 2*few)
		p.printf("\n**What to do:** %s\n", e.Advice)
	}
	p.printf("\n## What the columns are\n")
	p.lines([]string{"", "what it is"}, r.Columns())
	return p.end(w, r.Notes(), run)
}

// lines writes a table of names and meanings. It has a column for numbers if titles has one.
func (p *page) lines(titles []string, list []efficiency.Line) {
	p.table(len(list), titles, func(i int) []string {
		row := []string{list[i].Name}
		if len(titles) > 2 {
			row = append(row, list[i].Number)
		}
		return append(row, list[i].Meaning)
	})
}
