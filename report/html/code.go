package html

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jprof/report"
)

// code writes the rows of source code of one file. It cuts the text at the ends of lines, segments,
// branches and tokens.
type code struct {
	codeView
	w        *bufio.Writer
	file     *report.File
	src      *report.Source
	segments []segment
	branches []interval
	tokens   []token
	methods  map[int][]int // on which line names of methods start
	starts   []start       // of statements, ascending
	// branchesOn are the branches that start on a line and were reached, in the order of the map.
	branchesOn map[int][]*report.Branch
	nextSeg    int // the first segment that ends behind what is written
	nextCut    int // likewise of branches
}

// codeView is how a page shows a source.
type codeView struct {
	prefix     string           // of the IDs of lines
	hottest    uint64           // the end of the scale of heat
	methodHref func(int) string // where the page says more of a method, "" for nowhere
	// What the blocks and regions are numbered from, where a page has two sources.
	firstBlock, firstRegion int
}

// codeLine is what a row shows of a line.
type codeLine struct {
	pieces []piece
	chips  []chip
}

// start is where a statement of a region starts.
type start struct{ offset, region int }

// chip is an entry of the counts column.
type chip struct {
	region, block, method int // one of them is not -1
	count                 uint64
}

// manyChips is the number of counts that always stand side by side; more may take several rows.
const manyChips = 8

func newCode(v codeView, w *bufio.Writer, f *report.File, src *report.Source) *code {
	f = src.Placed(f)
	c := &code{codeView: v, w: w, file: f, src: src, methods: map[int][]int{}}
	raw := src.Raw()
	c.segments = segments(f, len(raw))
	c.branches = cutByBranches(f, len(raw))
	c.branchesOn = map[int][]*report.Branch{}
	for i, b := range f.Branches {
		if b.Measured && b.Reached {
			line := src.LineAt(int(b.Span.Start.Offset))
			c.branchesOn[line] = append(c.branchesOn[line], &f.Branches[i])
		}
	}
	for i, m := range f.Methods {
		line := src.LineAt(int(m.Name.Offset))
		c.methods[line] = append(c.methods[line], i)
	}
	for i, r := range f.Regions {
		for _, st := range r.Statements {
			c.starts = append(c.starts, start{int(st.Offset), i})
		}
	}
	slices.SortFunc(c.starts, func(a, b start) int { return a.offset - b.offset })
	c.tokens = tokenize(raw)
	return c
}

// Tables of more than bigLines lines are laid out in parts of partLines, so that a browser needs only do so with what is seen.
const (
	bigLines  = 2000
	partLines = 250
)

// rows writes the table of the code.
func (c *code) rows() {
	lines := make([]codeLine, c.src.Lines())
	for i := range lines {
		lines[i] = c.line(i + 1)
	}
	class := "code"
	if len(lines) > bigLines {
		class = fmt.Sprintf("code big n%d", countWidth(lines))
	}
	fmt.Fprintf(c.w, `<table class="%s" aria-label="source code with counts"`, class)
	describeCode(c.w, c)
	fmt.Fprintf(c.w, ` data-heat="%s" data-hottest="%s"><thead><tr>%s</tr></thead><tbody>`, c.heatLevels(), report.Thousands(c.hottest), codeHeads)
	for i, l := range lines {
		if i > 0 && i%partLines == 0 && len(lines) > bigLines {
			c.w.WriteString("<tbody>")
		}
		// The end of line is in the tag: between tags it would be a part of the code above.
		fmt.Fprintf(c.w, "<tr\nid=%s%d>", c.prefix, i+1)
		c.cells(i+1, l, nil)
	}
	c.w.WriteString("</tbody></table>\n")
}

// codeHeads are the heads of the columns that cells writes.
const codeHeads = "<th scope=\"col\"><span class=\"sr\">Heat</span></th><th scope=\"col\">Count</th><th scope=\"col\">Line</th>" +
	"<th scope=\"col\"><span class=\"sr\">State</span></th><th scope=\"col\">Code</th>"

// describeCode writes, as attributes, what the script needs to highlight in these sources: for each block its parent, kind and count,
// for each region its block and count.
func describeCode(w *bufio.Writer, sources ...*code) {
	var parents, kinds, entries, blocks, counts []string
	for _, c := range sources {
		for _, b := range c.file.Blocks {
			parent := b.Parent
			if parent >= 0 {
				parent += c.firstBlock
			}
			parents = append(parents, strconv.Itoa(parent))
			kinds = append(kinds, strings.ReplaceAll(b.Kind, " ", ""))
			entries = append(entries, report.Thousands(b.Count))
		}
		for _, r := range c.file.Regions {
			blocks = append(blocks, strconv.Itoa(r.Block+c.firstBlock))
			counts = append(counts, report.Thousands(r.Count))
		}
	}
	fmt.Fprintf(w, ` data-parents="%s" data-kinds="%s" data-entries="%s" data-blocks="%s" data-counts="%s"`, strings.Join(parents, " "),
		strings.Join(kinds, " "), strings.Join(entries, " "), strings.Join(blocks, " "), strings.Join(counts, " "))
}

// line decides what the row of a line shows. Lines are asked for in ascending order.
func (c *code) line(n int) codeLine {
	pieces := c.pieces(c.src.Line(n))
	return codeLine{pieces, c.chips(n, pieces)}
}

// cells writes the cells of one line. Sources have millions of them: tags that HTML lets out are left out, and
// attributes that hold only letters and digits have no quotes. Beside another source, the line has its ID itself, as a row has two.
func (c *code) cells(n int, l codeLine, beside *besideMark) {
	hottest := uint64(0)
	for _, ch := range l.chips {
		hottest = max(hottest, ch.count)
	}
	heat, many, id, sign := "", "", "", ""
	if l := level(hottest, c.hottest); l > 0 {
		heat = " class=h" + strconv.Itoa(l)
	}
	if len(l.chips) > manyChips {
		many = " class=many"
	}
	if beside != nil {
		id, sign = fmt.Sprintf(" id=%s%d", c.prefix, n), beside.sign
	}
	fmt.Fprintf(c.w, `<td%s><td%s>`, heat, many)
	for i, ch := range l.chips {
		c.chip(ch, beside != nil && i < len(beside.differs) && beside.differs[i])
	}
	fmt.Fprintf(c.w, `<td%s>%s<a href=#%s%d>%d</a>`, id, sign, c.prefix, n, n)
	c.mark(n, l.pieces, l.chips)
	c.w.WriteString("<td")
	c.reasons(l.pieces)
	c.w.WriteString(">")
	for _, p := range l.pieces {
		c.piece(p)
	}
}

// chips decides what the counts column of a line shows: the methods declared there, then the
// regions that have code on the line, from left to right; where there is neither, the blocks that
// start there.
func (c *code) chips(n int, pieces []piece) []chip {
	var out []chip
	declares := len(c.methods[n]) > 0
	for _, i := range c.methods[n] {
		if m := c.file.Methods[i]; m.Measured {
			out = append(out, chip{-1, -1, i, m.Count})
		}
	}
	for _, p := range pieces {
		// The head of a method of a local class is text of the region around the class.
		if p.region < 0 || !p.hasCode || declares && !p.starts || slices.ContainsFunc(out, func(o chip) bool { return o.region == p.region }) {
			continue
		}
		out = append(out, chip{p.region, -1, -1, c.file.Regions[p.region].Count})
	}
	if len(out) > 0 {
		return out
	}
	for _, p := range pieces {
		if p.block >= 0 && p.region < 0 && p.start == int(c.file.Blocks[p.block].Span.Start.Offset) {
			out = append(out, chip{-1, p.block, -1, c.file.Blocks[p.block].Count})
		}
	}
	return out
}

func (c *code) chip(ch chip, differs bool) {
	class := ""
	switch {
	case ch.count == 0 && differs:
		class = ` class="z ne"`
	case ch.count == 0:
		class = " class=z"
	case differs:
		class = " class=ne"
	}
	count := report.Thousands(ch.count)
	switch {
	case ch.method >= 0:
		m := c.file.Methods[ch.method]
		element, href := "a", c.methodHref(ch.method)
		if href == "" {
			element = "b"
		} else {
			href = ` href="` + href + `"`
		}
		fmt.Fprintf(c.w, `<%s%s%s title="`, element, class, href)
		quoted(c.w, report.Printable(m.Label))
		fmt.Fprintf(c.w, `: %s invocations">%s</%s>`, count, count, element)
	case ch.region >= 0:
		fmt.Fprintf(c.w, `<span%s data-r=%d>%s</span>`, class, c.firstRegion+ch.region, count)
	default:
		fmt.Fprintf(c.w, `<span%s data-b=%d>%s</span>`, class, c.firstBlock+ch.block, count)
	}
}

// mark writes the cell that tells without colour what was not executed or is not measured.
func (c *code) mark(n int, pieces []piece, chips []chip) {
	for _, p := range pieces {
		if p.part >= 0 {
			if c.file.Unmeasured[p.part].Excluded {
				c.w.WriteString(`<td title="excluded">⊘`)
			} else {
				c.w.WriteString(`<td title="not measured">?`)
			}
			return
		}
	}
	for _, ch := range chips {
		if ch.count == 0 {
			c.w.WriteString(`<td class=no title="not executed">✗`)
			return
		}
	}
	var r report.Ratio
	for _, b := range c.branchesOn[n] {
		covered := b.Covered()
		r = report.Ratio{Covered: r.Covered + covered.Covered, Total: r.Total + covered.Total}
	}
	switch {
	case r.Covered == r.Total:
		c.w.WriteString(`<td>`)
	case r.Covered == 0:
		fmt.Fprintf(c.w, `<td class=no title="%s branches taken">✗`, r)
	default:
		fmt.Fprintf(c.w, `<td class=half title="%s branches taken">◐`, r)
	}
}

// piece writes text with its background.
func (c *code) piece(p piece) {
	switch {
	case p.part >= 0:
		class, why := "um", whyLeft(c.file.Unmeasured[p.part])
		if c.file.Unmeasured[p.part].Excluded {
			class = "ex"
		}
		fmt.Fprintf(c.w, `<b class=%s title="`, class)
		quoted(c.w, report.Printable(why))
		c.w.WriteString(`">`)
	case p.region >= 0:
		fmt.Fprintf(c.w, `<b class=r%s data-r=%d>`, coverage(c.file.Regions[p.region].Count), c.firstRegion+p.region)
	case p.block >= 0:
		fmt.Fprintf(c.w, `<b class=b%s data-b=%d>`, coverage(c.file.Blocks[p.block].Count), c.firstBlock+p.block)
	}
	if p.part >= 0 || p.region < 0 && p.block >= 0 {
		c.text(p.start, p.end) // no branch is there but around: in the indentation, and in the heads of blocks inside
	} else {
		c.branchText(p)
	}
	if p.part >= 0 || p.region >= 0 || p.block >= 0 {
		c.w.WriteString("</b>")
	}
}

// branchText writes the text of a piece with the branches of its block. Blocks inside of a branch,
// those of lambdas, show their own.
func (c *code) branchText(p piece) {
	for c.nextCut < len(c.branches) && c.branches[c.nextCut].end <= p.start {
		c.nextCut++
	}
	for i := c.nextCut; i < len(c.branches) && c.branches[i].start < p.end; i++ {
		v := c.branches[i]
		v.start, v.end = max(v.start, p.start), min(v.end, p.end)
		if v.index < 0 || c.file.Branches[v.index].Block != p.block {
			c.text(v.start, v.end)
			continue
		}
		b := c.file.Branches[v.index]
		c.branch(b, v.end == int(b.Span.End.Offset))
		c.text(v.start, v.end)
		c.w.WriteString("</u>")
	}
	if len(c.branches) == 0 {
		c.text(p.start, p.end)
	}
}

// branch opens the element of a branch, or of a line of it. The last has what is shown behind the branch.
func (c *code) branch(b report.Branch, last bool) {
	class, covered := "p", b.Covered()
	switch covered.Covered {
	case covered.Total:
		class = "y"
	case 0:
		class = "n"
	}
	fmt.Fprintf(c.w, `<u class=%s title="%s: %s"`, class, b.Kind, b)
	if o := outcomes(b); last && o != "" {
		fmt.Fprintf(c.w, ` data-o="%s"`, o)
	}
	c.w.WriteString(">")
}

func coverage(count uint64) string {
	if count == 0 {
		return "u"
	}
	return "c"
}

// text writes [from, to) with the colours of the language.
func (c *code) text(from, to int) {
	for i := c.tokenAt(from); from < to; i++ {
		if i == len(c.tokens) || c.tokens[i].start >= to {
			plain(c.w, c.src.Text(from, to))
			return
		}
		t := c.tokens[i]
		if t.start > from {
			plain(c.w, c.src.Text(from, t.start))
			from = t.start
		}
		end := min(t.end, to)
		fmt.Fprintf(c.w, `<i class=%c>`, t.class)
		plain(c.w, c.src.Text(from, end))
		c.w.WriteString("</i>")
		from = end
	}
}
