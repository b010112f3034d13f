package affected

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
)

// settle selects the tests that read a static field in which a test that is selected so far may now leave another
// value. That test must have executed code that writes the field after its initialisation, and what the code writes
// must depend on suspect code: see dependent. A cache only matters if it keeps what its code reads from a file.
func (s *selector) settle() {
	var callers [][]int32
	hit := slices.Clone(s.hit)
	depends := map[int32]map[int32]bool{} // units by footprint
	older := map[int32]int32{}
	for old, u := range s.newer {
		older[u] = old
	}
	fresh := s.newlyCalled()
	for _, f := range s.statics {
		if f.frozen {
			continue
		}
		soft := s.x.isSoft(f.m.Declared)
		if soft {
			s.pooled(f, hit)
		}
		cache := soft || s.x.isKeyed(f)
		if isScratch(f.m.Declared) || s.x.isScoped(f) || cache && s.files == nil {
			continue
		}
		done := map[string]bool{} // test steps
		for _, w := range s.freezer.direct(f) {
			if !cache {
				s.begins(f, w, fresh[w], hit, done)
			}
			if old, changed := older[w]; changed {
				w = old
			}
			for _, print := range s.e.by[w] {
				o, found := s.firstOf(print, hit)
				if !found || s.initialises(print, w) || cache && !s.files.fills(print, w) {
					continue
				}
				step := s.e.owners[o].Step
				if depends[print] == nil {
					if callers == nil {
						callers = s.x.callers()
					}
					depends[print] = s.dependent(print, callers)
				}
				if depends[print][w] && !done[step] {
					done[step] = true
					s.reread(f, o)
				}
			}
		}
	}
	s.finish()
}

// firstOf returns the first owner of a footprint that is among those of hit.
func (s *selector) firstOf(print int32, hit []bool) (o int32, found bool) {
	k := slices.IndexFunc(s.e.having[print], func(o int32) bool { return hit[o] })
	if k < 0 {
		return 0, false
	}
	return s.e.having[print][k], true
}

// pooled selects the tests that use a pool, if code has changed that writes a field of the objects in it, or that uses
// one which is no number, such as a list of buffers: the changed code may leave an object in a state that no code
// expects.
func (s *selector) pooled(f *static, hit []bool) {
	for t := range f.content.types {
		if !slices.Contains(strings.Fields(f.m.Declared), t.Name) {
			continue
		}
		for _, u := range t.units {
			if !s.edits[u] || len(s.e.by[u]) == 0 {
				continue
			}
			for _, m := range t.Members {
				w := &s.x.units[u]
				if m.Kind == decl.Field && !m.Static() && (w.mentions(m.Name+decl.Assigned) ||
					w.mentions(m.Name+decl.Changed) || w.mentions(m.Name) && !holdsNumber(m.Declared)) {
					for _, print := range s.e.by[u] {
						if o, found := s.firstOf(print, hit); found {
							s.reread(f, o)
						}
					}
					break
				}
			}
		}
	}
}

// holdsNumber reports whether a field with this declaration has a primitive value.
func holdsNumber(declared string) bool {
	words := strings.Fields(declared)
	return dimensions(words) == 0 && lex.IsPrimitive(simpleType(words))
}

// initialises reports whether a footprint has executed a unit perhaps only because the initialiser of a class, which
// the footprint has executed as well, runs it.
func (s *selector) initialises(print, u int32) bool {
	return slices.ContainsFunc(s.reached[u], func(init int32) bool {
		_, executed := slices.BinarySearch(s.e.of[print], init)
		return executed
	})
}

// reread selects the tests of the same test step that use a static field which an owner writes.
func (s *selector) reread(f *static, o int32) {
	by := &s.e.owners[o]
	how := fmt.Sprintf("uses the static field %s, which %s writes", f, by.Name())
	for _, u := range f.touch {
		for _, print := range s.e.by[u] {
			for _, other := range s.e.having[print] {
				t := &s.e.owners[other]
				if !s.hit[other] && t.Kind == testcounts.Case && (by.Step == "" || t.Step == by.Step) {
					s.select_(s.cause[o], other, StaticField, how)
				}
			}
		}
	}
}

// dependent returns the units of a footprint that may write something else than before: suspect units, those that may
// call one of them, directly or not, and what such code calls only before or only after it has changed.
func (s *selector) dependent(print int32, callers [][]int32) map[int32]bool {
	in := map[int32]bool{}
	for _, u := range s.e.of[print] {
		in[u] = true
	}
	if s.files != nil && s.files.readers[print] {
		return in // all of them may handle the content of the file
	}
	above := map[int32]bool{}
	var todo []int32
	for _, u := range s.e.of[print] {
		if s.suspectd[u] {
			above[u] = true
			todo = append(todo, u)
		}
	}
	for ; len(todo) > 0; todo = todo[1:] {
		for _, u := range callers[todo[0]] {
			if in[u] && !above[u] {
				above[u] = true
				todo = append(todo, u)
			}
		}
	}
	calls := func(w int32) {
		if in[w] && !above[w] && !s.x.units[w].isInit() {
			above[w] = true
			todo = append(todo, w)
		}
	}
	for u := range s.edits {
		if v, has := s.newer[u]; has && in[u] {
			s.x.calledByOne(u, v, calls)
		}
	}
	for ; len(todo) > 0; todo = todo[1:] {
		s.x.callees(todo[0], calls)
	}
	return above
}

// begins selects the tests that read a static field, if changed code, one of by, may now call code w that writes the
// field, and a test that executes the changed code did not execute w. It does so once for each test step, noted in
// done.
func (s *selector) begins(f *static, w int32, by []int32, hit []bool, done map[string]bool) {
	for _, u := range by {
		for _, print := range s.e.by[u] {
			if _, executed := slices.BinarySearch(s.e.of[print], w); executed {
				continue
			}
			if o, found := s.firstOf(print, hit); found && !done[s.e.owners[o].Step] {
				done[s.e.owners[o].Step] = true
				s.reread(f, o)
			}
		}
	}
}

// direct lists the units that write a static field after the initialisation of its class: they assign it, or change
// the collection or array in it. If only initialisers of classes make instances of its type, these are the units that
// do so with fields of such an instance, too.
func (f *freezer) direct(s *static) []int32 {
	list := f.changing(s.typ, s.m)
	t := s.typ
	if s.m.Kind == decl.Field {
		known := f.x.byName[simpleType(strings.Fields(s.m.Declared))]
		if len(known) != 1 || dimensions(strings.Fields(s.m.Declared)) > 0 {
			return list
		}
		t = known[0]
	}
	if s.m.Kind == decl.Field && !f.x.onlyStatic(t) {
		return list
	}
	for _, u := range t.units {
		if m := f.x.units[u].m; m.Kind == decl.Field && !m.Static() {
			list = append(list, f.changing(t, m)...)
		}
	}
	return sortedUnique(list)
}

// changing lists the units that assign a field, or change the array or collection in it, and do not initialise it.
func (f *freezer) changing(t *typ, m *decl.Member) []int32 {
	var marks []string
	if !m.Is("final") && m.Kind != decl.Constant {
		marks = append(marks, decl.Assigned)
	}
	if words := strings.Fields(m.Declared); dimensions(words) > 0 || m.Kind == decl.Field &&
		len(f.x.byName[simpleType(words)]) == 0 && !f.value(simpleType(words)) {
		marks = append(marks, decl.Changed)
	}
	if len(marks) == 0 {
		return nil
	}
	return slices.DeleteFunc(f.x.meaning(t, m, marks...), func(u int32) bool {
		return f.x.initialises(u, t, m) || f.x.hidden(u, m.Name)
	})
}

// hidden reports whether a local variable or a parameter of a unit has the name, and the unit uses the name only
// without a dot.
func (x *index) hidden(u int32, name string) bool {
	w := &x.units[u]
	return w.m != nil && !w.mentions(name+decl.Dotted) && !strings.Contains(w.m.Code, "this . "+name) &&
		x.resolver(u).local(&site{}, name)
}

// onlyStatic reports whether only initialisers of classes make instances of a type.
func (x *index) onlyStatic(t *typ) bool {
	for n := range maxArguments {
		list := x.mention[fmt.Sprintf("%s/%d", t.Name, n)]
		if slices.ContainsFunc(list, func(u int32) bool { return !x.units[u].isInit() }) {
			return false
		}
		if n > 20 {
			break
		}
	}
	return len(x.mention[t.Name+"/*"]) == 0 && len(t.subs) == 0
}

// scratch lists types whose content no code expects to find again: buffers, and numbers that distinguish objects.
var scratch = lex.WordSet(`StringBuilder StringBuffer ByteBuffer CharBuffer AtomicInteger AtomicLong LongAdder Random
	SecureRandom byte char int long float double short boolean`)

// isScratch reports whether a field with this declaration is a pool of buffers, or a source of numbers.
func isScratch(declared string) bool {
	words := slices.DeleteFunc(strings.Fields(declared), func(w string) bool {
		return !decl.IsName(w) && !lex.IsPrimitive(w) || inPackage[w]
	})
	if len(words) == 0 || !scratch[words[len(words)-1]] {
		return false
	}
	pools := words[:len(words)-1]
	if len(pools) == 0 {
		return !lex.IsPrimitive(words[0])
	}
	return !slices.ContainsFunc(pools, func(w string) bool { return !pool[w] })
}

// pool lists containers of buffers.
var pool = lex.WordSet(`ThreadLocal SoftReference WeakReference AtomicReference Deque ArrayDeque Queue Stack
	ConcurrentLinkedQueue ConcurrentLinkedDeque LinkedList ArrayList List`)

// isKeyed reports whether a field is a map whose content is found again only by the key for which it was computed: each
// unit that puts something into the map asks the map for it first, and no other code changes it or lists what is in it.
func (x *index) isKeyed(f *static) bool {
	if kindOf(simpleType(strings.Fields(f.m.Declared))) != "Map" || dimensions(strings.Fields(f.m.Declared)) > 0 {
		return false
	}
	for _, u := range f.touch {
		m := x.units[u].m
		if m == nil {
			return false
		}
		asks, puts := false, false
		words := tokens(m.Code)
		for i, w := range words {
			if w != f.m.Name {
				continue
			}
			if i+3 >= len(words) || words[i+1] != "." || words[i+3] != "(" {
				return false
			}
			switch call := words[i+2]; call {
			case "computeIfAbsent", "get", "containsKey", "getOrDefault":
				asks = true
			case "putIfAbsent", "put":
				puts = true
			default:
				return false
			}
		}
		if puts && !asks {
			return false
		}
	}
	return true
}

// isSoft reports whether a field with this declaration holds only what the garbage collector may remove at any time, so
// that no code can depend on it: soft and weak references, or an object of the project whose only content is such.
func (x *index) isSoft(declared string) bool {
	words := strings.Fields(declared)
	if slices.ContainsFunc(words, func(w string) bool { return soft[w] }) {
		return true
	}
	list := x.byName[simpleType(words)]
	return len(list) > 0 && !slices.ContainsFunc(list, func(t *typ) bool {
		held := false
		for _, m := range t.Members {
			if m.Kind == decl.Field && !m.Static() {
				held = held || slices.ContainsFunc(strings.Fields(m.Declared), func(w string) bool { return soft[w] })
				if !m.Is("final") {
					return true
				}
			}
		}
		return !held
	})
}

// isScoped reports whether a field is a ThreadLocal whose value is removed by each unit that sets it.
func (x *index) isScoped(f *static) bool {
	if simpleType(strings.Fields(f.m.Declared)) != "ThreadLocal" {
		return false
	}
	return !slices.ContainsFunc(f.touch, func(u int32) bool {
		m := x.units[u].m
		return m == nil || strings.Contains(m.Code, f.m.Name+" . set (") &&
			!strings.Contains(m.Code, f.m.Name+" . remove (")
	})
}

// soft lists references that do not keep an object.
var soft = lex.WordSet("SoftReference WeakReference WeakHashMap")

// results lists the units that may see what an initialiser of a class computes with the suspect unit u. They may mean
// the static field that it initialises, or assigns or changes. If u is code of the class or of one in the same
// top-level class, or the initialiser makes a constant of an enum, they are also all code of the class: nothing of it
// runs if the initialiser throws.
func (x *index) results(init, u int32) (list []int32) {
	t, m := x.units[init].typ, x.units[init].m
	for _, other := range t.Members {
		if !other.Static() || other.Kind != decl.Field && other.Kind != decl.Constant || other.IsConstant() {
			continue
		}
		if other == m || m.Kind == decl.Initializer && (x.units[init].mentions(other.Name+decl.Assigned) ||
			x.units[init].mentions(other.Name+decl.Changed) || x.units[init].mentions(other.Name+decl.HandedOn)) {
			list = append(list, x.meaning(t, other)...)
		}
	}
	if m.Kind == decl.Constant || x.units[u].typ.outermost() == t.outermost() {
		list = append(list, t.units...)
	}
	return sortedUnique(list)
}
