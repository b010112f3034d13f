package html

import (
	"cmp"
	"slices"

	"jprof/report"
)

// segment is a range of bytes with one background: that of the innermost region, block or unmeasured
// part around it.
type segment struct {
	start, end int
	block      int // index in File.Blocks, -1 for none
	region     int // index in File.Regions, -1 where only a block is around
	part       int // index in File.Unmeasured, -1 for none
}

// segments cuts the bytes [0, size) of a file. Spans that lie badly (beyond the file, or across one
// another) are cut to what is around them.
func segments(f *report.File, size int) []segment {
	type interval struct {
		segment
		rank int // of intervals with the same span, the one with the lower rank is outside
	}
	var all []interval
	addInterval := func(s report.Span, rank, block, region, part int) {
		start, end := int(s.Start.Offset), min(int(s.End.Offset), size)
		if start < end {
			all = append(all, interval{segment{start, end, block, region, part}, rank})
		}
	}
	for i, b := range f.Blocks {
		if b.Measured {
			addInterval(b.Span, 0, i, -1, -1)
		}
	}
	for i, r := range f.Regions {
		if r.Measured {
			addInterval(r.Span, 1, r.Block, i, -1)
		}
	}
	for i, u := range f.Unmeasured {
		addInterval(u.Span, 2, -1, -1, i)
	}
	slices.SortStableFunc(all, func(a, b interval) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), cmp.Compare(a.rank, b.rank))
	})

	var out []segment
	stack := []segment{{0, size, -1, -1, -1}}
	at := 0
	emit := func(to int) {
		if to > at {
			s := stack[len(stack)-1]
			s.start, s.end = at, to
			out = append(out, s)
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
		stack = append(stack, v.segment)
	}
	for len(stack) > 0 {
		emit(stack[len(stack)-1].end)
		stack = stack[:len(stack)-1]
	}
	return out
}
