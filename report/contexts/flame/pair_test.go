package flame_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/flame"
	"jprof/report/contexts/overlap"
)

func TestPair(t *testing.T) {
	before := ccttest.Tree(t, `
thread main
  A.main()V 1 18
    A.f()V 3 40
      A.g()V 1 1
    B.gone()V 1 1
thread old
  A.f()V 1 1
thread (beyond the limit)
  A.f()V 9 9
`)
	after := ccttest.Tree(t, `
thread main
  A.main()V 1 20
    A.f()V 5 60
    C.fresh()V 2 2 int[]=1/7
`)
	p := flame.NewPair(overlap.Compare(before, after))
	total := func(column cct.Metric) []uint64 { return cct.Inclusive(nil, p.Self[column], p.Parent) }
	var got []string
	depth := map[int32]int{-1: -1}
	for i, m := range p.Method {
		depth[int32(i)] = depth[p.Parent[i]] + 1
		name := ""
		if m < 0 {
			name = p.Threads[-1-m]
		} else {
			name = p.Methods[m].Key()
		}
		got = append(got, fmt.Sprint(strings.Repeat("  ", depth[int32(i)]), name, " ",
			p.Self[cct.Calls][i], "/", p.Self[cct.Calls+cct.NumMetrics][i], " ",
			total(cct.Bytecodes)[i], "/", total(cct.Bytecodes + cct.NumMetrics)[i], " to ", p.End[i]))
	}
	want := []string{
		"main 0/0 60/82 to 6",
		"  A.main()V 1/1 60/82 to 6",
		"    A.f()V 3/5 41/60 to 4",
		"      A.g()V 1/0 1/0 to 4",
		"    B.gone()V 1/0 1/0 to 5",
		"    C.fresh()V 0/2 0/2 to 6",
		"old 0/0 1/0 to 8",
		"  A.f()V 1/0 1/0 to 8",
		"(beyond the limit) 0/0 9/0 to 10",
		"  A.f()V 9/0 9/0 to 10",
	}
	if !slices.Equal(got, want) {
		t.Errorf("pair\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for m := range cct.NumMetrics {
		if got, want := total(m + cct.NumMetrics)[0], after.Sum(m); got != want {
			t.Errorf("%v: %d after, want %d", m, got, want)
		}
	}
}

// TestPairOfRenamedMethods checks that methods of two names can be one.
func TestPairOfRenamedMethods(t *testing.T) {
	before := ccttest.Tree(t, "thread main\n  A.lambda$f$0()V 4 4\n")
	after := ccttest.Tree(t, "thread main\n  A.lambda$f$1()V 6 6\n")
	p := flame.NewPair(overlap.Compare(before, after))
	if len(p.Method) != 2 || p.Self[cct.Calls][1] != 4 || p.Self[cct.Calls+cct.NumMetrics][1] != 6 ||
		p.Methods[0].Name != "lambda$f$1" {
		t.Errorf("methods %v, calls %v", p.Methods, p.Self)
	}
}

// TestLargePair checks that a tree beside itself has the same nodes, and both numbers of each.
func TestLargePair(t *testing.T) {
	tree := ccttest.Large(5000, 4)
	p := flame.NewPair(overlap.Compare(tree, tree))
	if !slices.Equal(p.End, tree.End) || !slices.Equal(p.Parent, tree.Parent) {
		t.Error("other nodes")
	}
	for m := range cct.NumMetrics {
		if !slices.Equal(p.Self[m], tree.Self[m]) || !slices.Equal(p.Self[m+cct.NumMetrics], tree.Self[m]) {
			t.Errorf("other %v", m)
		}
	}
}
