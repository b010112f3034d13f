package html

import (
	"cmp"
	"maps"
	"slices"

	"jprof/report"
	"jprof/report/packed"
	"jprof/report/tests/testview"
)

// packedUses returns the executions by one or several tests as numbers in the form of package packed, for testclass.js.
// Files and methods are represented by their indices in the model. The index of the search has their names in the same
// order.
//
//	file       its index, less that of the file before (of the first: plus 1)
//	methods    how many of it follow, each with:
//	  method     its index plus 1, 0 for code in no method, less that of the method before
//	  executions of its statements
//	  regions    that were executed
//	  only       how many of them no other test executed, and for each its line, less the line before in this file,
//	             as packed.Signed has it
func (p *testPages) packedUses(files []testview.FileUse) string {
	var text []byte
	before := -1
	for _, f := range files {
		at := p.files[f.File]
		text = packed.Append(text, uint64(at-before))
		before = at
		text = packMethods(text, f)
	}
	return string(text)
}

// packMethods appends the executions of the methods of a file.
func packMethods(text []byte, f testview.FileUse) []byte {
	type use struct {
		method int
		testview.RegionUse
	}
	uses := make([]use, len(f.Regions))
	for i, r := range f.Regions {
		uses[i] = use{f.File.MethodOf(f.File.Regions[r.Region].Block), r}
	}
	slices.SortStableFunc(uses, func(a, b use) int { return cmp.Compare(a.method, b.method) })
	methods := 0
	for i := range uses {
		if i == 0 || uses[i].method != uses[i-1].method {
			methods++
		}
	}
	text = packed.Append(text, uint64(methods))
	last, line := 0, 0
	for from := 0; from < len(uses); {
		to := from
		executions, only := uint64(0), 0
		for ; to < len(uses) && uses[to].method == uses[from].method; to++ {
			executions = report.Add(executions,
				report.Times(uses[to].Count, len(f.File.Regions[uses[to].Region].Statements)))
			if uses[to].Only {
				only++
			}
		}
		text = packed.Append(text, uint64(uses[from].method+1-last))
		last = uses[from].method + 1
		text = packed.Append(text, executions)
		text = packed.Append(text, uint64(to-from))
		text = packed.Append(text, uint64(only))
		for _, u := range uses[from:to] {
			if u.Only {
				at := int(f.File.Regions[u.Region].Span.Start.Line)
				text = packed.Append(text, packed.Signed(at-line))
				line = at
			}
		}
		from = to
	}
	return text
}

// together has the sums of the executions of regions by several tests.
type together map[*report.File]map[int32]uint64

func (t together) add(files []testview.FileUse) {
	for _, f := range files {
		regions := t[f.File]
		if regions == nil {
			regions = map[int32]uint64{}
			t[f.File] = regions
		}
		for _, r := range f.Regions {
			regions[r.Region] = report.Add(regions[r.Region], r.Count)
		}
	}
}

// uses returns the sums, in the order of the model.
func (t together) uses(p *testPages, only func(f *report.File, region int32) bool) []testview.FileUse {
	files := slices.SortedFunc(maps.Keys(t), func(a, b *report.File) int { return p.files[a] - p.files[b] })
	out := make([]testview.FileUse, len(files))
	for i, f := range files {
		out[i].File = f
		for _, r := range slices.Sorted(maps.Keys(t[f])) {
			out[i].Regions = append(out[i].Regions,
				testview.RegionUse{Region: r, Count: t[f][r], Only: only(f, r)})
		}
	}
	return out
}
