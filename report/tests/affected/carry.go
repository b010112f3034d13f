package affected

import (
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
)

// maxAlone limits the footprints whose code to run is computed separately. For further footprints it is computed
// together: with that many tests, hardly any test is omitted.
const maxAlone = 50

// carry taints the static fields in which a selected owner may leave other content than before.
func (s *selector) carry(n int, print int32, by *testcounts.Test) {
	if s.clean == 0 {
		return
	}
	r, known := s.ran[print]
	if !known {
		switch {
		case len(s.ran) < maxAlone:
			r = s.newRun()
		case s.together == nil:
			s.together = s.newRun()
			fallthrough
		default:
			r = s.together
		}
		r.test(s.e.of[print])
		s.ran[print] = r
	}
	for i, f := range s.statics {
		if !f.frozen && !s.tainted[i] && r.touched[i] && r.written[i] && (f.handle == nil || s.handled(print, f)) {
			s.taint(n, int32(i), by)
		}
	}
}

// handled reports whether an owner executed suspect code that handles the content of a cache.
func (s *selector) handled(print int32, f *static) bool {
	return slices.ContainsFunc(s.e.of[print], func(u int32) bool {
		if !s.suspectd[u] {
			return false
		}
		_, found := slices.BinarySearch(f.handle, u)
		if v, changed := s.newer[u]; changed && !found {
			_, found = slices.BinarySearch(f.handle, v)
		}
		return found
	})
}

// recheck calls carry for the owners that executed a unit which handles a cache and is suspect now.
func (s *selector) recheck(n int, u int32) {
	for _, print := range s.e.by[u] {
		s.carry(n, print, &s.e.owners[s.e.having[print][0]])
	}
}

// run holds the code that a test may run if its behaviour changes: the code that it executed, and all code that this
// may call, by names. Methods of instances are called only if there may be an instance. This is so if the test executed
// a constructor, or may do so, or if it uses a static field that may hold an instance.
type run struct {
	s       *selector
	seen    []bool
	within  []bool // the units that it may visit; nil for all
	todo    []int32
	live    []bool // types that may have an instance
	made    []bool // types of which a constructor may run
	waiting map[*typ][]int32
	anyone  bool   // there may be instances of all types
	touched []bool // static fields that the code may use
	written []bool // static fields that the code may write
}

func (s *selector) newRun() *run {
	return &run{s: s, seen: make([]bool, len(s.x.units)), live: make([]bool, s.x.numbered),
		made: make([]bool, s.x.numbered), waiting: map[*typ][]int32{}, touched: make([]bool, len(s.statics)),
		written: make([]bool, len(s.statics))}
}

// test adds the code that a test may run which executed these units.
func (r *run) test(units []int32) {
	x := r.s.x
	for _, u := range units {
		r.visit(u)
		w := &x.units[u]
		if w.typ == nil || w.m.Static() {
			continue
		}
		r.exists(w.typ)
		if x.sources[w.src].Test { // frameworks make instances without any code of the class
			for _, sub := range w.typ.subs {
				r.exists(sub)
			}
		}
	}
	r.all()
}

// all visits units until no more are found.
func (r *run) all() {
	for len(r.todo) > 0 {
		u := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		for _, i := range r.s.touches[u] {
			if !r.touched[i] {
				r.touched[i] = true
				r.uses(r.s.statics[i])
			}
		}
		for _, i := range r.s.writes[u] {
			r.written[i] = true
		}
		r.from(u)
	}
}

func (r *run) visit(u int32) {
	if !r.seen[u] && (r.within == nil || r.within[u]) {
		r.seen[u] = true
		r.todo = append(r.todo, u)
	}
}

// uses adds instances of all types that a static field may hold.
func (r *run) uses(f *static) {
	if r.s.x.byType { // its objects are made by initialisers that the code may run
		return
	}
	for t := range f.content.types {
		r.exists(t)
	}
	if r.anyone || !f.content.any && !f.content.foreign {
		return
	}
	r.anyone = true
	for _, t := range r.s.x.types {
		r.exists(t)
	}
	for u := range r.s.x.units { // lambdas and anonymous classes are in the code that makes them
		if m := r.s.x.units[u].m; m != nil && len(r.s.e.by[u]) > 0 && hasCode(m.Code) {
			r.visit(int32(u))
		}
	}
}

// hasCode reports whether objects that this code makes may have code of their own.
func hasCode(code string) bool {
	return strings.Contains(code, "->") || strings.Contains(code, "::") || strings.Contains(code, ") {") &&
		strings.Contains(code, "new ")
}

// exists records that there may be an instance of a type.
func (r *run) exists(t *typ) {
	if r.live[t.number] {
		return
	}
	r.live[t.number] = true
	for _, u := range r.waiting[t] {
		r.visit(u)
	}
	delete(r.waiting, t)
	for _, u := range t.units {
		if m := r.s.x.units[u].m; m.Kind == decl.Method && (calledBack[m.Name] ||
			!r.s.x.byType && !t.known && !m.Static() && !m.Is("private")) {
			r.visit(u)
		}
	}
	for _, s := range t.super {
		r.exists(s)
	}
}

// makes records that the code may make an instance of a type.
func (r *run) makes(t *typ) {
	if !r.made[t.number] {
		r.made[t.number] = true
		r.exists(t)
		r.s.x.constructs(t, r.visit)
	}
}

// from visits the code that a unit may run.
func (r *run) from(u int32) {
	x := r.s.x
	if v, changed := r.s.newer[u]; changed {
		r.visit(v)
	}
	w := &x.units[u]
	if w.m == nil { // its methods are not known
		for _, t := range x.types {
			r.exists(t)
		}
	} else if w.m.Kind == decl.Constructor || w.m.Kind == decl.Constant {
		r.makes(w.typ)
	}
	c := x.callsOf(u)
	for _, v := range c.runs {
		r.visit(v)
	}
	for _, t := range c.makes {
		r.makes(t)
	}
	for _, v := range c.methods {
		if of := x.units[v].typ; r.seen[v] {
			continue
		} else if r.live[of.number] {
			r.visit(v)
		} else {
			r.waiting[of] = append(r.waiting[of], v)
		}
	}
}
