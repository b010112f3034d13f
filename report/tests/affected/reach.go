package affected

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
)

// reachedBy returns, for each unit, the initialisers of classes that may have run it. An initialiser runs once in a
// JVM, in the first test that needs its class. So only that test executes it, and all others use its results. Calls are
// found by the name of the method and the number of arguments, among the units that the same test executed.
func (x *index) reachedBy(e *executed) map[int32][]int32 {
	reached := map[int32][]int32{}
	in := make([]int32, len(x.units))   // executed with the initialiser
	seen := make([]int32, len(x.units)) // by its number
	for n := range x.units {
		u := int32(n)
		if !x.units[u].isInit() || len(e.by[u]) == 0 {
			continue
		}
		for _, print := range e.by[u] {
			for _, w := range e.of[print] {
				in[w] = u + 1
			}
		}
		seen[u] = u + 1
		for todo := []int32{u}; len(todo) > 0; {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			x.callees(at, func(w int32) {
				if in[w] == u+1 && seen[w] != u+1 {
					seen[w] = u + 1
					reached[w] = append(reached[w], u)
					todo = append(todo, w)
				}
			})
		}
	}
	return reached
}

// calledBack lists methods that the JDK calls on any object.
var calledBack = lex.WordSet("toString equals hashCode finalize")

// callees calls f with the units that a unit may run. A whole source has none.
func (x *index) callees(u int32, f func(int32)) {
	m := x.units[u].m
	if m == nil {
		return
	}
	if m.Kind == decl.Constructor || m.Kind == decl.Constant {
		x.constructs(x.units[u].typ, f)
	}
	c := x.callsOf(u)
	for _, w := range c.runs {
		f(w)
	}
	for _, w := range c.methods {
		f(w)
	}
	for _, t := range c.makes {
		x.constructs(t, f)
	}
}

// calls lists the methods and types that a unit may call, by names.
type calls struct {
	runs    []int32 // static methods and those of interfaces, and initialisers of classes that it mentions
	methods []int32 // of instances
	makes   []*typ
}

// callsOf returns the code that a unit may call. It is computed once.
func (x *index) callsOf(u int32) *calls {
	if x.calls == nil {
		x.calls = make([]*calls, len(x.units))
	}
	if x.calls[u] != nil {
		return x.calls[u]
	}
	w := &x.units[u]
	if x.byType && w.m != nil {
		x.calls[u] = x.resolved(u)
		return x.calls[u]
	}
	c := &calls{}
	x.calls[u] = c
	mentions := x.sources[w.src].Decls.Words
	if w.m != nil {
		mentions = w.m.Mentions
	}
	for _, mention := range mentions {
		name, arguments, call := strings.Cut(mention, "/")
		if !call {
			for _, t := range x.byName[name] {
				for _, v := range t.units {
					if x.units[v].isInit() {
						c.runs = append(c.runs, v)
					}
				}
			}
			continue
		}
		if decl.Mark(mention) != "" {
			continue
		}
		n, err := strconv.Atoi(arguments)
		for _, v := range x.methods[name] {
			callee := &x.units[v]
			switch {
			case err == nil && callee.m.Arity != n && (!callee.m.Varargs || n < callee.m.Arity-1):
			case callee.m.Static() || callee.typ.Kind == decl.Interface:
				c.runs = append(c.runs, v)
			default:
				c.methods = append(c.methods, v)
			}
		}
		c.makes = append(c.makes, x.byName[name]...)
	}
	return c
}

// constructs calls f with the units that may run when an instance of a type is made, including those that libraries
// call on the instance.
func (x *index) constructs(t *typ, f func(int32)) {
	for _, s := range append([]*typ{t}, t.super...) {
		for _, w := range s.units {
			switch m := x.units[w].m; m.Kind {
			case decl.Method:
				if calledBack[m.Name] || !x.byType && !t.known && !m.Static() && !m.Is("private") {
					f(w)
				}
			default:
				if !x.byType || !m.Static() {
					f(w)
				}
			}
		}
	}
}

// ranBy returns, for each unit, the initialisers of classes that may have run it. Unlike reachedBy, it takes a method
// of an instance for called only if the initialiser may have such an instance.
func (s *selector) ranBy() map[int32][]int32 {
	ran := map[int32][]int32{}
	for n := range s.x.units {
		u := int32(n)
		if !s.x.units[u].isInit() || len(s.e.by[u]) == 0 {
			continue
		}
		with := make([]bool, len(s.x.units))
		for _, print := range s.e.by[u] {
			for _, w := range s.e.of[print] {
				with[w] = true
			}
		}
		r := s.newRun()
		r.within = with
		for _, w := range s.x.units[u].typ.units { // other fields of the class may hold what their initialisers make
			if with[w] && s.x.units[w].isInit() {
				for _, t := range s.x.callsOf(w).makes {
					r.exists(t)
				}
			}
		}
		r.visit(u)
		r.all()
		for w, seen := range r.seen {
			if seen && int32(w) != u {
				ran[int32(w)] = append(ran[int32(w)], u)
			}
		}
	}
	return ran
}

// newlyCalled returns, for units that the new state of changed code may call, directly or not, that changed code. It
// follows all calls of units that the change adds, and of others those whose targets are certain.
func (s *selector) newlyCalled() map[int32][]int32 {
	fresh := map[int32][]int32{}
	for _, u := range slices.Sorted(maps.Keys(s.edits)) {
		v, has := s.newer[u]
		if !has || len(s.e.by[u]) == 0 {
			continue
		}
		seen := map[int32]bool{u: true, v: true}
		var todo []int32
		call := func(w int32) {
			if !seen[w] && !s.x.units[w].isInit() {
				seen[w] = true
				fresh[w] = append(fresh[w], u)
				todo = append(todo, w)
			}
		}
		s.x.callees(v, call)
		for ; len(todo) > 0; todo = todo[1:] {
			if s.x.units[todo[0]].newer {
				s.x.callees(todo[0], call)
			} else {
				s.x.certain(todo[0], call)
			}
		}
	}
	return fresh
}

// certain calls f with units that a unit calls and whose targets are certain: static and private methods, constructors.
func (x *index) certain(u int32, f func(int32)) {
	c := x.callsOf(u)
	for _, w := range c.runs {
		f(w)
	}
	for _, w := range c.methods {
		if m := x.units[w].m; m.Is("private") || m.Is("final") {
			f(w)
		}
	}
	for _, t := range c.makes {
		x.constructs(t, f)
	}
}

// calledByOne calls f with the units that only one of two units may run.
func (x *index) calledByOne(u, v int32, f func(int32)) {
	both := [2]map[int32]bool{{}, {}}
	for i, of := range []int32{u, v} {
		x.callees(of, func(w int32) { both[i][w] = true })
	}
	for i, mine := range both {
		for w := range mine {
			if !both[1-i][w] {
				f(w)
			}
		}
	}
}

// callers returns, for each unit, the units that may call it.
func (x *index) callers() [][]int32 {
	callers := make([][]int32, len(x.units))
	for u := range x.units {
		x.callees(int32(u), func(w int32) { callers[w] = append(callers[w], int32(u)) })
	}
	return callers
}
