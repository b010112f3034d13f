package testview

import (
	"iter"
	"slices"

	"jprof/report"
)

// FilesOf returns the files of which a test executed anything, in the order of the report, including test sources. They
// are copies whose regions, methods, blocks, expressions and branches have the counts of this test. Their totals and
// classes are those of the report.
func (m *Model) FilesOf(test int) iter.Seq[*report.File] {
	return func(yield func(*report.File) bool) {
		for f, values := range m.valuesOf(&evaluator{}, test, func(f *fileParts) int { return f.end }) {
			if !yield(f.with(values)) {
				return
			}
		}
	}
}

// Without returns a copy of a file in which all these counts are 0.
func Without(f *report.File) *report.File {
	p := partsOf(f)
	return p.with(nil)
}

// with returns a copy of the file with these counts. Parts without a count have 0.
func (p *fileParts) with(values []partValue) *report.File {
	f := *p.file
	f.Regions, f.Methods, f.Blocks = slices.Clone(f.Regions), slices.Clone(f.Methods), slices.Clone(f.Blocks)
	f.Expressions, f.Branches = slices.Clone(f.Expressions), slices.Clone(f.Branches)
	for i := range p.end {
		p.set(&f, i, 0)
	}
	for _, v := range values {
		p.set(&f, int(v.part), v.count)
	}
	for i := range f.Branches {
		f.Branches[i].Reached = f.Reaches(f.Branches[i])
	}
	return &f
}

func (p *fileParts) set(f *report.File, part int, count uint64) {
	switch {
	case part < p.methods:
		f.Regions[part].Count = count
	case part < p.blocks:
		f.Methods[part-p.methods].Invocations = count
	case part < p.expressions:
		f.Blocks[part-p.blocks].Count = count
	case part < p.yes:
		f.Expressions[part-p.expressions].Count = count
	case part < p.no:
		f.Branches[part-p.yes].True = count
	default:
		f.Branches[part-p.no].False = count
	}
}
