package affected_test

import (
	"strings"
	"testing"
	"time"

	"jprof/internal/format/testcounts"
	"jprof/report/tests/affected"
)

// TestBudget checks which tests fit into a budget: new and failed ones first, then those with most code that has
// changed, or is affected, per second.
func TestBudget(t *testing.T) {
	p := program{
		sources: map[string]string{
			"A.java": "class A { int a() { return 1; } int b() { return 2; } int c() { return 3; } " +
				"int same() { return 4; } }",
			"test/T.java": "class T { @Test void all() { } @Test void first() { } @Test void again() { } " +
				"@Test void slow() { } @Test void last() { } @Test void bad() { } }",
		},
		tests: []string{"all: T.all() A.a() A.b() A.same()", "first: T.first() A.a() A.b()", "again: T.again() A.a()",
			"slow: T.slow() A.c()", "last: T.last() A.a()", "bad: T.bad()", "class T: A.same()"},
	}
	to := map[string]string{
		"A.java": "class A { int a() { return 9; } int b() { return 9; } int c() { return 9; } " +
			"int same() { return 4; } }",
		"test/T.java":   p.sources["test/T.java"],
		"test/New.java": "class New { @Test void x() { } }",
	}
	sel := selectionOf(t, p, to)
	// the class takes 1 s more than its tests
	times := map[string]uint64{"all": 4000, "first": 1000, "again": 600, "slow": 6000, "last": 700, "bad": 100,
		"": 13_400}
	for i := range sel.Suite {
		s := &sel.Suite[i]
		s.Nanos = times[s.Method] * 1e6
		if s.Method == "bad" {
			s.Status = testcounts.Failed
			sel.Tests = append(sel.Tests, affected.Selected{Test: *s})
		}
	}
	all := sel
	all.All = []affected.Reason{{Rule: affected.BuildFile, How: "why"}}
	for _, c := range []struct {
		sel     affected.Selection
		limit   time.Duration
		want    string // the tests, their time, those that are omitted, their time
		comment string
	}{
		// New takes 13.4 s, the median of the classes. The set-up is with bad. When first has run, again has no new
		// code; same() is code that has not changed.
		{sel, time.Minute, "New,T#again+all+bad+first+last+slow 26.8s", "all fit"},
		{sel, 20 * time.Second, "New,T#again+bad+first+last 16.8s, omitted slow all 10s", ""},
		{sel, 2500 * time.Millisecond, "T#bad+first 2.1s, omitted New slow again last all 24.7s", ""},
		{sel, 500 * time.Millisecond, " 0s, omitted bad New first again last all slow 25.8s", "only without set-up"},
		{all, time.Minute, "* 26.8s", "all tests, and all fit"},
		{all, 8500 * time.Millisecond, "T#bad+first+slow 8.1s, omitted New all again last 18.7s", ""},
	} {
		part := c.sel.Within(c.limit)
		got := part.ForMaven() + " " + part.Budget.Time.String()
		var names []string
		for _, o := range part.Budget.Omitted {
			names = append(names, strings.TrimPrefix(o.Name(), "T#"))
		}
		if len(names) > 0 {
			if part.Budget.Empty != (len(part.Tests) == 0) ||
				part.Budget.Empty != strings.Contains(part.Budget.Note(), ": too short for any test with the set-up") {
				t.Errorf("%d tests are left: %s", len(part.Tests), part.Budget.Note())
			}
			got += ", omitted " + strings.Join(names, " ") + " " + part.Budget.OmittedTime.String()
		}
		if got != c.want {
			t.Errorf("%s %s: got %s, want %s", c.limit, c.comment, got, c.want)
		}
	}
}
