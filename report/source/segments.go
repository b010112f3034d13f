package source

import (
	"cmp"
	"slices"

	"jprof/report"
)

// segment is a range of bytes with one background: that of the omitted part around it, or else that of the innermost
// region or block.
type segment struct {
	Start, End int
	Block      int // index in File.Blocks, -1 for none
	Region     int // index in File.Regions, -1 if there is only a block
	Part       int // index in File.Unmeasured, -1 for none
}

// Interval is a range of bytes with an index of the caller.
type Interval struct{ Start, End, Index int }

// innermost cuts [0, size) into pieces with the index of the innermost interval around each, -1 for none. Of equal
// intervals, the later is inside the earlier. Invalid intervals (beyond the file, or overlapping another one partly)
// are cut to the interval around them.
func innermost(all []Interval, size int) []Interval {
	for i := range all {
		all[i].End = min(all[i].End, size)
	}
	all = slices.DeleteFunc(all, func(v Interval) bool { return v.Start >= v.End })
	slices.SortStableFunc(all, func(a, b Interval) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	var out []Interval
	stack := []Interval{{0, size, -1}}
	at := 0
	emit := func(to int) {
		if to > at {
			out = append(out, Interval{at, to, stack[len(stack)-1].Index})
			at = to
		}
	}
	for _, v := range all {
		for v.Start >= stack[len(stack)-1].End {
			emit(stack[len(stack)-1].End)
			stack = stack[:len(stack)-1]
		}
		emit(v.Start)
		v.End = min(v.End, stack[len(stack)-1].End)
		stack = append(stack, v)
	}
	for len(stack) > 0 {
		emit(stack[len(stack)-1].End)
		stack = stack[:len(stack)-1]
	}
	return out
}

// bytesOf returns a span as an interval.
func bytesOf(s report.Span, index int) Interval {
	return Interval{int(s.Start.Offset), int(s.End.Offset), index}
}

// segments cuts the bytes [0, size) of a file.
func segments(f *report.File, size int) []segment {
	// Blocks come before regions, so that a region that fills its block is inside it.
	var all []Interval
	for i, b := range f.Blocks {
		if b.Measured {
			all = append(all, bytesOf(b.Span, i))
		}
	}
	for i, r := range f.Regions {
		if r.Measured {
			all = append(all, bytesOf(r.Span, len(f.Blocks)+i))
		}
	}
	var out []segment
	parts := f.Omitted
	add := func(start, end, index int) {
		s := segment{start, end, -1, -1, -1}
		switch {
		case index >= len(f.Blocks):
			s.Region = index - len(f.Blocks)
			s.Block = f.Regions[s.Region].Block
		case index >= 0:
			s.Block = index
		}
		out = append(out, s)
	}
	next, at := 0, 0 // the next part, and the end of the last cut
	for _, v := range innermost(all, size) {
		v.Start = max(v.Start, at)
		for ; next < len(parts) && v.Start < v.End; next++ {
			p := bytesOf(parts[next].Span, next)
			if parts[next].Whole {
				p.End = size
			}
			if p.End = min(p.End, size); p.Start >= v.End {
				break
			}
			if v.Start < p.Start {
				add(v.Start, p.Start, v.Index)
			}
			if p.Start < p.End {
				out = append(out, segment{p.Start, p.End, -1, -1, next})
			}
			v.Start = max(v.Start, p.End)
		}
		if at = v.Start; v.Start < v.End {
			add(v.Start, v.End, v.Index)
			at = v.End
		}
	}
	return out
}

// cutByBranches cuts the bytes [0, size) of a file into intervals, each with the innermost measured branch around it.
func cutByBranches(f *report.File, size int) []Interval {
	var all []Interval
	for i, b := range f.Branches {
		if b.Measured {
			all = append(all, bytesOf(b.Span, i))
		}
	}
	return innermost(all, size)
}
