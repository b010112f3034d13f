package tables

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/report/export/parquet"
)

// fileLayout has the places of a file of a map: itself, its methods, the parts of its regions, its branches and its
// lines. They have numbers in this order.
type fileLayout struct {
	*probe.File
	parts []part
	lines []line
}

// part is a part of a region whose statements always have one count, as they have one formula.
type part struct {
	probe.Span
	block      int32
	count      probe.Formula
	statements []probe.Statement
}

// line is a line on which code starts.
type line struct {
	number uint32
	end    uint32 // of the first code on it
	start  uint32
	block  int32 // of the first code on it
	// firsts has the formulas of the code that starts on it. The count of the line is the first of them that is not 0.
	firsts []probe.Formula
}

func layoutOf(f *probe.File) fileLayout {
	l := fileLayout{File: f}
	for i := range f.Regions {
		l.addRegion(&f.Regions[i])
	}
	l.addLines()
	return l
}

// size returns the number of places.
func (l *fileLayout) size() int32 {
	return int32(1 + len(l.Methods) + len(l.parts) + len(l.Branches) + len(l.lines))
}

func (l *fileLayout) addRegion(r *probe.Region) {
	if len(r.Statements) == 0 {
		l.parts = append(l.parts, part{r.Span, r.Block, r.Count, nil})
		return
	}
	start, from := r.Start, 0
	for i, s := range r.Statements {
		if next := i + 1; next == len(r.Statements) || !r.Statements[next].Count.Equal(s.Count) {
			end := s.End
			if next == len(r.Statements) {
				end = r.End
			}
			l.parts = append(l.parts, part{probe.Span{Start: start, End: end}, r.Block, s.Count,
				r.Statements[from:next]})
			if next < len(r.Statements) {
				start, from = r.Statements[next].Start, next
			}
		}
	}
}

// addLines finds the code that starts on each line, as report.File.Lines does.
func (l *fileLayout) addLines() {
	type code struct {
		probe.Span
		size  uint32 // of two that start at one byte, the larger one is first
		block int32
		count probe.Formula
	}
	var all []code
	for _, r := range l.Regions {
		for _, s := range r.Statements {
			all = append(all, code{s.Span, r.End.Offset - r.Start.Offset, r.Block, s.Count})
		}
	}
	for _, e := range l.Expressions {
		all = append(all, code{e.Span, e.End.Offset - e.Start.Offset, e.Block, e.Count})
	}
	slices.SortStableFunc(all, func(a, b code) int {
		return cmp.Or(cmp.Compare(a.Start.Offset, b.Start.Offset), cmp.Compare(b.size, a.size))
	})
	for _, c := range all {
		n := len(l.lines)
		if n == 0 || l.lines[n-1].number != c.Start.Line {
			l.lines = append(l.lines, line{c.Start.Line, c.End.Offset, c.Start.Offset, c.block,
				[]probe.Formula{c.count}})
			continue
		}
		last := &l.lines[n-1]
		if !slices.ContainsFunc(last.firsts, c.count.Equal) {
			last.firsts = append(last.firsts, c.count)
		}
	}
}

// method returns the index of the method around a block, -1 for none.
func (l *fileLayout) method(block int32) int32 {
	if block < 0 {
		return -1
	}
	return l.Blocks[block].Method
}

// placer makes the rows of the places of a map.
type placer struct {
	set  *probe.Set
	next int32
	add  func(parquet.Place)
}

func (p *placer) addPackage(pkg *laidOut) {
	id := hex.EncodeToString(pkg.ID[:])
	for i := range pkg.files {
		p.addFile(pkg.Package, id, &pkg.files[i])
	}
}

// owner is a method of a file, or the code of the file in no method, with the numbers of places in it.
type owner struct {
	class, method            *string
	code                     string
	copy                     int32
	key                      int64
	regions, branches, lines int32
}

func (p *placer) addFile(pkg *probe.Package, id string, l *fileLayout) {
	owners := p.ownersOf(pkg, l)
	row := func(kind string, in *owner, span probe.Span, number int32) parquet.Place {
		r := parquet.Place{Place: p.next, Kind: kind, Module: p.set.Module, SourceSet: p.set.Name, PackageID: id,
			Package: pkg.Name, Path: l.Path, Class: in.class, Method: in.method, Code: in.code, Number: number,
			Line: int32(span.Start.Line), EndLine: int32(span.End.Line), StartOffset: int32(span.Start.Offset),
			EndOffset: int32(span.End.Offset), MethodKey: in.key, Copy: in.copy}
		p.next++
		return r
	}
	base := int32(l.Base)
	outside := &owners[len(l.Methods)]
	of := func(block int32) *owner {
		if m := l.method(block); m >= 0 {
			return &owners[m]
		}
		return outside
	}
	p.add(row("file", outside, probe.Span{Start: probe.Pos{Line: 1}, End: probe.Pos{Line: 1}}, 0))
	for i, m := range l.Methods {
		r := row("method", &owners[i], m.Span, 0)
		r.Line, r.Formula = int32(m.NameAt.Line), terms(base, m.Count)
		p.add(r)
	}
	for _, x := range l.parts {
		in := of(x.block)
		r := row("region", in, x.Span, in.regions)
		in.regions++
		r.What, r.Statements, r.Formula = ptr(l.Blocks[x.block].Kind.String()), int32(len(x.statements)),
			terms(base, x.count)
		p.add(r)
	}
	for _, b := range l.Branches {
		in := of(b.Block)
		r := row("branch", in, b.Span, in.branches)
		in.branches++
		r.What, r.Formula = ptr(b.Kind.String()), terms(base, b.True)
		if b.Kind.Outcomes() == 2 {
			r.Formula = terms(base, b.True, b.False)
		}
		p.add(r)
	}
	for _, x := range l.lines {
		in := of(x.block)
		at := probe.Pos{Offset: x.start, Line: x.number}
		r := row("line", in, probe.Span{Start: at, End: probe.Pos{Offset: x.end, Line: x.number}}, in.lines)
		in.lines++
		r.Formula = terms(base, x.firsts...)
		p.add(r)
	}
}

// ownersOf returns the methods of a file, and in the last element its code in no method.
func (p *placer) ownersOf(pkg *probe.Package, l *fileLayout) []owner {
	list := make([]owner, len(l.Methods)+1)
	copies := map[string]int32{}
	for i, m := range l.Methods {
		label, code := m.Label(l.Types), hex.EncodeToString(m.Hash[:])
		class, name, _ := strings.Cut(label, "::")
		list[i] = owner{class: &class, method: &name, code: code, copy: copies[label+code],
			key: hashOf(p.set.Module, p.set.Name, l.Path, pkg.Name, label)}
		copies[label+code]++ // initialisers of a class have one label
	}
	list[len(l.Methods)] = owner{code: hex.EncodeToString(l.Hash[:8]),
		key: hashOf(p.set.Module, p.set.Name, l.Path, pkg.Name, "")}
	return list
}

// terms returns formulas over the counters of a package as rows: each formula has a slot.
func terms(base int32, formulas ...probe.Formula) []parquet.Term {
	list := make([]parquet.Term, 0, len(formulas))
	for slot, f := range formulas {
		for _, t := range f {
			list = append(list, parquet.Term{Slot: int32(slot), Counter: base + int32(t.Counter), Coef: t.Coef})
		}
	}
	return list
}

// hashOf returns a hash of texts: the first 8 bytes of the SHA-256 of the texts, each of which ends with a zero byte.
func hashOf(texts ...string) int64 {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00") + "\x00"))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

func ptr[T any](v T) *T { return &v }
