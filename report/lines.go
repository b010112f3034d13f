package report

import (
	"cmp"
	"slices"
)

// LineCount is the count of a line on which measured code starts: a statement, or an expression.
type LineCount struct {
	Line       int
	Count      uint64 // of the first statement or expression on the line that was executed
	Statements Ratio  // statements that start on it; none if only an expression does
	// Branches are the outcomes of branches. A branch belongs to the line on which it starts, or, if no code starts on
	// this line, to the last line before it on which code starts.
	Branches Ratio
}

// Code returns the ratio of the statements that start on the line. If there are none, its expression counts as one.
func (l LineCount) Code() Ratio {
	code := l.Statements
	if code.Total == 0 {
		code.add(l.Count)
	}
	return code
}

// CodeOf returns the sum of Code of lines.
func CodeOf(lines []LineCount) Ratio {
	var sum Ratio
	for _, l := range lines {
		sum.plus(l.Code())
	}
	return sum
}

// Lines returns the lines on which a measured statement or expression starts, ascending. The count is that of the first
// one that was executed. If two statements start at the same byte, the outer one counts. This is so for a lambda that
// is the body of a lambda.
func (f *File) Lines() []LineCount { return measurable{f.Regions, f.Expressions, f.Branches}.lines() }

// measurable holds the code that gives the lines of a file, or of a part of one, their counts.
type measurable struct {
	regions     []Region
	expressions []Expression
	branches    []Branch
}

// MethodOf returns the index in Methods of the innermost method around a block, -1 for none.
func (f *File) MethodOf(block int) int {
	if block < 0 {
		return -1
	}
	return f.Blocks[block].Method
}

// lines returns the lines: see File.Lines.
func (p measurable) lines() []LineCount {
	type first struct {
		LineCount
		offset, size uint32
	}
	firsts := map[int]first{}
	add := func(at Pos, size uint32, count uint64, statement bool) {
		old, ok := firsts[int(at.Line)]
		n := first{LineCount{Line: int(at.Line), Count: count, Statements: old.Statements}, at.Offset, size}
		if statement {
			n.Statements.add(count)
		}
		earlier := n.offset < old.offset || n.offset == old.offset && n.size > old.size
		if ok && (old.Count > 0 || n.Count == 0) && (!earlier || n.Count == 0 && old.Count > 0) {
			old.Statements = n.Statements
			n = old
		}
		firsts[n.Line] = n
	}
	for _, r := range p.regions {
		if !r.Measured {
			continue
		}
		for _, s := range r.Statements {
			add(s.Start, r.Span.End.Offset-r.Span.Start.Offset, r.Count, true)
		}
	}
	for _, e := range p.expressions {
		if e.Measured {
			add(e.Span.Start, e.Span.End.Offset-e.Span.Start.Offset, e.Count, false)
		}
	}
	lines := make([]LineCount, 0, len(firsts))
	for _, n := range firsts {
		lines = append(lines, n.LineCount)
	}
	slices.SortFunc(lines, func(a, b LineCount) int { return a.Line - b.Line })
	for _, b := range p.branches {
		if !b.Measured {
			continue
		}
		if i := LineOf(lines, b); i >= 0 {
			lines[i].Branches.plus(b.Covered())
		}
	}
	return lines
}

// LineOf returns the index in Lines of the line that a branch belongs to, -1 for none.
func LineOf(lines []LineCount, b Branch) int {
	i, found := slices.BinarySearchFunc(lines, int(b.Span.Start.Line), func(l LineCount, line int) int {
		return cmp.Compare(l.Line, line)
	})
	if !found {
		i-- // the line before the branch
	}
	return i
}
