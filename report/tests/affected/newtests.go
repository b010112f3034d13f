package affected

import (
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/report/tests/change"
)

// newTests lists the tests that were added, or whose declaration has changed, since the run. The run has no counts of
// them, or they may not have run.
func (s *selector) newTests() []Selected {
	var list []Selected
	seen := map[string]bool{}
	add := func(f *change.Fact, t *decl.Type, method string) {
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
				for _, sub := range t.subs { // they inherit it
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
func mayTest(m *decl.Member) bool {
	return m.Kind == decl.Method && (len(m.Annotations) > 0 || strings.HasPrefix(m.Name, "test"))
}

// skipped lists the tests of classes with a selected test that did not begin in the run: if the set-up of their class
// fails now, they fail as well. If the run may lack tests, they may have been skipped because another test failed. Then
// all of them are listed, except those that their sources disable.
func (s *selector) skipped(selected []Selected) []Selected {
	classes, there := map[string]*Selected{}, map[string]bool{}
	for i := range selected {
		classes[selected[i].Class] = &selected[i]
		there[selected[i].Name()] = true
	}
	disabled := func(string, string) bool { return true }
	if s.in.Partial && len(s.in.Facts) > 0 {
		disabled = s.x.disabled()
	}
	var list []Selected
	for _, t := range s.e.owners {
		if t.Kind != testcounts.Case || t.Status != testcounts.Skipped || there[t.Name()] {
			continue
		}
		if other := classes[t.Class]; other != nil {
			list = append(list, Selected{Test: t, Reasons: []Reason{{WasSkipped, other.Reasons[0].Fact,
				"was skipped in the run; other tests of its class are selected"}}})
		} else if !disabled(t.Class, t.Method) {
			list = append(list, Selected{Test: t, Reasons: []Reason{{Rule: WasSkipped,
				How: "was skipped in the run, which may lack tests"}}})
		}
	}
	return list
}

// disabled returns a function that reports whether a test method is disabled, by an annotation of it, its class, or a
// class around it.
func (x *index) disabled() func(class, method string) bool {
	types := map[string]*typ{}
	for _, t := range x.types {
		types[t.Binary] = t
	}
	disables := func(tokens string) bool {
		name := simpleAnnotation(tokens)
		return name == "Disabled" || name == "Ignore"
	}
	return func(class, method string) bool {
		if t := types[class]; t != nil && slices.ContainsFunc(t.Members, func(m *decl.Member) bool {
			return m.Name == method && slices.ContainsFunc(m.Annotations, disables)
		}) {
			return true
		}
		for name := range decl.Around(class) {
			if t := types[name]; t != nil && slices.ContainsFunc(t.Annotations, disables) {
				return true
			}
		}
		return false
	}
}
