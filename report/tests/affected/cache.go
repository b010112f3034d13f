package affected

import (
	"slices"
	"strings"

	"jprof/internal/java/decl"
)

// isCache reports whether a field is a cache with two properties: the garbage collector may remove the instances of the
// project in it at any time, and only the code that stores them has made them. No code can depend on their presence. So
// changes to the code of the field matter only to code that handles the instances.
func (s *selector) isCache(f *static) bool {
	held := heldSoftly(f.m.Declared)
	return held != "" && len(s.x.byName[held]) > 0 && s.isClosed(f)
}

// heldSoftly returns the simple name of the type of the objects in a SoftReference, "" if a field has another
// declaration.
func heldSoftly(declared string) string {
	words := strings.Fields(declared)
	words = slices.DeleteFunc(words, func(w string) bool { return w == "." || inPackage[w] })
	if len(words) > 2 && (words[0] == "ThreadLocal" || words[0] == "AtomicReference") && words[1] == "<" {
		words = words[2:]
	}
	if len(words) > 3 && words[0] == "SoftReference" && words[1] == "<" && words[3][0] == '>' {
		return words[2]
	}
	return ""
}

// handling lists the units that handle the content of a cache: units that mention the cache, units of the classes whose
// instances it holds, the code that these may run, and units that call methods of such classes or mention their fields.
// If such a unit is an instance member, its instance may keep the content; then all code of its class is included.
func (s *selector) handling(f *static) []int32 {
	x := s.x
	of := map[*typ]bool{}
	r := s.newRun()
	add := func(u int32) {
		r.visit(u)
		if w := &x.units[u]; w.m != nil && !w.m.Static() {
			of[x.top(w.typ)] = true
		}
	}
	for _, u := range f.touch {
		add(u)
	}
	var handlers []int32
	for t := range f.content.types {
		r.exists(t)
		for _, u := range t.units {
			add(u)
			switch m := x.units[u].m; {
			case m == nil || m.Is("private"):
			case m.Kind == decl.Field:
				handlers = append(handlers, x.mentioning(m.Name, false, -1)...)
			case m.Kind == decl.Method && !calledBack[m.Name]:
				handlers = append(handlers, x.calling(m.Name, m)...)
			}
		}
	}
	r.all()
	for _, u := range handlers {
		w := &x.units[u]
		if w.m != nil && !x.mayHave(x.top(w.typ), f) {
			continue
		}
		r.seen[u] = true
		if w.m != nil && !w.m.Static() {
			of[x.top(w.typ)] = true
		}
	}
	for _, t := range x.types {
		if of[x.top(t)] {
			for _, u := range t.units {
				r.seen[u] = true
			}
		}
	}
	var list []int32
	for u, seen := range r.seen {
		if seen {
			list = append(list, int32(u))
		}
	}
	return list
}

// mayHave reports whether the code of a top-level type may get the content of a cache. It may if it uses the class of
// the cache, or if other code passes it such objects.
func (x *index) mayHave(top *typ, f *static) bool {
	if slices.ContainsFunc(x.sources[top.src].Decls.Imports, func(i decl.Import) bool { return i.Static }) {
		return true
	}
	for _, t := range x.types {
		if x.top(t) != top {
			continue
		}
		if slices.ContainsFunc(t.super, func(s *typ) bool { return s == f.typ || f.content.types[s] }) {
			return true
		}
		for _, u := range t.units {
			m := x.units[u].m
			if _, touches := slices.BinarySearch(f.touch, u); touches || x.units[u].mentions(f.typ.Name) {
				return true
			}
			for held := range f.content.types {
				if m.Kind == decl.Field && slices.Contains(strings.Fields(m.Declared), held.Name) && !m.Static() ||
					slices.Contains(strings.FieldsFunc(m.Params, isBetween), held.Name) {
					return true
				}
			}
		}
	}
	return false
}

// isBetween reports whether a character of a list of parameters is not part of a name.
func isBetween(c rune) bool { return c == ' ' || c == ',' }

// isClosed reports whether the code that stores into a cache has made the stored objects itself. Such code has no
// parameters and no instance, uses no other static field, and calls only constructors, and methods of objects that it
// made.
func (s *selector) isClosed(f *static) bool {
	for _, u := range s.freezer.writersOf(f.typ, f.m) {
		w := &s.x.units[u]
		if w.m == nil || !w.m.Static() || w.m.Arity > 0 {
			return false
		}
		r := s.newRun()
		r.visit(u)
		for t := range f.content.types {
			r.exists(t)
		}
		r.all()
		for v, seen := range r.seen {
			if w := &s.x.units[v]; seen && int32(v) != u &&
				(w.m == nil || w.m.Kind == decl.Method && !f.content.types[w.typ]) {
				return false
			}
		}
		for i, touched := range r.touched {
			if touched && !s.statics[i].frozen && s.statics[i] != f {
				return false
			}
		}
	}
	return true
}

// top returns the top-level type around a type.
func (x *index) top(t *typ) *typ {
	for x.typeOf[t.Outer] != nil {
		t = x.typeOf[t.Outer]
	}
	return t
}
