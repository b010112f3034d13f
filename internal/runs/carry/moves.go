package carry

import (
	"maps"
	"math"
	"reflect"
	"slices"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/report/pair"
)

// Moves maps the counters of one state of the sources to those of another one.
type Moves struct {
	packages map[probe.ID][]place // by package and counter; packages with unchanged layout are not in it
	stay     map[probe.ID]bool
}

// place is a counter of a package. pkg is nil if the counter is in no package.
type place struct {
	pkg   *probe.Package
	index uint32
}

// setName names a source set.
type setName struct{ module, name string }

// located is a file with its package.
type located struct {
	pkg  *probe.Package
	file *probe.File
}

// NewMoves finds the counters of old maps in the new maps.
func NewMoves(old, now []*probe.Set) *Moves {
	m := &Moves{packages: map[probe.ID][]place{}, stay: map[probe.ID]bool{}}
	for _, set := range now {
		for _, p := range set.Packages {
			m.stay[p.ID] = true
		}
	}
	news := map[setName]*probe.Set{}
	for _, set := range now {
		news[setName{set.Module, set.Name}] = set
	}
	for _, set := range old {
		if to := news[setName{set.Module, set.Name}]; to != nil {
			m.set(set, to)
		}
	}
	return m
}

// set finds the counters of one source set.
func (m *Moves) set(old, now *probe.Set) {
	rest := map[string]located{} // the new files that are not found yet
	for _, p := range now.Packages {
		for _, f := range p.Files {
			rest[f.Path] = located{p, f}
		}
	}
	var changed []located
	for _, p := range old.Packages {
		if m.stay[p.ID] {
			for _, f := range p.Files {
				delete(rest, f.Path)
			}
			continue
		}
		m.packages[p.ID] = make([]place, p.Counters())
		for _, f := range p.Files {
			to, ok := rest[f.Path]
			if !ok || !sameLayout(f, to.file) {
				changed = append(changed, located{p, f})
				continue
			}
			delete(rest, f.Path)
			for k := range f.Counters {
				m.packages[p.ID][f.Base+k] = place{to.pkg, to.file.Base + k}
			}
		}
	}
	var others []located
	for _, path := range slices.Sorted(maps.Keys(rest)) {
		others = append(others, rest[path])
	}
	m.changed(changed, others)
}

// sameLayout reports whether two files are the same, except that their counters may start at another index.
func sameLayout(a, b *probe.File) bool {
	if a.Hash != b.Hash || a.Counters != b.Counters {
		return false
	}
	moved := *b
	moved.Base = a.Base
	return reflect.DeepEqual(a, &moved)
}

// changed finds the counters of changed files. Its arguments are these files before and after the change.
func (m *Moves) changed(old, now []located) {
	for _, p := range pair.Methods(pairFiles(old), pairFiles(now)) {
		if p.Same {
			from, to := old[p.Old.File], now[p.New.File]
			m.code(from, to, from.file.Methods[p.Old.Method].Span, to.file.Methods[p.New.Method].Span)
		}
	}
	type class struct{ pkg, name string }
	fields := map[class][]piece{}
	for _, l := range now {
		for _, p := range fieldsOf(l) {
			fields[class{l.pkg.Name, p.class}] = append(fields[class{l.pkg.Name, p.class}], p)
		}
	}
	olds := map[class][]piece{}
	for _, l := range old {
		for _, p := range fieldsOf(l) {
			olds[class{l.pkg.Name, p.class}] = append(olds[class{l.pkg.Name, p.class}], p)
		}
	}
	for c, from := range olds {
		if to := fields[c]; len(to) == len(from) {
			for i := range from {
				m.code(from[i].located, to[i].located, from[i].span, to[i].span)
			}
		}
	}
	m.unread(old, now)
}

// unread finds the new places of counters that no formula uses. Each of them follows a counter of the same code, so its
// place follows the place of that counter. No number needs these counters, so they do not count as lost if they are not
// found.
func (m *Moves) unread(old, now []located) {
	free := map[place]bool{} // the places of such counters in the new files
	for _, l := range now {
		for _, k := range unreadOf(l.file) {
			free[place{l.pkg, l.file.Base + k}] = true
		}
	}
	for _, l := range old {
		places := m.packages[l.pkg.ID]
		for _, k := range unreadOf(l.file) {
			at := l.file.Base + k
			if k > 0 && places[at-1].pkg != nil {
				if next := (place{places[at-1].pkg, places[at-1].index + 1}); free[next] {
					places[at] = next
					continue
				}
			}
			places[at].index = notNeeded
		}
	}
}

// notNeeded is the index in the place of a counter that was not found and that no number needs.
const notNeeded = math.MaxUint32

// unreadOf lists the counters of a file that no formula uses.
func unreadOf(f *probe.File) (list []uint32) {
	read := make([]bool, f.Counters)
	everything := probe.Span{End: probe.Pos{Offset: math.MaxUint32}}
	for _, k := range shapeOf(f, everything).counters {
		read[k] = true
	}
	for k := range read {
		if !read[k] {
			list = append(list, uint32(k))
		}
	}
	return list
}

// pairFiles converts files into those of package pair. A constructor that was renamed with its class is the same.
func pairFiles(files []located) []pair.File {
	list := make([]pair.File, len(files))
	for i, l := range files {
		list[i] = pair.Of(l.file, l.pkg.Name)
		for k := range l.file.Methods {
			if m := &l.file.Methods[k]; m.Kind == probe.Constructor {
				list[i].Methods[k].Label = l.file.Types[m.Type].Name + "::<init>(" + m.Params + ")"
			}
		}
	}
	return list
}

// piece is a sequence of field initialisers that follow each other.
type piece struct {
	located
	class string
	span  probe.Span
}

// fieldsOf lists the field initialisers of a file. It omits the initialisers of anonymous classes, because they are
// part of the enclosing code.
func fieldsOf(l located) (list []piece) {
	for i := range l.file.Blocks {
		b := &l.file.Blocks[i]
		if b.Kind != probe.FieldBlock || b.Parent >= 0 {
			continue
		}
		class := ""
		for k := range l.file.Types { // nested types are later in the list
			if within(b.Span, l.file.Types[k].Span) {
				class = l.file.Types[k].Name
			}
		}
		list = append(list, piece{l, class, b.Span})
	}
	return list
}

func within(s, of probe.Span) bool {
	return of.Start.Offset <= s.Start.Offset && s.End.Offset <= of.End.Offset
}

// code finds the counters of a piece of code, if both files have code of the same shape. a is the span of the code in
// the file from, and b in the file to.
func (m *Moves) code(from, to located, a, b probe.Span) {
	old, now := shapeOf(from.file, a), shapeOf(to.file, b)
	if !slices.Equal(old.form, now.form) {
		return
	}
	forth, back := map[uint32]uint32{}, map[uint32]uint32{}
	for i, k := range old.counters {
		n := now.counters[i]
		if to, known := forth[k]; known && to != n {
			return
		}
		if of, known := back[n]; known && of != k {
			return
		}
		forth[k], back[n] = n, k
	}
	places := m.packages[from.pkg.ID]
	for k, n := range forth {
		if at := from.file.Base + k; places[at].pkg == nil {
			places[at] = place{to.pkg, to.file.Base + n}
		}
	}
}

// A shape describes the formulas of a piece of code. form is the text of the formulas without counters, and counters
// has the counters in their order.
type shape struct {
	form     []int32
	counters []uint32
}

func shapeOf(f *probe.File, span probe.Span) (s shape) {
	add := func(kind int32, formulas ...probe.Formula) {
		s.form = append(s.form, kind)
		for _, formula := range formulas {
			s.form = append(s.form, int32(len(formula)))
			for _, t := range formula {
				s.form, s.counters = append(s.form, t.Coef), append(s.counters, t.Counter)
			}
		}
	}
	for i := range f.Methods {
		if p := &f.Methods[i]; within(p.Span, span) {
			add(int32(p.Kind), p.Count)
		}
	}
	for i := range f.Blocks {
		if p := &f.Blocks[i]; within(p.Span, span) {
			add(100+int32(p.Kind), p.Count)
		}
	}
	for i := range f.Regions {
		if p := &f.Regions[i]; within(p.Span, span) {
			add(200, p.Count)
			for k := range p.Statements {
				add(201, p.Statements[k].Count)
			}
		}
	}
	for i := range f.Expressions {
		if p := &f.Expressions[i]; within(p.Span, span) {
			add(300, p.Count)
		}
	}
	for i := range f.Branches {
		if p := &f.Branches[i]; within(p.Span, span) {
			add(400+int32(p.Kind), p.True, p.False)
		}
	}
	for i := range f.Points {
		if p := &f.Points[i]; within(p.Span, span) {
			add(500, probe.Formula{{Counter: p.Counter, Coef: 1}})
		}
	}
	return s
}

// Section adds the counters of a section, at their new places, to the sections in to. It returns the number of counters
// that have no new place.
func (m *Moves) Section(s testcounts.Section, to map[probe.ID]*testcounts.Section) (lost int) {
	add := func(id probe.ID, index uint32, count uint64) {
		if to[id] == nil {
			to[id] = &testcounts.Section{ID: id}
		}
		to[id].Index, to[id].Count = append(to[id].Index, index), append(to[id].Count, count)
	}
	places := m.packages[s.ID]
	for i, k := range s.Index {
		switch {
		case m.stay[s.ID]:
			add(s.ID, k, s.Count[i])
		case places != nil && places[k].pkg != nil:
			add(places[k].pkg.ID, places[k].index, s.Count[i])
		case places == nil || places[k].index != notNeeded:
			lost++
		}
	}
	return lost
}
