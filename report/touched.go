package report

import (
	"cmp"
	"slices"
)

// Touched returns those of Lines that a change of lines concerns: changed lines themselves, and lines on which a statement starts that has a
// changed line further on. The statements of a block inside of it are none of its lines, nor is what stands around them.
func (f *File) Touched(changed func(line int) bool) []LineCount {
	starts := map[int]bool{}
	for line, start := range f.statementLines() {
		if changed(line) {
			starts[start] = true
		}
	}
	return slices.DeleteFunc(f.Lines(), func(l LineCount) bool { return !changed(l.Line) && !starts[l.Line] })
}

// statementLines gives for each line inside of a measured statement, behind its first, the line on which that starts.
func (f *File) statementLines() map[int]int {
	type part struct {
		Span
		start int // 0 for what is no statement
	}
	var parts []part
	for _, t := range f.types {
		parts = append(parts, part{t.Span, 0})
	}
	for _, b := range f.Blocks {
		parts = append(parts, part{b.Span, 0})
	}
	for _, r := range f.Regions {
		for _, s := range r.Statements {
			p := part{Span: s}
			if r.Measured {
				p.start = int(s.Start.Line)
			}
			parts = append(parts, p)
		}
	}
	for _, e := range f.Expressions {
		if e.Measured {
			parts = append(parts, part{e.Span, int(e.Span.Start.Line)})
		}
	}
	// What is around before what is inside; of equal ones blocks before their statements.
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset), cmp.Compare(b.Span.End.Offset, a.Span.End.Offset))
	})
	lines := map[int]int{}
	for _, p := range parts {
		for line := int(p.Span.Start.Line) + 1; line <= int(p.Span.End.Line); line++ {
			if p.start > 0 {
				lines[line] = p.start
			} else {
				delete(lines, line)
			}
		}
	}
	return lines
}
