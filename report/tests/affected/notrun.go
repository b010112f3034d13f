package affected

import (
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/report/tests/change"
)

// notRun lists the test classes without any test in the run, and the test methods of other classes that are not in it.
// If the run has all tests, the build excludes these by its own rules. Then only those that have changed since are
// listed, and only if their names show that they are tests, as others may belong to other steps of the build. If the
// run may lack tests, all that may be tests are listed.
func (s *selector) notRun(added []Selected) []Selected {
	ran, methods := map[string]bool{}, map[string]bool{}
	for i := range added {
		methods[added[i].Class+"#"+added[i].Method] = true
	}
	for _, t := range s.e.owners {
		methods[t.Class+"#"+t.Method] = true
		for name := range decl.Around(t.Class) {
			ran[name] = true
		}
	}
	sources, members := s.changed()
	var list []Selected
	add := func(class, method string, why Reason) {
		list = append(list, Selected{Test: testcounts.Test{Class: class, Method: method}, New: true,
			Reasons: []Reason{why}})
	}
	for _, t := range s.x.types {
		switch {
		case !s.x.sources[t.src].Test || methods[t.Binary+"#"]:
		case !ran[t.Binary]:
			if why := sources[t.src]; why != nil && isTestClass(t) || s.in.Partial && mayHaveTests(t) {
				add(t.Binary, "", Reason{ClassNotRun, why, "the run has no test of this class"})
			}
		case t.isInstantiable():
			for _, m := range testMethods(t, s.in.Partial) {
				why := members[m]
				if name := t.Binary + "#" + m.Name; !methods[name] && (why != nil || s.in.Partial) {
					methods[name] = true
					add(t.Binary, m.Name, Reason{TestNotRun, why, "the run does not have this test"})
				}
			}
		}
	}
	return list
}

// changed returns a fact for each source and member of the run that has changed and still exists.
func (s *selector) changed() (sources map[int32]*change.Fact, members map[*decl.Member]*change.Fact) {
	sources, members = map[int32]*change.Fact{}, map[*decl.Member]*change.Fact{}
	for i := range s.in.Facts {
		f := &s.in.Facts[i]
		if f.Old != nil && f.New == nil || f.OldType != nil && f.NewType == nil {
			continue
		}
		if src := s.source(f); src >= 0 && sources[src] == nil {
			sources[src] = f
		}
		if u, known := s.unit(f); known && members[s.x.units[u].m] == nil {
			members[s.x.units[u].m] = f
		}
	}
	return sources, members
}

// testMethods lists the methods of a class that annotations mark as tests. With inherited, it includes those of its
// super types.
func testMethods(t *typ, inherited bool) (list []*decl.Member) {
	types := []*typ{t}
	if inherited {
		types = append(types, t.super...)
	}
	for _, u := range types {
		for _, m := range u.Members {
			if m.Kind == decl.Method && slices.ContainsFunc(m.Annotations, isTestAnnotation) {
				list = append(list, m)
			}
		}
	}
	return list
}

// isTestAnnotation reports whether the tokens of an annotation are those of an annotation for tests. The names of
// annotations that projects derive from these usually have the same end.
func isTestAnnotation(tokens string) bool {
	switch name := simpleAnnotation(tokens); name {
	case "TestFactory", "TestTemplate", "Theory", "Property", "Example":
		return true
	default:
		return strings.HasSuffix(name, "Test")
	}
}

// isTestClass reports whether a class has tests of its own, by its name and annotations.
func isTestClass(t *typ) bool {
	return IsTestName(t.Name) && t.Outer == nil && t.Kind == decl.Class && !t.Is("abstract") &&
		(len(testMethods(t, false)) > 0 || strings.Contains(t.Head, "TestCase") && hasNamedTest(t))
}

// IsTestName reports whether a simple name is one by which Surefire takes a class for a test.
func IsTestName(name string) bool {
	return strings.HasPrefix(name, "Test") || strings.HasSuffix(name, "Test") || strings.HasSuffix(name, "Tests") ||
		strings.HasSuffix(name, "TestCase")
}

// mayHaveTests reports whether a build may find tests in a class. These include inherited tests of any name, and tests
// that annotations of the class or a super type of a library define.
func mayHaveTests(t *typ) bool {
	library := !t.known && (strings.Contains(t.Name, "Test") || strings.HasSuffix(t.Name, "IT"))
	return t.isInstantiable() && (library || slices.ContainsFunc(t.Annotations, isTestAnnotation) ||
		len(testMethods(t, true)) > 0 || hasNamedTest(t) || slices.ContainsFunc(t.super, hasNamedTest))
}

// hasNamedTest reports whether a type has a method that is a test of JUnit 3.
func hasNamedTest(t *typ) bool {
	return slices.ContainsFunc(t.Members, func(m *decl.Member) bool {
		return m.Kind == decl.Method && strings.HasPrefix(m.Name, "test") && m.Arity == 0 && !m.Static()
	})
}
