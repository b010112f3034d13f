package testview

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"jprof/internal/format/testcounts"
	"jprof/report"
)

// Footprint returns the regions of the main sources that a test executed. It ignores omitted regions. Files are in the
// order of the report.
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

// Together has the sums of the executions of main sources by several tests. If set-up of classes is among the tests, it
// is included.
type Together struct {
	Tests      []int32 // ascending
	Seconds    float64 // time of the tests, without set-up
	Executions uint64  // of statements
	Regions    int
	// Only is the number of regions that no other test executed, nor several tests at once, nor the set-up of a class
	// without a test among these. Code outside of tests does not matter. Test.Only is the same number for one test,
	// whose other attempts do not count as other tests. Class.Only is that for all tests of a class.
	Only  int
	Files []FileUse // in the order of the report; Only is that of all of these tests together
}

// TestsOf returns the tests of a list, without other owners of counts.
func (m *Model) TestsOf(list []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(list), func(i int32) bool { return !m.Tests[i].IsTest() })
}

// WithSetUp adds to a list of tests the set-up of each class whose tests are all in the list. Both lists ascend.
func (m *Model) WithSetUp(tests []int32) []int32 {
	missing := map[int32]int{} // of each class: its tests that are not in the list
	for i := range m.Tests {
		if m.Tests[i].IsTest() {
			missing[m.classes[i]]++
		}
	}
	in := map[int32]bool{}
	for _, i := range tests {
		missing[m.classes[i]]--
		in[m.classes[i]] = true
	}
	list := slices.Clone(tests)
	for i := range m.Tests {
		if class := m.classes[i]; m.Tests[i].IsSetUp() && in[class] && missing[class] == 0 {
			list = append(list, int32(i))
		}
	}
	slices.Sort(list)
	return list
}

// Together sums up the executions by these tests. For one test it equals its Footprint, except that attempts which are
// not in the list count as other tests.
func (m *Model) Together(tests []int32) Together {
	t := Together{Tests: slices.Clone(tests)}
	slices.Sort(t.Tests)
	classes := map[int32]bool{}
	counts := map[*report.File]map[int32]uint64{}
	for _, i := range t.Tests {
		classes[m.classes[i]] = true
		if m.Tests[i].IsTest() {
			t.Seconds += m.Tests[i].Seconds
		}
		t.Executions = report.Add(t.Executions, m.Tests[i].Executions)
		for _, f := range m.Footprint(int(i)) {
			if counts[f.File] == nil {
				counts[f.File] = map[int32]uint64{}
			}
			for _, r := range f.Regions {
				counts[f.File][r.Region] = report.Add(counts[f.File][r.Region], r.Count)
			}
		}
	}
	for i := range m.files {
		f := &m.files[i]
		regions := counts[f.file]
		if regions == nil {
			continue
		}
		use := FileUse{File: f.file}
		uses := m.evaluate(&evaluator{}, f, f.methods)
		for r := range int32(f.methods) {
			if n := regions[r]; n > 0 {
				only := m.onlyOf(uses.of(int(r)), t.Tests, classes)
				use.Regions = append(use.Regions, RegionUse{r, only, n})
				t.Regions++
				if only {
					t.Only++
				}
			}
		}
		t.Files = append(t.Files, use)
	}
	return t
}

// onlyOf reports whether all of these uses are by the given tests, an ascending list, of the given classes: see
// Together.Only.
func (m *Model) onlyOf(uses []Use, tests []int32, classes map[int32]bool) bool {
	return !slices.ContainsFunc(uses, func(u Use) bool {
		switch m.Tests[u.Test].Kind {
		case testcounts.Shared:
			return true
		case testcounts.Case:
			_, among := slices.BinarySearch(tests, u.Test)
			return !among
		case testcounts.Class:
			return !classes[m.classes[u.Test]]
		}
		return false
	})
}

// isOnly reports whether a group is the only one that executed a region.
func (f *fileParts) isOnly(region, group int32) bool { return onlyIn(f.only, region, group) }

// onlyIn reports whether a list contains a region with this group.
func onlyIn(list []onlyRegion, region, group int32) bool {
	i, found := slices.BinarySearchFunc(list, region, func(o onlyRegion, region int32) int {
		return cmp.Compare(o.region, region)
	})
	return found && list[i].group == group
}

// partValue is the count of a part.
type partValue struct {
	part  int32
	count uint64
}

// valuesOf evaluates the formulas of the files whose counters a test changed, in the order of files. It returns the
// parts below end(file) with a count above 0, ascending.
func (m *Model) valuesOf(e *evaluator, test int, end func(*fileParts) int) iter.Seq2[*fileParts, []partValue] {
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
		for _, f := range slices.Sorted(maps.Keys(values)) {
			list := values[f]
			slices.SortFunc(list, func(a, b partValue) int { return cmp.Compare(a.part, b.part) })
			if !yield(&m.files[f], added(list)) {
				return
			}
		}
	}
}

// added adds up the values of parts that several sources have.
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

// MethodUse sums up the executions of a method by tests.
type MethodUse struct {
	File       *report.File
	Method     int    // index in report.File.Methods, -1 for code in no method
	Executions uint64 // of statements
	Regions    report.Ratio
	Only       int // regions that no other test executed
}

// Methods returns the methods that the tests executed, those with the most executions first.
func (t *Together) Methods() []MethodUse {
	var out []MethodUse
	for _, f := range t.Files {
		at := map[int]int{}
		for _, r := range f.Regions {
			region := &f.File.Regions[r.Region]
			method := f.File.MethodOf(region.Block)
			i, known := at[method]
			if !known {
				i = len(out)
				at[method] = i
				out = append(out, MethodUse{File: f.File, Method: method})
			}
			out[i].Executions = report.Add(out[i].Executions, report.Times(r.Count, len(region.Statements)))
			out[i].Regions.Covered++
			if r.Only {
				out[i].Only++
			}
		}
		for _, r := range f.File.Regions {
			if i, known := at[f.File.MethodOf(r.Block)]; known && r.Measured {
				out[i].Regions.Total++
			}
		}
	}
	slices.SortStableFunc(out, func(a, b MethodUse) int { return cmp.Compare(b.Executions, a.Executions) })
	return out
}
