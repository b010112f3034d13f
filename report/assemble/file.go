package assemble

import (
	"cmp"
	"slices"
	"sync"

	"jprof/report"
	"jprof/report/source"
)

// builder makes the complete files of a model.
type builder struct {
	Input
	exclude  *excluder
	origins  []report.Origin
	warnings []report.Problem // see report.Model.Warnings
	sum      []uint64         // see countersBy
	formulas *Formulas        // nil for a plain report
}

// file makes the file of a model with the counts of all parts that are not omitted, its classes, and sums.
func (b *builder) file(e *evaluatedFile) *report.File {
	f := b.outline(e.joinedFile)
	f.Sets = e.sets
	setBlocks(f, e)
	setBranches(f, e)
	by := b.attribute(e)
	regions := splitRegions(f, e, by)
	f.Regions = make([]report.Region, len(regions))
	for i, r := range regions {
		f.Regions[i] = r.Region
	}
	if b.formulas != nil {
		b.formulas.add(f, e, regions)
	}
	makeClasses(f)
	setReached(f)
	s := newSums(f, e.methods)
	s.omitted()
	if by != nil {
		s.executedBy(by, regions, b.origins)
	}
	return f
}

// outline makes a file of the model without counts: with its methods, and with its omitted parts.
func (b *builder) outline(j joinedFile) *report.File {
	f := b.named(j)
	b.omit(f, j)
	return f
}

// named makes a file of the model with the names of its methods.
func (b *builder) named(j joinedFile) *report.File {
	f := &report.File{
		Path: j.Path, Package: j.pkg.Name, Hash: j.Hash, Encoding: j.Encoding, Types: j.Types, Methods: b.methods(j),
	}
	if b.Source != nil {
		f.BodyNames = bodyNames(f, b.Source)
	}
	return f
}

// bodyNames returns a function that reads the source of a file once, for the names of its anonymous classes.
func bodyNames(f *report.File, read func(string, [32]byte) ([]byte, error)) func() []string {
	types := &report.File{Path: f.Path, Hash: f.Hash, Encoding: f.Encoding, Types: f.Types}
	return sync.OnceValue(func() []string {
		src, err := source.Load(&report.Model{ReadSource: read}, types)
		if err != nil {
			return nil // the source itself says so where it is shown
		}
		return src.BodyNames(types)
	})
}

// methods makes the methods of a file.
func (b *builder) methods(e joinedFile) []report.Method {
	list := make([]report.Method, len(e.Methods))
	for i, m := range e.Methods {
		label := m.Label(e.Types)
		list[i] = report.Method{
			Label: label, Span: m.Span, Name: m.NameAt, Hottest: -1, Type: m.Type, Hash: m.Hash, Kind: m.Kind,
			Varies: b.Varies != nil && b.Varies(e.Path, label),
		}
	}
	return list
}

// omit finds the omitted parts of a file. The file has its methods: omit also sets Measured of each.
func (b *builder) omit(f *report.File, j joinedFile) {
	omitted, warnings := b.exclude.parts(f, j.File)
	f.Omitted = omitted
	f.Measured = len(omitted) == 0 || !omitted[0].Whole
	b.warnings = append(b.warnings, warnings...)
	for i := range f.Methods {
		m := &f.Methods[i]
		m.Measured = f.OmittedBy(*m) == nil
	}
}

// measured reports whether no omitted part of the file omits s.
func measured(f *report.File, s report.Span) bool {
	return f.OmittedAt(s.Start.Offset, s.End.Offset) == nil
}

// setBlocks makes the blocks and expressions of a file.
func setBlocks(f *report.File, e *evaluatedFile) {
	f.Blocks = make([]report.Block, len(e.Blocks))
	for i, x := range e.Blocks {
		f.Blocks[i] = report.Block{
			Kind: x.Kind.String(), Method: int(x.Method), Parent: int(x.Parent), Span: x.Span,
			Count: e.blocks[i], Measured: measured(f, x.Span),
		}
	}
	f.Expressions = make([]report.Expression, len(e.Expressions))
	for i, x := range e.Expressions {
		// Unmeasured parts around an expression are the outcomes of a condition: the map has expressions only where
		// they are counted.
		p := f.OmittedAt(x.Span.Start.Offset, x.Span.End.Offset)
		f.Expressions[i] = report.Expression{
			Block: int(x.Block), Span: x.Span, Count: e.expressions[i], Measured: p == nil || !p.Excluded && !p.Whole,
		}
	}
}

// setBranches makes the branches of a file.
func setBranches(f *report.File, e *evaluatedFile) {
	f.Branches = make([]report.Branch, len(e.Branches))
	for i, x := range e.Branches {
		f.Branches[i] = report.Branch{
			Kind: x.Kind.String(), Outcomes: x.Kind.Outcomes(), Block: int(x.Block), Span: x.Span,
			True: e.yes[i], False: e.no[i], Measured: measured(f, x.Span),
		}
	}
}

// makeClasses makes the top-level classes of a file, and sets the class of each type, method and block.
func makeClasses(f *report.File) {
	f.ClassOf = make([]*report.Class, len(f.Types))
	for i := range f.Types {
		top := i
		for f.Types[top].Parent != -1 { // ends: a parent has the smaller index
			top = int(f.Types[top].Parent)
		}
		if f.ClassOf[top] == nil {
			t := f.Types[top]
			f.ClassOf[top] = &report.Class{Name: t.Name, File: f, Hottest: -1, Line: int(t.Span.Start.Line),
				OmittedBy: f.OmittedAt(t.Span.Start.Offset, t.Span.End.Offset)}
			f.Classes = append(f.Classes, f.ClassOf[top])
		}
		f.ClassOf[i] = f.ClassOf[top]
	}
	slices.SortStableFunc(f.Classes, func(a, b *report.Class) int { return a.Line - b.Line })
	for i := range f.Methods {
		m := &f.Methods[i]
		m.Class = f.ClassOf[m.Type]
		m.Class.Methods = append(m.Class.Methods, i)
	}
	for i := range f.Blocks {
		b := &f.Blocks[i]
		if b.Method >= 0 {
			b.Class = f.Methods[b.Method].Class
		} else {
			b.Class = f.ClassAt(b.Span.Start.Offset)
		}
		if b.Measured {
			setHottest(f, i)
		}
	}
}

// setHottest makes a block the hottest of its class and method, unless a block before it was entered as often.
func setHottest(f *report.File, block int) {
	b := f.Blocks[block]
	hotter := func(than int) bool { return than < 0 || b.Count > f.Blocks[than].Count }
	if c := b.Class; c != nil && hotter(c.Hottest) {
		c.Hottest = block
	}
	if b.Method >= 0 && hotter(f.Methods[b.Method].Hottest) {
		f.Methods[b.Method].Hottest = block
	}
}

// setReached sets Reached of all branches.
func setReached(f *report.File) {
	for i := range f.Branches {
		f.Branches[i].Reached = f.Reaches(f.Branches[i])
	}
}

// region is a region of the model, with the tests that have executed it.
type region struct {
	report.Region
	by   origins
	from countOf
}

// countOf identifies the formula in a map that counts a region of the model: that of a statement, or of a region.
type countOf struct {
	region    int32
	statement int32 // index in the statements of the region, -1 for the formula of the region
}

// splitRegions makes the regions of the model from those of the map. A region ends before a statement that was begun
// less often, because an exception came between, and at the start and end of excluded parts.
func splitRegions(f *report.File, e *evaluatedFile, by *executedBy) []region {
	regions := make([]region, 0, len(e.Regions))
	spans := make([]report.Span, len(e.statements))
	for i, r := range e.Regions {
		whole := report.Region{Block: int(r.Block), Span: r.Span, Count: e.regions[i], Measured: measured(f, r.Span)}
		regions = append(regions, region{whole, by.region(i), countOf{int32(i), -1}})
		start := e.first[i]
		for k, s := range r.Statements {
			at := e.first[i] + k
			spans[at] = s.Span
			last := &regions[len(regions)-1]
			count, is := e.statements[at], measured(f, s.Span)
			switch {
			case count == last.Count && is == last.Measured:
			case k == 0:
				last.Count, last.Measured, last.by, last.from = count, is, by.statement(at), countOf{int32(i), 0}
			default:
				last.Statements, start = spans[start:at:at], at
				last.Span.End = spans[at-1].End
				rest := report.Span{Start: s.Span.Start, End: r.Span.End}
				next := report.Region{Block: last.Block, Span: rest, Count: count, Measured: is,
					Split: is && last.Measured}
				regions = append(regions, region{next, by.statement(at), countOf{int32(i), int32(k)}})
			}
		}
		if end := e.first[i+1]; start < end {
			regions[len(regions)-1].Statements = spans[start:end:end]
		}
	}
	slices.SortStableFunc(regions, func(a, b region) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset),
			cmp.Compare(b.Span.End.Offset, a.Span.End.Offset))
	})
	return regions
}
