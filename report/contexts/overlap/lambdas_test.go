package overlap

import (
	"math"
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
)

// withCode gives methods a code by the class that the JVM has made for their lambda, and by their name.
func withCode(t *cct.Tree, codes map[string]uint64) *cct.Tree {
	for i := range t.Methods {
		m := &t.Methods[i]
		m.Code = codes[m.Class+"."+m.Name]
		if m.Name == "<init>" {
			m.Code = 1 // they are the same in all
		}
	}
	return t
}

// TestLambdasInAnotherOrder has classes of lambdas made by threads in another order in the second run, and one that two
// threads made: what calls the same body is paired, with its constructor.
func TestLambdasInAnotherOrder(t *testing.T) {
	a := withCode(ccttest.Tree(t, `
	thread main
	  p.A$$Lambda$14.<init>()V 1 2
	  p.A$$Lambda$14.run()V 1 10
	  p.A$$Lambda$15.<init>()V 2 6
	  p.A$$Lambda$15.run()V 1 20
	  p.A.lambda$f$0()V 1 30
	  p.A.lambda$f$1()V 1 40
	`), map[string]uint64{"p.A$$Lambda$14.run": 7, "p.A$$Lambda$15.run": 8, "p.A.lambda$f$0": 9, "p.A.lambda$f$1": 10})
	b := withCode(ccttest.Tree(t, `
	thread main
	  p.A$$Lambda$21.<init>()V 1 2
	  p.A$$Lambda$14.<init>()V 2 6
	  p.A$$Lambda$14.run()V 1 20
	  p.A$$Lambda$22.<init>()V 1 2
	  p.A$$Lambda$22.run()V 1 10
	  p.A.lambda$f$1()V 1 40
	  p.A.lambda$f$2()V 1 30
	`), map[string]uint64{"p.A$$Lambda$14.run": 8, "p.A$$Lambda$22.run": 7, "p.A.lambda$f$1": 10, "p.A.lambda$f$2": 9})
	numbers := Methods(a.Methods, b.Methods)
	partners := map[string]string{}
	for i := range b.Methods {
		partner := "none"
		if n := int(numbers[1][i]); n < len(a.Methods) {
			partner = a.Methods[n].Class + "." + a.Methods[n].Name
		}
		partners[b.Methods[i].Class+"."+b.Methods[i].Name] = partner
	}
	for name, want := range map[string]string{
		"p.A$$Lambda$14.run":    "p.A$$Lambda$15.run",
		"p.A$$Lambda$14.<init>": "p.A$$Lambda$15.<init>",
		"p.A$$Lambda$22.run":    "p.A$$Lambda$14.run",
		"p.A$$Lambda$22.<init>": "p.A$$Lambda$14.<init>",
		"p.A$$Lambda$21.<init>": "none",
		"p.A.lambda$f$1":        "p.A.lambda$f$1",
		"p.A.lambda$f$2":        "p.A.lambda$f$0",
	} {
		if partners[name] != want {
			t.Errorf("%s is %s, want %s", name, partners[name], want)
		}
	}
	if got, want := Compare(a, b).Overlap(cct.Bytecodes), 100*108/110.0; math.Abs(got-want) > 1e-9 {
		t.Errorf("overlap %v, want %v", got, want)
	}
}
