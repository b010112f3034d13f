package compare

import (
	"cmp"
	"slices"
	"strings"

	"jprof/internal/format/testreports"
	"jprof/report"
)

// FailingTest is a test that fails, and did not fail in the base.
type FailingTest struct {
	Name string `json:"test"` // org.example.ATest#works, or org.example.ATest if its set-up failed
	// IsNew is true if the base has no result of the test.
	IsNew   bool   `json:"new"`
	Message string `json:"message,omitempty"` // first line of the reason
	// Path and Line are the place at which the test failed, or else that of its method; "" and 0 where neither is
	// known.
	Path string `json:"path,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Place returns the place of Path and Line, "" if it is not known.
func (t FailingTest) Place() string { return placeOf(t.Path, t.Line) }

// FailingTests returns the tests that fail in now and did not fail in base, by name. A parameterised test fails if one
// of its invocations does.
func FailingTests(base, now *report.Model) []FailingTest { return failing(testsOf(base), testsOf(now)) }

func failing(base, now *tests) []FailingTest {
	var list []FailingTest
	for name, c := range now.failures {
		if base.failures[name] != nil {
			continue
		}
		_, known := base.results[name]
		if name.method == "" {
			known = base.classes[className{name.module, name.class}] != noResult
		}
		at := now.lost(name, "")
		list = append(list, FailingTest{at.Name, !known, firstLine(c.Message), at.Path, lineOf(c, at)})
	}
	slices.SortFunc(list, func(a, b FailingTest) int { // of two modules: one that the base has comes first
		if a.IsNew != b.IsNew && a.Name == b.Name {
			return map[bool]int{true: 1, false: -1}[a.IsNew]
		}
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(list, func(a, b FailingTest) bool { return a.Name == b.Name })
}

// lineOf returns the line of a test at which it failed, that of its method if no line of its source is in the trace.
func lineOf(c *testreports.Case, at LostTest) int {
	_, frames := c.Frames()
	for _, f := range frames {
		if at.Path != "" && strings.HasSuffix("/"+at.Path, "/"+f.Source()) {
			return f.Line
		}
	}
	return at.Line
}

// firstLine returns the first line of a text that is not empty.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(line)
}
