package html

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/columns"
)

// numbers has the columns of a table that package columns declares. Templates write other columns before and after
// them.
type numbers struct {
	Heads   []head
	Tight   bool // there are columns for tests
	columns []columns.Column
}

// head is the head of a column.
type head struct {
	Text   template.HTML
	Title  string // the tooltip, "" for none
	Sort   string // the sort order for scripts: see columnKinds in elements.js
	Sorted bool   // rows are written in the order of this column
	Heat   bool   // the next column is a bar of heat
}

// cell is the content of a column in a row.
type cell struct {
	Ratio   *ratio // nil for a text
	Text    string
	Note    string      // the tooltip, "" for none
	Value   string      // the text that scripts sort by, "" for Text
	Omitted *omittedTag // replaces the text unless it is nil
	Bar     bool        // a bar of heat follows
	Heat    int         // see level
}

// numbers returns the columns of a table. sum is the sum of all rows. Columns that are empty in it are omitted.
func (s *site) numbers(t columns.Table, sum *report.Totals) numbers {
	n := numbers{Tight: len(s.model.Origins) > 0}
	list := columns.Of(t, s.model.Origins...)
	if t == columns.Methods && s.joined.hasEfficiency() {
		list = append(list, columns.OfEfficiency()...)
	}
	if t == columns.Methods && s.testPages != nil {
		list = append(list, columns.OfTests())
	}
	if t == columns.Methods && s.times != nil {
		list = append(list, columns.OfTime()...)
	}
	for _, c := range list {
		if c.Empty(sum) {
			continue
		}
		h := head{Text: template.HTML(strings.ReplaceAll(template.HTMLEscapeString(c.Head), "\u00ad", "&shy;")),
			Title: c.Title, Sort: "n", Sorted: c.Heat && t != columns.Tree, Heat: c.Heat}
		if c.Ratio != nil {
			h.Sort = "r"
		}
		if t == columns.Methods && slices.Contains(c.Tables, columns.Classes) {
			h.Title = "" // There are very many of these tables, and the table of classes has it.
		}
		n.Heads, n.columns = append(n.Heads, h), append(n.columns, c)
	}
	return n
}

// cells returns the cells of a row. omitted is the reason why the row has no counts, nil if it has some. heat is the
// level of the bar.
func (n numbers) cells(row *report.Totals, omitted *omittedTag, heat int) cells {
	list := make(cells, len(n.columns))
	for i, c := range n.columns {
		x := &list[i]
		if c.Note != nil {
			x.Note = c.Note(row)
		}
		if c.Ratio != nil {
			r := makeRatio(c.Ratio(row))
			if c.Note == nil {
				x.Ratio = &r
			} else {
				x.Text = r.Percent
			}
			continue
		}
		x.Text, x.Bar, x.Heat = c.Text(row), c.Heat, heat
		n, ok := c.Count(row)
		if ok && !c.Contexts {
			x.Omitted = omitted
		}
		if c.Shown != nil {
			x.Text, x.Value = c.Shown(row), fmt.Sprint(n)
		}
	}
	return list
}

// ratio is a cell with a number of covered parts and their total.
type ratio struct {
	Percent string
	Of      string
	Width   int    // of the bar of a tile, 0 to 100
	Tenths  int    // covered tenths, for the bar of a cell: 0 for none, 10 for all
	State   string // "none", "some", "all", or "" without a total
}

func makeRatio(r report.Ratio) ratio {
	c := ratio{Percent: r.Percent(), Of: r.String()}
	if r.Total == 0 {
		return c
	}
	c.Width, c.Tenths = r.Covered*100/r.Total, r.Covered*10/r.Total
	switch r.Covered {
	case 0:
		c.State = "none"
	case r.Total:
		c.State = "all"
	default:
		c.State = "some"
		c.Width, c.Tenths = max(2, c.Width), max(1, c.Tenths)
	}
	return c
}

// hotBlock is a cell with the block that was entered most often.
type hotBlock struct {
	Known bool
	Count uint64
	Kind  string
	Href  string
	Line  int
}

func (s *site) hotBlock(root string, f *report.File, i int) hotBlock {
	if i < 0 {
		return hotBlock{}
	}
	b := f.Blocks[i]
	line := countedLine(f, i)
	return hotBlock{true, b.Count, b.Kind, s.lineHref(root, f, line), line}
}

// countedLine returns the first line that shows the count of a block. The head of a method shows it. The head of a loop
// or an if shows the count of the condition, so there it is the line of the first region with the count of the block.
func countedLine(f *report.File, block int) int {
	b := f.Blocks[block]
	if b.Kind != "body" {
		for _, r := range f.Regions { // ascending
			if r.Block == block && r.Count == b.Count && len(r.Statements) > 0 {
				return int(r.Statements[0].Start.Line)
			}
		}
	}
	return int(b.Span.Start.Line)
}
