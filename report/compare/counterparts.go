package compare

import (
	"cmp"
	"slices"
	"strings"

	"jprof/report"
)

// FilePair is a file with methods that differ, before and after. Old is nil for a new file, New for a removed one.
type FilePair struct {
	Old, New *report.File
	Methods  []*MethodChange // methods of New, and removed ones of Old; the largest differences first
}

// ClassChange is a top-level class with changed counts of its methods. One of the classes is nil if it is new or
// removed.
type ClassChange struct {
	Old, New    *report.Class
	Invocations Change
	Executed    Change
	Edited      bool // the code of a method has changed, or a method is new or removed
	byJVMs      bool // all methods that differ are MethodChange.ByJVMs
}

// Small reports whether the class was not edited, and neither of its counts has changed by more than 1 %, from 0, or
// to 0.
func (c *ClassChange) Small() bool { return !c.Edited && c.Invocations.small() && c.Executed.small() }

// Name returns the qualified name of the class: after the change, unless it was removed.
func (c *ClassChange) Name() string { return c.class().Qualified() }

// File returns the file of the class: after the change, unless it was removed.
func (c *ClassChange) File() *report.File { return c.class().File }

func (c *ClassChange) class() *report.Class {
	if c.New != nil {
		return c.New
	}
	return c.Old
}

// Moved reports whether the class has another name, or is in another file.
func (c *ClassChange) Moved() bool {
	return c.Old != nil && c.New != nil &&
		(c.Old.Qualified() != c.New.Qualified() || c.Old.File.Path != c.New.File.Path)
}

// MethodRegion is a region that differs, with the method that it belongs to.
type MethodRegion struct {
	Method int // index in Comparison.Methods
	RegionChange
}

// File returns the file of the region.
func (c *Comparison) File(r MethodRegion) *report.File { return c.Methods[r.Method].New.File }

// Regions lists the regions that differ, the largest differences first.
func (c *Comparison) Regions() []MethodRegion {
	var all []MethodRegion
	for i := range c.Methods {
		for _, r := range c.Methods[i].Regions {
			all = append(all, MethodRegion{i, r})
		}
	}
	slices.SortStableFunc(all, func(a, b MethodRegion) int { return cmp.Compare(b.Difference(), a.Difference()) })
	return all
}

// Files lists the files with methods that differ, the one with the largest difference first, and then other files with
// changed code or places that are newly missed. The counterpart of a file is the file that had its path before. That of
// a renamed file is the one from which its methods come.
func (c *Comparison) Files() []FilePair {
	oldOf := c.fileCounterparts()
	newOf := inverse(oldOf)
	index := map[*report.File]int{} // of both files of a pair
	var pairs []FilePair
	pairOf := func(f *report.File, removed bool) *FilePair {
		at, known := index[f]
		if !known {
			p := FilePair{Old: oldOf[f], New: f}
			if removed {
				p = FilePair{Old: f, New: newOf[f]}
			}
			at = len(pairs)
			pairs = append(pairs, p)
			index[p.Old], index[p.New] = at, at
			delete(index, nil)
		}
		return &pairs[at]
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		p := pairOf(m.File(), m.New == nil)
		p.Methods = append(p.Methods, m)
	}
	for i := range c.equal {
		if m := &c.equal[i]; m.Edited {
			p := pairOf(m.File(), false)
			p.Methods = append(p.Methods, m)
		}
	}
	for _, list := range [][]report.Missed{c.Changed.Missed, c.NewlyMissed.Missed} {
		for _, x := range list {
			pairOf(x.File, false)
		}
	}
	return pairs
}

// fileCounterparts returns for each file after the change its counterpart before the change.
func (c *Comparison) fileCounterparts() map[*report.File]*report.File {
	likes := likenesses(c, func(r report.MethodRef) *report.File { return r.File })
	byPath := map[string][]*report.File{}
	for _, f := range c.Before.Files {
		byPath[f.Path] = append(byPath[f.Path], f)
	}
	for _, f := range c.After.Files {
		for _, o := range byPath[f.Path] {
			likes.raise(o, f, 1)
		}
	}
	return likes.counterparts()
}

// classCounterparts returns for each class after the change its counterpart before the change.
func (c *Comparison) classCounterparts() map[*report.Class]*report.Class {
	likes := likenesses(c, func(r report.MethodRef) *report.Class { return r.Method().Class })
	oldFile := c.fileCounterparts()
	byName := map[string][]*report.Class{}
	for _, x := range inOrder(c.Before.Files) {
		byName[x.Qualified()] = append(byName[x.Qualified()], x)
	}
	for _, x := range inOrder(c.After.Files) {
		for _, o := range byName[x.Qualified()] {
			rank := 1
			if oldFile[x.File] == o.File {
				rank = 2
			}
			likes.raise(o, x, rank)
		}
	}
	return likes.counterparts()
}

// inOrder returns the classes of files in the order of the sources.
func inOrder(files []*report.File) []*report.Class {
	var all []*report.Class
	for _, f := range files {
		all = append(all, f.Classes...)
	}
	return all
}

// likeness is the evidence that a file or class after the change is another one before the change.
type likeness[T comparable] struct {
	old, new T
	rank     int // from the similarity of their names
	methods  int // number of methods that they have in common
}

// likenessList lists likenesses in the order in which they were found.
type likenessList[T comparable] struct {
	list []*likeness[T]
	by   map[[2]T]*likeness[T]
}

// likenesses returns the likeness of each two files, or classes, that have methods in common. The function in its
// second argument returns the file or class of a method.
func likenesses[T comparable](c *Comparison, of func(report.MethodRef) T) *likenessList[T] {
	l := &likenessList[T]{by: map[[2]T]*likeness[T]{}}
	for _, list := range [][]MethodChange{c.Methods, c.equal} {
		for i := range list {
			if m := &list[i]; m.Old != nil && m.New != nil {
				l.get(of(*m.Old), of(*m.New)).methods++
			}
		}
	}
	return l
}

func (l *likenessList[T]) get(old, new T) *likeness[T] {
	x := l.by[[2]T{old, new}]
	if x == nil {
		x = &likeness[T]{old: old, new: new}
		l.by[[2]T{old, new}] = x
		l.list = append(l.list, x)
	}
	return x
}

func (l *likenessList[T]) raise(old, new T, rank int) { l.get(old, new).rank = rank }

// counterparts pairs by the best likenesses first. Each file or class is in one pair at most.
func (l *likenessList[T]) counterparts() map[T]T {
	slices.SortStableFunc(l.list, func(a, b *likeness[T]) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.methods, a.methods))
	})
	oldOf, taken := map[T]T{}, map[T]bool{}
	for _, x := range l.list {
		if _, has := oldOf[x.new]; !has && !taken[x.old] {
			oldOf[x.new], taken[x.old] = x.old, true
		}
	}
	return oldOf
}

func inverse[T comparable](m map[T]T) map[T]T {
	out := make(map[T]T, len(m))
	for k, v := range m {
		out[v] = k
	}
	return out
}

// fieldsOf returns the executions in a class that are of no method: those of initialisers of fields. c may be nil.
func fieldsOf(c *report.Class) uint64 {
	if c == nil {
		return 0
	}
	methods := uint64(0)
	for _, i := range c.Methods {
		if m := &c.File.Methods[i]; m.Measured {
			methods = report.Add(methods, m.Executed)
		}
	}
	return max(c.Totals.Executed, methods) - methods
}

// sumUpClasses sets Classes: those whose methods are not the same as before, or have other counts, with the sums of all
// their methods, and the executions of initialisers of fields.
func (c *Comparison) sumUpClasses() {
	oldOf := c.classCounterparts()
	newOf := inverse(oldOf)
	sums := map[*report.Class]*ClassChange{} // by both classes
	var order []*ClassChange
	sum := func(old, new *report.Class) *ClassChange {
		for _, x := range []*report.Class{old, new} {
			if x != nil && sums[x] != nil {
				return sums[x]
			}
		}
		s := &ClassChange{Old: old, New: new, Executed: Change{fieldsOf(old), fieldsOf(new)}}
		order = append(order, s)
		sums[old], sums[new] = s, s
		delete(sums, nil)
		return s
	}
	differ, others := map[*ClassChange]bool{}, map[*ClassChange]bool{}
	add := func(m *MethodChange, differs bool) {
		var from, to *ClassChange // they differ if the method has moved
		if m.Old != nil {
			old := m.Old.Method().Class
			from = sum(old, newOf[old])
			from.Invocations.add(Change{Before: m.Invocations.Before})
			from.Executed.add(Change{Before: m.Executed.Before})
		}
		if m.New != nil {
			x := m.New.Method().Class
			to = sum(oldOf[x], x)
			to.Invocations.add(Change{After: m.Invocations.After})
			to.Executed.add(Change{After: m.Executed.After})
		}
		if differs || from != nil && to != nil && from != to && max(m.Invocations.After, m.Executed.After) > 0 {
			differ[from], differ[to] = true, true
			if !m.ByJVMs() {
				others[from], others[to] = true, true
			}
		}
		for _, s := range []*ClassChange{from, to} {
			if s != nil && (m.Edited || m.Old == nil || m.New == nil) {
				s.Edited = true
			}
		}
	}
	for i := range c.Methods {
		add(&c.Methods[i], true)
	}
	for i := range c.equal {
		add(&c.equal[i], false)
	}
	for _, s := range order {
		if s.byJVMs = !others[s]; differ[s] {
			c.Classes = append(c.Classes, *s)
		}
	}
	slices.SortStableFunc(c.Classes, func(a, b ClassChange) int {
		return cmp.Or(cmp.Compare(b.Executed.Difference(), a.Executed.Difference()),
			cmp.Compare(b.Invocations.Difference(), a.Invocations.Difference()),
			strings.Compare(a.Name(), b.Name()), strings.Compare(a.File().Path, b.File().Path))
	})
}
