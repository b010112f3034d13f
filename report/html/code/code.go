package code

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"jprof/internal/util/printable"
	"jprof/report"
	"jprof/report/html/layout"
	"jprof/report/source"
)

// Writer writes the lines of one source file. It cuts the text at the ends of lines, segments, branches and tokens.
type Writer struct {
	View
	w        *bufio.Writer
	lines    *source.Annotated
	file     *report.File
	src      *source.Source
	branches []source.Interval
	nextCut  int          // index of the first branch that ends after the text written so far
	linked   map[int]bool // lines that pages may link to
	comment  bool         // the line is only a comment
	marks    *marks       // marks of all elements of the page
	Shown    []int        // the branches with elements for their outcomes, in order: those that were reached
}

// View holds the choices of a page for showing a source.
type View struct {
	Prefix     string           // the start of the IDs of lines
	Hottest    uint64           // count at the end of the scale of heat
	MethodHref func(int) string // returns the address of the row of a method, by its index; "" for none
	Times      *Times           // nil without times
	// The first number of blocks and regions, if a page has two sources.
	firstBlock, firstRegion int
}

// Times has the times of a source.
type Times struct {
	Most string                // the end of the scale of heat: samples of the line in the report with the most samples
	Mark func(line int) string // the element after a line, "" for none
}

func New(v View, w *bufio.Writer, f *report.File, src *source.Source) *Writer {
	a := source.Annotate(f, src)
	return &Writer{View: v, w: w, lines: a, file: a.File, src: src, branches: a.BranchCuts(),
		linked: linkedLines(a.File), marks: &marks{}}
}

// linkedLines returns the lines on which classes, methods, blocks, regions and omitted parts start. Other lines need no
// ID.
func linkedLines(f *report.File) map[int]bool {
	lines := map[int]bool{}
	for _, c := range f.Classes {
		lines[c.Line] = true
	}
	for _, n := range f.Nested() {
		lines[n.Line] = true
	}
	for _, m := range f.Methods {
		lines[int(m.Name.Line)] = true
	}
	for _, b := range f.Blocks {
		lines[int(b.Span.Start.Line)] = true
	}
	for _, r := range f.Regions {
		lines[int(r.Span.Start.Line)] = true
	}
	for _, u := range f.Omitted {
		lines[int(u.Span.Start.Line)] = true
	}
	return lines
}

// Sources of more than bigLines lines are written in parts of partLines, so that a browser lays out only visible parts.
const (
	bigLines  = 2000
	partLines = 250
)

// lists holds lists of lines that were written. Those of large projects would be a tenth of all garbage.
var lists = sync.Pool{New: func() any { return new([]source.AnnotatedLine) }}

// Write writes the source: a list of its lines, which the browser numbers.
func (c *Writer) Write() {
	list := lists.Get().(*[]source.AnnotatedLine)
	defer lists.Put(list)
	lines := (*list)[:0]
	for i := range c.src.Lines() {
		lines = append(lines, c.lines.Line(i+1))
	}
	*list = lines
	defer clear(lines)
	big := ""
	if len(lines) > bigLines {
		big = " big"
	}
	all, single := countWidths(lines)
	fmt.Fprintf(c.w, `<div class="code n%d k%d%s" data-hottest="%s"`, all, single, big, report.Thousands(c.Hottest))
	if c.Times != nil {
		fmt.Fprintf(c.w, ` data-samples="%s"`, c.Times.Most)
	}
	c.w.WriteString(">" + codeHead + `<ol aria-label="lines with their counts">`)
	for i, l := range lines {
		if i > 0 && i%partLines == 0 && big != "" {
			// Browsers that lay out only some of the lists use the value of the item; the start of the list is not
			// enough.
			fmt.Fprintf(c.w, "</ol><ol start=%d><li value=%[1]d", i+1)
		} else {
			c.w.WriteString("<li")
		}
		if c.linked[i+1] {
			// an end of line after the tag would be a part of the code
			c.w.WriteString("\nid=" + c.Prefix + strconv.Itoa(i+1))
		}
		c.line(l, nil)
		if c.Times != nil {
			c.w.WriteString(c.Times.Mark(i + 1))
		}
		if l.Empty {
			c.w.WriteByte('\n') // copied code would lack lines without text
		}
	}
	c.w.WriteString("</ol></div>\n")
	describeMarks(c.w, c)
}

// codeHead is the head above the lines.
const codeHead = `<div class=head><span>Count</span><span>Line</span><span>Code</span></div>`

// line writes a line, from inside its start tag. Sources have millions of lines, so optional tags are omitted, and
// attributes of letters and digits have no quotes.
func (c *Writer) line(l source.AnnotatedLine, differs []bool) {
	c.comment = l.Comment
	switch classes := c.classes(l); len(classes) {
	case 0:
	case 1:
		c.w.WriteString(" class=" + classes[0])
	default:
		c.w.WriteString(` class="` + strings.Join(classes, " ") + `"`)
	}
	c.w.WriteString(">")
	c.counts(l.Counts, differs)
	if l.Block >= 0 {
		c.mark(-1, l.Block)
	}
	for _, p := range l.Pieces {
		c.piece(p, l)
	}
}

// classes returns the style classes of a line: its heat, its state if it was not executed or is omitted, and the block
// around its start. The most common state has no class. A line without any class is a comment or empty. A line with a
// class is in a block, and has the executions of the block, unless "d" marks it as outside of blocks.
func (c *Writer) classes(l source.AnnotatedLine) (classes []string) {
	hottest := uint64(0)
	for _, e := range l.Counts {
		hottest = max(hottest, e.Count)
	}
	if heat := layout.Level(hottest, c.Hottest); heat > 0 {
		classes = append(classes, "h"+strconv.Itoa(heat))
	}
	if state := states[l.State]; state != "" {
		classes = append(classes, state)
	}
	implied := ""
	switch {
	case l.State == source.LineNotExecuted:
		implied = "bu"
	case len(classes) > 0:
		implied = "bc"
	}
	if l.Block >= 0 {
		if class := executed(c.file.Blocks[l.Block].Count, "bc", "bu"); class != implied {
			classes = append(classes, class)
		}
	} else if len(classes) > 0 || !l.Comment && !l.Empty {
		classes = append(classes, "d")
	}
	if l.Comment && len(classes) > 0 {
		classes = append(classes, "c")
	}
	return classes
}

// states has the classes of lines with a mark after the number. Marks show code that was not executed or is omitted
// without colour.
var states = map[source.LineState]string{source.LineExcluded: "off", source.LineUnmeasured: "un",
	source.LineNotExecuted: "no", source.LineNotTaken: "none",
	source.LinePartlyTaken: "half"}

// counts writes the counts of a line. A single count needs no element of its own.
func (c *Writer) counts(counts []source.LineEntry, differs []bool) {
	if len(counts) == 0 {
		return
	}
	c.w.WriteString("<em>")
	if e := counts[0]; len(counts) == 1 && e.Method < 0 && len(differs) == 0 {
		c.mark(e.Region, e.Block)
		c.w.WriteString(report.Thousands(e.Count))
	} else {
		for i, e := range counts {
			if i > 0 {
				c.w.WriteString(" ")
			}
			c.chip(e, len(counts) == 1, i < len(differs) && differs[i])
		}
	}
	c.w.WriteString("</em>")
}

// chip writes one of several counts, or the count of a method, which links to the method. A single count of 0 has no
// class, because the class of its line shows that the code was not executed.
func (c *Writer) chip(e source.LineEntry, alone, differs bool) {
	class := ""
	switch zero := e.Count == 0 && !alone; {
	case zero && differs:
		class = ` class="z ne"`
	case zero:
		class = " class=z"
	case differs:
		class = " class=ne"
	}
	element, href := "i", ""
	if e.Method >= 0 {
		element = "b"
		if to := c.MethodHref(e.Method); to != "" {
			element, href = "a", " href="+to
		}
	} else {
		c.mark(e.Region, e.Block)
	}
	fmt.Fprintf(c.w, "<%s%s%s>%s</%s>", element, class, href, report.Thousands(e.Count), element)
}

// piece writes text with its background, unless the line has the same background. Regions with the state of the line
// need no class.
func (c *Writer) piece(p source.Piece, l source.AnnotatedLine) {
	switch {
	case p.Part >= 0:
		c.omitted(p)
		c.text(p.Start, p.End)
	case p.Region >= 0:
		c.w.WriteString(regionTag(c.file.Regions[p.Region].Count, l.State == source.LineNotExecuted))
		c.mark(p.Region, p.Block)
		c.branchText(p)
	case p.Block < 0:
		c.branchText(p)
		return
	case p.Block == l.Block || c.opens(p, l.Block):
		c.text(p.Start, p.End) // no branches: those around it belong to outer blocks
		return
	default:
		c.w.WriteString(executed(c.file.Blocks[p.Block].Count, "<b class=bc>", "<b class=bu>"))
		c.mark(-1, p.Block)
		c.text(p.Start, p.End) // likewise
	}
	c.w.WriteString("</b>")
}

func regionTag(count uint64, inNotExecuted bool) string {
	switch {
	case (count == 0) == inNotExecuted:
		return "<b>"
	case count == 0:
		return "<b class=ru>"
	}
	return "<b class=rc>"
}

// opens reports whether a piece is the brace that opens a block, and has the background of the block of the line. Such
// a brace needs no element.
func (c *Writer) opens(p source.Piece, lineBlock int) bool {
	return lineBlock >= 0 && p.End-p.Start == 1 && c.src.Raw()[p.Start] == '{' &&
		(c.file.Blocks[p.Block].Count == 0) == (c.file.Blocks[lineBlock].Count == 0)
}

// executed returns yes if the count is above 0, else no.
func executed(count uint64, yes, no string) string {
	if count == 0 {
		return no
	}
	return yes
}

// mark adds the mark for the region or block of the next element.
func (c *Writer) mark(region, block int) {
	if region >= 0 {
		region += c.firstRegion
	}
	c.marks.add(region, c.firstBlock+block)
}

// branchText writes the text of a piece with the branches of its block. Blocks inside a branch, such as those of
// lambdas, show their own branches.
func (c *Writer) branchText(p source.Piece) {
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
		if !b.Reached && p.Region >= 0 && c.file.Regions[p.Region].Count == 0 {
			c.text(v.Start, v.End) // code that was not executed needs no more
			continue
		}
		if b.Reached {
			c.Shown = append(c.Shown, v.Index)
		}
		c.branch(b, v.End == int(b.Span.End.Offset))
		c.text(v.Start, v.End)
		c.w.WriteString("</u>")
	}
	if len(c.branches) == 0 {
		c.text(p.Start, p.End)
	}
}

// branch opens the element of a branch, or of the part of a branch on one line. The outcomes come after the last line.
func (c *Writer) branch(b report.Branch, last bool) {
	class, covered := "p", b.Covered()
	switch covered.Covered {
	case covered.Total:
		class = "y"
	case 0:
		class = "n"
	}
	if !last {
		class = `"` + class + ` more"`
	}
	c.w.WriteString("<u class=" + class + ` title="` + b.Short() + `">`)
}

// tokenTags returns the tags around a token: the shortest ones for keywords and literals, which are most of all tokens.
func tokenTags(class byte) (start, end string) {
	switch class {
	case 'k':
		return "<i>", "</i>"
	case 's':
		return "<q>", "</q>"
	}
	return "<i class=" + string(class) + ">", "</i>"
}

// text writes [from, to) of the source, with syntax colours.
func (c *Writer) text(from, to int) {
	if c.comment {
		c.plain(from, to)
		return
	}
	tokens := c.lines.Tokens
	for i := c.lines.TokenAt(from); from < to; i++ {
		if i == len(tokens) || tokens[i].Start >= to {
			c.plain(from, to)
			return
		}
		t := tokens[i]
		if t.Start > from {
			c.plain(from, t.Start)
			from = t.Start
		}
		end := min(t.End, to)
		start, stop := tokenTags(t.Class)
		c.w.WriteString(start)
		c.plain(from, end)
		c.w.WriteString(stop)
		from = end
	}
}

// plain writes [from, to) of the source without colours.
func (c *Writer) plain(from, to int) {
	raw := c.src.Raw()[from:to]
	if printable.Plain(raw) && !bytes.ContainsAny(raw, "<&") {
		c.w.Write(raw)
	} else {
		layout.Plain(c.w, c.src.Text(from, to))
	}
}
