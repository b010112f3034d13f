package contextview_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"jprof/internal/format/jfr"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/contextview"
)

// timed returns a tree with so many samples at each node. text has a number for each of its nodes, roots included.
func timed(t *testing.T, drawing string, misses bool, samples ...int) *cct.Tree {
	t.Helper()
	tree := ccttest.Tree(t, drawing)
	if len(samples) != tree.Len() {
		t.Fatalf("%d numbers for %d nodes", len(samples), tree.Len())
	}
	tree.Times = &cct.Times{Clock: jfr.CPU, Misses: misses, Period: jfr.Period}
	tree.Self[cct.Time] = make([]uint64, tree.Len())
	for node, n := range samples {
		a := jfr.Amount{Samples: n, Nanos: uint64(n) * jfr.Period}
		tree.Self[cct.Time][node] = a.Nanos
		tree.Times.All = tree.Times.All.Plus(a)
		if n > 0 {
			tree.Times.Stacks = append(tree.Times.Stacks, cct.PlacedStack{Node: int32(node), Amount: a})
		}
	}
	return tree
}

// TestUnequal lists the methods whose shares differ by more than the noise, and no others.
func TestUnequal(t *testing.T) {
	const drawing = `
	thread main
	  A.main()V 1 0
	    A.copy()V 1 600
	      A.walk()V 1 100
	    A.even()V 1 200
	    A.load()V 1 20
	      A.walk()V 1 100
	    A.rare()V 1 2
	`
	tree := timed(t, drawing, false, 0, 0, 50, 10, 190, 310, 390, 4)
	tree.Times.Stacks = append(tree.Times.Stacks, cct.PlacedStack{Node: 5, In: "java.io.FileInputStream.readBytes",
		Amount: jfr.Amount{Samples: 930, Nanos: 930 * jfr.Period}})
	tree.Times.Waits = []cct.PlacedStack{{Node: 5, Event: "jdk.ThreadPark", Amount: jfr.Amount{Samples: 2, Nanos: 3e6}}}
	u := contextview.UnequalOf(tree, contextview.Limits{Rows: 10, Share: 0.01}, nil)
	lines := func(list []contextview.Unequal) []string {
		var out []string
		for _, x := range list {
			out = append(out, strings.Join([]string{x.Title(tree), x.BytecodesText(), x.TimeText(), x.FactorText(),
				x.CausesText()}, " | "))
		}
		return out
	}
	for _, x := range []struct {
		what      string
		got, want []string
	}{
		{"slow", lines(u.Slow), []string{
			"A.load() | 2.0 % | 32.5 % (29.0 % to 36.3 %) | ≥15 | 75.0 % in java.io.FileInputStream.readBytes and " +
				"waited 3.00 ms parked, for a lock or a task",
			"A.walk() | 19.6 % | 41.9 % (37.9 % to 46.2 %) | ≥1.9 | "}},
		{"quick", lines(u.Quick), []string{"A.copy() | 58.7 % | 5.2 % (3.9 % to 6.9 %) | ≥8.5 | "}},
		{"contexts", lines(u.Contexts), []string{
			"A.walk() < A.load() < A.main() | 9.8 % | 40.9 % (36.9 % to 45.1 %) | ≥1.8 | ",
			"A.walk() < A.copy() < A.main() | 9.8 % | 1.0 % (0.5 % to 1.9 %) | ≥11 | "}},
	} {
		if !reflect.DeepEqual(x.got, x.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", x.what, strings.Join(x.got, "\n"), strings.Join(x.want, "\n"))
		}
	}
	few := contextview.UnequalOf(tree, contextview.Limits{Rows: 1, Share: 0.01}, func(m *cct.Method) bool {
		return m.Name == "walk"
	})
	if len(few.Slow) != 1 || len(few.Quick) > 0 || len(few.Contexts) != 1 || few.OfContexts != 2 {
		t.Errorf("of walk: %+v", few)
	}
}

// TestUnequalNoise lists nothing where the samples are what chance makes of equal shares.
func TestUnequalNoise(t *testing.T) {
	var drawing strings.Builder
	samples := []int{0}
	drawing.WriteString("thread main\n")
	for i := range 100 {
		fmt.Fprintf(&drawing, "  A.m%d()V 1 100\n", i)
		samples = append(samples, []int{3, 12, 20, 27, 38}[i%5]) // of 20 each, up to four standard deviations off
	}
	tree := timed(t, drawing.String(), false, samples...)
	u := contextview.UnequalOf(tree, contextview.Limits{Rows: 1000, Share: 0}, nil)
	for _, x := range append(u.Slow, u.Contexts...) {
		t.Errorf("%s has %d samples and is listed: %s", x.Of.Name, x.Samples, x.TimeText())
	}
	for _, x := range u.Quick {
		if x.Samples != 3 {
			t.Errorf("%s has %d samples and is listed: %s", x.Of.Name, x.Samples, x.TimeText())
		}
	}
	if len(u.Quick) != 20 {
		t.Errorf("%d methods are listed that have 3 samples of 20", len(u.Quick))
	}
}

// TestWaits adds up waits of the same method and callers, and finds those below a method.
func TestWaits(t *testing.T) {
	tree := timed(t, `
	thread main
	  A.main()V 1 9
	    A.put()V 1 1
	      A.lock()V 1 1
	    A.take()V 1 1
	      A.lock()V 1 1
	        A.sleep()V 1 1
	thread worker
	  A.main()V 1 9
	    A.put()V 1 1
	      A.lock()V 1 1
	`, false, make([]int, 11)...)
	wait := func(node int32, event string, n int, nanos uint64) {
		tree.Times.Waits = append(tree.Times.Waits, cct.PlacedStack{Node: node, Event: event, In: "java.X.y",
			Amount: jfr.Amount{Samples: n, Nanos: nanos}})
	}
	wait(3, "jdk.JavaMonitorEnter", 2, 2e9)
	wait(3, "jdk.JavaMonitorEnter", 1, 1e9)
	wait(10, "jdk.JavaMonitorEnter", 4, 4e9)
	wait(6, "jdk.ThreadSleep", 5, 5e8)
	wait(6, "jdk.Unknown", 1, 1)
	tree.Times.OtherWaits = jfr.Amount{Samples: 9, Nanos: 9}
	lines := func(w *contextview.Waits) []string {
		var out []string
		for _, e := range w.Events {
			out = append(out, fmt.Sprint(e.Words(), " ", e.Samples, " ", e.Nanos))
		}
		for _, x := range w.List {
			out = append(out, fmt.Sprint(x.Event, " ", x.Samples, " ", x.Nanos, " ", x.Contexts, " ",
				contextview.PathText(x.Path, x.More)))
		}
		return append(out, fmt.Sprint(w.Of, " ", w.Other.Samples))
	}
	all := lines(contextview.WaitsOf(tree, contextview.Limits{Rows: 2}, nil))
	if want := []string{"to enter synchronized 7 7000000000", "in Thread.sleep 5 500000000", "jdk.Unknown 1 1",
		"jdk.JavaMonitorEnter 7 7000000000 2 A.lock() < A.put() < A.main()",
		"jdk.ThreadSleep 5 500000000 1 A.sleep() < A.lock() < A.take() < …", "3 9"}; !reflect.DeepEqual(all, want) {
		t.Errorf("got %q", all)
	}
	below := lines(contextview.WaitsOf(tree, contextview.Limits{Rows: 1}, func(m *cct.Method) bool {
		return m.Name == "take"
	}))
	if want := []string{"in Thread.sleep 5 500000000", "jdk.Unknown 1 1",
		"jdk.ThreadSleep 5 500000000 1 A.sleep() < A.lock() < A.take() < …", "2 0"}; !reflect.DeepEqual(below, want) {
		t.Errorf("got %q", below)
	}
}

// TestTimeText writes times with their interval, bounds where there are few samples, and nothing for none.
func TestTimeText(t *testing.T) {
	for _, x := range []struct {
		misses  bool
		samples int
		want    string
	}{
		{false, 100, "1.00 s (814 ms to 1.22 s)"}, {true, 100, "1.00 s (814 ms to 1.22 s)"},
		{false, 4, "< 102 ms"}, {true, 4, "too few samples"}, {false, 0, "–"}, {true, 0, "–"},
	} {
		tree := timed(t, "thread main\n  A.f()V 1 1", x.misses, 0, x.samples)
		if got := contextview.TimeText(tree, tree.Self[cct.Time][1]); got != x.want {
			t.Errorf("%+v: got %s", x, got)
		}
	}
}
