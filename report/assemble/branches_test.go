package assemble_test

import (
	"fmt"
	"slices"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
)

// everyBranch has one branch of each kind, some of them never reached.
const everyBranch = `‹t class A|class A {
  boolean field = ‹c condition 1 0-1|x > 0› ? true : false;
  ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·if (‹c condition 1 0-1|a› && ‹c condition - 1|b›) ‹b then -|‹r -|·if (‹c condition - -|c›) x();››
    ·for (T t : ‹c loop 2 0|ts›) ‹b loop 2|{ ‹r 2|·g(‹c condition 2 -|t != null› ? 1 : 2);› }›
    ·switch (‹c default -|s›) { ‹c case 0|case 1:› ‹b case 0|‹r 0|·x();›› ‹c case -|case 2, 3:› ‹b case -|‹r -|·y();›› }
    ·try ‹b try 0|{ ‹r 0|·z();› }› catch (‹c catch 3|E e›) ‹b catch 3|{ }››
  }››
  ‹m g() 4|void ¤g() ‹b body 4|{ ‹r 4|·switch (‹c default -|s›) { ‹c case -|case 1:› }› }››
  ‹m h() 4|void ¤h() ‹b body 4|{ ‹u why|‹b lambda 0|‹r 0|·p(‹c condition 0 0|q›);››› }››
}›`

func TestBranches(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Text: everyBranch, Counters: []uint64{5, 3, 7, 1, 0}})
	var got []string
	for _, b := range m.Files[0].Branches {
		got = append(got, fmt.Sprintf("%s %s, %s, %v", b.Kind, b, b.Covered(), b.Measured))
	}
	want := []string{
		"condition true 3, false 2, 2 of 2, true",
		"condition true 3, false 2, 2 of 2, true",
		"condition true 0, false 3, 1 of 2, true",
		"condition never reached, 0 of 2, true",
		"loop next element 7, no more 5, 2 of 2, true",
		"condition true 7, false 0, 1 of 2, true",
		"default no case chosen 0, 0 of 1, true",
		"case chosen 5, 1 of 1, true",
		"case chosen 0, 0 of 1, true",
		"catch caught 1, 1 of 1, true",
		"default never reached, 0 of 1, true",
		"case never reached, 0 of 1, true",
		"condition true 5, false 5, 2 of 2, false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	f, c := m.Files[0], class(t, m, "A")
	all := report.Ratio{Covered: 10, Total: 18}
	if m.Totals.Branches != all || f.Totals.Branches != all || c.Totals.Branches != all {
		t.Errorf("all %v, file %v, class %v, want %v", m.Totals.Branches, f.Totals.Branches, c.Totals.Branches, all)
	}
	for i, want := range []report.Ratio{{Covered: 8, Total: 14}, {Covered: 0, Total: 2}, {}} {
		if got := f.Methods[i].Branches; got != want {
			t.Errorf("%s: %v, want %v", f.Methods[i].Label, got, want)
		}
	}
}
