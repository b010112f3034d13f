package text

import (
	"bufio"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"jprof/report"
)

// kind is the alignment of the cells of a column, and the part that is cut first if the terminal is too narrow.
type kind int

const (
	number  kind = iota // right-aligned, never cut
	word                // left-aligned, never cut
	path                // left-aligned; cuts the folders, then the start of the name
	label               // left-aligned; cuts the parameters of a method, then the start of its name
	code                // left-aligned; cuts the end
	context             // left-aligned; cuts the package of a method, then its parameters, then the start
	test                // left-aligned; cuts the package of the class of a test, then the end
)

// column is a column of a table.
type column struct {
	title string
	kind  kind
}

// table has rows of cells below a heading.
type table struct {
	heading string
	none    string // the text if there are no rows, "" for none
	columns []column
	rows    [][]string
	of      int // number of all rows, if that is more
}

// add appends a row with the texts of its cells.
func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// leastWidth is the width below which no column is cut. On a narrower terminal, lines wrap.
const leastWidth = 12

// write prints the table. No line is longer than width columns of a terminal, unless width is 0.
func (t *table) write(b *bufio.Writer, width int) {
	fmt.Fprintln(b, t.heading)
	switch {
	case len(t.rows) > 0:
		t.writeRows(b, width)
	case t.none != "":
		fmt.Fprintln(b, "  "+t.none)
	}
	if more := t.of - len(t.rows); more > 0 {
		fmt.Fprintf(b, "  and %s more\n", thousands(more))
	}
}

func (t *table) writeRows(b *bufio.Writer, width int) {
	widths := t.widths(width)
	t.withoutPackages(widths)
	titles := make([]string, len(t.columns))
	for i, c := range t.columns {
		titles[i] = c.title
	}
	t.row(b, widths, titles)
	for _, r := range t.rows {
		cells := make([]string, len(r))
		for i, cell := range r {
			cells[i] = t.columns[i].kind.fit(oneLine(cell), widths[i])
		}
		t.row(b, widths, cells)
	}
}

// withoutPackages shortens all methods of a column if one is too wide, so that names in a column have the same form.
func (t *table) withoutPackages(widths []int) {
	for i, c := range t.columns {
		wide := func(r []string) bool { return columnsOf(r[i]) > widths[i] }
		if c.kind != context || !slices.ContainsFunc(t.rows, wide) {
			continue
		}
		for _, r := range t.rows {
			name := strings.TrimLeft(r[i], " ")
			r[i] = r[i][:len(r[i])-len(name)] + shortMethod(name)
		}
	}
}

func (t *table) row(b *bufio.Writer, widths []int, cells []string) {
	line := ""
	for i, cell := range cells {
		blanks := strings.Repeat(" ", max(0, widths[i]-columnsOf(cell)))
		if t.columns[i].kind == number {
			cell = blanks + cell
		} else {
			cell += blanks
		}
		line += "  " + cell
	}
	fmt.Fprintln(b, strings.TrimRight(line, " "))
}

// widths returns the widths of the columns: those of their cells. If the terminal is too narrow, the widest columns
// that may be cut get equal widths. Paths are cut between folders; the next column gets the room that is left.
func (t *table) widths(width int) []int {
	natural := make([]int, len(t.columns))
	for i := range t.columns {
		natural[i] = t.needed(i, math.MaxInt)
	}
	if width <= 0 {
		return natural
	}
	widths := slices.Clone(natural)
	total, widest := 0, 0
	for i, w := range widths {
		total += 2 + w
		if t.columns[i].kind.cuttable() {
			widest = max(widest, w)
		}
	}
	for ; total > width && widest > leastWidth; widest-- {
		for i, w := range widths {
			if t.columns[i].kind.cuttable() && w == widest && total > width {
				widths[i]--
				total--
			}
		}
	}
	spare := 0
	for i := range widths {
		if t.columns[i].kind.cuttable() {
			most := min(natural[i], widths[i]+spare)
			needed := t.needed(i, most)
			spare += widths[i] - needed
			widths[i] = needed
		}
	}
	return widths
}

// needed returns the width of the cells of a column after they are shortened to a width.
func (t *table) needed(column, width int) int {
	needed := columnsOf(t.columns[column].title)
	for _, r := range t.rows {
		needed = max(needed, columnsOf(t.columns[column].kind.fit(oneLine(r[column]), width)))
	}
	return needed
}

func (k kind) cuttable() bool { return k >= path }

// fit shortens a cell to a number of columns.
func (k kind) fit(cell string, width int) string {
	if !k.cuttable() || columnsOf(cell) <= width {
		return cell
	}
	switch k {
	case path:
		return shortPath(cell, width)
	case label:
		return shortLabel(cell, width)
	case context:
		return shortContext(cell, width)
	case test:
		return shortTest(cell, width)
	}
	return cutEnd(cell, width)
}

// oneLine replaces tabs by blanks, because tabs would shift the rest. report.Printable has replaced other control
// characters.
func oneLine(cell string) string { return strings.ReplaceAll(cell, "\t", " ") }

// columnsOf returns the width of a text in columns of a terminal. East Asian characters take two columns, combining
// ones none.
func columnsOf(text string) int { return uniseg.StringWidth(text) }

const ellipsis = "…"

// cutEnd cuts the end of a text that is wider than width.
func cutEnd(text string, width int) string {
	if columnsOf(text) <= width {
		return text
	}
	taken, end := 1, 0 // the ellipsis
	for g := uniseg.NewGraphemes(text); g.Next(); {
		if taken += g.Width(); taken > width {
			break
		}
		_, end = g.Positions()
	}
	return text[:end] + ellipsis
}

// cutStart cuts the start of a text that is wider than width.
func cutStart(text string, width int) string {
	excess, start := columnsOf(text)+1-width, 0
	for g := uniseg.NewGraphemes(text); excess > 0 && g.Next(); {
		excess -= g.Width()
		_, start = g.Positions()
	}
	return ellipsis + text[start:]
}

// shortPath removes folders from the left, and then, if necessary, the start of the name. In names of classes, dots
// separate the parts.
func shortPath(text string, width int) string {
	separators := "/"
	if !strings.Contains(text, "/") && !strings.Contains(text, ".java") {
		separators = "."
	}
	for i := range text {
		if strings.HasPrefix(text[i:], separators) && 1+columnsOf(text[i:]) <= width {
			return ellipsis + text[i:]
		}
	}
	return cutStart(text, width)
}

// shortLabel removes parameters of a method from the right, then the note in parentheses that may follow, then the
// start of the name. A label without parameters is cut at its end.
func shortLabel(text string, width int) string {
	text, note := cutNote(text)
	open := strings.Index(text, "(")
	if open < 0 {
		return withNote(text, note, width)
	}
	end := closing(text, open)
	name, params, rest := text[:open+1], text[open+1:end], text[end:]
	if note != "" {
		rest += "  " + note
	}
	if room := width - columnsOf(name) - columnsOf(rest); room >= 1 {
		return name + cutEnd(params, room) + rest
	}
	if params != "" {
		params = ellipsis
	}
	if core := name + params + text[end:end+1]; columnsOf(core) > width {
		return cutStart(core, width)
	}
	return withNote(name+params+text[end:], note, width)
}

// withNote returns a label with as much of the note after it as fits.
func withNote(text, note string, width int) string {
	const least = 8 // columns, enough to be readable
	if room := width - columnsOf(text) - len("  ()"); note != "" && room >= least {
		return text + "  (" + shortPath(strings.Trim(note, "()"), room) + ")"
	}
	return cutEnd(strings.TrimRight(text+"  "+note, " "), width)
}

// cutNote separates a label from the note in parentheses that follows after two blanks.
func cutNote(text string) (string, string) {
	if i := strings.LastIndex(text, "  ("); i >= 0 {
		return text[:i], text[i+2:]
	}
	return text, ""
}

// closing returns the index of the parenthesis that closes the one at open, or of the last byte if there is none.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text) - 1
}

// thousands formats a number in the style of all reports.
func thousands[N int | uint64](n N) string { return report.Thousands(uint64(n)) }
