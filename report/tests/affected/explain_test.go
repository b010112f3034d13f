package affected_test

import (
	"fmt"
	"strings"
	"testing"

	"jprof/report/tests/affected"
)

// TestExplain checks why tests are selected or not: what they executed of the changed sources, and which tests are
// known.
func TestExplain(t *testing.T) {
	p := program{
		sources: map[string]string{
			"A.java":        "class A { int a() { return 1; } int b() { return 2; } }",
			"B.java":        "class B { int c() { return 3; } }",
			"test/T.java":   "class T { @Test void one() { } @Test void two() { } @Test void three() { } }",
			"test/Old.java": "class Old { @Test void x() { } }",
		},
		tests: []string{"one: T.one() A.a()", "two: T.two() A.b() B.c()", "three: T.three() B.c()", "Old#x: Old.x()"},
	}
	to := map[string]string{
		"A.java":        "class A { int a() { return 7; } int b() { return 2; } }",
		"B.java":        p.sources["B.java"],
		"test/T.java":   p.sources["test/T.java"],
		"test/New.java": "class New { @Test void x() { } }",
	}
	sel := selectionOf(t, p, to)
	text := func(e affected.Explanation) string {
		s := fmt.Sprintf("%s %v %v %d", e.Test.Label(), e.Selected, e.Removed, e.Files)
		for _, r := range e.Test.Reasons {
			s += " " + string(r.Rule)
		}
		for _, m := range e.Executed {
			s += fmt.Sprintf(" %s:%d:%s", m.Path, m.Line, m.Name)
		}
		return s
	}
	check := func(want ...string) {
		t.Helper()
		var got []string
		for _, test := range sel.Known() {
			got = append(got, text(sel.Explain(&test)))
		}
		if got, want := strings.Join(got, "\n"), strings.Join(want, "\n"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	check("New true false 2 new-test", "Old#x false true 0",
		"T#one true false 2 executed A.java:1:A::a()", "T#three false false 2", "T#two false false 2 A.java:1:A::b()")
	sel.All = []affected.Reason{{Rule: affected.BuildFile, How: "why"}}
	check("New true false 2 new-test build-file", "Old#x false true 0",
		"T#one true false 2 executed build-file A.java:1:A::a()", "T#three true false 2 build-file",
		"T#two true false 2 build-file A.java:1:A::b()")
}
