package contextview_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/contextview"
)

func TestCompare(t *testing.T) {
	before := ccttest.Tree(t, `
thread main
  Db.main()V 1 50
    Db.read()V 10 50
    Db.old()V 1 0
`)
	after := ccttest.Tree(t, `
thread main
  Db.main()V 1 50
    Db.read()V 10 30
      Db.look()V 10 20
`)
	d := contextview.Compare([2]*cct.Tree{before, after}, [2]report.RunInfo{}, nil, 10)
	if d.By != cct.Bytecodes || math.Abs(d.Overlap[cct.Bytecodes]-80) > 1e-9 || !d.Differs() {
		t.Errorf("by %v, overlap %v", d.By, d.Overlap)
	}
	if d.Both != 2 || d.Changed != 1 || d.New != 1 || d.Gone != 1 || d.OfMethods != 3 {
		t.Errorf("%d both, %d changed, %d new, %d gone, %d methods", d.Both, d.Changed, d.New, d.Gone, d.OfMethods)
	}
	var got []string
	for _, c := range d.Contexts {
		got = append(got, fmt.Sprintf("%s %v %v %d %d %.0f", strings.Join(c.Path, ";"), c.New, c.Gone,
			c.Values[0][cct.Bytecodes], c.Values[1][cct.Bytecodes], c.Lost))
	}
	same(t, got,
		"thread main;Db.main();Db.read() false false 50 30 10",
		"thread main;Db.main();Db.read();Db.look() true false 0 20 10",
		"thread main;Db.main();Db.old() false true 0 0 0")
	if len(d.Causes) != 1 || d.Causes[0].Contexts != 2 || !strings.Contains(d.Causes[0].Where, "Db.read") {
		t.Errorf("%+v", d.Causes)
	}
	if lost, others := d.RestOfContexts(); lost != 0 || others != 0 {
		t.Errorf("%d others, %v", others, lost)
	}
	var methods []string
	for _, m := range d.Methods {
		methods = append(methods, fmt.Sprintf("%s %v %v %d %d", m.Of.Name, m.New, m.Gone, m.Values[0][0],
			m.Values[1][0]))
	}
	same(t, methods, "look true false 0 10", "read false false 10 10", "old false true 1 0")
	calls := cct.Calls
	if by := contextview.Compare([2]*cct.Tree{before, before}, [2]report.RunInfo{}, &calls, 1); by.Differs() ||
		by.By != cct.Calls || by.Overlap[cct.Calls] != 100 {
		t.Errorf("a tree differs from itself: %+v", by)
	}
}

// TestLossesAddUp checks that the losses of entries and all others add up to 100 minus the overlap.
func TestLossesAddUp(t *testing.T) {
	before := ccttest.Tree(t, `
thread main
  Db.main()V 1 50
    Db.a()V 1 7
    Db.b()V 1 11
    Db.c()V 1 13
`)
	after := ccttest.Tree(t, `
thread main
  Db.main()V 1 50
    Db.a()V 1 8
    Db.b()V 1 12
    Db.c()V 1 23
`)
	d := contextview.Compare([2]*cct.Tree{before, after}, [2]report.RunInfo{}, nil, 1)
	digits := func(x float64) float64 { return math.Round(100*x) / 100 }
	sum := digits(d.Overlap[cct.Bytecodes])
	for _, c := range d.Contexts {
		sum += digits(c.Lost)
	}
	lost, others := d.RestOfContexts()
	if others != 3 || len(d.Contexts) != 1 || math.Abs(sum+lost-100) > 1e-9 { // the share of main differs, too
		t.Errorf("%d others take %v away: with the others and the overlap %v", others, lost, sum+lost)
	}
	lost, others = d.RestOfCauses()
	if sum = digits(d.Overlap[cct.Bytecodes]) + digits(d.Causes[0].Lost) + lost; math.Abs(sum-100) > 1e-9 {
		t.Errorf("%d others take %v away: with the others and the overlap %v", others, lost, sum)
	}
}
