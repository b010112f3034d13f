package contextview_test

import (
	"fmt"
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/contextview"
)

func TestStacks(t *testing.T) {
	tree := ccttest.Tree(t, shop)
	var got []string
	for s := range contextview.Stacks(tree) {
		text := ""
		for _, node := range s.Path {
			text += tree.Name(int(node)) + " "
		}
		got = append(got, text+fmt.Sprint(s.Self[cct.Bytecodes]))
	}
	same(t, got[:4],
		"main Shop.main()V 10",
		"main Shop.main()V Shop.buy(I)V 30",
		"main Shop.main()V Shop.buy(I)V Item.price()I 300",
		"main Shop.main()V Shop.sell(I)V 40")
	if last := got[len(got)-1]; last != "pool-N Shop.sell(I)V 4" || len(got) != tree.Contexts() {
		t.Errorf("%d stacks, the last is %s", len(got), last)
	}
}

// TestStacksAreCut checks that what is deeper than the limit is in the last level, and in sums.
func TestStacksAreCut(t *testing.T) {
	const deeper = 100
	b := ccttest.NewBuilder()
	b.Thread("main")
	down := b.Method(cct.Method{Class: "Deep", Name: "down", Descriptor: "(I)I"})
	for i := range contextview.MaxStack + deeper {
		b.Node(i+1, down, 1, 9, nil)
	}
	b.Node(1, down, 1, 9, nil)
	tree := b.Tree()
	sum, deepest, last := uint64(0), 0, 0
	for s := range contextview.Stacks(tree) {
		sum += s.Self[cct.Bytecodes]
		last = len(s.Path) - 1
		deepest = max(deepest, last)
	}
	if sum != tree.Sum(cct.Bytecodes) || deepest != contextview.MaxStack || last != 1 {
		t.Errorf("sum %d, want %d, %d levels, the last context at %d", sum, tree.Sum(cct.Bytecodes), deepest, last)
	}
	if n := contextview.Deeper(tree); n != deeper {
		t.Errorf("%d contexts are deeper, want %d", n, deeper)
	}
}
