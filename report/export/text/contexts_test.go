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

const shop = `
thread main
  org.shop.Shop.main([Ljava/lang/String;)V 1 10
    org.shop.Shop.buy(ILjava/lang/String;)V 3 30 org.shop.Order=3
      org.shop.Item.price()I 30 300 int[]=30/90
    org.shop.Shop.sell(I)V 1 40
      org.shop.Item.price()I 10 100 int[]=10/10
      org.shop.Shop.walk(I)V 1 5
        org.shop.Shop.walk(I)V 1 5
          org.shop.Shop.walk(I)V 1 5
            org.shop.Shop.walk(I)V 1 5
              org.shop.Item.price()I 1 500 org.shop.Item=2
thread pool-N
  org.shop.Shop.sell(I)V 1 4
`

// wantText compares without blanks at the ends of lines.
func wantText(t *testing.T, got, want string) {
	t.Helper()
	want = strings.ReplaceAll(strings.TrimPrefix(want, "\n"), "BYTES", contextview.BytesNote(ccttest.Tree(t, shop)))
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func shownContexts(t *testing.T, width int, v *contextview.View, next string) string {
	t.Helper()
	var b strings.Builder
	if err := text.Contexts(&b, width, v, report.RunInfo{ID: "r1"}, next); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func options(by cct.Metric) contextview.Options {
	return contextview.Options{By: by, Makers: 2, Limits: contextview.Limits{Rows: 20, Share: 0.02}}
}

func TestOverviewOfContexts(t *testing.T) {
	tree := ccttest.Tree(t, shop)
	tree.About.Blocks = "fast"
	wantText(t, shownContexts(t, 0, contextview.Overview(tree, options(cct.Bytecodes)), "next: more"), `
run r1
11 contexts of 5 methods: 51 calls, 1,004 bytecodes, 5 objects, 40 arrays with 100 elements
recorded: coverage app, blocks fast, recursion full

hottest methods by bytecodes, without what they call
  exclusive       %  inclusive       %  calls  contexts  method
        900  89.6 %        900  89.6 %     41         3  org.shop.Item.price()
         44   4.4 %        664  66.1 %      2         2  org.shop.Shop.sell(int)
         30   3.0 %        330  32.9 %      3         1  org.shop.Shop.buy(int,String)
         20   2.0 %        520  51.8 %      4         4  org.shop.Shop.walk(int)
         10   1.0 %      1,000  99.6 %      1         1  org.shop.Shop.main(String[])

hottest paths by bytecodes
  inclusive       %  exclusive  calls  context
      1,000  99.6 %          0      0  thread main
      1,000  99.6 %         10      1    org.shop.Shop.main(String[])
        660  65.7 %         40      1      org.shop.Shop.sell(int)
                                             ⋮ 4 levels of org.shop.Shop.walk(int)
        500  49.8 %        500      1          org.shop.Item.price()
        100  10.0 %        100     10        org.shop.Item.price()
        330  32.9 %         30      3      org.shop.Shop.buy(int,String)
        300  29.9 %        300     30        org.shop.Item.price()
  not shown: 1 context, with 0.4 % of the exclusive bytecodes; --min 0.2 shows smaller ones

the hottest method: org.shop.Item.price(), in 3 contexts
                             inclusive  % of all  exclusive  % of all
  calls                                                  41    80.4 %
  bytecodes                        900    89.6 %        900    89.6 %
  objects                            2    40.0 %          2    40.0 %
  arrays                            40   100.0 %         40   100.0 %
  elements                         100   100.0 %        100   100.0 %
  bytes                         ≥1,200               ≥1,200
  elements per array               2.5                  2.5
  made per 1,000 bytecodes        46.7                 46.7
  bytes per 1,000 bytecodes    1,333.3              1,333.3

callers, each below what it calls; the numbers are the method's, as called from there
  inclusive        %  exclusive  calls  caller
        900  100.0 %        900     41  org.shop.Item.price()
                                          ⋮ 3 levels of org.shop.Shop.walk(int)
        500   55.6 %        500      1      org.shop.Shop.walk(int)
        500   55.6 %        500      1        org.shop.Shop.sell(int)
        500   55.6 %        500      1          org.shop.Shop.main(String[])
        500   55.6 %        500      1            thread main
        300   33.3 %        300     30    org.shop.Shop.buy(int,String)
        300   33.3 %        300     30      org.shop.Shop.main(String[])
        300   33.3 %        300     30        thread main
        100   11.1 %        100     10    org.shop.Shop.sell(int)
  not shown: the callers of the last rows, for 11.1 % of the bytecodes; the command at the end shows more

allocations below it, and in it
  objects  arrays  elements  avg length  bytes  type           made by
               40       100         2.5  1,200  int[]          org.shop.Item.price() 40
        2                                    ?  org.shop.Item  org.shop.Item.price() 2

notes on these numbers
  bytecodes: upper bound: blocks count as a whole where an exception leaves them (fast blocks)
  BYTES

next: more
`)
}

func TestMethodsOfContexts(t *testing.T) {
	tree := ccttest.Tree(t, shop)
	v := contextview.OfMethods(tree, options(cct.Calls), func(m *cct.Method) bool { return m.Name == "price" })
	wantText(t, shownContexts(t, 60, v, ""), `
run r1
11 contexts of 5 methods: 51 calls, 1,004 bytecodes, 5 objects, 40 arrays with 100 elements
recorded: coverage app, blocks exact, recursion full

org.shop.Item.price(), in 3 contexts
                             inclusive  % of all  exclusive  % of all
  calls                                                  41    80.4 %
  bytecodes                        900    89.6 %        900    89.6 %
  objects                            2    40.0 %          2    40.0 %
  arrays                            40   100.0 %         40   100.0 %
  elements                         100   100.0 %        100   100.0 %
  bytes                         ≥1,200               ≥1,200
  elements per array               2.5                  2.5
  made per 1,000 bytecodes        46.7                 46.7
  bytes per 1,000 bytecodes    1,333.3              1,333.3

callers, each below what it calls; the numbers are the method's, as called from there
  calls        %  caller
     41  100.0 %  org.shop.Item.price()
     30   73.2 %    org.shop.Shop.buy(int,String)
     30   73.2 %      org.shop.Shop.main(String[])
     30   73.2 %        thread main
     10   24.4 %    org.shop.Shop.sell(int)
     10   24.4 %      org.shop.Shop.main(String[])
     10   24.4 %        thread main
                    ⋮ 3 levels of org.shop.Shop.walk(int)
      1    2.4 %      org.shop.Shop.walk(int)
      1    2.4 %        org.shop.Shop.sell(int)
      1    2.4 %          org.shop.Shop.main(String[])
      1    2.4 %            thread main

callees: what is executed below it; inclusive: its calls, and those of all that it calls
  inclusive        %  exclusive  calls  context
         41  100.0 %         41     41  Item.price()

allocations below it, and in it
  objects  arrays  elements  avg length  bytes  type         made by
               40       100         2.5  1,200  int[]        Item.price()…
        2                                    ?  ….shop.Item  Item.price()…

notes on these numbers
  BYTES
`)
}

// A bridge is no recursion: it is marked, also where there is little room.
func TestBridges(t *testing.T) {
	tree := ccttest.Tree(t, `
thread main
  org.shop.Item.copy()Ljava/lang/Object; 1 3
    org.shop.Item.copy()Lorg/shop/Item; 1 20
    org.shop.Item.compareTo(Ljava/lang/String;)I 1 20
`)
	for i := range tree.Methods {
		tree.Methods[i].Bridge = strings.HasSuffix(tree.Methods[i].Descriptor, "Object;") ||
			tree.Methods[i].Name == "compareTo"
	}
	view := contextview.Overview(tree, options(cct.Bytecodes))
	for width, want := range map[int]string{
		0: "   org.shop.Item.copy() (bridge)\n" +
			"         20   46.5 %         20      1      org.shop.Item.compareTo(String) (bridge)\n" +
			"         20   46.5 %         20      1      org.shop.Item.copy()\n",
		70: "    Item.copy() (bridge)\n         20   46.5 %         20      1      Item.compareTo(…) (bridge)\n",
	} {
		if got := shownContexts(t, width, view, ""); !strings.Contains(got, want) {
			t.Errorf("%d columns: no %q in\n%s", width, want, got)
		}
	}
}

func TestFlatContexts(t *testing.T) {
	tree := ccttest.Tree(t, shop)
	wantText(t, shownContexts(t, 120, contextview.Flat(tree, options(cct.Arrays), nil), ""), `
run r1
11 contexts of 5 methods: 51 calls, 1,004 bytecodes, 5 objects, 40 arrays with 100 elements
recorded: coverage app, blocks exact, recursion full

hottest methods by arrays, without what they call; per 1,000 bytecodes: objects and arrays, and their bytes
  exclusive        %  inclusive  objects  arrays  avg length   bytes  per 1,000  bytes per 1,000  method
         40  100.0 %         40        2      40         2.5  ≥1,200       46.7          1,333.3  Item.price()
          0    0.0 %         40        0       0                   0        0.0              0.0  Shop.main(String[])
          0    0.0 %         30        3       0                   ?      100.0                   Shop.buy(int,String)
          0    0.0 %         10        0       0                   0        0.0              0.0  Shop.sell(int)

notes on these numbers
  BYTES
`)
}

// TestCallsOnly checks that nothing of a run with --blocks calls looks like a number that was not recorded.
func TestCallsOnly(t *testing.T) {
	tree := ccttest.Tree(t, `
thread main
  Shop.walk(I)V 1 0
    Shop.walk(I)V 2 0
      Item.price()I 3 0
`)
	tree.About.Blocks = "calls"
	wantText(t, shownContexts(t, 0, contextview.Overview(tree, options(cct.Calls)), ""), `
run r1
3 contexts of 2 methods: 6 calls; bytecodes and allocations unknown
recorded: coverage app, blocks calls, recursion full

hottest methods by calls, without what they call; inclusive: its calls, and those of all that it calls
  exclusive       %  inclusive        %  calls  contexts  method
          3  50.0 %          6  100.0 %      3         2  Shop.walk(int)
          3  50.0 %          3   50.0 %      3         1  Item.price()

hottest paths by calls; inclusive: its calls, and those of all that it calls
  inclusive        %  exclusive  calls  context
          6  100.0 %          0      0  thread main
          6  100.0 %          1      1    Shop.walk(int)
          5   83.3 %          2      2      Shop.walk(int)
          3   50.0 %          3      3        Item.price()

the hottest method: Shop.walk(int), in 2 contexts
         inclusive  % of all  exclusive  % of all
  calls                               3    50.0 %

callers, each below what it calls; the numbers are the method's, as called from there
  calls        %  caller
      3  100.0 %  Shop.walk(int)
      2   66.7 %    Shop.walk(int)
      2   66.7 %      thread main
      1   33.3 %    thread main

notes on these numbers
  bytecodes and allocations are unknown: the run recorded calls only (--blocks calls)
`)
}

// TestRecursiveCallers checks that the cost of recursive calls is in that of the first one, and that rows say so.
func TestRecursiveCallers(t *testing.T) {
	tree := ccttest.Tree(t, `
thread main
  Shop.walk(I)V 1 5
    Shop.walk(I)V 2 20
`)
	v := contextview.OnlyCallers(tree, options(cct.Bytecodes), func(m *cct.Method) bool { return m.Name == "walk" })
	got := shownContexts(t, 0, v, "")
	want := `
  inclusive        %  exclusive  calls  caller
         25  100.0 %         25      3  Shop.walk(int)
         25  100.0 %          5      1    thread main
                             20      2    Shop.walk(int) (recursive)
                             20      2      thread main (recursive)
`
	if !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestContextsBeyondTheLimit checks that inclusive numbers are marked where they are lower bounds, and that calls
// beyond the limit are no contexts.
func TestContextsBeyondTheLimit(t *testing.T) {
	tree := ccttest.Tree(t, shop+"thread (beyond the limit)\n  org.shop.Item.tax()I 2000 4000\n")
	tree.About.Limit = 2_000_000
	tax := func(m *cct.Method) bool { return m.Name == "tax" }
	shown, notes, _ := strings.Cut(shownContexts(t, 0,
		contextview.OnlyCallers(tree, options(cct.Bytecodes), tax), ""), "\nnotes on these numbers\n")
	wantText(t, shown, `
run r1
11 contexts of 6 methods: 2,051 calls, 5,004 bytecodes, 5 objects, 40 arrays with 100 elements
recorded: coverage app, blocks exact, recursion full

org.shop.Item.tax(), in 0 contexts and beyond the limit of contexts
             inclusive  % of all  exclusive  % of all
  calls                               2,000    97.5 %
  bytecodes     ≥4,000    79.9 %      4,000    79.9 %
  objects           ≥0     0.0 %          0     0.0 %
  arrays            ≥0     0.0 %          0     0.0 %
  elements          ≥0     0.0 %          0     0.0 %

callers, each below what it calls; the numbers are the method's, as called from there
  inclusive        %  exclusive  calls  caller
     ≥4,000  100.0 %      4,000  2,000  org.shop.Item.tax()
     ≥4,000  100.0 %      4,000  2,000    thread (beyond the limit)
`)
	if !strings.Contains(notes, "Inclusive numbers are lower bounds (≥)") {
		t.Errorf("notes %s", notes)
	}
	// The allocations of calls beyond the limit are missing below a method, and nowhere else.
	price := func(m *cct.Method) bool { return m.Name == "price" }
	below := shownContexts(t, 0, contextview.Allocations(tree, options(cct.Bytecodes), price), "")
	if want := "   ≥40      ≥100         2.5  ≥1,200  int[] "; !strings.Contains(below, want) {
		t.Errorf("no %q in\n%s", want, below)
	}
	all := shownContexts(t, 0, contextview.Allocations(tree, options(cct.Bytecodes), nil), "")
	if want := "    40       100         2.5  1,200  int[] "; !strings.Contains(all, want) {
		t.Errorf("no %q in\n%s", want, all)
	}
	flat := shownContexts(t, 0, contextview.Flat(tree, options(cct.Bytecodes), tax), "")
	if want := "  4,000  79.9 %     ≥4,000  79.9 %  2,000         0  "; !strings.Contains(flat, want) {
		t.Errorf("no %q in\n%s", want, flat)
	}
}

// TestArraysOfKilledJVMs checks that arrays that may not have been made do not look like certain ones.
func TestArraysOfKilledJVMs(t *testing.T) {
	tree := ccttest.Tree(t, `
thread main
  Shop.walk(I)V 1 5 int[]=2/0 long[]=3/9
`)
	tree.About.Snapshots, tree.About.Unmade = 1, 2
	got := shownContexts(t, 0, contextview.Allocations(tree, options(cct.Arrays), nil), "")
	want := `
  objects  arrays  elements  avg length  bytes  type    made by
                3         9         3.0    120  long[]  Shop.walk(int) 3
               ≤2                          ≤32  int[]   Shop.walk(int) 2
`
	if !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
