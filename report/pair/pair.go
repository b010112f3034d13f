// Package pair pairs the methods of two versions of the sources: by the hash of their code, by their names, and by
// their places. Package report/assemble uses the pairs to add counts of older sources to the newest ones, and
// report/compare to compare two runs.
package pair

import (
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/util/lazyregexp"
)

// File is a source file of one version of the sources.
type File struct {
	Path, Package string
	Types         []probe.Type
	Methods       []Method
}

// Method is a method of a file.
type Method struct {
	Label string  // see report.Method.Label
	Hash  [8]byte // hash of its code: see probe.Method.Hash
	Type  int32   // index in File.Types
	Span  probe.Span
	Size  int // number of its statements and branches
}

// Distinctive reports whether a method of this size is unlikely to be written twice by chance. Then its code identifies
// it without its name.
func Distinctive(size int) bool { return size >= 3 }

// Of returns the file of a map as a file with methods.
func Of(f *probe.File, pkg string) File {
	methods := make([]Method, len(f.Methods))
	for i := range f.Methods {
		m := &f.Methods[i]
		methods[i] = Method{Label: m.Label(f.Types), Hash: m.Hash, Type: m.Type, Span: m.Span}
	}
	in := func(block int32) *Method {
		if block < 0 || f.Blocks[block].Method < 0 {
			return &Method{}
		}
		return &methods[f.Blocks[block].Method]
	}
	for _, b := range f.Branches {
		in(b.Block).Size++
	}
	for _, r := range f.Regions {
		in(r.Block).Size += len(r.Statements)
	}
	return File{Path: f.Path, Package: pkg, Types: f.Types, Methods: methods}
}

// Pair is a method that is in an older and in a newer version of the sources.
type Pair struct {
	Old, New Ref
	Same     bool // the code is the same, except for comments, white space and its place
}

// Ref identifies a method: by an index in a list of files, and an index in File.Methods.
type Ref struct{ File, Method int }

// Methods pairs the methods of two versions of the sources. A method is in at most one pair. Equal code is paired
// before changed code, methods in the same file before moved ones, and methods with the same class name before others.
// If several methods are candidates, none is paired. There is one exception: if a class has as many equal methods as
// before, they are paired in their order. For methods in another class, equal code alone is not enough: see
// distinctive. Methods of classes without a name are paired after the methods that contain these classes.
func Methods(older, newer []File) []Pair {
	p := &pairing{old: methodsOf(older), new: methodsOf(newer), to: map[*method]*method{}, from: map[*method]bool{}}
	type key struct {
		path, pkg, label string
		hash             [8]byte
	}
	named := func(k func(*method) key) func(*method) any {
		return func(m *method) any {
			if m.numbered {
				return m // the same as no other
			}
			return k(m)
		}
	}
	p.by(named(func(m *method) key { return key{m.file.Path, m.file.Package, m.Label, m.Hash} }), true, nil)
	p.by(named(func(m *method) key { return key{m.file.Path, m.file.Package, "", m.Hash} }), false, distinctive)
	p.by(named(func(m *method) key { return key{"", "", m.Label, m.Hash} }), false, nil)
	p.by(named(func(m *method) key { return key{path: m.file.Path, pkg: m.file.Package, label: m.Label} }), false, nil)
	p.by(named(func(m *method) key { return key{pkg: m.file.Package, label: m.Label} }), false, nil)
	p.by(named(func(m *method) key { return key{hash: m.Hash} }), false, distinctive)
	for n := -1; n != len(p.pairs); { // methods in paired methods are paired one pass later
		n = len(p.pairs)
		p.by(p.within(func(m *method) any { return m.Hash }), true, nil)
		p.by(p.within(func(m *method) any {
			_, name, _ := strings.Cut(m.Label, "::")
			return name
		}), false, nil)
	}
	pairs := make([]Pair, len(p.pairs))
	for i, x := range p.pairs {
		pairs[i] = Pair{x.old.ref, x.new.ref, x.old.Hash == x.new.Hash}
	}
	return pairs
}

// method is a method with data for pairing.
type method struct {
	*Method
	ref      Ref
	file     *File
	numbered bool    // it is in a local or anonymous class, whose number depends on the classes before it
	around   *method // if numbered, the method around its class, nil for none
}

var numberedLabel = lazyregexp.New(`\$[0-9]`)

// owner returns the binary name of the class of the method.
func (m *method) owner() string {
	name, _, _ := strings.Cut(m.Label, "::")
	return name
}

func methodsOf(files []File) []*method {
	var list []*method
	for i := range files {
		f := &files[i]
		start := len(list)
		for k := range f.Methods {
			m := &f.Methods[k]
			numbered := numberedLabel().MatchString(m.Label)
			list = append(list, &method{Method: m, ref: Ref{i, k}, file: f, numbered: numbered})
		}
		findAround(list[start:])
	}
	return list
}

// findAround sets around of the methods of a file whose classes are numbered.
func findAround(methods []*method) {
	for _, m := range methods {
		if !m.numbered {
			continue
		}
		typ := m.file.Types[m.Type].Span
		for _, o := range methods {
			if o.Type != m.Type && o.Span.Start.Offset <= typ.Start.Offset && typ.End.Offset <= o.Span.End.Offset &&
				(m.around == nil || o.Span.Start.Offset >= m.around.Span.Start.Offset) {
				m.around = o
			}
		}
	}
}

// pairing holds the pairs found so far.
type pairing struct {
	old, new []*method // methods without a partner
	pairs    []found
	to       map[*method]*method // partners of the older methods
	from     map[*method]bool    // the newer methods with a partner
}

// found is a pair of methods.
type found struct{ old, new *method }

// within returns a key for numbered methods. It consists of the key of the method around them, or of their file, and
// their own key, which of returns.
func (p *pairing) within(of func(*method) any) func(*method) any {
	type key struct {
		around    *method
		path, pkg string
		own       any
	}
	return func(m *method) any {
		if !m.numbered {
			return m
		}
		switch n, paired := p.to[m.around]; {
		case m.around == nil:
			return key{path: m.file.Path, pkg: m.file.Package, own: of(m)}
		case paired:
			return key{around: n, own: of(m)}
		case p.from[m.around]:
			return key{around: m.around, own: of(m)}
		}
		return m
	}
}

// by pairs methods with the same key. It does so if each version has one method with the key. With ordered, it also
// does so if both versions have the same number of them. accept chooses among the pairs; nil takes all.
func (p *pairing) by(key func(*method) any, ordered bool, accept func([]found) []found) {
	index := func(list []*method) map[any][]*method {
		by := map[any][]*method{}
		for _, m := range list {
			k := key(m)
			by[k] = append(by[k], m)
		}
		return by
	}
	olds, news := index(p.old), index(p.new)
	next := map[any]int{}
	var list []found
	for _, m := range p.old {
		k := key(m)
		if n := len(olds[k]); n != len(news[k]) || n > 1 && !ordered {
			continue
		}
		list = append(list, found{m, news[k][next[k]]})
		next[k]++
	}
	if accept != nil {
		list = accept(list)
	}
	for _, x := range list {
		p.to[x.old], p.from[x.new] = x.new, true
	}
	p.pairs = append(p.pairs, list...)
	p.old = slices.DeleteFunc(p.old, func(m *method) bool { return p.to[m] != nil })
	p.new = slices.DeleteFunc(p.new, func(m *method) bool { return p.from[m] })
}

// distinctive chooses among pairs with equal code in different classes, because any class may have a method such as
// size() {return 0;}. It keeps methods with enough code. It also keeps methods of a class if at least two of its
// methods, and half of all, have moved to one other class.
func distinctive(pairs []found) []found {
	type class struct {
		file *File
		name string
	}
	classOf := func(m *method) class { return class{m.file, m.owner()} }
	votes := map[[2]class]int{}
	members := map[class]int{}
	counted := map[*File]bool{}
	for _, x := range pairs {
		votes[[2]class{classOf(x.old), classOf(x.new)}]++
		if f := x.old.file; !counted[f] {
			counted[f] = true
			for i := range f.Methods {
				m := method{Method: &f.Methods[i], file: f}
				members[classOf(&m)]++
			}
		}
	}
	var kept []found
	for _, x := range pairs {
		from := classOf(x.old)
		n := votes[[2]class{from, classOf(x.new)}]
		if Distinctive(x.new.Size) || n >= 2 && 2*n >= members[from] {
			kept = append(kept, x)
		}
	}
	return kept
}
