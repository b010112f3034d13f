package report_test

import (
	"fmt"
	"slices"
	"testing"

	"jprof/report/reporttest"
)

func TestTree(t *testing.T) {
	class := func(module, set, pkg, path, name string) reporttest.File {
		return reporttest.File{Module: module, Set: set, Package: pkg, Path: path, Counters: []uint64{1},
			Text: "‹t class " + name + "|class X { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› }›"}
	}
	m := reporttest.Model(t,
		class("g:b", "main", "p", "shared/A.java", "A"), class("g:a", "main", "p", "shared/A.java", "A"),
		class("g:a", "test", "p", "a/ATest.java", "ATest"), class("g:t", "test", "p", "t/TTest.java", "TTest"),
		class("g:a", "main", "o", "a/O.java", "O"), class("", "main", "", "N.java", "N"))
	var got []string
	for _, module := range m.Tree() {
		got = append(got, fmt.Sprintf("%s %v %t", module.Name, module.Totals.Methods, module.Tests))
		for _, p := range module.Packages {
			line := fmt.Sprintf("- %s %v %t", p.Name, p.Totals.Methods, p.Tests)
			for _, f := range p.Files {
				line += " " + f.Path
			}
			got = append(got, line)
		}
	}
	want := []string{" 1 of 1 false", "-  1 of 1 false N.java", "g:a 2 of 2 false", "- o 1 of 1 false a/O.java",
		"- p 1 of 1 false shared/A.java", "- p 1 of 1 true a/ATest.java", "g:b 1 of 1 false",
		"- p 1 of 1 false shared/A.java", "g:t 1 of 1 true", "- p 1 of 1 true t/TTest.java"}
	if !slices.Equal(got, want) {
		t.Errorf("tree %q\nwant %q", got, want)
	}
}

func TestUncovered(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 0}, Text: `‹t class A|class A {
  ‹m ran() 0|¤ran() ‹b body 0|{ ‹r 0|·a(); ·b(); ·c();› }››
  ‹m small() 1|¤small() ‹b body 1|{ ‹r 1|·a();› }››
  ‹m empty() 1|¤empty() ‹b body 1|{ }››
  ‹m same() 1|¤same() ‹b body 1|{ ‹r 1|·a();› }››
  ‹m large() 1|¤large() ‹b body 1|{ ‹r 1|·a();› ‹b then 1|{ ‹r 1|·b(); ·g(‹u why|x›);› }› }››
  /* jprof:off */ ‹off why|//› ‹m left() 1|¤left() ‹b body 1|{ ‹r 1|·a(); ·b(); ·c(); ·d();› }›› ‹on|//›
}›`})
	var got []string
	for _, u := range m.Uncovered() {
		got = append(got, fmt.Sprintf("%s %d", u.Method().Label, u.Method().Statements.Total))
	}
	if want := []string{"A::large() 3", "A::small() 1", "A::same() 1", "A::empty() 0"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
