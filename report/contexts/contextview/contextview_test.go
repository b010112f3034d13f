package contextview_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/contextview"
)

// shop has a method that is called from two places, recursion, and a chain.
const shop = `
thread main
  Shop.main()V 1 10
    Shop.buy(I)V 3 30 Order=3
      Item.price()I 30 300 int[]=30/90
    Shop.sell(I)V 1 40
      Item.price()I 10 100 int[]=10/10
      Shop.walk(I)V 1 5
        Shop.walk(I)V 1 5
          Shop.walk(I)V 1 5
            Shop.walk(I)V 1 5
              Item.price()I 1 500 Item=2
thread pool-N
  Shop.sell(I)V 1 4
`

// texts are rows as text: a level is a dot, then inclusive, exclusive and calls.
func texts(rows contextview.Rows) []string {
	list := []string{fmt.Sprint(rows.Whole)}
	for _, r := range rows.List {
		text := fmt.Sprintf("%s%s %d %d %d", strings.Repeat(".", r.Depth), r.Name, r.Inclusive, r.Exclusive, r.Calls)
		if r.Frameworks {
			text = fmt.Sprintf("%s%d levels of frameworks, %s to %s %d %d %d", strings.Repeat(".", r.Depth), r.Skipped,
				r.First, r.Last, r.Inclusive, r.Exclusive, r.Calls)
		} else if r.Skipped > 0 {
			text = fmt.Sprintf("%s%d levels, %s to %s", strings.Repeat(".", r.Depth), r.Skipped, r.First, r.Last)
		}
		if r.Hidden > 0 {
			text += fmt.Sprintf(", %d hidden", r.Hidden)
		}
		list = append(list, text)
	}
	return list
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// named matches methods by class and name.
func named(name string) func(*cct.Method) bool {
	return func(m *cct.Method) bool { return m.Class+"."+m.Name == name }
}

func TestPaths(t *testing.T) {
	tree := ccttest.Tree(t, shop)
	all := contextview.Limits{Rows: 100}
	same(t, texts(contextview.Paths(tree, cct.Bytecodes, all)),
		"1004",
		"thread main 1000 0 0",
		".Shop.main() 1000 10 1",
		"..Shop.sell(int) 660 40 1",
		"...Shop.walk(int) 520 5 1",
		"....Shop.walk(int) 515 5 1",
		".....Shop.walk(int) 510 5 1",
		"......Shop.walk(int) 505 5 1",
		".......Item.price() 500 500 1",
		"...Item.price() 100 100 10",
		"..Shop.buy(int) 330 30 3",
		"...Item.price() 300 300 30",
		"thread pool-N 4 0 0",
		".Shop.sell(int) 4 4 1")
	some := contextview.Limits{Rows: 100, Share: 0.02}
	same(t, texts(contextview.Paths(tree, cct.Bytecodes, some)),
		"1004",
		"thread main 1000 0 0",
		".Shop.main() 1000 10 1",
		"..Shop.sell(int) 660 40 1",
		"...4 levels, Shop.walk(int) to Shop.walk(int)",
		"....Item.price() 500 500 1",
		"...Item.price() 100 100 10",
		"..Shop.buy(int) 330 30 3",
		"...Item.price() 300 300 30")
	same(t, texts(contextview.Paths(tree, cct.Elements, contextview.Limits{Rows: 3})),
		"100",
		"thread main 100 0 0",
		".Shop.main() 100 0 1, 1 hidden",
		"..Shop.buy(int) 90 0 3")
	same(t, texts(contextview.Paths(tree, cct.Bytecodes, contextview.Limits{Rows: 100, Depth: 2, Share: 0.02})),
		"1004",
		"thread main 1000 0 0",
		".Shop.main() 1000 10 1")
}

func TestCallers(t *testing.T) {
	tree := ccttest.Tree(t, shop)
	price := contextview.Choose(tree, named("Item.price"))
	limits := contextview.Limits{Rows: 100, Share: 0.01}
	same(t, texts(price.Callers(cct.Calls, limits)),
		"41",
		"Item.price() 41 41 41",
		".Shop.buy(int) 30 30 30",
		"..Shop.main() 30 30 30",
		"...thread main 30 30 30",
		".Shop.sell(int) 10 10 10",
		"..Shop.main() 10 10 10",
		"...thread main 10 10 10",
		".3 levels, Shop.walk(int) to Shop.walk(int)",
		"..Shop.walk(int) 1 1 1",
		"...Shop.sell(int) 1 1 1",
		"....Shop.main() 1 1 1",
		".....thread main 1 1 1")
	walk := contextview.Choose(tree, named("Shop.walk"))
	same(t, texts(walk.Callers(cct.Bytecodes, limits)),
		"520",
		"Shop.walk(int) 520 20 4",
		".Shop.sell(int) 520 5 1",
		"..Shop.main() 520 5 1",
		"...thread main 520 5 1",
		".Shop.walk(int) 0 15 3, 1 hidden",
		"..Shop.walk(int) 0 10 2, 2 hidden")
}

func TestBelow(t *testing.T) {
	tree := ccttest.Tree(t, shop)
	c := contextview.Choose(tree, func(m *cct.Method) bool { return m.Name == "sell" || m.Name == "walk" })
	n, beyond := c.Contexts()
	if n != 6 || beyond || c.Inclusive[cct.Bytecodes] != 664 || c.Sums[cct.Bytecodes] != 64 || len(c.Methods) != 2 {
		t.Errorf("%d contexts, beyond %v, %v, %v", n, beyond, c.Inclusive, c.Sums)
	}
	same(t, texts(c.Below(cct.Bytecodes, contextview.Limits{Rows: 100, Share: 0.1})),
		"664",
		"Shop.sell(int) 664 44 2",
		".4 levels, Shop.walk(int) to Shop.walk(int)",
		"..Item.price() 500 500 1",
		".Item.price() 100 100 10")
	var made []string
	for _, a := range c.Allocated(cct.Bytecodes, 3) {
		made = append(made, fmt.Sprintf("%s %d %d %d %.1f %s %d", a.Type, a.Objects, a.Arrays, a.Elements,
			a.Average().Value, a.Makers[0].Method.Key(), a.Makers[0].Made))
	}
	same(t, made, "int[] 0 10 10 1.0 Item.price()I 10", "Item 2 0 0 0.0 Item.price()I 2")
	var types []string
	for _, a := range contextview.AllAllocated(tree, cct.Objects, 3) {
		types = append(types, a.Type)
	}
	same(t, types, "Order", "Item", "int[]")
}

func TestHottest(t *testing.T) {
	tree := ccttest.Tree(t, shop)
	list := contextview.Hottest(tree, cct.Bytecodes, func(m *cct.Method) bool { return m.Class == "Shop" })
	var got []string
	for _, h := range list {
		got = append(got, h.Of.Name)
	}
	same(t, got, "sell", "buy", "walk", "main")
	price := contextview.Hottest(tree, cct.Bytecodes, named("Item.price"))[0]
	if average := contextview.AverageArray(price.Self); average.String() != "2.5" {
		t.Errorf("average %v", average)
	}
	if density := contextview.Density(price.Self); density.String() != "46.7" { // 42 of 900
		t.Errorf("density %v", density)
	}
}

// TestLeft checks what rows omit, and which options show more.
func TestLeft(t *testing.T) {
	tree := ccttest.Tree(t, shop)
	type limits = contextview.Limits
	paths := func(by cct.Metric) func(limits) contextview.Rows {
		return func(l limits) contextview.Rows { return contextview.Paths(tree, by, l) }
	}
	price, sell := named("Item.price"), named("Shop.sell")
	for _, tt := range []struct {
		what   string
		rows   func(limits) contextview.Rows
		limits limits
		want   string
	}{
		{"paths", paths(cct.Bytecodes), limits{Rows: 3, Share: 0.02},
			"not shown: 9 contexts, with 95.0 % of the exclusive bytecodes; " +
				"-n 6 shows more rows, --min 0.2 smaller ones"},
		{"small paths", paths(cct.Bytecodes), limits{Rows: 100, Share: 0.02},
			"not shown: 1 context, with 0.4 % of the exclusive bytecodes; " +
				"--min 0.2 shows smaller ones"},
		{"all paths", paths(cct.Bytecodes), limits{Rows: 100}, ""},
		{"paths without", paths(cct.Objects), limits{Rows: 100}, ""}, // some have none of the metric
		{"callees", func(l limits) contextview.Rows {
			return contextview.Choose(tree, sell).Below(cct.Calls, l)
		}, limits{Rows: 100, Depth: 2}, "not shown: 4 contexts, with 23.5 % of the calls; " +
			"--depth 3 shows deeper ones"},
		{"callers", func(l limits) contextview.Rows {
			return contextview.Choose(tree, price).Callers(cct.Bytecodes, l)
		}, limits{Rows: 9, Share: 0.2}, "not shown: the callers of the last rows, for 11.1 % of the bytecodes; " +
			"--min 2 shows smaller ones"},
		{"callers of calls", func(l limits) contextview.Rows {
			return contextview.Choose(tree, price).Callers(cct.Calls, l)
		}, limits{Rows: 4, Share: 0.02}, "not shown: the callers of the last rows; " +
			"-n 8 shows more rows"},
	} {
		rows := tt.rows(tt.limits)
		by := cct.Bytecodes
		if strings.HasSuffix(tt.what, "calls") || tt.what == "callees" {
			by = cct.Calls
		}
		if got := rows.LeftText(by, true); got != tt.want {
			t.Errorf("%s: got %s\nwant %s\n%s", tt.what, got, tt.want, strings.Join(texts(rows), "\n"))
		}
	}
}

// TestDeepTreesAreShort checks that recursion of any depth is a few rows, in either direction, within a time.
func TestDeepTreesAreShort(t *testing.T) {
	const depth = 100_000
	b := ccttest.NewBuilder()
	b.Thread("main")
	down := b.Method(cct.Method{Class: "Deep", Name: "down", Descriptor: "(I)I"})
	for i := range depth {
		b.Node(i+1, down, 1, 9, nil)
	}
	tree := b.Tree()
	limits := contextview.Limits{Rows: 40, Share: 0.01}
	same(t, texts(contextview.Paths(tree, cct.Bytecodes, limits)),
		"900000",
		"thread main 900000 0 0",
		".99000 levels, Deep.down(int) to Deep.down(int)",
		"..Deep.down(int) 9000 9 1, 1 hidden")
	c := contextview.Choose(tree, named("Deep.down"))
	rows := c.Callers(cct.Bytecodes, limits)
	if n := len(rows.List); n < 3 || n > limits.Rows {
		t.Errorf("%d rows", n)
	}
	if first := rows.List[0]; first.Calls != depth || first.Inclusive != 9*depth {
		t.Errorf("%+v", first)
	}
}
