package report

import (
	"cmp"
	"slices"
)

// run is one statement of a region of the map.
type run struct {
	span     Span
	count    uint64
	measured bool
	by       origins // the origins of the tests that have executed it
}

// splitRegions makes the regions of the report from those of the map: a region ends where the next statement was
// executed less often, because of an exception, and where an excluded part starts or ends.
func (f *File) splitRegions() {
	all := f.Regions
	f.Regions = make([]Region, 0, len(all))
	for _, r := range all {
		f.Regions = append(f.Regions, r.split()...)
	}
	slices.SortStableFunc(f.Regions, func(a, b Region) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset), cmp.Compare(b.Span.End.Offset, a.Span.End.Offset))
	})
}

// split is the region in parts of equal counts, ascending and disjoint.
func (r Region) split() []Region {
	runs := r.runs
	r.runs = nil
	parts := []Region{r}
	for i, s := range runs {
		last := &parts[len(parts)-1]
		if s.count != last.Count || s.measured != last.Measured {
			if i == 0 {
				last.Count, last.Measured, last.by = s.count, s.measured, s.by
			} else {
				next := Region{Block: r.Block, Span: Span{Start: s.span.Start, End: r.Span.End}, Count: s.count, Measured: s.measured, by: s.by}
				last.Span.End = runs[i-1].span.End
				parts = append(parts, next)
				last = &parts[len(parts)-1]
			}
		}
		last.Statements = append(last.Statements, s.span)
	}
	return parts
}
