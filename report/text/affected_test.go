package text

import (
	"strings"
	"testing"

	"jprof/internal/testcounts"
	"jprof/report/affected"
	"jprof/report/change"
)

// TestAffected checks that invocations of a method are one row where they have the same reason.
func TestAffected(t *testing.T) {
	test := func(method, invocation, how string) affected.Selected {
		is := testcounts.Test{Class: "p.T", Method: method, Invocation: invocation, Attempt: 1}
		return affected.Selected{Test: is, Reasons: []affected.Reason{{How: how}}}
	}
	s := affected.Selection{Of: 9, Tests: []affected.Selected{test("a", "1", "x"), test("a", "2", "x"),
		test("a", "3", "y"), test("b", "1", "y"), test("c", "", "y")}}
	var out strings.Builder
	if err := Affected(&out, 0, &s, []change.Fact{{Path: "A.java"}}, "the run"); err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(out.String(), "reason\n")
	const want = "  p.T#a (2 invocations)  x\n  p.T#a[3]               y\n  p.T#b[1]               y\n" +
		"  p.T#c                  y\n"
	if rows != want || !strings.HasPrefix(out.String(), "5 of 9 tests, for 1 change since the run\n") {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
