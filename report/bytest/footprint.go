package bytest

import (
	"cmp"
	"slices"

	"jprof/report"
)

// Footprint is what a test executed of the main sources: the regions that no number of the report omits. Files are in
// the order of the report.
func (m *Model) Footprint(test int) []FileUse {
	var out []FileUse
	for f, values := range m.valuesOf(&evaluator{}, test, func(f *fileParts) int {
		if f.main {
			return f.methods
		}
		return 0
	}) {
		use := FileUse{File: f.file}
		for _, v := range values {
			if f.file.Regions[v.part].Measured {
				use.Regions = append(use.Regions,
					RegionUse{Region: v.part, Count: v.count, Only: f.isOnly(v.part, m.groups[test])})
			}
		}
		if len(use.Regions) > 0 {
			out = append(out, use)
		}
	}
	return out
}

// isOnly reports whether a group is the only one that executed a region.
func (f *fileParts) isOnly(region, group int32) bool {
	i, found := slices.BinarySearchFunc(f.only, region, func(o onlyRegion, region int32) int {
		return cmp.Compare(o.region, region)
	})
	return found && f.only[i].group == group
}

// partValue is the count of a part.
type partValue struct {
	part  int32
	count uint64
}

// valuesOf evaluates the formulas of the files whose counters a test changed, in the order of files: the parts below
// end(file) with a count above 0, ascending.
func (m *Model) valuesOf(e *evaluator, test int, end func(*fileParts) int) func(func(*fileParts, []partValue) bool) {
	return func(yield func(*fileParts, []partValue) bool) {
		values := map[int32][]partValue{}
		for section := range m.counts.Of(test) {
			for n, p := range m.split(section) {
				s := &m.sources[n]
				if most := end(&m.files[s.file]); most > 0 {
					list := values[s.file]
					e.values(s, p, most, func(part int32, count uint64) { list = append(list, partValue{part, count}) })
					values[s.file] = list
				}
			}
		}
		files := make([]int32, 0, len(values))
		for f := range values {
			files = append(files, f)
		}
		slices.Sort(files)
		for _, f := range files {
			list := values[f]
			slices.SortFunc(list, func(a, b partValue) int { return cmp.Compare(a.part, b.part) })
			if !yield(&m.files[f], added(list)) {
				return
			}
		}
	}
}

// added adds up the values of a part that several sources have.
func added(list []partValue) []partValue {
	kept := list[:0]
	for _, v := range list {
		if last := len(kept) - 1; last >= 0 && kept[last].part == v.part {
			kept[last].count = report.Add(kept[last].count, v.count)
		} else {
			kept = append(kept, v)
		}
	}
	return kept
}
