package report

import (
	"regexp"
	"strings"
)

// MethodPair is a method in an older and in a newer version of the sources.
type MethodPair struct {
	Old, New MethodRef
	Same     bool // only comments, white space and its place have changed
}

// MethodRef is a method of a file.
type MethodRef struct {
	File  *File
	Index int // in File.Methods
}

// Method is the method.
func (r MethodRef) Method() *Method { return &r.File.Methods[r.Index] }

// pairMethods finds the methods of one version of the sources in another one. Each is in at most one pair. Equal code
// is paired before changed code, methods in the same file before moved ones, methods with the same class name before
// others. If several fit, none is paired; but if a class has as many equal methods as before, they are paired in their
// order. For methods in another class, equal code alone is not enough: see distinctive. Methods of classes without a
// name follow the methods that they are in.
func pairMethods(older, newer []*File) []MethodPair {
	p := &pairing{old: methodsOf(older), new: methodsOf(newer), to: map[MethodRef]MethodRef{}, from: map[MethodRef]bool{}, sizes: map[*File][]int{}, around: map[MethodRef]MethodRef{}}
	p.findAround(older)
	p.findAround(newer)
	type key struct {
		path, pkg, label string
		hash             [8]byte
	}
	named := func(k func(MethodRef) key) func(MethodRef) any {
		return func(r MethodRef) any {
			if r.numbered() {
				return r // the same as no other
			}
			return k(r)
		}
	}
	p.by(named(func(r MethodRef) key { return key{r.File.Path, r.File.Package, r.Method().Label, r.Method().hash} }), true, nil)
	p.by(named(func(r MethodRef) key { return key{r.File.Path, r.File.Package, "", r.Method().hash} }), false, p.distinctive)
	p.by(named(func(r MethodRef) key { return key{"", "", r.Method().Label, r.Method().hash} }), false, nil)
	p.by(named(func(r MethodRef) key { return key{path: r.File.Path, pkg: r.File.Package, label: r.Method().Label} }), false, nil)
	p.by(named(func(r MethodRef) key { return key{pkg: r.File.Package, label: r.Method().Label} }), false, nil)
	p.by(named(func(r MethodRef) key { return key{hash: r.Method().hash} }), false, p.distinctive)
	for n := -1; n != len(p.pairs); { // methods in paired methods are paired one pass later
		n = len(p.pairs)
		p.by(p.within(func(r MethodRef) any { return r.Method().hash }), true, nil)
		p.by(p.within(func(r MethodRef) any {
			_, name, _ := strings.Cut(r.Method().Label, "::")
			return name
		}), false, nil)
	}
	return p.pairs
}

var numberedLabel = regexp.MustCompile(`\$[0-9]`)

// numbered reports whether it is a method of a local or anonymous class. Their numbers depend on the classes before
// them.
func (r MethodRef) numbered() bool { return numberedLabel.MatchString(r.Method().Label) }

type pairing struct {
	old, new []MethodRef // not paired so far
	pairs    []MethodPair
	to       map[MethodRef]MethodRef // of the older ones that are paired
	from     map[MethodRef]bool      // the newer ones that are
	sizes    map[*File][]int         // see size
	around   map[MethodRef]MethodRef // of numbered methods the one that their class is in, where it is in one
}

func methodsOf(files []*File) []MethodRef {
	var list []MethodRef
	for _, f := range files {
		for i := range f.Methods {
			list = append(list, MethodRef{f, i})
		}
	}
	return list
}

// findAround finds the methods that classes without a name are in.
func (p *pairing) findAround(files []*File) {
	for _, f := range files {
		for i := range f.Methods {
			r := MethodRef{f, i}
			if !r.numbered() {
				continue
			}
			typ, best := f.types[f.Methods[i].typ].Span, -1
			for k := range f.Methods {
				m := &f.Methods[k]
				if m.typ != f.Methods[i].typ && m.Span.Start.Offset <= typ.Start.Offset && typ.End.Offset <= m.Span.End.Offset &&
					(best < 0 || m.Span.Start.Offset >= f.Methods[best].Span.Start.Offset) {
					best = k
				}
			}
			if best >= 0 {
				p.around[r] = MethodRef{f, best}
			}
		}
	}
}

// within is a key for numbered methods: the key of the method around them, or of their file, with their own key, of.
func (p *pairing) within(of func(MethodRef) any) func(MethodRef) any {
	type key struct {
		around    MethodRef
		path, pkg string
		own       any
	}
	return func(r MethodRef) any {
		if !r.numbered() {
			return r
		}
		m, inMethod := p.around[r]
		switch n, paired := p.to[m]; {
		case !inMethod:
			return key{path: r.File.Path, pkg: r.File.Package, own: of(r)}
		case paired:
			return key{around: n, own: of(r)}
		case p.from[m]:
			return key{around: m, own: of(r)}
		}
		return r
	}
}

// by pairs methods with the same key: where one method has it in each version, and with ordered also where as many have
// it in both. accept chooses among the pairs; nil takes all.
func (p *pairing) by(key func(MethodRef) any, ordered bool, accept func([]MethodPair) []MethodPair) {
	index := func(list []MethodRef) map[any][]MethodRef {
		by := map[any][]MethodRef{}
		for _, r := range list {
			k := key(r)
			by[k] = append(by[k], r)
		}
		return by
	}
	olds, news := index(p.old), index(p.new)
	next := map[any]int{}
	var found []MethodPair
	for _, r := range p.old {
		k := key(r)
		if n := len(olds[k]); n != len(news[k]) || n > 1 && !ordered {
			continue
		}
		n := news[k][next[k]]
		next[k]++
		found = append(found, MethodPair{r, n, r.Method().hash == n.Method().hash})
	}
	if accept != nil {
		found = accept(found)
	}
	for _, pair := range found {
		p.to[pair.Old], p.from[pair.New] = pair.New, true
	}
	p.pairs = append(p.pairs, found...)
	p.old = p.rest(p.old, func(r MethodRef) bool { _, paired := p.to[r]; return paired })
	p.new = p.rest(p.new, func(r MethodRef) bool { return p.from[r] })
}

func (p *pairing) rest(list []MethodRef, paired func(MethodRef) bool) []MethodRef {
	var rest []MethodRef
	for _, r := range list {
		if !paired(r) {
			rest = append(rest, r)
		}
	}
	return rest
}

// enoughCode is how many statements and branches a method has that is hardly written twice by chance.
const enoughCode = 3

// distinctive chooses among pairs with equal code in different classes: a method such as size() {return 0;} may be in
// any class. It keeps methods with enough code, and methods of a class if at least two of its methods, and half of all,
// have moved to one other class.
func (p *pairing) distinctive(pairs []MethodPair) []MethodPair {
	type owner struct {
		file *File
		name string
	}
	ownerOf := func(r MethodRef) owner { return owner{r.File, r.Method().Owner()} }
	votes := map[[2]owner]int{}
	members := map[owner]int{}
	counted := map[*File]bool{}
	for _, pair := range pairs {
		votes[[2]owner{ownerOf(pair.Old), ownerOf(pair.New)}]++
		if f := pair.Old.File; !counted[f] {
			counted[f] = true
			for i := range f.Methods {
				members[ownerOf(MethodRef{f, i})]++
			}
		}
	}
	var kept []MethodPair
	for _, pair := range pairs {
		from := ownerOf(pair.Old)
		n := votes[[2]owner{from, ownerOf(pair.New)}]
		if p.size(pair.New) >= enoughCode || n >= 2 && 2*n >= members[from] {
			kept = append(kept, pair)
		}
	}
	return kept
}

// Distinctive reports whether the code of the method identifies it without its name.
func (r MethodRef) Distinctive() bool { return r.File.methodSizes()[r.Index] >= enoughCode }

// size is the number of statements and branches of a method.
func (p *pairing) size(r MethodRef) int {
	sizes := p.sizes[r.File]
	if sizes == nil {
		sizes = r.File.methodSizes()
		p.sizes[r.File] = sizes
	}
	return sizes[r.Index]
}

// methodSizes is the number of statements and branches of each method.
func (f *File) methodSizes() []int {
	sizes := make([]int, len(f.Methods))
	for _, r := range f.Regions {
		if m := f.methodOf(r.Block); m >= 0 {
			sizes[m] += max(len(r.runs), len(r.Statements)) // the runs are removed when regions are split
		}
	}
	for _, b := range f.Branches {
		if m := f.methodOf(b.Block); m >= 0 {
			sizes[m]++
		}
	}
	return sizes
}
