package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"jprof/internal/probe"
)

// Build joins maps and counts. It fails when they contradict each other (another number of counters than in the map,
// formulas or indices out of range): numbers from such input would be wrong without a sign. Negative counts are shown
// as 0 and listed in Model.Problems. The order of in.Sets does not matter, except between several of one source set:
// the newest comes first, and counts of the others are carried over to its files, as from Older. A package that several
// of them hold is counted once.
func Build(in Input) (*Model, error) {
	if in.Source == nil {
		return nil, errors.New("report: no way to read sources given")
	}
	exclude, err := in.Exclude.compile()
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	b := &builder{
		exclude: exclude, varies: in.Varies, steps: in.Steps, stepCounters: in.StepCounters,
		model:  &Model{Title: in.Title, Run: in.Run, Origins: originsOf(in), ReadSource: in.Source, ReadTests: in.Tests},
		mapped: map[*File][]mapped{},
		seen:   map[probe.ID]*probe.Package{},
		byKey:  map[fileKey][]*File{},
		byPath: map[setPath]bool{},
	}
	sets := slices.Clone(in.Sets)
	slices.SortStableFunc(sets, func(a, b *probe.Set) int {
		return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.Name, b.Name))
	})
	for i, set := range append(sets, in.Older...) {
		for _, pkg := range set.Packages {
			var counters []uint64
			if in.Counters != nil {
				counters = in.Counters(pkg.ID)
			}
			if err := b.addPackage(set, pkg, counters, i >= len(sets)); err != nil {
				return nil, err
			}
		}
	}
	b.finish()
	return b.model, nil
}

type fileKey struct {
	path string
	hash [32]byte
}

type builder struct {
	exclude *excluder
	varies  func(path, label string) bool
	model   *Model
	seen    map[probe.ID]*probe.Package
	byKey   map[fileKey][]*File
	byPath  map[setPath]bool
	older   []version // newer ones first

	steps        []Step
	stepCounters func(step string, id probe.ID) []uint64
	mapped       map[*File][]mapped // with the same layout
	sum          []uint64           // see countersBy
}

// setPath is a file of a source set.
type setPath struct {
	set  SetName
	path string
}

func (b *builder) addPackage(set *probe.Set, pkg *probe.Package, counters []uint64, old bool) error {
	if err := pkg.Check(); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if first, ok := b.seen[pkg.ID]; ok {
		// The ID is a hash of all that the map says, so this is the same package, read twice: its
		// counts are in the first.
		if first.Name != pkg.Name || first.Helper != pkg.Helper || len(first.Files) != len(pkg.Files) {
			return fmt.Errorf("report: packages %q and %q have the same ID %x", first.Name, pkg.Name, pkg.ID)
		}
		return nil
	}
	b.seen[pkg.ID] = pkg
	if counters != nil && len(counters) != pkg.Counters() {
		return fmt.Errorf("report: package %q (%x): %d counters were recorded, the map has %d",
			pkg.Name, pkg.ID, len(counters), pkg.Counters())
	}
	if err := b.checkSteps(pkg); err != nil {
		return err
	}
	for _, pf := range pkg.Files {
		var own []uint64
		if counters != nil {
			own = counters[pf.Base : pf.Base+pf.Counters]
		}
		b.addFile(set, pkg, pf, own, old)
	}
	return nil
}

// addFile makes a File of pf, or adds its counts to the File that has the same bytes and layout. One of an older map, and
// one that the source set has in a newer version, has to wait for carry.
func (b *builder) addFile(set *probe.Set, pkg *probe.Package, pf *probe.File, counters []uint64, old bool) {
	name := SetName{set.Module, set.Name}
	f := &File{Path: pf.Path, Package: pkg.Name, Hash: pf.Hash, Encoding: pf.Encoding, Types: pf.Types,
		annotations: pf.Annotations, toggles: pf.Toggles, Sets: []SetName{name}}
	var warnings []Problem
	f.Omitted, warnings = b.exclude.parts(pkg.Name, pf)
	f.Measured = len(f.Omitted) == 0 || !f.Omitted[0].Whole

	value := func(what string, line uint32, g probe.Formula) uint64 {
		v := g.Value(counters)
		if v < 0 {
			b.model.Problems = append(b.model.Problems, Problem{pf.Path, int(line),
				fmt.Sprintf("the count of the %s comes out as %d and is shown as 0", what, v)})
			return 0
		}
		return uint64(v)
	}
	for _, m := range pf.Methods {
		label := methodLabel(pf.Types, m)
		varies := b.varies != nil && b.varies(f.Path, label)
		f.Methods = append(f.Methods, Method{Varies: varies, Label: label, Metrics: Metrics{Invocations: value("method "+label, m.NameAt.Line, m.Count)}, Span: m.Span, Name: m.NameAt, Hottest: -1, Type: m.Type, Hash: m.Hash,
			Kind: m.Kind, name: m.Name, params: m.Params,
			Measured: f.omittedBy(m.NameAt.Offset, m.Span.End.Offset) == nil})
	}
	for _, bl := range pf.Blocks {
		kind := blockKind(bl.Kind)
		f.Blocks = append(f.Blocks, Block{Kind: kind, Method: int(bl.Method), Parent: int(bl.Parent), Span: bl.Span,
			Count: value(kind+" block", bl.Span.Start.Line, bl.Count), Measured: f.omittedBy(bl.Span.Start.Offset, bl.Span.End.Offset) == nil})
	}
	for _, r := range pf.Regions {
		region := Region{Block: int(r.Block), Span: r.Span, Count: value("region", r.Span.Start.Line, r.Count),
			Measured: f.omittedBy(r.Span.Start.Offset, r.Span.End.Offset) == nil}
		for _, s := range r.Statements {
			n := region.Count
			if !s.Count.Equal(r.Count) { // a problem of both is reported once
				n = value("statement", s.Span.Start.Line, s.Count)
			}
			region.runs = append(region.runs, run{span: s.Span, count: n, measured: f.omittedBy(s.Span.Start.Offset, s.Span.End.Offset) == nil})
		}
		f.Regions = append(f.Regions, region)
	}
	for _, e := range pf.Expressions {
		// Unmeasured parts around it are the outcomes of a condition: there are expressions only where they are
		// counted.
		p := f.omittedBy(e.Span.Start.Offset, e.Span.End.Offset)
		f.Expressions = append(f.Expressions, Expression{Block: int(e.Block), Span: e.Span,
			Count: value("expression", e.Span.Start.Line, e.Count), Measured: p == nil || !p.Excluded && !p.Whole})
	}
	for _, br := range pf.Branches {
		kind := branchKind(br.Kind)
		f.Branches = append(f.Branches, Branch{Kind: kind, Outcomes: br.Kind.Outcomes(), Block: int(br.Block), Span: br.Span,
			True: value("branch ("+kind+")", br.Span.Start.Line, br.True), False: value("branch ("+kind+", false)", br.Span.Start.Line, br.False),
			Measured: f.omittedBy(br.Span.Start.Offset, br.Span.End.Offset) == nil})
	}

	key := fileKey{f.Path, f.Hash}
	for _, g := range b.byKey[key] {
		if g.sameLayout(f) && (!old || slices.Contains(g.Sets, name)) {
			g.addCounts(f)
			b.mapped[g] = append(b.mapped[g], mapped{pf, pkg.ID})
			b.byPath[setPath{name, f.Path}] = true
			return
		}
	}
	if old || b.byPath[setPath{name, f.Path}] {
		b.older = append(b.older, version{f, name})
		return
	}
	b.byPath[setPath{name, f.Path}] = true
	b.model.Warnings = append(b.model.Warnings, warnings...)
	b.byKey[key] = append(b.byKey[key], f)
	b.mapped[f] = append(b.mapped[f], mapped{pf, pkg.ID})
	b.model.Files = append(b.model.Files, f)
}

// OmittedBy returns the part that omits a method, nil for none.
func (f *File) OmittedBy(m Method) *Part { return f.omittedBy(m.Name.Offset, m.Span.End.Offset) }

// omittedBy returns the part that omits [start, end), nil for none: an unmeasured part omits what lies in it, an
// excluded part also what starts in it.
func (f *File) omittedBy(start, end uint32) *Part {
	i, _ := slices.BinarySearchFunc(f.Omitted, start+1, func(p Part, offset uint32) int {
		return cmp.Compare(p.Span.Start.Offset, offset)
	})
	if i == 0 {
		return nil
	}
	// The last part that starts at start or before: parts do not overlap.
	p := &f.Omitted[i-1]
	if p.Whole || p.Excluded && start < p.Span.End.Offset || end <= p.Span.End.Offset {
		return p
	}
	return nil
}

// sameLayout reports whether f and g have the same parts, so that their counts can be added one by one.
func (f *File) sameLayout(g *File) bool {
	return f.Package == g.Package && f.Encoding == g.Encoding && slices.Equal(f.Types, g.Types) && slices.Equal(f.Omitted, g.Omitted) &&
		slices.Equal(f.annotations, g.annotations) && slices.Equal(f.toggles, g.toggles) &&
		slices.EqualFunc(f.Methods, g.Methods, func(a, b Method) bool { return a.Span == b.Span && a.Name == b.Name && a.Label == b.Label }) &&
		slices.EqualFunc(f.Blocks, g.Blocks, func(a, b Block) bool {
			return a.Span == b.Span && a.Kind == b.Kind && a.Parent == b.Parent && a.Method == b.Method
		}) &&
		slices.EqualFunc(f.Regions, g.Regions, func(a, b Region) bool {
			return a.Span == b.Span && a.Block == b.Block &&
				slices.EqualFunc(a.runs, b.runs, func(x, y run) bool { return x.span == y.span })
		}) &&
		slices.EqualFunc(f.Expressions, g.Expressions, func(a, b Expression) bool { return a.Span == b.Span && a.Block == b.Block }) &&
		slices.EqualFunc(f.Branches, g.Branches, func(a, b Branch) bool {
			return a.Span == b.Span && a.Kind == b.Kind && a.Block == b.Block
		})
}

// addCounts adds the counts of g, which has the same layout, and its source set.
func (f *File) addCounts(g *File) {
	for i := range f.Methods {
		f.Methods[i].Invocations = Add(f.Methods[i].Invocations, g.Methods[i].Invocations)
	}
	for i := range f.Blocks {
		f.Blocks[i].Count = Add(f.Blocks[i].Count, g.Blocks[i].Count)
	}
	for i := range f.Regions {
		f.Regions[i].addCounts(&g.Regions[i])
	}
	for i := range f.Expressions {
		f.Expressions[i].addCounts(&g.Expressions[i])
	}
	for i := range f.Branches {
		f.Branches[i].addCounts(&g.Branches[i])
	}
	f.Sets = append(f.Sets, g.Sets...)
	slices.SortFunc(f.Sets, compareSets)
	f.Sets = slices.Compact(f.Sets)
}

func compareSets(a, b SetName) int {
	return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.Name, b.Name))
}

// finish sorts the files and adds up files, classes and the whole.
func (b *builder) finish() {
	m := b.model
	slices.SortStableFunc(m.Files, func(a, b *File) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), compareSets(a.Sets[0], b.Sets[0]), bytes.Compare(a.Hash[:], b.Hash[:]))
	})
	m.Dropped = carry(b.older, m.Files)
	for versions := range m.Paths() {
		for i, f := range versions {
			f.Version, f.Versions = i+1, len(versions)
		}
	}
	for _, f := range m.Files {
		b.attribute(f)
		f.splitRegions()
		f.sumUp()
		f.sumUpOrigins(m.Origins)
		m.Classes = append(m.Classes, f.Classes...)
		for _, u := range f.Omitted {
			m.Omitted = append(m.Omitted, OmittedPart{f, u})
		}
	}
	m.Totals, m.TestTotals = MainAndTests(m.Files, func(*File) bool { return true })
	// Stable: classes of one name stay in the order of their files.
	sort.SliceStable(m.Classes, func(i, j int) bool {
		a, b := m.Classes[i], m.Classes[j]
		if a.Totals.Executed != b.Totals.Executed {
			return a.Totals.Executed > b.Totals.Executed
		}
		return a.Qualified() < b.Qualified()
	})
	for _, list := range [][]Problem{m.Problems, m.Warnings} {
		slices.SortStableFunc(list, func(a, b Problem) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
		})
	}
}
