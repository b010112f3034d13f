package report

import (
	"cmp"
	"slices"
)

// Touched returns those of Lines that a change of lines affects: changed lines, and lines on which a statement starts
// that has a changed line further on. Lines of a block inside a statement are not lines of the statement, and code
// around a statement is not affected.
func (f *File) Touched(changed func(line int) bool) []LineCount {
	starts := map[int]bool{}
	for line, start := range f.statementLines() {
		if changed(line) {
			starts[start] = true
		}
	}
	return slices.DeleteFunc(f.Lines(), func(l LineCount) bool { return !changed(l.Line) && !starts[l.Line] })
}

// statementLines maps each line inside of a measured statement, after its first, to the line on which the statement
// starts.
func (f *File) statementLines() map[int]int {
	type part struct {
		Span
		start int // 0 for other parts
	}
	var parts []part
	for _, t := range f.Types {
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
	// The outer comes before the inner; of equal spans, blocks come before their statements.
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset),
			cmp.Compare(b.Span.End.Offset, a.Span.End.Offset))
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
