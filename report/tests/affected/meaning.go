package affected

import (
	"slices"
	"strings"

	"jprof/internal/java/decl"
)

// meaning lists the units that may mean a field by its name with one of the marks, or without marks. See mayMean.
func (x *index) meaning(t *typ, m *decl.Member, marks ...string) (list []int32) {
	if len(marks) == 0 {
		marks = []string{""}
	}
	for _, mark := range marks {
		for _, u := range x.mention[m.Name+mark] {
			if x.mayMean(u, t, m) {
				list = append(list, u)
			}
		}
	}
	return sortedUnique(list)
}

// mayMean reports whether a unit that mentions the name of a field may mean that field. A name that stands alone may
// mean a field of a class around it, of a super type of such a class, or of a class that the unit names and extends in
// its code. It may also be an imported field.
func (x *index) mayMean(u int32, t *typ, m *decl.Member) bool {
	w := &x.units[u]
	switch {
	case m.Is("private") && w.src != t.src:
		return false
	case w.m == nil || w.mentions(m.Name+decl.Dotted) || w.typ == t:
		return true
	}
	for out := w.typ; out != nil; out = x.typeOf[out.Outer] {
		if out == t || slices.Contains(out.super, t) {
			return true
		}
	}
	if w.mentions(t.Name) || slices.ContainsFunc(t.subs, func(s *typ) bool { return w.mentions(s.Name) }) {
		return true
	}
	return slices.ContainsFunc(x.sources[w.src].Decls.Imports, func(i decl.Import) bool {
		return i.Static && (i.All || strings.HasSuffix(i.Name, "."+m.Name))
	})
}
