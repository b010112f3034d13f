package text_test

import (
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/contextview"
	"jprof/report/export/text"
)

const shopAfter = `
thread main
  org.shop.Shop.main([Ljava/lang/String;)V 1 10
    org.shop.Shop.buy(ILjava/lang/String;)V 3 30 org.shop.Order=3
      org.shop.Item.price()I 30 250 int[]=30/90
        org.shop.Item.tax()I 30 60
`

func TestContextDiff(t *testing.T) {
	trees := [2]*cct.Tree{ccttest.Tree(t, shop), ccttest.Tree(t, shopAfter)}
	trees[0].About.Recursion, trees[1].About.Recursion = "full", "folded"
	d := contextview.Compare(trees, [2]report.RunInfo{{ID: "one"}, {ID: "other", Label: "now"}}, nil, 3)
	var b strings.Builder
	if err := text.ContextDiff(&b, 100, d); err != nil {
		t.Fatal(err)
	}
	wantText(t, strings.TrimRight(b.String(), "\n")+"\n", `
overlap by bytecodes: 33.86 %; calls 53.12 %, objects 60.00 %, arrays 75.00 %, elements 90.00 %
before  run one
        11 contexts of 5 methods: 51 calls, 1,004 bytecodes, 5 objects, 40 arrays with 100 elements
after   run now (other)
        4 contexts of 4 methods: 64 calls, 350 bytecodes, 3 objects, 30 arrays with 90 elements
warning: recorded otherwise: recursion was full before, and folded after: recursive calls have a context for each `+
		`level in one run, and one for all in the other
3 contexts in both, 1 of them changed; 1 new, 8 gone
in all: 1,004 -> 350 bytecodes, -654, x0.349

where paths begin to differ, and how much of the overlap is lost below
     lost  contexts  where
  32.87 %         7  callee differs below org.shop.Shop.main(String[])
  29.35 %         2  callee differs below org.shop.Item.price()
   0.20 %         1  only one run has the thread pool-N
   3.72 %         2  all other contexts, also those whose shares alone differ

contexts that differ most in bytecodes
  difference  bytecodes  ratio  calls       lost  context, called by
        -500  500 -> -   gone   1 -> -   24.90 %  Item.price() < Shop.walk(int) < Shop.walk(int) < …
        -100  100 -> -   gone   10 -> -   4.98 %  Item.price() < Shop.sell(int) < Shop.main(String[…
         +60  - -> 60    new    - -> 30   8.57 %  Item.tax() < Item.price() < Shop.buy(int,String) …
                                         27.69 %  all other contexts: 9

methods that differ most in bytecodes, without what they call
  difference  bytecodes   ratio   calls     method
        -650  900 -> 250  x0.278  41 -> 30  org.shop.Item.price()
         +60  - -> 60     new     - -> 30   org.shop.Item.tax()
         -44  44 -> -     gone    2 -> -    org.shop.Shop.sell(int)
  and 1 more
`)
}

func TestOverlapsOfContexts(t *testing.T) {
	one, other := ccttest.Tree(t, shop), ccttest.Tree(t, shopAfter)
	compare := func(a, b *cct.Tree) *contextview.Diff {
		return contextview.Compare([2]*cct.Tree{a, b}, [2]report.RunInfo{}, nil, 2)
	}
	var b strings.Builder
	if err := text.Overlaps(&b, 0, 3, []*contextview.Diff{compare(one, one), compare(one, other),
		compare(one, other)}); err != nil {
		t.Fatal(err)
	}
	wantText(t, strings.TrimRight(b.String(), "\n")+"\n", `
overlap of 3 equal runs by bytecodes
  runs      overlap  contexts that differ
  1 and 2  100.00 %                     0
  1 and 3   33.86 %                    10
  2 and 3   33.86 %                    10

methods that vary, of the two runs that differ most
  difference  bytecodes   ratio   calls     method
        -650  900 -> 250  x0.278  41 -> 30  org.shop.Item.price()
         +60  - -> 60     new     - -> 30   org.shop.Item.tax()
  and 2 more
`)
}

// TestJoinedCauses checks that places of one name share a row, and that the largest loss is first.
func TestJoinedCauses(t *testing.T) {
	tree := ccttest.Tree(t, shop)
	d := contextview.Compare([2]*cct.Tree{tree, tree}, [2]report.RunInfo{}, nil, 3)
	d.Causes = []contextview.Cause{{Where: "a", Lost: 3, Contexts: 1}, {Where: "b", Lost: 2, Contexts: 4},
		{Where: "b", Lost: 1.5, Contexts: 2}}
	var out strings.Builder
	if err := text.ContextDiff(&out, 0, d); err != nil {
		t.Fatal(err)
	}
	if want := "  3.50 %         6  b\n  3.00 %         1  a\n"; !strings.Contains(out.String(), want) {
		t.Errorf("no %q in\n%s", want, out.String())
	}
}
