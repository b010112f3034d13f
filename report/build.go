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

// Build joins maps and counts. It fails when they contradict each other (counts of another length
// than the map says, formulas or indices that point nowhere): numbers made from such input would be
// wrong without looking so. Counts that come out negative are shown as 0 and listed in
// Model.Problems. The order of in.Sets does not matter, and a package that several of them hold is
// counted once.
func Build(in Input) (*Model, error) {
	if in.Source == nil {
		return nil, errors.New("report: no way to read sources given")
	}
	b := &builder{
		model: &Model{Title: in.Title, Run: in.Run, source: in.Source},
		seen:  map[probe.ID]*probe.Package{},
		byKey: map[fileKey][]*File{},
	}
	sets := slices.Clone(in.Sets)
	slices.SortStableFunc(sets, func(a, b *probe.Set) int {
		return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.Name, b.Name))
	})
	for _, set := range sets {
		for _, pkg := range set.Packages {
			var counters []uint64
			if in.Counters != nil {
				counters = in.Counters(pkg.ID)
			}
			if err := b.addPackage(set, pkg, counters); err != nil {
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
	model *Model
	seen  map[probe.ID]*probe.Package
	byKey map[fileKey][]*File
}

func (b *builder) addPackage(set *probe.Set, pkg *probe.Package, counters []uint64) error {
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
	for _, pf := range pkg.Files {
		var own []uint64
		if counters != nil {
			if uint64(pf.Base)+uint64(pf.Counters) > uint64(len(counters)) {
				return fmt.Errorf("%s: its counters %d to %d lie beyond the %d of its package",
					pf.Path, pf.Base, uint64(pf.Base)+uint64(pf.Counters), len(counters))
			}
			own = counters[pf.Base : pf.Base+pf.Counters]
		}
		if err := checkFile(pf); err != nil {
			return fmt.Errorf("%s: %w", pf.Path, err)
		}
		b.addFile(set, pkg, pf, own)
	}
	return nil
}

// checkFile reports the first index or formula that points nowhere.
func checkFile(f *probe.File) error {
	in := func(i int32, n int) bool { return i >= 0 && int(i) < n }
	inOrNone := func(i int32, n int) bool { return i == -1 || in(i, n) }
	formula := func(what string, i int, g probe.Formula) error {
		for _, t := range g {
			if t.Counter >= f.Counters {
				return fmt.Errorf("%s %d refers to counter %d of %d", what, i, t.Counter, f.Counters)
			}
		}
		return nil
	}
	for i, t := range f.Types {
		if !inOrNone(t.Parent, len(f.Types)) {
			return fmt.Errorf("type %d has the enclosing type %d of %d", i, t.Parent, len(f.Types))
		}
	}
	if circular(len(f.Types), func(i int) int { return int(f.Types[i].Parent) }) {
		return errors.New("types enclose one another")
	}
	for i, m := range f.Methods {
		if !in(m.Type, len(f.Types)) {
			return fmt.Errorf("method %d has type %d of %d", i, m.Type, len(f.Types))
		}
		if err := formula("method", i, m.Count); err != nil {
			return err
		}
	}
	for i, bl := range f.Blocks {
		if !inOrNone(bl.Method, len(f.Methods)) || !inOrNone(bl.Parent, len(f.Blocks)) {
			return fmt.Errorf("block %d has method %d of %d, parent %d of %d", i, bl.Method, len(f.Methods), bl.Parent, len(f.Blocks))
		}
		if err := formula("block", i, bl.Count); err != nil {
			return err
		}
	}
	if circular(len(f.Blocks), func(i int) int { return int(f.Blocks[i].Parent) }) {
		return errors.New("blocks enclose one another")
	}
	for i, r := range f.Regions {
		if !in(r.Block, len(f.Blocks)) {
			return fmt.Errorf("region %d has block %d of %d", i, r.Block, len(f.Blocks))
		}
		if err := formula("region", i, r.Count); err != nil {
			return err
		}
	}
	return nil
}

// circular tells whether following parent from one of n elements never ends. All parents must be
// valid, -1 for none.
func circular(n int, parent func(int) int) bool {
	ends := make([]bool, n)
	for i := range n {
		steps := 0
		for j := i; j != -1 && !ends[j]; j = parent(j) {
			if steps++; steps > n {
				return true
			}
		}
		for j := i; j != -1 && !ends[j]; j = parent(j) {
			ends[j] = true
		}
	}
	return false
}

// addFile makes a File of pf, or adds its counts to the File that has the same bytes and layout.
func (b *builder) addFile(set *probe.Set, pkg *probe.Package, pf *probe.File, counters []uint64) {
	f := &File{Path: pf.Path, Package: pkg.Name, Hash: pf.Hash, Encoding: pf.Encoding, types: pf.Types,
		Sets: []SetName{{set.Module, set.Name}}}
	for _, u := range pf.Unmeasured {
		f.Unmeasured = append(f.Unmeasured, Part{u.Span, u.Reason})
	}
	slices.SortStableFunc(f.Unmeasured, func(a, b Part) int { return cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset) })
	// A file is not measured as a whole when nothing in it is counted and the entry starts where the
	// file does; its length is not in the map.
	f.Measured = !(len(f.Unmeasured) > 0 && f.Unmeasured[0].Span.Start.Offset == 0 && len(pf.Blocks)+len(pf.Methods) == 0)

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
		f.Methods = append(f.Methods, Method{Label: label, Span: m.Span, Name: m.NameAt, Hottest: -1, typ: m.Type,
			Count: value("method "+label, m.NameAt.Line, m.Count), Measured: f.isMeasured(m.NameAt.Offset, m.Span.End.Offset)})
	}
	for _, bl := range pf.Blocks {
		kind := blockKind(bl.Kind)
		f.Blocks = append(f.Blocks, Block{Kind: kind, Method: int(bl.Method), Parent: int(bl.Parent), Span: bl.Span,
			Count: value(kind+" block", bl.Span.Start.Line, bl.Count), Measured: f.isMeasured(bl.Span.Start.Offset, bl.Span.End.Offset)})
	}
	for _, r := range pf.Regions {
		f.Regions = append(f.Regions, Region{Block: int(r.Block), Span: r.Span, Statements: r.Statements,
			Count: value("region", r.Span.Start.Line, r.Count), Measured: f.isMeasured(r.Span.Start.Offset, r.Span.End.Offset)})
	}

	key := fileKey{f.Path, f.Hash}
	for _, g := range b.byKey[key] {
		if g.sameLayout(f) {
			g.addCounts(f)
			return
		}
	}
	b.byKey[key] = append(b.byKey[key], f)
	b.model.Files = append(b.model.Files, f)
}

// isMeasured tells whether no unmeasured part holds all of [start, end).
func (f *File) isMeasured(start, end uint32) bool {
	for _, u := range f.Unmeasured {
		if u.Span.Start.Offset <= start && end <= u.Span.End.Offset {
			return false
		}
	}
	return true
}

// sameLayout tells whether f and g have the same parts, so that their counts can be added one by one.
func (f *File) sameLayout(g *File) bool {
	return f.Package == g.Package && f.Encoding == g.Encoding && slices.Equal(f.types, g.types) && slices.Equal(f.Unmeasured, g.Unmeasured) &&
		slices.EqualFunc(f.Methods, g.Methods, func(a, b Method) bool { return a.Span == b.Span && a.Name == b.Name && a.Label == b.Label }) &&
		slices.EqualFunc(f.Blocks, g.Blocks, func(a, b Block) bool {
			return a.Span == b.Span && a.Kind == b.Kind && a.Parent == b.Parent && a.Method == b.Method
		}) &&
		slices.EqualFunc(f.Regions, g.Regions, func(a, b Region) bool {
			return a.Span == b.Span && a.Block == b.Block && slices.Equal(a.Statements, b.Statements)
		})
}

// addCounts adds the counts of g, which has the same layout, and its source set.
func (f *File) addCounts(g *File) {
	for i := range f.Methods {
		f.Methods[i].Count = add(f.Methods[i].Count, g.Methods[i].Count)
	}
	for i := range f.Blocks {
		f.Blocks[i].Count = add(f.Blocks[i].Count, g.Blocks[i].Count)
	}
	for i := range f.Regions {
		f.Regions[i].Count = add(f.Regions[i].Count, g.Regions[i].Count)
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
	for start := 0; start < len(m.Files); {
		end := start + 1
		for end < len(m.Files) && m.Files[end].Path == m.Files[start].Path {
			end++
		}
		for i, f := range m.Files[start:end] {
			f.Version, f.Versions = i+1, end-start
		}
		start = end
	}
	for _, f := range m.Files {
		f.sumUp()
		m.Classes = append(m.Classes, f.Classes...)
		m.Totals.add(f.Totals)
		for _, u := range f.Unmeasured {
			whole := !f.Measured && u.Span.Start.Offset == 0
			m.NotMeasured = append(m.NotMeasured, NotMeasured{File: f, Whole: whole, Span: u.Span, Reason: u.Reason})
		}
	}
	// Stable: classes of one name stay in the order of their files.
	sort.SliceStable(m.Classes, func(i, j int) bool {
		a, b := m.Classes[i], m.Classes[j]
		if a.Totals.Invocations != b.Totals.Invocations {
			return a.Totals.Invocations > b.Totals.Invocations
		}
		return a.Qualified() < b.Qualified()
	})
	slices.SortStableFunc(m.Problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
}
