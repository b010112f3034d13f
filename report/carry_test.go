package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/internal/probe"
	"jprof/report"
	"jprof/report/reporttest"
)

// carried is the model of the newer files with what the older ones have counted; groups of older files are older from one to the next.
func carried(t *testing.T, newer []reporttest.File, older ...[]reporttest.File) *report.Model {
	t.Helper()
	inputs := make([]report.Input, 0, 1+len(older))
	for _, files := range append([][]reporttest.File{newer}, older...) {
		p := &reporttest.Project{}
		if err := p.Add(files...); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, p.Input("test"))
	}
	in := inputs[0]
	for _, o := range inputs[1:] {
		in.Older = append(in.Older, o.Sets...)
	}
	in.Counters = func(id probe.ID) []uint64 {
		for _, i := range inputs {
			if c := i.Counters(id); c != nil {
				return c
			}
		}
		return nil
	}
	m, err := report.Build(in)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// methods lists the methods of a model with their counts.
func methods(m *report.Model) (list []string) {
	for _, f := range m.Files {
		for _, x := range f.Methods {
			list = append(list, fmt.Sprintf("%s %s %d", f.Path, x.Label, x.Invocations))
		}
	}
	return list
}

func file(path, text string, counters ...uint64) reporttest.File {
	return reporttest.File{Module: "g:a", Package: "p", Path: path, Text: text, Counters: counters}
}

const (
	before = `class A { }
‹t class A|class A {
    ‹m same() 0|void ¤same() ‹b body 0|{ ‹r 0|·if (‹c condition 1 0-1|x()›) ‹b then 1|{ ‹r 1|·y();› }› ·z();› }››
    ‹m moves() 2|void ¤moves() ‹b body 2|{ ‹r 2|·m(‹c condition - -|a›, ‹c condition - -|b›);› }››
    ‹m changes() 3|void ¤changes() ‹b body 3|{ ‹r 3|·old();› }››
    ‹m goes() 4|void ¤goes() ‹b body 4|{ ‹r 4|·g();› }››
    ‹m never() 5|void ¤never() ‹b body 5|{ ‹r 5|·n();› }››
    ‹t anonymous A$1|‹m run() 6|void ¤run() ‹b body 6|{ ‹r 6|·one();› }›››
    ‹t anonymous A$2|‹m run() 7|void ¤run() ‹b body 7|{ ‹r 7|·one();› }›››
}›
`
	after = `class A { }
// another line
‹t class A|class A {
    ‹t anonymous A$1|‹m run() 7|void ¤run() ‹b body 7|{ ‹r 7|·inserted();› }›››
    ‹m changes() 3|void ¤changes() ‹b body 3|{ ‹r 3|·changed();› }››
    ‹m same() 0|void   ¤same()
       ‹b body 0|{ ‹r 0|·if (‹c condition 1 0-1|x()›) ‹b then 1|{ ‹r 1|·y();› }› ·z();› }››
    ‹m added() 2|void ¤added() ‹b body 2|{ ‹r 2|·a();› }››
    ‹t anonymous A$2|‹m run() 4|void ¤run() ‹b body 4|{ ‹r 4|·one();› }›››
    ‹t anonymous A$3|‹m run() 5|void ¤run() ‹b body 5|{ ‹r 5|·one();› }›››
}›
`
	other = `‹t class B|class B {
    ‹m moves() 0|void ¤moves() ‹b body 0|{ ‹r 0|·m(‹c condition - -|a›, ‹c condition - -|b›);› }››
}›
`
)

func TestCarryOver(t *testing.T) {
	m := carried(t,
		[]reporttest.File{file("A.java", after, 10, 4, 1, 2, 100, 200, 0, 5), file("B.java", other, 7)},
		[]reporttest.File{file("A.java", before, 3, 1, 30, 300, 3000, 0, 11, 12)},
		[]reporttest.File{file("A.java", before+"// still older\n", 1, 1, 1, 1, 1, 1, 1, 1)},
	)
	want := []string{
		"A.java A$1::run() 5", "A.java A::changes() 2", "A.java A::same() 14", "A.java A::added() 1",
		"A.java A$2::run() 112", "A.java A$3::run() 213", // they were $1 and $2
		"B.java B::moves() 38", // it was in A
	}
	if got := methods(m); !slices.Equal(got, want) {
		t.Errorf("methods\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var same *report.Branch
	for i, b := range m.Files[0].Branches {
		if b.Kind == "condition" && b.True > 0 {
			same = &m.Files[0].Branches[i]
		}
	}
	if same == nil || same.True != 4+1+1 || same.False != 6+2+0 {
		t.Errorf("branch of same(): %+v", same)
	}
	var dropped []string
	for _, d := range m.Dropped {
		dropped = append(dropped, fmt.Sprintf("%s:%d %s %d: %s", d.Path, d.Line, d.What, d.Count, d.Reason))
	}
	wantDropped := []string{
		"A.java:5 A::changes() 300: the method has changed",
		"A.java:6 A::goes() 3000: the newest sources have no such method",
		"A.java:5 A::changes() 1: the method has changed",
		"A.java:6 A::goes() 1: the newest sources have no such method",
		"A.java:7 A::never() 1: the newest sources have no such method",
	}
	if !slices.Equal(dropped, wantDropped) {
		t.Errorf("dropped\n%s\nwant\n%s", strings.Join(dropped, "\n"), strings.Join(wantDropped, "\n"))
	}
}

// Code alone tells little: counts never get to another method that only looks like the old one.
func TestCarryOverToOthers(t *testing.T) {
	class := func(path, name, members string, counters ...uint64) reporttest.File {
		return file(path, "‹t class "+name+"|class "+name+" {\n"+members+"}›", counters...)
	}
	method := func(name string, counter int, body string) string {
		return fmt.Sprintf("‹m %[1]s() %[2]d|int ¤%[1]s() ‹b body %[2]d|{ ‹r %[2]d|·%[3]s;› }››\n", name, counter, body)
	}
	anonymous := func(name string, counter int) string {
		return fmt.Sprintf("‹t anonymous %[1]s|‹m run() %[2]d|void ¤run() ‹b body %[2]d|{ ‹r %[2]d|·n++;› }›››", name, counter)
	}
	for name, test := range map[string]struct {
		newer, older []reporttest.File
		want         []string
		dropped      int
	}{
		"a small method of another class": {
			[]reporttest.File{class("B.java", "Other", method("size", 0, "return 0"), 0)},
			[]reporttest.File{class("A.java", "Old", method("size", 0, "return 0"), 7)},
			[]string{"B.java Other::size() 0"}, 1},
		"a class that was renamed with all its small methods": {
			[]reporttest.File{class("B.java", "New", method("size", 0, "return 0")+method("name", 1, "return x"), 1, 1)},
			[]reporttest.File{class("A.java", "Old", method("size", 0, "return 0")+method("name", 1, "return x"), 7, 8)},
			[]string{"B.java New::size() 8", "B.java New::name() 9"}, 0},
		"an anonymous class in front of another": {
			[]reporttest.File{class("A.java", "A", method("unused", 0, "return "+anonymous("A$1", 1))+method("used", 2, "return "+anonymous("A$2", 3)), 0, 0, 1, 10)},
			[]reporttest.File{class("A.java", "A", method("used", 0, "return "+anonymous("A$1", 1)), 1, 10)},
			[]string{"A.java A::unused() 0", "A.java A$1::run() 0", "A.java A::used() 2", "A.java A$2::run() 20"}, 0},
		"methods with anonymous classes that change places": {
			[]reporttest.File{class("A.java", "A", method("two", 0, "return "+anonymous("A$1", 1))+method("one", 2, "return "+anonymous("A$2", 3)), 0, 0, 1, 10)},
			[]reporttest.File{class("A.java", "A", method("one", 0, "return "+anonymous("A$1", 1))+method("two", 2, "return "+anonymous("A$2", 3)), 1, 5, 0, 0)},
			[]string{"A.java A::two() 0", "A.java A$1::run() 0", "A.java A::one() 2", "A.java A$2::run() 15"}, 0},
		"an anonymous class in a method that is gone": {
			[]reporttest.File{class("A.java", "A", method("other", 0, "return "+anonymous("A$1", 1)), 0, 0)},
			[]reporttest.File{class("A.java", "A", method("one", 0, "return "+anonymous("A$1", 1)), 1, 5)},
			[]string{"A.java A::other() 0", "A.java A$1::run() 0"}, 2},
	} {
		m := carried(t, test.newer, test.older)
		if got := methods(m); !slices.Equal(got, test.want) || len(m.Dropped) != test.dropped {
			t.Errorf("%s: got %q, dropped %+v, want %q", name, got, m.Dropped, test.want)
		}
	}
}

// The total of what was counted is what is shown and what is dropped, whatever is old.
func TestCarryOverLosesNothing(t *testing.T) {
	sum := func(m *report.Model) (n uint64) {
		for _, f := range m.Files {
			for _, x := range f.Methods {
				n += x.Invocations
			}
		}
		for _, d := range m.Dropped {
			n += d.Count
		}
		return n
	}
	a := []reporttest.File{file("A.java", after, 10, 4, 1, 2, 100, 200, 0, 5), file("B.java", other, 7)}
	b := []reporttest.File{file("A.java", before, 3, 1, 30, 300, 3000, 50, 11, 12)}
	total := sum(carried(t, a)) + sum(carried(t, b))
	for name, m := range map[string]*report.Model{"a is newer": carried(t, a, b), "b is newer": carried(t, b, a)} {
		if got := sum(m); got != total {
			t.Errorf("%s: %d, want %d", name, got, total)
		}
	}
}

func classes(c *report.Comparison) (list []string) {
	for _, x := range c.Classes {
		old, now := "-", "-"
		if x.Old != nil {
			old = x.Old.Qualified()
		}
		if x.New != nil {
			now = x.New.Qualified()
		}
		list = append(list, fmt.Sprintf("%s > %s %d>%d", old, now, x.Executed.Before, x.Executed.After))
	}
	return list
}

func TestCompare(t *testing.T) {
	old := carried(t, []reporttest.File{file("A.java", before, 3, 1, 30, 300, 3000, 0, 11, 12)})
	now := carried(t, []reporttest.File{file("A.java", after, 10, 1, 1, 300, 11, 12, 0, 5), file("B.java", other, 7)})
	c := report.Compare(old, now)
	var got []string
	for _, m := range c.Methods {
		got = append(got, fmt.Sprintf("%s %d>%d %d>%d edited=%v moved=%v new=%v gone=%v regions=%d", m.Name(), m.Invocations.Before, m.Invocations.After,
			m.Executed.Before, m.Executed.After, m.Edited, m.Moved(), m.Old == nil, m.New == nil, len(m.Regions)))
	}
	want := []string{
		"A::goes() 3000>0 3000>0 edited=false moved=false new=false gone=true regions=0",
		"B::moves() 30>7 30>7 edited=false moved=true new=false gone=false regions=1",
		"A::same() 3>10 7>21 edited=false moved=false new=false gone=false regions=1",
		"A$1::run() 0>5 0>5 edited=false moved=false new=true gone=false regions=0",
		"A::added() 0>1 0>1 edited=false moved=false new=true gone=false regions=0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("methods\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if c.Equal != 4 { // changes(), never() which is gone, and both run()
		t.Errorf("%d equal", c.Equal)
	}
	if got, want := classes(c), []string{"p.A > p.A 3360>350", "- > p.B 0>7"}; !slices.Equal(got, want) { // with what is equal, each method where it is
		t.Errorf("classes %q, want %q", got, want)
	}
	old.Files[0].Methods[0].Varies = true // A::same()
	if c = report.Compare(old, now); len(c.Methods) != 4 || c.Varying != 1 {
		t.Errorf("with one that varies: %d, %d", len(c.Methods), c.Varying)
	}
	old.Files[0].Methods[0].Varies = false
	if c := report.Compare(old, old); len(c.Methods)+len(c.Classes) != 0 || c.Equal != 7 {
		t.Errorf("with itself: %+v", c)
	}
}
