package compare_test

import (
	"strings"
	"testing"

	"jprof/report/compare"
	"jprof/report/reporttest"
)

// TestDiffersByJVMs folds static initialisers that did the same in more JVMs, but none that did other things, and no
// other method.
func TestDiffersByJVMs(t *testing.T) {
	class := func(name, method string, body, rare uint64) reporttest.File {
		return file(name+".java", "‹t class "+name+"|class "+name+" {\n‹m "+method+" 0|¤ ‹b body 0|{‹r 0|·n();›\n"+
			"‹b then 1|{‹r 1|·rare();›}›\n}››\n}›", body, rare)
	}
	old := reporttest.Model(t, class("More", "<clinit>()", 1, 10), class("Other", "<clinit>()", 1, 10),
		class("Called", "f()", 1, 10))
	now := reporttest.Model(t, class("More", "<clinit>()", 2, 20), class("Other", "<clinit>()", 2, 21),
		class("Called", "f()", 2, 20))
	c := compare.Models(old, now)
	classes, folded := c.LargeClasses()
	var names []string
	for _, x := range classes {
		names = append(names, x.Name())
	}
	if got := strings.Join(names, " "); got != "p.Other p.Called" ||
		folded != "1 only in static initialisers, which a new JVM runs again" {
		t.Errorf("classes %s, %q", got, folded)
	}
	methods, folded := c.LargeMethods()
	if len(methods) != 2 || folded != "1 static initialiser of a new JVM" {
		t.Errorf("%d methods, %q", len(methods), folded)
	}
	if n := len(c.LargeRegions()); n != 4 {
		t.Errorf("%d regions", n)
	}
	if note := c.JVMsNote(); note != "" {
		t.Errorf("nothing is carried over: %q", note)
	}
	now.Run.Carried = "3 of 4 tests carried over from run r1"
	if note := c.JVMsNote(); !strings.HasPrefix(note, now.Run.Carried+". The other tests ran again in a new JVM. ") {
		t.Errorf("%q", note)
	}
	if note := compare.Models(now, now).JVMsNote(); note != "" {
		t.Errorf("nothing differs: %q", note)
	}
}
