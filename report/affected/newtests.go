package affected

import (
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
				Reasons: []Reason{{Fact: f, How: "is new or declared in another way"}}})
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
			add(f, f.NewType, f.New.Name)
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
