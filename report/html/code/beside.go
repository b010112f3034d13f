package code

import (
	"bufio"
	"fmt"
	"slices"

	"jprof/report"
	"jprof/report/source"
)

// IDs of lines on pages with two sources. Lines of the new source have the same ID as on the page of a single source.
const (
	OldLines = "O"
	NewLines = "L"
)

// beside writes two versions of a source side by side. One of them may be nil.
type beside struct {
	w        *bufio.Writer
	old, new *Writer
	rows     []rowPair
	lines    [2][]source.AnnotatedLine // of old and new; index 0 is line 1
	differs  []bool                    // rows with different counts
	anchors  [2]map[int]bool
}

// NewBeside prepares a page. whole is true if there is only one source. anchors has the lines to which links lead.
func NewBeside(w *bufio.Writer, old, new *Writer, whole bool, anchors [2]map[int]bool) *beside {
	b := &beside{w: w, old: old, new: new, anchors: anchors}
	var sources [2]*source.Source
	for i, c := range []*Writer{old, new} {
		if c == nil {
			continue
		}
		c.w, sources[i] = w, c.src
		for n := 1; n <= c.src.Lines(); n++ {
			b.lines[i] = append(b.lines[i], c.lines.Line(n))
		}
	}
	if old != nil && new != nil {
		new.firstBlock, new.firstRegion, new.marks = len(old.file.Blocks), len(old.file.Regions), old.marks
		b.rows = align(old.src, new.src)
	} else {
		b.rows = alone(sources[0], sources[1], whole)
	}
	b.differs = make([]bool, len(b.rows))
	for i, r := range b.rows {
		b.differs[i] = !r.changed && r.old > 0 && r.new > 0 &&
			!(slices.Equal(counts(b.lines[0][r.old-1]), counts(b.lines[1][r.new-1])) &&
				slices.Equal(old.outcomesOn(r.old), new.outcomesOn(r.new)))
	}
	return b
}

func counts(l source.AnnotatedLine) []uint64 {
	out := make([]uint64, len(l.Counts))
	for i, ch := range l.Counts {
		out[i] = ch.Count
	}
	return out
}

// Write writes the sources, with one table for each stretch.
func (b *beside) Write() {
	all, single := countWidths(b.lines[:]...)
	fmt.Fprintf(b.w, `<div class="code beside n%d k%d">`+"\n"+codeHead+codeHead+"\n", all, single)
	var both []*Writer
	for _, c := range []*Writer{b.old, b.new} {
		if c != nil {
			both = append(both, c)
		}
	}
	for _, s := range fold(len(b.rows), func(i int) bool {
		r := b.rows[i]
		// Visible: rows that differ, rows of one line only, and lines that pages link to.
		return r.changed || r.old == 0 || r.new == 0 || b.differs[i] || b.anchors[0][r.old] || b.anchors[1][r.new]
	}) {
		if s.folded {
			fmt.Fprintf(b.w, "<details><summary>%s equal lines: %d to %d</summary>\n",
				report.Thousands(uint64(s.to-s.from)),
				b.rows[s.from].new, b.rows[s.to-1].new)
		}
		// The heads are for screen readers. Other readers see those at the top.
		b.w.WriteString(`<table aria-label="source code before and after, ` +
			`with counts"><thead class=unseen><tr><th scope=col>Before<th scope=col>After<tbody>` + "\n")
		for i := s.from; i < s.to; i++ {
			b.row(i)
		}
		b.w.WriteString("</tbody></table>\n")
		if s.folded {
			b.w.WriteString("</details>\n")
		}
	}
	b.w.WriteString("</div>\n")
	describeMarks(b.w, both...)
}

// countWidths returns the widths for counts of sources, in steps of 4 characters. All lines of a page have the same
// columns, so all is the width of the line with the longest counts. single is the width of the longest count, because
// narrow screens show several counts below each other.
func countWidths(sources ...[]source.AnnotatedLine) (all, single int) {
	for _, lines := range sources {
		for _, l := range lines {
			width := 1
			for _, ch := range l.Counts {
				own := len(report.Thousands(ch.Count)) + 1
				width += own
				single = max(single, own)
			}
			all = max(all, width)
		}
	}
	steps := func(widest int) int { return min(6, max(2, (widest+3)/4)) * 4 }
	return steps(all), steps(single)
}

func (b *beside) row(i int) {
	r := b.rows[i]
	class := ""
	switch {
	case r.changed:
		class = " class=changed"
	case b.differs[i]:
		class = " class=differs"
	}
	fmt.Fprintf(b.w, "<tr%s>", class)
	var differs []bool
	if b.differs[i] {
		before, after := counts(b.lines[0][r.old-1]), counts(b.lines[1][r.new-1])
		for k := range max(len(before), len(after)) {
			differs = append(differs, k >= len(before) || k >= len(after) || before[k] != after[k])
		}
	}
	b.side(b.old, 0, r.old, differs)
	b.side(b.new, 1, r.new, differs)
	b.w.WriteString("\n")
}

// side writes line n of one of the sources. The last argument marks the counts that differ from the line beside it.
func (b *beside) side(c *Writer, side, n int, differs []bool) {
	if n == 0 {
		b.w.WriteString("<td class=gap>")
		return
	}
	fmt.Fprintf(b.w, "<td id=%s%d data-n=%d", c.Prefix, n, n)
	c.line(b.lines[side][n-1], differs)
}

// outcomesOn returns the counts of the outcomes of the branches that start on a line.
func (c *Writer) outcomesOn(n int) []uint64 {
	var out []uint64
	for _, b := range c.lines.Branches(n) {
		out = append(out, b.True)
		if b.Outcomes == 2 {
			out = append(out, b.False)
		}
	}
	return out
}
