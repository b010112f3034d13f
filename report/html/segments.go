package html

import (
	"cmp"
	"slices"

	"jprof/report"
)

// segment is a range of bytes with one background: that of the unmeasured part around it, else of the
// innermost region or block.
type segment struct {
	start, end int
	block      int // index in File.Blocks, -1 for none
	region     int // index in File.Regions, -1 where only a block is around
	part       int // index in File.Unmeasured, -1 for none
}

// interval is a range of bytes with something that an index stands for.
type interval struct{ start, end, index int }

// innermost cuts [0, size) so that each piece has the index of the innermost interval around it, -1
// for none. Of equal intervals the later is inside. Spans that lie badly (beyond the file, or across
// one another) are cut to what is around them.
func innermost(all []interval, size int) []interval {
	for i := range all {
		all[i].end = min(all[i].end, size)
	}
	all = slices.DeleteFunc(all, func(v interval) bool { return v.start >= v.end })
	slices.SortStableFunc(all, func(a, b interval) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	var out []interval
	stack := []interval{{0, size, -1}}
	at := 0
	emit := func(to int) {
		if to > at {
			out = append(out, interval{at, to, stack[len(stack)-1].index})
			at = to
		}
	}
	for _, v := range all {
		for v.start >= stack[len(stack)-1].end {
			emit(stack[len(stack)-1].end)
			stack = stack[:len(stack)-1]
		}
		emit(v.start)
		v.end = min(v.end, stack[len(stack)-1].end)
		stack = append(stack, v)
	}
	for len(stack) > 0 {
		emit(stack[len(stack)-1].end)
		stack = stack[:len(stack)-1]
	}
	return out
}

// bytesOf is a span as an interval.
func bytesOf(s report.Span, index int) interval {
	return interval{int(s.Start.Offset), int(s.End.Offset), index}
}

// segments cuts the bytes [0, size) of a file.
func segments(f *report.File, size int) []segment {
	// Blocks come before regions: a region that is all of its block is inside of it.
	var all []interval
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
	parts := f.Unmeasured
	add := func(start, end, index int) {
		s := segment{start, end, -1, -1, -1}
		switch {
		case index >= len(f.Blocks):
			s.region = index - len(f.Blocks)
			s.block = f.Regions[s.region].Block
		case index >= 0:
			s.block = index
		}
		out = append(out, s)
	}
	next, at := 0, 0 // the next part, and the end of what is cut
	for _, v := range innermost(all, size) {
		v.start = max(v.start, at)
		for ; next < len(parts) && v.start < v.end; next++ {
			p := bytesOf(parts[next].Span, next)
			if parts[next].Whole {
				p.end = size
			}
			if p.end = min(p.end, size); p.start >= v.end {
				break
			}
			if v.start < p.start {
				add(v.start, p.start, v.index)
			}
			if p.start < p.end {
				out = append(out, segment{p.start, p.end, -1, -1, next})
			}
			v.start = max(v.start, p.end)
		}
		if at = v.start; v.start < v.end {
			add(v.start, v.end, v.index)
			at = v.end
		}
	}
	return out
}

// cutByBranches cuts the bytes [0, size) of a file by the innermost measured branch around each.
func cutByBranches(f *report.File, size int) []interval {
	var all []interval
	for i, b := range f.Branches {
		if b.Measured {
			all = append(all, bytesOf(b.Span, i))
		}
	}
	return innermost(all, size)
}
