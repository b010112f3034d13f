package affected

import (
	"slices"

	"jprof/internal/format/probe"
	"jprof/report/tests/change"
)

// counted is a formula of a file of a map.
type counted struct {
	pkg     probe.ID
	base    uint32
	formula probe.Formula
}

// partOf returns the owners that executed the changed part of a unit: the innermost region around it. It returns false
// if the part is not known, or is in no region.
func (s *selector) partOf(f *change.Fact, u int32) (owners []int32, known bool) {
	if f.Span == nil || s.in.State {
		return nil, false
	}
	if run, is := s.x.unitOf[f.Old]; !is || run != u {
		return nil, false // the span is one of another version
	}
	var places []counted
	for _, p := range s.x.sources[s.x.units[u].src].Maps {
		r := innermost(p.File, uint32(f.Span[0]), uint32(f.Span[1]))
		if r == nil {
			return nil, false
		}
		places = append(places, counted{p.Package, p.File.Base, r.Count})
	}
	for _, print := range s.e.by[u] {
		for _, o := range s.e.having[print] {
			if s.executed(o, places) {
				owners = append(owners, o)
			}
		}
	}
	return owners, len(places) > 0
}

// innermost returns the smallest region that contains the bytes from..to-1, nil if there is none.
func innermost(f *probe.File, from, to uint32) (best *probe.Region) {
	for i := range f.Regions {
		r := &f.Regions[i]
		if r.Start.Offset <= from && to <= r.End.Offset && (from < to || r.Start.Offset < from && to < r.End.Offset) &&
			(best == nil ||
				r.End.Offset-r.Start.Offset < best.End.Offset-best.Start.Offset) {
			best = r
		}
	}
	return best
}

// executed reports whether one of the formulas is not 0 for an owner. A number below 0 shows that a thread ran on from
// one test to the next, so that the code may have been executed.
func (s *selector) executed(o int32, places []counted) bool {
	for _, p := range places {
		sum := int64(0)
		for section := range s.in.Counts.Of(int(o)) {
			if section.ID != p.pkg {
				continue
			}
			for _, t := range p.formula {
				if i, found := slices.BinarySearch(section.Index, p.base+t.Counter); found {
					sum += int64(t.Coef) * int64(section.Count[i])
				}
			}
		}
		if sum != 0 {
			return true
		}
	}
	return false
}
