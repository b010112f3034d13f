package affected

import (
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
	"jprof/report/tests/change"
)

// addedTest is a test, or a class with tests, that is not in the run.
type addedTest struct {
	n     int // index of its fact
	typ   *typ
	units []int32 // its code
	name  string  // name of the method, "" for a whole class
	run   *run    // the code that it may run; nil until it is needed
}

// spreadAdded taints the static fields in which the added tests may leave something. It reports whether there are any
// that were not tainted before.
func (s *selector) spreadAdded() (more bool) {
	for i := range s.added {
		a := &s.added[i]
		if a.run == nil {
			a.run = s.runOf(a)
		}
		by := testcounts.Test{Class: a.typ.Binary, Method: a.name, Kind: testcounts.Class}
		if a.name != "" {
			by.Kind = testcounts.Case
		}
		for k, f := range s.statics {
			if !f.frozen && !s.tainted[k] && a.run.touched[k] && a.run.written[k] && (f.handle == nil ||
				slices.ContainsFunc(f.handle, func(u int32) bool { return s.suspectd[u] && a.run.seen[u] })) {
				s.taint(a.n, int32(k), &by)
				more = true
			}
		}
	}
	return more
}

// runOf returns the code that an added test may run. It is its own code, constructors and initialisers of its class,
// and annotated methods other than tests, such as set-up, of its class, those above it and those around it.
func (s *selector) runOf(a *addedTest) *run {
	r := s.newRun()
	for _, u := range a.units {
		r.visit(u)
	}
	for _, t := range s.aboveAndAround(a.typ) {
		r.makes(t)
		for _, u := range t.units {
			if m := s.x.units[u].m; m.Kind == decl.Method && len(m.Annotations) > 0 && !isTestMethod(m) {
				r.visit(u)
			}
		}
	}
	r.all()
	return r
}

// aboveAndAround returns a type, the types around it, and the super types of all of them. The type may be one that is
// not in the run.
func (s *selector) aboveAndAround(t *typ) []*typ {
	list, seen := []*typ{t}, map[*typ]bool{t: true}
	add := func(types ...*typ) {
		for _, t := range types {
			if t != nil && !seen[t] {
				seen[t] = true
				list = append(list, t)
			}
		}
	}
	for i := 0; i < len(list); i++ {
		add(s.x.typeOf[list[i].Outer])
		for _, name := range list[i].Supers {
			add(s.x.byName[name]...)
		}
	}
	return list
}

// isPlainTest reports whether the presence of a method concerns no other test, except through code that calls methods
// of its name. JUnit makes an instance for this test alone, and finds it by its annotation. The method overrides
// nothing, nothing overrides it, and all types and annotations that could do more with it are known.
func (s *selector) isPlainTest(t *typ, m *decl.Member) bool {
	if t == nil || !s.x.sources[t.src].Test || !isTestMethod(m) || calledBack[m.Name] {
		return false
	}
	for _, of := range append(s.aboveAndAround(t), t.subs...) {
		if !of.known || s.in.Together[of.Binary] != "" || slices.ContainsFunc(of.Annotations, isUnknown) ||
			slices.ContainsFunc(of.Members, func(other *decl.Member) bool {
				return other != m && other.Kind == decl.Method && other.Name == m.Name &&
					(of != t || other.Label() != m.Label())
			}) {
			return false
		}
	}
	return true
}

// isUnknown reports whether an annotation of a class may affect its tests in an unknown way.
func isUnknown(annotation string) bool {
	return !neutral[simpleAnnotation(annotation)]
}

// neutral has the annotations of test classes that concern no other test.
var neutral = lex.WordSet("Nested DisplayName DisplayNameGeneration Tag Tags Timeout Category")

// simpleAnnotation returns the simple name of an annotation from its tokens.
func simpleAnnotation(tokens string) string {
	name, _, _ := strings.Cut(tokens, " (")
	return name[strings.LastIndexAny(name, " .")+1:]
}

// isTestMethod reports whether a member is a method that an annotation of JUnit or TestNG makes a test.
func isTestMethod(m *decl.Member) bool {
	return m.Kind == decl.Method && slices.ContainsFunc(m.Annotations, func(a string) bool {
		name := simpleAnnotation(a)
		return name == "Test" || name == "ParameterizedTest" || name == "RepeatedTest" || name == "TestFactory"
	})
}

// isInstantiable reports whether a type may be a test class.
func (t *typ) isInstantiable() bool {
	return t.Kind != decl.Interface && t.Kind != decl.Annotation && !t.Is("abstract")
}

// gone returns a function that reports whether a test was removed. A removed test is neither in its class nor in a type
// above it.
func (s *selector) gone() func(*testcounts.Test) bool {
	classes, methods := map[string]bool{}, map[string]bool{}
	for i := range s.in.Facts {
		f := &s.in.Facts[i]
		t := s.typ(f)
		switch {
		case t == nil || !s.in.isTest(f):
		case f.Kind == change.Type && f.NewType == nil:
			classes[f.OldType.Binary] = true
		case f.Kind == change.Member && f.New == nil && f.Old.Kind == decl.Method && !s.remains(f, t):
			methods[t.Binary+"#"+f.Old.Name] = true
			for _, sub := range t.subs {
				if !hasMethod(sub.Type, f.Old.Name) && !s.remains(f, sub) {
					methods[sub.Binary+"#"+f.Old.Name] = true
				}
			}
		}
	}
	return func(t *testcounts.Test) bool { return classes[t.Class] || methods[t.Class+"#"+t.Method] }
}

// remains reports whether a type may still have a method of a name that was removed from it or from a type above it.
func (s *selector) remains(f *change.Fact, t *typ) bool {
	return !t.known || f.NewType == nil || hasMethod(f.NewType, f.Old.Name) ||
		slices.ContainsFunc(t.super, func(above *typ) bool {
			return above.Type != f.OldType && hasMethod(above.Type, f.Old.Name)
		})
}

func hasMethod(t *decl.Type, name string) bool {
	return slices.ContainsFunc(t.Members, func(m *decl.Member) bool {
		return m.Kind == decl.Method && m.Name == name
	})
}
