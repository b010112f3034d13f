package report

import "regexp"

// MethodPair is a method in an older and in a newer version of the sources.
type MethodPair struct {
	Old, New MethodRef
	Same     bool // nothing of it has changed but comments, white space, and where it is
}

// MethodRef is a method of a file.
type MethodRef struct {
	File  *File
	Index int // in File.Methods
}

// Method is the method.
func (r MethodRef) Method() *Method { return &r.File.Methods[r.Index] }

// pairMethods finds the methods of one version of the sources in another. Each is in one pair at most. What is the same comes before what is
// changed, what has stayed in its file before what was moved, and what has kept its name before what has another one: inner
// classes change their numbers. Where several could be meant, none is, but where all of those in a file are the same and as many as before
// they are taken in their order.
func pairMethods(older, newer []*File) []MethodPair {
	p := &pairing{old: methodsOf(older), new: methodsOf(newer), paired: map[MethodRef]bool{}}
	type key struct {
		path, pkg, label string
		hash             [8]byte
	}
	p.by(func(r MethodRef) any {
		if numbered.MatchString(r.Method().Label) {
			return r // the same as no other
		}
		return key{r.File.Path, r.File.Package, r.Method().Label, r.Method().hash}
	}, true)
	p.by(func(r MethodRef) any { return key{r.File.Path, r.File.Package, "", r.Method().hash} }, true)
	p.by(func(r MethodRef) any { return key{"", "", r.Method().Label, r.Method().hash} }, false)
	p.by(func(r MethodRef) any { return key{path: r.File.Path, pkg: r.File.Package, label: r.Method().Label} }, false)
	p.by(func(r MethodRef) any { return key{pkg: r.File.Package, label: r.Method().Label} }, false)
	p.by(func(r MethodRef) any { return key{hash: r.Method().hash} }, false)
	return p.pairs
}

// numbered tells methods of local and anonymous classes, whose numbers change with what is in front of them.
var numbered = regexp.MustCompile(`\$[0-9]`)

type pairing struct {
	old, new []MethodRef // not paired so far
	pairs    []MethodPair
	paired   map[MethodRef]bool
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

// by pairs what has the same key: where one method has it in each version, and with ordered also where as many have it in both.
func (p *pairing) by(key func(MethodRef) any, ordered bool) {
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
	for _, r := range p.old {
		k := key(r)
		if n := len(olds[k]); n != len(news[k]) || n > 1 && !ordered {
			continue
		}
		n := news[k][next[k]]
		next[k]++
		p.pairs = append(p.pairs, MethodPair{r, n, r.Method().hash == n.Method().hash})
		p.paired[r], p.paired[n] = true, true
	}
	p.old, p.new = p.rest(p.old), p.rest(p.new)
}

func (p *pairing) rest(list []MethodRef) []MethodRef {
	var rest []MethodRef
	for _, r := range list {
		if !p.paired[r] {
			rest = append(rest, r)
		}
	}
	return rest
}
