package overlap

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
)

func TestOverlap(t *testing.T) {
	// The example of the seed: nextElement of Vector$1 is a leaf in one JDK and calls in the next one.
	before := ccttest.Tree(t, `
	thread main
	  Db.main([Ljava/lang/String;)V 1 50
	    java.util.Vector$1.nextElement()Ljava/lang/Object; 10 50
	`)
	after := ccttest.Tree(t, `
	thread main
	  Db.main([Ljava/lang/String;)V 1 50
	    java.util.Vector$1.nextElement()Ljava/lang/Object; 10 30
	      java.util.Vector.elementData(I)Ljava/lang/Object; 10 20
	`)
	c := Compare(before, after)
	if got := c.Overlap(cct.Bytecodes); math.Abs(got-80) > 1e-9 { // 50 + 30 of 100
		t.Errorf("overlap %v", got)
	}
	const below = "callee differs below java.util.Vector$1.nextElement()"
	var shifts []Pair
	for p := range c.Pairs(cct.Bytecodes) {
		if p.Lost > 0 {
			shifts = append(shifts, p)
		}
	}
	if len(shifts) != 2 || math.Abs(shifts[0].Lost-10) > 1e-9 || math.Abs(shifts[1].Lost-10) > 1e-9 {
		t.Fatalf("shifts: %+v", shifts)
	}
	bytecodes := func(p Pair) [2]uint64 { return [2]uint64{p.Values[0][cct.Bytecodes], p.Values[1][cct.Bytecodes]} }
	if s := shifts[0]; bytecodes(s) != [2]uint64{50, 30} || s.Nodes != [2]int32{2, 2} ||
		c.Where(s.Part) != "numbers differ in java.util.Vector$1.nextElement()" {
		t.Errorf("the caller: %+v, %s", s, c.Where(s.Part))
	}
	if s := shifts[1]; bytecodes(s) != [2]uint64{0, 20} || s.Nodes != [2]int32{-1, 3} || c.Where(s.Part) != below ||
		after.Name(3) != "java.util.Vector.elementData(I)Ljava/lang/Object;" {
		t.Errorf("the callee: %+v", s)
	}
	if causes := c.Causes(cct.Bytecodes, 5); len(causes) != 1 || causes[0].Contexts != 2 ||
		math.Abs(causes[0].Lost-20) > 1e-9 || c.Where(causes[0].Part) != below {
		t.Errorf("causes: %+v", causes)
	}
	calls := c.Causes(cct.Calls, 5) // there are 11 calls, then 21: of the others only the shares differ
	if len(calls) != 1 || calls[0].Contexts != 1 || c.Where(calls[0].Part) != below {
		t.Errorf("causes by calls: %+v", calls)
	}
}

func TestWhereTreesPart(t *testing.T) {
	c := Compare(ccttest.Tree(t, `
	thread main
	  p.A.f()V 1 50
	    p.A.g()V 1 50
	`), ccttest.Tree(t, `
	thread main
	  p.A.f()V 1 50
	    p.B.other()V 1 40
	thread new
	  p.A.f()V 1 10
	`))
	var where []string
	for _, cause := range c.Causes(cct.Bytecodes, 10) {
		where = append(where, fmt.Sprintf("%.0f %s", cause.Lost, c.Where(cause.Part)))
	}
	want := "45 callee differs below p.A.f(), 5 only one run has the thread new"
	if got := strings.Join(where, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestNothingToCompare(t *testing.T) {
	none, one := ccttest.Tree(t, "thread main"), ccttest.Tree(t, "thread main\n  p.A.f()V 1 5")
	if got := Compare(none, none).Overlap(cct.Bytecodes); got != 100 {
		t.Errorf("nothing, twice: %v", got)
	}
	if got := Compare(none, one).Overlap(cct.Bytecodes); got != 0 {
		t.Errorf("nothing and something: %v", got)
	}
	if c := Compare(none, one); c.Metric() != cct.Calls || Compare(one, one).Metric() != cct.Bytecodes {
		t.Errorf("metric: %v", c.Metric())
	}
}

func TestAlmostTheSameIsNot100(t *testing.T) {
	a := ccttest.Tree(t, "thread main\n  p.A.f()V 1 1000000000000\n  p.A.g()V 1 1")
	b := ccttest.Tree(t, "thread main\n  p.A.f()V 1 1000000000000\n  p.A.g()V 1 2")
	if got := fmt.Sprintf("%.2f", Compare(a, b).Overlap(cct.Bytecodes)); got != "99.99" {
		t.Errorf("got %s", got)
	}
	twice := ccttest.Tree(t, "thread main\n  p.A.f()V 1 2000000000000\n  p.A.g()V 1 2")
	if got := Compare(a, twice).Overlap(cct.Bytecodes); got != 100 {
		t.Errorf("the same shares: %v", got)
	}
}

// random is a tree of few methods, so that two of them have much in common.
func random(r *rand.Rand) *cct.Tree {
	b := ccttest.NewBuilder()
	for _, name := range []string{"main", "pool-N", "Thread-N"}[:1+r.IntN(3)] {
		b.Thread(name)
		depth := 0
		seen := map[string]bool{}
		path := []string{name}
		for range r.IntN(60) {
			depth = 1 + r.IntN(depth+1)
			m := cct.Method{Class: fmt.Sprintf("p.C%d", r.IntN(3)), Name: fmt.Sprintf("m%d", r.IntN(3)),
				Descriptor: "()V", Kind: cct.Kind(r.IntN(2) * 2)}
			path = append(path[:depth], m.Key())
			if key := strings.Join(path, " "); !seen[key] { // a context is there once
				seen[key] = true
				b.Node(depth, b.Method(m), r.Uint64N(9), r.Uint64N(1000), nil)
			} else {
				depth = 0
			}
		}
	}
	tree := b.Tree()
	return tree
}

func TestProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		a, b := random(r), random(r)
		if got := Compare(a, a).Overlap(cct.Bytecodes); got != 100 {
			t.Fatalf("of a tree with itself: %v", got)
		}
		c, d := Compare(a, b), Compare(b, a)
		x, y := c.Overlap(cct.Bytecodes), d.Overlap(cct.Bytecodes)
		if math.Abs(x-y) > 1e-9 || x < 0 || x > 100 {
			t.Fatalf("%v one way, %v the other", x, y)
		}
		if x == 0 {
			continue // also where one of them has no bytecodes
		}
		lost, causes := 0.0, 0.0
		for p := range c.Pairs(cct.Bytecodes) {
			lost += p.Lost
		}
		for _, cause := range c.Causes(cct.Bytecodes, c.Len()) {
			causes += cause.Lost
		}
		if lost > 100-x+0.01 || math.Abs(lost-causes) > 1e-6 || lost == 0 && x < 100 {
			t.Fatalf("overlap %v, lost %v, by causes %v", x, lost, causes)
		}
	}
}

func TestLambdasAndRenamedMethods(t *testing.T) {
	a := ccttest.Tree(t, `
	thread main
	  p.A.lambda$f$1()V 1 10
	  p.A.lambda$f$2()V 1 20
	  java.util.X.lambda$of$3()V 1 30
	  p.A$$Lambda$14.run()V 1 7
	  p.A$$Lambda$15.run()V 1 8
	  p.A.old()V 1 40
	  p.A.small()V 1 5
	`)
	b := ccttest.Tree(t, `
	thread main
	  p.A.lambda$f$0()V 1 10
	  p.A.lambda$f$1()V 1 20
	  java.util.X.lambda$of$0()V 1 30
	  p.A$$Lambda$9.run()V 1 7
	  p.A$$Lambda$10.run()V 1 8
	  p.A.renamed()V 1 40
	  p.A.tiny()V 1 5
	`)
	for _, t := range []*cct.Tree{a, b} {
		for i := range t.Methods {
			switch m := &t.Methods[i]; m.Name {
			case "old", "renamed":
				m.Code, m.Size = 7, 12
			case "small":
				m.Code, m.Size = 8, 12
			}
		}
	}
	c := Compare(a, b)
	if got := c.Overlap(cct.Bytecodes); math.Abs(got-100*115/120.0) > 1e-9 {
		t.Errorf("overlap %v", got)
	}
}

func TestDeepTrees(t *testing.T) {
	b := ccttest.NewBuilder()
	b.Thread("main")
	m := b.Method(cct.Method{Class: "p.A", Name: "f", Descriptor: "()V"})
	for d := 1; d <= 100_000; d++ {
		b.Node(d, m, 1, 3, nil)
	}
	tree := b.Tree()
	if got := Compare(tree, tree).Overlap(cct.Bytecodes); got != 100 {
		t.Errorf("got %v", got)
	}
}
