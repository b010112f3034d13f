package compare

import (
	"cmp"
	"slices"
	"strings"

	"jprof/report"
)

// FailingTest is a test that fails, and did not fail in the base.
type FailingTest struct {
	Name string `json:"test"` // org.example.ATest#works, or org.example.ATest if its set-up failed
	// IsNew is true if the base has no result of the test.
	IsNew   bool   `json:"new"`
	Message string `json:"message,omitempty"` // first line of the reason
	// Path and Line are the place of the test; "" and 0 where it is not known.
	Path string `json:"path,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Place returns the place of the test, "" if it is not known.
func (t FailingTest) Place() string { return placeOf(t.Path, t.Line) }

// FailingTests returns the tests that fail in now and did not fail in base, by name. A parameterised test fails if one
// of its invocations does.
func FailingTests(base, now *report.Model) []FailingTest { return failing(testsOf(base), testsOf(now)) }

func failing(base, now *tests) []FailingTest {
	var list []FailingTest
	for name, message := range now.failures {
		if _, failed := base.failures[name]; failed {
			continue
		}
		_, known := base.results[name]
		if name.method == "" {
			known = base.classes[className{name.module, name.class}] != noResult
		}
		at := now.lost(name, "")
		list = append(list, FailingTest{Name: at.Name, IsNew: !known, Message: message, Path: at.Path, Line: at.Line})
	}
	slices.SortFunc(list, func(a, b FailingTest) int { // of two modules: one that the base has comes first
		if a.IsNew != b.IsNew && a.Name == b.Name {
			return map[bool]int{true: 1, false: -1}[a.IsNew]
		}
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(list, func(a, b FailingTest) bool { return a.Name == b.Name })
}

// firstLine returns the first line of a text that is not empty.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(line)
}
