package carry

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/runs"
)

// countsOf makes counts by test of lines such as "p.ATest#a: b()=2": an owner, and its invocations of methods.
func countsOf(t *testing.T, maps []*probe.Set, lines ...string) *testcounts.Counts {
	t.Helper()
	b := testcounts.NewBuilder(maps)
	b.AddJVMs(1)
	for _, line := range lines {
		name, list, _ := strings.Cut(line, ": ")
		o := testcounts.Test{Kind: testcounts.Class, Step: "s", Class: name, Attempt: 1}
		if class, method, ok := strings.Cut(name, "#"); ok {
			o.Kind, o.Class, o.Method = testcounts.Case, class, method
		}
		if name == testcounts.OutsideName {
			o.Kind, o.Class = testcounts.Outside, ""
		}
		n := b.Owner(o)
		for _, item := range strings.Fields(list) {
			method, text, _ := strings.Cut(item, "=")
			var count uint64
			if _, err := fmt.Sscan(text, &count); err != nil {
				t.Fatal(err)
			}
			for _, p := range maps[0].Packages {
				for _, f := range p.Files {
					for _, m := range f.Methods {
						if m.Name != method {
							continue
						}
						if err := b.Add(n, testcounts.Section{ID: p.ID, Index: []uint32{f.Base + m.Count[0].Counter},
							Count: []uint64{count}}); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
		}
	}
	return b.Counts()
}

// linesOf is the reverse of countsOf, with + behind lines that are carried over.
func linesOf(c *testcounts.Counts, maps []*probe.Set) (lines []string) {
	for i, o := range c.Tests() {
		var list []string
		for s := range c.Of(i) {
			for n, k := range s.Index {
				for _, p := range maps[0].Packages {
					for _, f := range p.Files {
						for _, m := range f.Methods {
							if p.ID == s.ID && f.Base+m.Count[0].Counter == k {
								list = append(list, fmt.Sprintf("%s=%d", m.Name, s.Count[n]))
							}
						}
					}
				}
			}
		}
		slices.Sort(list)
		line := o.Name() + ": " + strings.Join(list, " ")
		if o.Carried {
			line += " +"
		}
		lines = append(lines, line)
	}
	return lines
}

const (
	code  = "package p;\nclass C {\n  int a() { return 1; }\n  int b() { return 2; }\n  int c() { return 3; }\n}\n"
	tests = "package p;\nclass ATest { void one() { } void two() { } static class In { void three() { } } }\n" +
		"class BTest { void one() { } }\nclass OtherTest { void one() { } }\n"
)

// TestJoin checks whose counts are taken from where.
func TestJoin(t *testing.T) {
	earlier := []string{"p.ATest: a=5", "p.ATest#one: a=1", "p.ATest#two: b=2", "p.ATest$In#three: b=3", "p.BTest: c=7",
		"p.BTest#one: c=4", "p.OtherTest: b=1", "p.OtherTest#one: c=9", "outside: a=10 b=2"}
	base := map[string]string{"p/C.java": code, "p/T.java": tests}
	later := map[string]string{"p/C.java": strings.Replace(code, "int a", "int more() { return 0; }\n  int a", 1),
		"p/T.java": strings.Replace(tests, "class OtherTest { void one() { } }", "", 1)}
	changed := map[string]string{"p/C.java": strings.Replace(code, "return 2", "return 2 + 2", 1), "p/T.java": tests}
	for name, c := range map[string]struct {
		now      map[string]string
		selected string // tests
		grown    string // a class
		omitted  string
		fresh    []string
		want     []string
		notRun   string
	}{
		"some of a class": {now: later, selected: "p.ATest#one p.OtherTest#one", fresh: []string{
			"p.ATest: a=1 c=1", "p.ATest#one: a=20", "outside: b=7"},
			omitted: "p.BTest p.ATest#two p.ATest$In#three",
			want: []string{"p.ATest: a=5 c=1", "p.ATest#one: a=20", "p.ATest#two: b=2 +", "p.ATest$In#three: b=3 +",
				"p.BTest: c=7 +", "p.BTest#one: c=4 +", "outside: a=10 b=7"}},
		"all of a class": {now: base, selected: "p.ATest#one p.ATest#two p.ATest$In#three", fresh: []string{
			"p.ATest: a=4", "p.ATest#one: a=20", "p.ATest#two: a=21", "p.ATest$In#three: a=22"},
			omitted: "p.BTest p.OtherTest",
			want: []string{"p.ATest: a=4", "p.ATest#one: a=20", "p.ATest#two: a=21", "p.ATest$In#three: a=22",
				"p.BTest: c=7 +", "p.BTest#one: c=4 +", "p.OtherTest: b=1 +", "p.OtherTest#one: c=9 +",
				"outside: a=10 b=2 +"}},
		"none": {now: base, omitted: "p.ATest p.BTest p.OtherTest", want: []string{
			"p.ATest: a=5 +", "p.ATest#one: a=1 +", "p.ATest#two: b=2 +", "p.ATest$In#three: b=3 +",
			"p.BTest: c=7 +", "p.BTest#one: c=4 +",
			"p.OtherTest: b=1 +", "p.OtherTest#one: c=9 +", "outside: a=10 b=2 +"}},
		"more than was asked for": {now: base, selected: "p.BTest#one", fresh: []string{
			"p.BTest: c=1", "p.BTest#one: c=2", "p.ATest: a=1", "p.ATest#one: c=8", "p.ATest#two: c=8",
			"p.ATest$In#three: c=8"},
			omitted: "p.ATest p.OtherTest",
			want: []string{"p.ATest: a=1", "p.ATest#one: c=8", "p.ATest#two: c=8", "p.ATest$In#three: c=8",
				"p.BTest: c=1", "p.BTest#one: c=2", "p.OtherTest: b=1 +", "p.OtherTest#one: c=9 +",
				"outside: a=10 b=2 +"}},
		"one that did not run": {now: base, selected: "p.BTest#one p.ATest#one", fresh: []string{"p.ATest#one: a=1"},
			omitted: "p.OtherTest p.ATest#two p.ATest$In#three",
			want: []string{"p.ATest: a=5 +", "p.ATest#one: a=1", "p.ATest#two: b=2 +", "p.ATest$In#three: b=3 +",
				"p.OtherTest: b=1 +", "p.OtherTest#one: c=9 +", "outside: a=10 b=2 +"}, notRun: "p.BTest#one"},
		"other tests": {now: base, selected: "p.ATest#one", grown: "p.ATest",
			omitted: "p.BTest p.OtherTest", fresh: []string{"p.ATest: a=6", "p.ATest#one: a=2", "p.ATest#more: a=2",
				"p.ATest$In#three: b=1"},
			want: []string{"p.ATest: a=6", "p.ATest#more: a=2", "p.ATest#one: a=2", "p.ATest$In#three: b=1",
				"p.BTest: c=7 +",
				"p.BTest#one: c=4 +", "p.OtherTest: b=1 +", "p.OtherTest#one: c=9 +", "outside: a=10 b=2 +"}},
		// b has changed: tests that executed it run, and as it was executed outside of tests, all run.
		"what cannot be carried over": {now: changed, omitted: "", want: nil,
			notRun: "p.ATest#one p.ATest#two p.ATest$In#three p.BTest#one p.OtherTest#one"},
	} {
		old, now := mapsOf(t, base), mapsOf(t, c.now)
		all := countsOf(t, old, earlier...)
		owners := all.Tests()
		plan := NewPlan(Input{Grown: func(class string) bool { return class == c.grown }, Leaves: []Leaf{{
			Leaf: runs.Leaf{Maps: old, Tests: all}, Now: now,
			Run:  func(i int) bool { return slices.Contains(strings.Fields(c.selected), owners[i].Name()) },
			Mine: func(int) bool { return true },
		}}})
		omitted := plan.Omitted()["s"]
		if got := strings.Join(append(slices.Clone(omitted.Classes), omitted.Methods...), " "); got != c.omitted {
			t.Errorf("%s: omitted %q, want %q", name, got, c.omitted)
		}
		j, err := plan.Join(countsOf(t, now, c.fresh...), now)
		if err != nil {
			t.Fatal(err)
		}
		if got := linesOf(j.Counts, now); c.want != nil && !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
		var notRun []string
		for i := range j.NotRun {
			notRun = append(notRun, j.NotRun[i].Name())
		}
		if got := strings.Join(notRun, " "); got != c.notRun {
			t.Errorf("%s: not run: %q, want %q", name, got, c.notRun)
		}
		totals := &counts.Totals{}
		Totals(totals, j.Counts, now)
		if problems := j.Counts.Check(totals, now); len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// TestRequire checks that tests run whose code the build turns out to have changed.
func TestRequire(t *testing.T) {
	base := map[string]string{"p/C.java": code, "p/T.java": tests}
	changed := map[string]string{"p/C.java": strings.Replace(code, "return 3", "return 4", 1), "p/T.java": tests}
	old, now := mapsOf(t, base), mapsOf(t, changed)
	all := countsOf(t, old, "p.ATest: c=1", "p.ATest#one: a=1", "p.BTest#one: c=1", "p.OtherTest#one: b=1")
	plan := NewPlan(Input{Grown: func(string) bool { return false }, Leaves: []Leaf{{
		Leaf: runs.Leaf{Maps: old, Tests: all}, Now: old,
		Run: func(int) bool { return false }, Mine: func(int) bool { return true }}}})
	fresh := countsOf(t, now)
	j, err := plan.Join(fresh, now)
	if err != nil || len(j.Lost) != 2 || plan.Carried() != 3 {
		t.Fatalf("lost %v, %d carried, %v", j.Lost, plan.Carried(), err)
	}
	if n := plan.Require(j.Lost); n != 2 || plan.Carried() != 1 {
		t.Errorf("%d more tests run, %d are carried over", n, plan.Carried())
	}
}
