package efficiency

import (
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
)

// linked is a call that may have called a child.
type linked struct {
	site     int32
	captured int // number of operands of the child that are arguments of the call; negative for all
}

// link is a call that has called a child.
type link struct {
	child    int32 // in frame.children
	call     int32 // in the calls of the pattern
	captured int
}

// given reports whether an operand of the child is an argument of the call.
func (l *link) given(operand int) bool { return l.captured < 0 || operand < l.captured }

// link finds, for each child of the current node, the call instructions that may have called it.
func (a *analysis) link() {
	a.calls, a.links = cleared(a.calls, len(a.p.Calls)), a.links[:0]
	a.bySig = cleared(a.bySig, a.m.signatures)
	for i := range a.p.Calls {
		at := a.p.Calls[i].At
		a.calls[i] = called{count: a.run.Instruction(at), site: &a.m.sites[a.m.siteAt[at]]}
	}
	a.back.children, a.back.invoked, a.back.global = a.back.children[:0], 0, false
	for i := range a.f.children {
		a.linkChild(int32(i))
	}
	for i := range a.calls {
		c := &a.calls[i]
		if c.count <= 0 || c.site.special != ordinary {
			continue
		}
		c.foreign = !c.linked
		if c.linked && a.options.Overriding {
			b := &a.bySig[c.site.number]
			c.foreign = b.called > b.invoked
		}
	}
}

// linkChild finds the calls that have called a child.
func (a *analysis) linkChild(child int32) {
	r := &a.f.children[child]
	found := false
	for _, l := range a.callersOf(a.m, r.method) {
		s := &a.m.sites[l.site]
		if r.site > 0 && int(r.site-1) != s.at && s.special != dynamic {
			continue
		}
		for i := range a.calls {
			c := &a.calls[i]
			if c.site != s || c.count <= 0 {
				continue
			}
			a.links = append(a.links, link{child, int32(i), l.captured})
			if l.captured >= 0 { // the call has made the lambda; other code has called it
				break
			}
			found = true
			if !c.linked {
				c.linked = true
				if s.op == classfile.InvokeVirtual || s.op == classfile.InvokeInterface {
					a.balance(s, c.count, 0)
				}
			}
			break
		}
	}
	if found {
		if n := len(a.links); n > 0 {
			a.balance(a.calls[a.links[n-1].call].site, 0, int64(r.calls))
		}
		return
	}
	a.back.children = append(a.back.children, child)
	a.back.invoked += r.calls
}

// balance adds to the numbers of a method.
func (a *analysis) balance(s *site, called, invoked int64) {
	b := &a.bySig[s.number]
	b.called, b.invoked = b.called+called, b.invoked+invoked
}

// callersOf returns the calls of m that may have called a method.
func (a *analysis) callersOf(m *method, callee int32) []linked {
	list, ok := m.callers[callee]
	if ok {
		return list
	}
	h := &a.head.Methods[callee]
	class := strings.ReplaceAll(a.head.Classes[h.Class].Name, ".", "/")
	signature := h.Name + h.Descriptor
	for i := range m.sites {
		s := &m.sites[i]
		switch {
		case s.special == dynamic:
			if a.options.Overriding && s.to == (classfile.Member{Class: class, Name: h.Name,
				Descriptor: h.Descriptor}) {
				list = append(list, linked{int32(i), len(referencesOf(s.signature))})
			}
		case s.signature != signature:
		case s.to.Class == class, a.options.Overriding && a.files.mayCall(s, class):
			list = append(list, linked{int32(i), -1})
		}
	}
	m.callers[callee] = list
	return list
}

// files holds class files, and their relations.
type files struct {
	pack      *contexts.Pack
	bySHA     map[[32]byte]*classfile.File
	byName    map[string]*classfile.File
	ancestors map[string]*ancestors
	effects   map[classfile.Member]effect
	empties   map[string]map[classfile.Member]bool // by class
	rules     map[string][]*rule                   // by class
}

// ancestors are the classes and interfaces that a class extends and implements, itself included.
type ancestors struct {
	all  map[string]bool
	list []string // the same, the nearest first
	more bool     // there may be others, of the program, whose class files are missing
	jdk  bool     // there may be others, of the JDK
}

// mayHave reports whether a class may be among the ancestors.
func (a *ancestors) mayHave(class string) bool {
	return a.all[class] || a.more || a.jdk && isJDK(class)
}

// mayCall reports whether a call that names another class may reach a method of this class: one that is inherited, or
// that overrides the named one.
func (f *files) mayCall(s *site, class string) bool {
	if f.ancestorsOf(s.to.Class).mayHave(class) { // inherited
		return true
	}
	return s.op != classfile.InvokeStatic && s.op != classfile.InvokeSpecial &&
		f.ancestorsOf(class).mayHave(s.to.Class)
}

// isJDK reports whether a class belongs to the JDK.
func isJDK(class string) bool {
	for _, start := range []string{"java/", "javax/", "jdk/", "sun/", "com/sun/"} {
		if strings.HasPrefix(class, start) {
			return true
		}
	}
	return false
}

// ancestorsOf returns the ancestors of a class.
func (f *files) ancestorsOf(class string) *ancestors {
	if known := f.ancestors[class]; known != nil {
		return known
	}
	result := &ancestors{all: map[string]bool{}}
	for open := []string{class}; len(open) > 0; {
		c := open[0]
		open = open[1:]
		if c == "" || result.all[c] {
			continue
		}
		result.all[c] = true
		result.list = append(result.list, c)
		if file := f.byName[c]; file != nil {
			open = append(append(open, file.Super), file.Interfaces...)
			continue
		}
		result.more = result.more || !isJDK(c)
		result.jdk = result.jdk || isJDK(c) && c != "java/lang/Object"
	}
	f.ancestors[class] = result
	return result
}
