package html

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"jprof/report"
)

// code writes the rows of source code of one file. It cuts the text at the ends of lines, segments,
// branches and tokens.
type code struct {
	codeView
	w        *bufio.Writer
	lines    *report.Annotated
	file     *report.File
	src      *report.Source
	branches []report.Interval
	nextCut  int // the first of branches that ends behind what is written
}

// codeView is how a page shows a source.
type codeView struct {
	prefix     string           // of the IDs of lines
	hottest    uint64           // the end of the scale of heat
	methodHref func(int) string // where the page says more of a method, "" for nowhere
	// What the blocks and regions are numbered from, where a page has two sources.
	firstBlock, firstRegion int
}

// manyChips is the number of counts that always stand side by side; more may take several rows.
const manyChips = 8

func newCode(v codeView, w *bufio.Writer, f *report.File, src *report.Source) *code {
	a := report.Annotate(f, src)
	return &code{codeView: v, w: w, lines: a, file: a.File, src: src, branches: a.BranchCuts()}
}

// Tables of more than bigLines lines are laid out in parts of partLines, so that a browser needs only do so with what is seen.
const (
	bigLines  = 2000
	partLines = 250
)

// rows writes the table of the code.
func (c *code) rows() {
	lines := make([]report.AnnotatedLine, c.src.Lines())
	for i := range lines {
		lines[i] = c.lines.Line(i + 1)
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

// cells writes the cells of one line. Sources have millions of them: tags that HTML lets out are left out, and
// attributes that hold only letters and digits have no quotes. Beside another source, the line has its ID itself, as a row has two.
func (c *code) cells(n int, l report.AnnotatedLine, beside *besideMark) {
	hottest := uint64(0)
	for _, ch := range l.Counts {
		hottest = max(hottest, ch.Count)
	}
	heat, many, id, sign := "", "", "", ""
	if l := level(hottest, c.hottest); l > 0 {
		heat = " class=h" + strconv.Itoa(l)
	}
	if len(l.Counts) > manyChips {
		many = " class=many"
	}
	if beside != nil {
		id, sign = fmt.Sprintf(" id=%s%d", c.prefix, n), beside.sign
	}
	fmt.Fprintf(c.w, `<td%s><td%s>`, heat, many)
	for i, ch := range l.Counts {
		c.chip(ch, beside != nil && i < len(beside.differs) && beside.differs[i])
	}
	fmt.Fprintf(c.w, `<td%s>%s<a href=#%s%d>%d</a>`, id, sign, c.prefix, n, n)
	c.mark(l)
	c.w.WriteString("<td")
	c.reasons(l.Pieces)
	c.w.WriteString(">")
	for _, p := range l.Pieces {
		c.piece(p)
	}
}

func (c *code) chip(ch report.LineEntry, differs bool) {
	class := ""
	switch {
	case ch.Count == 0 && differs:
		class = ` class="z ne"`
	case ch.Count == 0:
		class = " class=z"
	case differs:
		class = " class=ne"
	}
	count := report.Thousands(ch.Count)
	switch {
	case ch.Method >= 0:
		m := c.file.Methods[ch.Method]
		element, href := "a", c.methodHref(ch.Method)
		if href == "" {
			element = "b"
		} else {
			href = ` href="` + href + `"`
		}
		fmt.Fprintf(c.w, `<%s%s%s title="`, element, class, href)
		quoted(c.w, report.Printable(m.Label))
		fmt.Fprintf(c.w, `: %s invocations">%s</%s>`, count, count, element)
	case ch.Region >= 0:
		fmt.Fprintf(c.w, `<span%s data-r=%d>%s</span>`, class, c.firstRegion+ch.Region, count)
	default:
		fmt.Fprintf(c.w, `<span%s data-b=%d>%s</span>`, class, c.firstBlock+ch.Block, count)
	}
}

// mark writes the cell that tells without colour what was not executed or is not measured.
func (c *code) mark(l report.AnnotatedLine) {
	switch l.State {
	case report.LineExcluded:
		c.w.WriteString(`<td title="excluded">⊘`)
	case report.LineNotMeasured:
		c.w.WriteString(`<td title="not measured">?`)
	case report.LineNotExecuted:
		c.w.WriteString(`<td class=no title="not executed">✗`)
	case report.LineNotTaken:
		fmt.Fprintf(c.w, `<td class=no title="%s branches taken">✗`, l.Taken)
	case report.LinePartlyTaken:
		fmt.Fprintf(c.w, `<td class=half title="%s branches taken">◐`, l.Taken)
	default:
		c.w.WriteString(`<td>`)
	}
}

// piece writes text with its background.
func (c *code) piece(p report.Piece) {
	switch {
	case p.Part >= 0:
		class, why := "um", whyLeft(c.file.Unmeasured[p.Part])
		if c.file.Unmeasured[p.Part].Excluded {
			class = "ex"
		}
		fmt.Fprintf(c.w, `<b class=%s title="`, class)
		quoted(c.w, report.Printable(why))
		c.w.WriteString(`">`)
	case p.Region >= 0:
		fmt.Fprintf(c.w, `<b class=r%s data-r=%d>`, coverage(c.file.Regions[p.Region].Count), c.firstRegion+p.Region)
	case p.Block >= 0:
		fmt.Fprintf(c.w, `<b class=b%s data-b=%d>`, coverage(c.file.Blocks[p.Block].Count), c.firstBlock+p.Block)
	}
	if p.Part >= 0 || p.Region < 0 && p.Block >= 0 {
		c.text(p.Start, p.End) // no branch is there but around: in the indentation, and in the heads of blocks inside
	} else {
		c.branchText(p)
	}
	if p.Part >= 0 || p.Region >= 0 || p.Block >= 0 {
		c.w.WriteString("</b>")
	}
}

// branchText writes the text of a piece with the branches of its block. Blocks inside of a branch,
// those of lambdas, show their own.
func (c *code) branchText(p report.Piece) {
	for c.nextCut < len(c.branches) && c.branches[c.nextCut].End <= p.Start {
		c.nextCut++
	}
	for i := c.nextCut; i < len(c.branches) && c.branches[i].Start < p.End; i++ {
		v := c.branches[i]
		v.Start, v.End = max(v.Start, p.Start), min(v.End, p.End)
		if v.Index < 0 || c.file.Branches[v.Index].Block != p.Block {
			c.text(v.Start, v.End)
			continue
		}
		b := c.file.Branches[v.Index]
		c.branch(b, v.End == int(b.Span.End.Offset))
		c.text(v.Start, v.End)
		c.w.WriteString("</u>")
	}
	if len(c.branches) == 0 {
		c.text(p.Start, p.End)
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
	tokens := c.lines.Tokens
	for i := c.lines.TokenAt(from); from < to; i++ {
		if i == len(tokens) || tokens[i].Start >= to {
			plain(c.w, c.src.Text(from, to))
			return
		}
		t := tokens[i]
		if t.Start > from {
			plain(c.w, c.src.Text(from, t.Start))
			from = t.Start
		}
		end := min(t.End, to)
		fmt.Fprintf(c.w, `<i class=%c>`, t.Class)
		plain(c.w, c.src.Text(from, end))
		c.w.WriteString("</i>")
		from = end
	}
}
