package html

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"jprof/report"
)

// code writes the rows of source code of one file. It cuts the text at the ends of lines, segments,
// branches and tokens.
type code struct {
	site     *site
	w        *bufio.Writer
	file     *report.File
	src      *report.Source
	segments []segment
	branches []interval
	tokens   []token
	methods  map[int][]int        // on which line names of methods start
	starts   []start              // of statements, ascending
	outcomes map[int]report.Ratio // of the branches that start on a line and were reached
	nextSeg  int                  // the first segment that ends behind what is written
	nextCut  int                  // likewise of branches
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

// piece is a part of a line with one background.
type piece struct {
	segment
	starts  bool // a statement of its region starts in it
	hasCode bool // it says by its text how often the line ran
}

func newCode(s *site, w *bufio.Writer, f *report.File, src *report.Source) *code {
	f = src.Placed(f)
	c := &code{site: s, w: w, file: f, src: src, methods: map[int][]int{}}
	raw := src.Raw()
	c.segments = segments(f, len(raw))
	c.branches = cutByBranches(f, len(raw))
	c.outcomes = map[int]report.Ratio{}
	for _, b := range f.Branches {
		if b.Measured && b.Reached {
			line, covered := src.LineAt(int(b.Span.Start.Offset)), b.Covered()
			sum := c.outcomes[line]
			c.outcomes[line] = report.Ratio{Covered: sum.Covered + covered.Covered, Total: sum.Total + covered.Total}
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

// rows writes the table of the code.
func (c *code) rows() {
	c.openTable()
	for n := 1; n <= c.src.Lines(); n++ {
		c.row(n)
	}
	c.w.WriteString("</tbody></table>\n")
}

// openTable writes what the script needs to highlight: for each block its parent, kind and count,
// for each region its block and count.
func (c *code) openTable() {
	attribute := func(name string, n int, value func(int) string) {
		c.w.WriteString(" data-" + name + `="`)
		for i := range n {
			if i > 0 {
				c.w.WriteByte(' ')
			}
			c.w.WriteString(value(i))
		}
		c.w.WriteByte('"')
	}
	c.w.WriteString(`<table class="code" aria-label="source code with counts"`)
	blocks, regions := c.file.Blocks, c.file.Regions
	attribute("parents", len(blocks), func(i int) string { return strconv.Itoa(blocks[i].Parent) })
	attribute("kinds", len(blocks), func(i int) string { return strings.ReplaceAll(blocks[i].Kind, " ", "") })
	attribute("entries", len(blocks), func(i int) string { return report.Thousands(blocks[i].Count) })
	attribute("blocks", len(regions), func(i int) string { return strconv.Itoa(regions[i].Block) })
	attribute("counts", len(regions), func(i int) string { return report.Thousands(regions[i].Count) })
	c.w.WriteString("><thead><tr><th scope=\"col\"><span class=\"sr\">Heat</span></th><th scope=\"col\">Count</th><th scope=\"col\">Line</th>" +
		"<th scope=\"col\"><span class=\"sr\">State</span></th><th scope=\"col\">Code</th></tr></thead><tbody>\n")
}

// row writes one line. Sources have millions of them: tags that HTML lets out are left out, and
// attributes that hold only letters and digits have no quotes.
func (c *code) row(n int) {
	from, to := c.src.Line(n)
	pieces := c.pieces(from, to)
	chips := c.chips(n, pieces)
	hottest := uint64(0)
	for _, ch := range chips {
		hottest = max(hottest, ch.count)
	}
	heat, many := "", ""
	if l := level(hottest, c.site.maxRegion); l > 0 {
		heat = " class=h" + strconv.Itoa(l)
	}
	if len(chips) > manyChips {
		many = " class=many"
	}
	fmt.Fprintf(c.w, `<tr id=L%d><td%s><td%s>`, n, heat, many)
	for _, ch := range chips {
		c.chip(ch)
	}
	fmt.Fprintf(c.w, `<td><a href="#L%d">%d</a>`, n, n)
	c.mark(n, pieces, chips)
	c.w.WriteString(`<td>`)
	for _, p := range pieces {
		c.piece(p)
	}
	c.w.WriteString("</td>\n")
}

// pieces cuts the line [from, to) by background. Lines are asked for in ascending order.
func (c *code) pieces(from, to int) []piece {
	var out []piece
	for c.nextSeg < len(c.segments) && c.segments[c.nextSeg].end <= from {
		c.nextSeg++
	}
	for i := c.nextSeg; i < len(c.segments) && c.segments[i].start < to; i++ {
		s := c.segments[i]
		s.start, s.end = max(s.start, from), min(s.end, to)
		if s.start == from && (s.region >= 0 || s.part >= 0) {
			// Indentation belongs to the block, so that regions stand out as text, and parts likewise.
			if indent := s.start + c.blanks(s.start, s.end); indent > s.start {
				out = append(out, piece{segment: segment{s.start, indent, s.block, -1, -1}})
				s.start = indent
			}
		}
		if s.start < s.end {
			word, hasCode := c.firstWord(s.start, s.end)
			starts := c.statementIn(s)
			out = append(out, piece{s, starts, hasCode && (starts || !connectors[word])})
		}
	}
	return out
}

// blanks returns the number of blanks and tabs at the start of [from, to).
func (c *code) blanks(from, to int) int {
	text := c.src.Raw()[from:to]
	return len(text) - len(bytes.TrimLeft(text, " \t"))
}

// connectors are the words between the parts of a statement: a line that has nothing else of a
// region, as in "} else {", does not say how often it ran.
var connectors = map[string]bool{"else": true, "catch": true, "finally": true, "case": true, "default": true, "while": true}

// statementIn tells whether a statement of the segment's region starts in the segment.
func (c *code) statementIn(s segment) bool {
	i, _ := slices.BinarySearchFunc(c.starts, s.start, func(a start, offset int) int { return a.offset - offset })
	for ; i < len(c.starts) && c.starts[i].offset < s.end; i++ {
		if c.starts[i].region == s.region {
			return true
		}
	}
	return false
}

// firstWord returns the first word of [from, to) outside of comments, and whether there is any text
// there but punctuation.
func (c *code) firstWord(from, to int) (word string, hasCode bool) {
	raw := c.src.Raw()
	tok := c.tokenAt(from)
	for i := from; i < to; i++ {
		for tok < len(c.tokens) && c.tokens[tok].end <= i {
			tok++
		}
		if tok < len(c.tokens) && c.tokens[tok].start <= i {
			switch c.tokens[tok].class {
			case 'c':
				i = c.tokens[tok].end - 1
				continue
			case 's':
				return "", true
			}
		}
		if isLetter(raw[i]) {
			end := i
			for end < to && isLetter(raw[end]) {
				end++
			}
			return string(raw[i:end]), true
		}
	}
	return "", false
}

// tokenAt returns the index of the first token that ends behind offset.
func (c *code) tokenAt(offset int) int {
	return sort.Search(len(c.tokens), func(i int) bool { return c.tokens[i].end > offset })
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

func (c *code) chip(ch chip) {
	zero := ""
	if ch.count == 0 {
		zero = " class=z"
	}
	count := report.Thousands(ch.count)
	switch {
	case ch.method >= 0:
		m := c.file.Methods[ch.method]
		fmt.Fprintf(c.w, `<a%s href="../%s#m%d" title="`, zero, c.site.classPage[m.Class], ch.method)
		quoted(c.w, report.Printable(m.Label))
		fmt.Fprintf(c.w, `: %s invocations">%s</a>`, count, count)
	case ch.region >= 0:
		fmt.Fprintf(c.w, `<span%s data-r=%d>%s</span>`, zero, ch.region, count)
	default:
		fmt.Fprintf(c.w, `<span%s data-b=%d>%s</span>`, zero, ch.block, count)
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
	switch r := c.outcomes[n]; {
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
		class, why := "um", c.file.Unmeasured[p.part].Reason
		if c.file.Unmeasured[p.part].Excluded {
			class = "ex"
		} else {
			why = "not measured: " + why
		}
		fmt.Fprintf(c.w, `<span class=%s title="`, class)
		quoted(c.w, report.Printable(why))
		c.w.WriteString(`">`)
	case p.region >= 0:
		fmt.Fprintf(c.w, `<span class=r%s data-r=%d>`, coverage(c.file.Regions[p.region].Count), p.region)
	case p.block >= 0:
		fmt.Fprintf(c.w, `<span class=b%s data-b=%d>`, coverage(c.file.Blocks[p.block].Count), p.block)
	}
	if p.part >= 0 || p.region < 0 && p.block >= 0 {
		c.text(p.start, p.end) // no branch is there but around: in the indentation, and in the heads of blocks inside
	} else {
		c.branchText(p)
	}
	if p.part >= 0 || p.region >= 0 || p.block >= 0 {
		c.w.WriteString("</span>")
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
		c.branch(c.file.Branches[v.index])
		c.text(v.start, v.end)
		c.w.WriteString("</u>")
	}
	if len(c.branches) == 0 {
		c.text(p.start, p.end)
	}
}

// branch opens the element of a branch.
func (c *code) branch(b report.Branch) {
	class, covered := "p", b.Covered()
	switch covered.Covered {
	case covered.Total:
		class = "y"
	case 0:
		class = "n"
	}
	fmt.Fprintf(c.w, `<u class=%s title="%s: %s">`, class, b.Kind, b)
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
