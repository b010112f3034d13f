package gate_test

import (
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/efficiency"
	"jprof/report/gate"
	"jprof/report/pattern"
	"jprof/report/reporttest"
)

// TestTitlesOfGates checks that people read the names of classes that the source has, and that programs get those of
// class files.
func TestTitlesOfGates(t *testing.T) {
	compare, err := pattern.ParseMethodEnd("new Comparator.compare")
	if err != nil {
		t.Fatal(err)
	}
	v := gate.Check(reporttest.SampleModel(t), gate.Rules{Methods: []gate.MethodRule{
		{Match: compare, Executions: new(uint64)}}})

	m := cct.Method{Class: "app.Shop$1", Name: "f", Descriptor: "()V", Shown: cct.ClassName{Name: "app.Shop.OPEN"}}
	b := ccttest.NewBuilder()
	b.Thread("main")
	b.Node(1, b.Method(m), 3, 4, nil)
	rule := gate.ContextRule{Match: compiled(t, "Shop.OPEN.f"), Limits: limits(cct.Calls, 2)}
	v.Gates = append(v.Gates, gate.CheckContexts(b.Tree(), report.RunInfo{},
		gate.Rules{Contexts: []gate.ContextRule{rule}}).Gates...)

	is := &efficiency.Method{Method: m}
	is.With[efficiency.NoEffect] = efficiency.Contexts{Number: 1, Cost: 40}
	r := &efficiency.Result{Total: efficiency.Numbers{Cost: 100}, Methods: []*efficiency.Method{is}}
	for _, most := range []gate.Percent{1000, 90_000} {
		limit := gate.EfficiencyRule{Match: &rule.Match}
		limit.Shares[efficiency.NoEffect] = &most
		gate.CheckEfficiency(v, r, []gate.EfficiencyRule{limit})
	}

	var titles, subjects []string
	for _, g := range v.Gates {
		titles, subjects = append(titles, g.Name()), append(subjects, g.Subject)
		if !strings.Contains(g.Text(), "("+g.Name()+")") {
			t.Errorf("the text %s has not %s", g.Text(), g.Name())
		}
	}
	if want := []string{"method org.example.Shapes.new Comparator::compare(Shape x, Shape y)",
		"method app.Shop.OPEN.f()", "method app.Shop.OPEN.f()",
		"methods Shop.OPEN.f, most: app.Shop.OPEN.f()"}; !slices.Equal(titles, want) {
		t.Errorf("people get %q", titles)
	}
	if want := []string{"method org.example.Shapes$1::compare(Shape x, Shape y)", "method app.Shop$1.f()",
		"method app.Shop$1.f()", "methods Shop.OPEN.f, most: app.Shop$1.f()"}; !slices.Equal(subjects, want) {
		t.Errorf("programs get %q", subjects)
	}
}
