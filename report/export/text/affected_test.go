package text

import (
	"strings"
	"testing"
	"time"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/report/tests/affected"
	"jprof/report/tests/change"
)

// TestAffected checks what is listed: tests, the invocations of one with the same reason in one row; classes, where
// these are too many rows; and changes since the revision apart from those before it.
func TestAffected(t *testing.T) {
	facts := []change.Fact{{Kind: change.Resource, Path: "A.txt"},
		{Kind: change.Resource, Path: "B.txt", Earlier: true}}
	test := func(method, invocation string, fact int, rule affected.Rule, how string) affected.Selected {
		is := testcounts.Test{Class: "p.T", Method: method, Invocation: invocation, Attempt: 1}
		return affected.Selected{Test: is, Reasons: []affected.Reason{{Rule: rule, Fact: &facts[fact], How: how}}}
	}
	s := affected.Selection{Of: 90, OfClass: map[string]int{"p.T": 9, "p.U": 4}, Tests: []affected.Selected{
		test("a", "1", 0, affected.Executed, "x"), test("a", "2", 0, affected.Executed, "x"),
		test("a", "3", 1, affected.SetUp, "y"), test("b", "1", 1, affected.SetUp, "y"),
		{Test: testcounts.Test{Class: "p.U", Method: "n"}, New: true,
			Reasons: []affected.Reason{{Rule: affected.NewTest, How: "z"}}}}}
	const head = "4 of 90 tests and 1 that the run does not have, for 1 change since abc and 1 between the run " +
		"and it\n4.4 % of the tests: 2 by the set-up of their class, 2 executed what has changed\n\n" +
		"changes since abc\n  change          place\n  A.txt: changed  A.txt\n\n" +
		"changes between run r1 and abc\n  change          place\n  B.txt: changed  B.txt\n\n"
	const note = "\nA change in a method selects the tests that executed the region around it: they may now take " +
		"another path.\nIf the run is of later sources, it selects those that executed the method.\n" +
		"A build with --affected also runs the tests that executed the rest of the method, to count it again.\n"
	singly := "  test                   reason\n  p.T#a (2 invocations)  A.txt: changed; x\n" +
		"  p.T#a[3]               B.txt: changed; y\n  p.T#b[1]               B.txt: changed; y\n" +
		"  p.U#n                  z\n"
	for name, c := range map[string]struct {
		o    AffectedOptions
		want string
	}{
		"they fit": {AffectedOptions{Rows: 4}, singly},
		"all":      {AffectedOptions{Rows: 1, All: true}, singly},
		"classes": {AffectedOptions{Rows: 3}, "  tests  of  class  reason\n" +
			"      4   9  p.T    A.txt: changed; it executed what has changed (2), and 1 other reason\n" +
			"      1   5  p.U    it is new, or declared in another way\n"},
	} {
		var out strings.Builder
		c.o.Since, c.o.Run = "abc", "r1"
		if err := Affected(&out, &s, facts, c.o); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != head+c.want+note {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, head+c.want+note)
		}
	}
	var out strings.Builder
	s.Shard = &affected.Shard{Number: 2, Of: 3, Classes: 2, OfClasses: 5, Time: time.Second, OfTime: time.Minute}
	if err := Affected(&out, &s, facts, AffectedOptions{Rows: 3, Since: "abc", Run: "r1"}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.HasPrefix(got, "shard 2 of 3: 2 of 5 classes, 1.0 s of 1 min 0 s by the times of "+
		"the run\n4 of 90 tests") {
		t.Errorf("a shard: got\n%s", got)
	}
	out.Reset()
	s.Shard, s.Tests = nil, s.Tests[3:4]
	if err := Affected(&out, &s, facts[1:], AffectedOptions{Rows: 1, Since: "abc", Run: "r1"}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.HasPrefix(got, "1 of 90 tests, for 0 changes since abc and 1 between") ||
		!strings.HasSuffix(got, "  p.T#b[1]  y\n") {
		t.Errorf("one change: got\n%s", got)
	}
	out.Reset()
	if err := Affected(&out, &affected.Selection{Ignored: []string{"a", "b"}, Unread: []string{"c"}}, nil,
		AffectedOptions{Since: "abc"}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "no tests: nothing that tests depend on has changed since abc\n"+
		"2 changed files are ignored by the setting affected.ignore; "+
		"no build or test reads 1 changed file\n"; got != want {
		t.Errorf("ignored files: got\n%s\nwant\n%s", got, want)
	}
	out.Reset()
	s = affected.Selection{Of: 90, All: []affected.Reason{{Rule: affected.NoCommit, How: "x"}}}
	if err := Affected(&out, &s, nil, AffectedOptions{Rows: 1, Since: "the run", Run: "r1"}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "all 90 tests\n\n  why all tests\n  x\n"; got != want {
		t.Errorf("no change is known: got\n%s\nwant\n%s", got, want)
	}
}

// TestExplained checks the explanations of tests that are selected, and of those that are not.
func TestExplained(t *testing.T) {
	fact := change.Fact{Kind: change.Resource, Path: "A.txt"}
	test := affected.Selected{Test: testcounts.Test{Class: "p.T", Method: "a", Attempt: 1}}
	hit := test
	hit.Reasons = []affected.Reason{{Rule: affected.Resource, Fact: &fact, How: "why"},
		{Rule: affected.NotPassed, How: "it failed"}}
	s := affected.Selection{Explained: []affected.Explanation{{Test: hit, Selected: true}, {Test: test, Removed: true},
		{Test: test}, {Test: test, Files: 1}, {Test: test, Files: 2,
			Executed: []affected.Member{{Path: "p/A.java", Line: 3, Title: "A::f()", Changed: true}}},
		{Test: test}}}
	var out strings.Builder
	if err := Affected(&out, &s, []change.Fact{fact}, AffectedOptions{Rows: 5, Since: "abc"}); err != nil {
		t.Fatal(err)
	}
	const want = "p.T#a: selected\n  A.txt: changed\n    why\n  it failed\n\n" +
		"p.T#a: not selected: it was removed\n\n" +
		"p.T#a: not selected, for 1 change since abc\n  The changes are in no source that the run has counted.\n\n" +
		"p.T#a: not selected, for 1 change since abc\n  It executed nothing of the changed source.\n\n" +
		"p.T#a: not selected, for 1 change since abc\n" +
		"  It executed 1 member of the 2 changed sources, and none of the code that the changes concern.\n\n" +
		"  executed                                 place\n" +
		"  A::f(), not the region that has changed  p/A.java:3\n\nand 1 more test\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestBudget checks that what a budget omits is named, the first 20 methods of it.
func TestBudget(t *testing.T) {
	test := affected.Selected{Test: testcounts.Test{Class: "p.T", Method: "a", Attempt: 1},
		Reasons: []affected.Reason{{Rule: affected.NotPassed, How: "it failed"}}}
	s := affected.Selection{Of: 90, Tests: []affected.Selected{test}, Budget: &affected.Budget{Limit: time.Minute,
		Time: time.Second, OmittedTime: 2 * time.Minute}}
	for range 22 {
		s.Budget.Omitted = append(s.Budget.Omitted, affected.Omitted{Selected: test, Tests: 3})
	}
	var out strings.Builder
	if err := Affected(&out, &s, nil, AffectedOptions{Rows: 5, Since: "abc"}); err != nil {
		t.Fatal(err)
	}
	want := "budget of 1 min 0 s: the tests take 1.0 s by the times of the run; 66 tests of 2 min 0 s are omitted\n" +
		"1 of 90 tests, for 0 changes since abc\n1.1 % of the tests: 1 did not pass before\n\n" +
		"  test   reason\n  p.T#a  it failed\n\n" +
		"  omitted, as the budget is used up\n" +
		strings.Repeat("  p.T#a (3 invocations)\n", 20) + "  and 2 more\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := s.Budget.Names(); !strings.HasSuffix(got, "p.T#a (3 invocations) and 2 more") {
		t.Errorf("names: %s", got)
	}
}

// TestAffectedNamesNestedClasses checks that a change of a member is named as the source has it.
func TestAffectedNamesNestedClasses(t *testing.T) {
	var p decl.Parser
	inner := p.Parse([]byte("package p; class Outer { static class Inner { void f(int[] a) { } } }")).Types[1]
	facts := []change.Fact{{Kind: change.Code, Path: "Outer.java", Line: 1, New: inner.Members[0], NewType: inner}}
	var out strings.Builder
	if err := Affected(&out, &affected.Selection{}, facts, AffectedOptions{Since: "abc", Rows: 9}); err != nil {
		t.Fatal(err)
	}
	if want := "  Outer.Inner::f(int[]): code changed  Outer.java:1\n"; !strings.Contains(out.String(), want) {
		t.Errorf("%s\nwithout\n%s", out.String(), want)
	}
	if what := facts[0].What(); what != "Outer$Inner::f(int[])" {
		t.Errorf("programs get %s", what)
	}
}
