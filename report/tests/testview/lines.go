package testview

import (
	"cmp"
	"math"
	"slices"

	"jprof/report"
)

// lineIndex maps each line of a file to its counts.
type lineIndex struct {
	starts map[int][]weighted // the parts that start on each line
	around []int32            // for each line, the region of the innermost statement that began before it, -1 for none
}

// weighted is a part whose count is added times times.
type weighted struct{ part, times int }

// Line returns the tests that executed a line. The counts are the executions of the statements and expressions that
// start there. If there are none, they are those of the statement around the line, or of the method that is declared
// there. Lines are numbered from 1.
func (x *File) Line(n int) []Use { return x.Lines(n, n) }

// Lines returns the same for all lines from first to last. If only methods are declared there, counts are invocations.
func (x *File) Lines(first, last int) []Use {
	s := sum{}
	for _, w := range x.summedOn(first, last) {
		s.add(x.table.of(w.part), w.times)
	}
	return x.m.ordered(s.uses())
}

// summedOn returns the parts whose counts are added up for lines.
func (x *File) summedOn(first, last int) []weighted {
	parts := x.partsOn(first, last)
	if !slices.ContainsFunc(parts, func(w weighted) bool { return w.times > 0 }) {
		for i := range parts {
			parts[i].times = 1
		}
	}
	return parts
}

// Near returns the line with counts that is nearest to line n: the first of two that are equally near, 0 if the file
// has none. Lines of the innermost method around line n come before all others.
func (x *File) Near(n int) int {
	first, last := 1, math.MaxInt
	for _, m := range x.parts.file.Methods {
		if from, to := int(m.Span.Start.Line), int(m.Span.End.Line); from <= n && n <= to && to-from < last-first {
			first, last = from, to
		}
	}
	best, inBest := 0, false
	for line := range x.lines().starts {
		in := first <= line && line <= last
		nearer := cmp.Or(cmp.Compare(abs(line-n), abs(best-n)), cmp.Compare(line, best)) < 0
		if best == 0 || in && !inBest || in == inBest && nearer {
			best, inBest = line, in
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// HasCode reports whether a line from first to last has a count, so that Lines may have uses.
func (x *File) HasCode(first, last int) bool { return len(x.partsOn(first, last)) > 0 }

// partsOn returns the parts whose counts are those of lines.
func (x *File) partsOn(first, last int) []weighted {
	index := x.lines()
	var out []weighted
	for n := first; n <= min(last, len(index.around)); n++ {
		out = append(out, index.starts[n]...)
	}
	if len(out) > 0 {
		return out
	}
	for n := max(1, first); n <= min(last, len(index.around)-1); n++ {
		if r := index.around[n]; r >= 0 {
			return []weighted{{int(r), 1}}
		}
	}
	return nil
}

// indexLines makes the index.
func (x *File) indexLines() lineIndex {
	f := x.parts.file
	index := lineIndex{starts: map[int][]weighted{}}
	lines := 0
	type piece struct {
		region int
		span   report.Span
	}
	var pieces []piece
	for i, r := range f.Regions {
		if !r.Measured {
			continue
		}
		starts := map[int]int{}
		for _, s := range r.Statements {
			starts[int(s.Start.Line)]++
			pieces = append(pieces, piece{i, s})
			lines = max(lines, int(s.End.Line))
		}
		for line, n := range starts {
			index.starts[line] = append(index.starts[line], weighted{i, n})
		}
	}
	add := func(p report.Pos, part, times int) {
		index.starts[int(p.Line)] = append(index.starts[int(p.Line)], weighted{part, times})
		lines = max(lines, int(p.Line))
	}
	for i, e := range f.Expressions {
		if e.Measured {
			add(e.Span.Start, x.parts.expressions+i, 1)
		}
	}
	for i, m := range f.Methods {
		if m.Measured {
			add(m.Name, x.parts.methods+i, 0)
		}
	}
	// The largest comes first, so that smaller ones inside replace it.
	slices.SortStableFunc(pieces, func(a, b piece) int {
		return cmp.Compare(b.span.End.Offset-b.span.Start.Offset, a.span.End.Offset-a.span.Start.Offset)
	})
	index.around = make([]int32, lines+1)
	for i := range index.around {
		index.around[i] = -1
	}
	for _, p := range pieces {
		for n := p.span.Start.Line + 1; n <= p.span.End.Line; n++ {
			index.around[n] = int32(p.region)
		}
	}
	return index
}
