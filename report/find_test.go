package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
)

func TestFind(t *testing.T) {
	const f = " { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› "
	m := reporttest.Model(t,
		reporttest.File{Package: "a", Path: "src/a/Foo.java",
			Text: "import x;\n‹t class Foo|class Foo" + f + "\n‹t class Foo$Bar|class Bar" + f + "}›\n}›"},
		reporttest.File{Package: "b", Path: "src/b/Foo.java",
			Text: "‹t class Foo|class Foo" + f + "}›\n‹t class Two|class Two" + f + "}›\n" +
				"‹t class TreeBuilder|class TreeBuilder" + f + "}›"},
		reporttest.File{Path: "Root.java", Text: "‹t class Root|class Root" + f + "}›"},
		reporttest.File{Path: "Root.java", Set: "test", Text: "‹t class Root|class Root " + f + "}›"})
	for _, tt := range []struct{ name, want string }{
		{"src/a/Foo.java", "src/a/Foo.java"},
		{"a/Foo.java", "src/a/Foo.java"},
		{"Foo.java", "src/a/Foo.java src/b/Foo.java"},
		{"oo.java", ""},
		{"a.Foo", "src/a/Foo.java"},
		{"Foo", "src/a/Foo.java src/b/Foo.java:1-1"},
		{"b.Two", "src/b/Foo.java:2-2"},
		{"Two", "src/b/Foo.java:2-2"},
		{"wo", ""},
		{"a.Foo.Bar", "src/a/Foo.java:3-3"},
		{"a.Foo$Bar", "src/a/Foo.java:3-3"},
		{"Foo$Bar", "src/a/Foo.java:3-3"},
		{"Bar", "src/a/Foo.java:3-3"},
		{"Root", "Root.java Root.java"}, // two versions
		{"TrB", "src/b/Foo.java:3-3"},
		{"rB", ""},
		{"", ""},
	} {
		var got []string
		for _, x := range m.Find(tt.name) {
			s := x.File.Path
			if x.Type != nil {
				s += fmt.Sprintf(":%d-%d", x.Type.Start.Line, x.Type.End.Line)
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: %q, want %q", tt.name, strings.Join(got, " "), tt.want)
		}
	}
	if got := len(m.Find("a.Foo")[0].Methods()); got != 2 {
		t.Errorf("Foo has %d methods", got)
	}
	if got := m.Find("Bar")[0].Methods(); len(got) != 1 || got[0].Method().Label != "Foo$Bar::f()" {
		t.Errorf("Bar has %v", got)
	}
	for _, name := range []string{"Foo.java", "Foo.Bar", "Two", "Root"} {
		if !slices.Contains(m.Names(), name) {
			t.Errorf("no %s in %q", name, m.Names())
		}
	}
}

func TestOrders(t *testing.T) {
	m := reporttest.Model(t,
		reporttest.File{Path: "A.java", Counters: []uint64{5, 1, 9, 0}, Text: "‹t class A|class A {\n" +
			"‹m often() 0|‹b body 0|{ ‹r 0|·x();› }››\n" +
			"‹m loop() 1|‹b body 1|{ ‹r 1|·x();› ‹b loop 2|{ ‹r 2|·x(); ·y();› }› }››\n" +
			"‹m never() 3|‹b body 3|{ ‹r 3|·x();› }›› }›"},
		reporttest.File{Path: "B.java", Counters: []uint64{6},
			Text: "‹t class B|class B { ‹m empty() 0|‹b body 0|{ }›› }›"})
	methods := func(list []report.MethodRef) string {
		var out []string
		for _, h := range list {
			out = append(out, h.Method().Label)
		}
		return strings.Join(out, " ")
	}
	if got, want := methods(m.MethodsBy(report.ByInvocations, nil)), "B::empty() A::often() A::loop()"; got != want {
		t.Errorf("by invocations: %s, want %s", got, want)
	}
	if got, want := methods(m.MethodsBy(report.ByExecutions, nil)), "A::loop() A::often()"; got != want {
		t.Errorf("by executions: %s, want %s", got, want)
	}
	inLoop := func(r report.MethodRef) bool { return r.Method().Label == "A::loop()" }
	if got, want := methods(m.MethodsBy(report.ByInvocations, inLoop)), "A::loop()"; got != want {
		t.Errorf("chosen: %s, want %s", got, want)
	}
	if got := m.RegionsIn(inLoop); len(got) != 2 || got[0].Region.Count != 9 || got[1].Region.Count != 1 {
		t.Errorf("regions %v", got)
	}
	classes := func(list []*report.Class) string {
		var out []string
		for _, c := range list {
			out = append(out, c.Name)
		}
		return strings.Join(out, " ")
	}
	if got, want := classes(m.ClassesBy(report.ByInvocations, nil)), "A B"; got != want { // 6 each
		t.Errorf("classes by invocations: %s, want %s", got, want)
	}
	if got, want := classes(m.ClassesBy(report.ByExecutions, nil)), "A"; got != want {
		t.Errorf("classes by executions: %s, want %s", got, want)
	}
	if got, want := classes(m.ClassesBy(report.ByInvocations, func(c *report.Class) bool { return c.Name == "B" })),
		"B"; got != want {
		t.Errorf("chosen classes: %s, want %s", got, want)
	}
}
