package affected

import (
	"slices"
	"strings"

	"jprof/internal/javadecl"
	"jprof/internal/testcounts"
	"jprof/report/change"
)

// newTests lists the tests that were added or declared in another way since the run: it has no counts of them, or they
// may not have run.
func (s *selector) newTests() []Selected {
	var list []Selected
	seen := map[string]bool{}
	add := func(f *change.Fact, t *javadecl.Type, method string) {
		key := t.Binary + "#" + method
		if !seen[key] {
			seen[key] = true
			list = append(list, Selected{Test: testcounts.Test{Class: t.Binary, Method: method}, New: true,
				Reasons: []Reason{{Rule: NewTest, Fact: f, How: "is new or declared in another way"}}})
		}
	}
	for i := range s.in.Facts {
		f := &s.in.Facts[i]
		if !s.in.isTest(f) || f.NewType == nil {
			continue
		}
		switch {
		case f.Kind == change.Type || f.Kind == change.Annotations && f.New == nil:
			add(f, f.NewType, "")
		case (f.Kind == change.Member || f.Kind == change.Annotations) && f.New != nil && mayTest(f.New):
			if t := s.typ(f); t != nil {
				for _, sub := range t.subs { // which inherit it
					if sub.isInstantiable() {
						add(f, sub.Type, f.New.Name)
					}
				}
			}
			if (&typ{Type: f.NewType}).isInstantiable() {
				add(f, f.NewType, f.New.Name)
			}
		case f.Kind == change.Annotations:
			add(f, f.NewType, "")
		}
	}
	return list
}

// mayTest reports whether a member may be a test: JUnit 3 finds them by name, others by annotations.
func mayTest(m *javadecl.Member) bool {
	return m.Kind == javadecl.Method && (len(m.Annotations) > 0 || strings.HasPrefix(m.Name, "test"))
}

// skipped lists the tests that did not begin in the run, of classes with a selected test: if the set-up of their class
// fails now, they fail as well.
func (s *selector) skipped(selected []Selected) []Selected {
	classes, there := map[string]*Selected{}, map[string]bool{}
	for i := range selected {
		classes[selected[i].Class] = &selected[i]
		there[selected[i].Name()] = true
	}
	var list []Selected
	for _, t := range s.e.owners {
		if other := classes[t.Class]; t.Kind == testcounts.Case && t.Status == testcounts.Skipped && other != nil &&
			!there[t.Name()] {
			why := Reason{WasSkipped, other.Reasons[0].Fact,
				"was skipped in the run; other tests of its class are selected"}
			list = append(list, Selected{Test: t, Reasons: []Reason{why}})
		}
	}
	return list
}

// notRun lists the test classes of which the run has no test, and the test methods that it does not have of others. If
// it ran all tests, the build leaves these out by its own rules: only those that have changed since are listed. Classes
// whose names do not say that they are tests may be for other steps of the build.
func (s *selector) notRun(added []Selected) []Selected {
	ran, methods := map[string]bool{}, map[string]bool{}
	for i := range added {
		methods[added[i].Class+"#"+added[i].Method] = true
	}
	for _, t := range s.e.owners {
		methods[t.Class+"#"+t.Method] = true
		for name := range javadecl.Around(t.Class) {
			ran[name] = true
		}
	}
	sources, members := s.changed()
	var list []Selected
	for _, t := range s.x.types {
		switch {
		case !s.x.sources[t.src].Test || methods[t.Binary+"#"]:
		case !ran[t.Binary]:
			if why := sources[t.src]; isTestClass(t) && (why != nil || s.in.Partial) {
				list = append(list, Selected{Test: testcounts.Test{Class: t.Binary}, New: true,
					Reasons: []Reason{{Rule: ClassNotRun, Fact: why, How: "the run has no test of this class"}}})
			}
		case !t.Is("abstract"):
			for _, m := range t.Members {
				why := members[m]
				if isTestMethod(m) && !methods[t.Binary+"#"+m.Name] && (why != nil || s.in.Partial) {
					list = append(list, Selected{Test: testcounts.Test{Class: t.Binary, Method: m.Name}, New: true,
						Reasons: []Reason{{Rule: TestNotRun, Fact: why, How: "the run does not have this test"}}})
				}
			}
		}
	}
	return list
}

// changed has a fact about each source and member of the run that has changed, and is still there.
func (s *selector) changed() (sources map[int32]*change.Fact, members map[*javadecl.Member]*change.Fact) {
	sources, members = map[int32]*change.Fact{}, map[*javadecl.Member]*change.Fact{}
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

// isTestMethod reports whether a member is a method of which annotations say that it is a test.
func isTestMethod(m *javadecl.Member) bool {
	return m.Kind == javadecl.Method && slices.ContainsFunc(m.Annotations, func(a string) bool {
		name := simpleAnnotation(a)
		return name == "Test" || name == "ParameterizedTest" || name == "RepeatedTest" || name == "TestFactory"
	})
}

// isTestClass reports whether a class has tests of its own, by its name and annotations.
func isTestClass(t *typ) bool {
	named := strings.HasPrefix(t.Name, "Test") || strings.HasSuffix(t.Name, "Test") ||
		strings.HasSuffix(t.Name, "Tests") || strings.HasSuffix(t.Name, "TestCase")
	if t.Outer != nil || t.Kind != javadecl.Class || t.Is("abstract") || !named {
		return false
	}
	for _, m := range t.Members {
		for _, a := range m.Annotations {
			if strings.HasSuffix(a, "Test") || strings.Contains(a, "Test (") {
				return true
			}
		}
		if mayTest(m) && strings.HasPrefix(m.Name, "test") && strings.Contains(t.Head, "TestCase") {
			return true
		}
	}
	return false
}
