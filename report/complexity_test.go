package report_test

import (
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
)

func TestComplexityOfMethods(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 1}, Text: `
‹t class A|class A {
  ‹b body 0|‹r 0|·int field = ‹c condition 0 1|a› ? 1 : 2;››
  ‹m straight() 0|void ¤straight() ‹b body 0|{ ‹r 0|·x();› }››
  ‹m conditions() 0|void ¤conditions() ‹b body 0|{
    ‹r 0|·if (‹c condition 0 1|a› && ‹c condition 0 1|b›) x();
    ·for (‹c loop 0 1|Object o : all›) ‹b loop 0|{ ‹r 0|·while (‹c condition 0 1|c›) x();› }›
    ·try {} catch (‹c catch 0|E e›) {}›
  }››
  ‹m switches() 0|void ¤switches() ‹b body 0|{
    ‹r 0|·switch (s) { ‹c case 0|case 1, 2›: ‹c case 0|case 3›: ‹c case 0|default›: }
    ·switch (‹c default 0|s›) { ‹c case 0|case 1›: ‹c case 0|case 2›: }
    ·y = switch (e) { ‹c case 0|case A› -> 1; ‹c case 0|case B› -> 2; };›
  }››
  ‹m lambda() 0|void ¤lambda() ‹b body 0|{
    ‹r 0|·run(() -> ‹b lambda 1|{ ‹r 1|·if (‹c condition 0 1|a›) x();› }›);
    ·new ‹t anonymous A$1|Object() { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·if (‹c condition 0 1|a›) x();› }›› }›;›
  }››
  ‹u why|‹m left() 0|void ¤left() ‹b body 0|{ ‹r 0|·if (‹c condition 0 1|a›) x();› }›››
  ‹m part() 0|void ¤part() ‹b body 0|{ ‹r 0|·if (‹c condition 0 1|a›) x();› ‹u why|‹b then 0|‹r 0|·if (‹c condition 0 1|b›) x();››› }››
}›`})
	want := map[string]int{
		"A::straight()": 1, "A::conditions()": 5, "A::lambda()": 2, "A$1::f()": 2, "A::left()": 0, "A::part()": 2,
		// Two labels besides the default, two and none of them, and the second of an enum's two.
		"A::switches()": 1 + 2 + 2 + 1,
	}
	sum := 0
	for _, method := range m.Files[0].Methods {
		sum += method.Complexity
		if method.Complexity != want[method.Label] {
			t.Errorf("%s: %d, want %d", method.Label, method.Complexity, want[method.Label])
		}
	}
	for what, totals := range map[string]report.Totals{"class": m.Classes[0].Totals, "file": m.Files[0].Totals, "package": m.Packages()[0].Totals, "project": m.Totals} {
		if totals.Complexity != sum {
			t.Errorf("%s: %d, want %d", what, totals.Complexity, sum)
		}
	}
}
