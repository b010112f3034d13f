package efficiency_test

import (
	"slices"
	"testing"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

// twoSteps is a source with the trees of another one in two test steps.
type twoSteps struct{ other }

func (s twoSteps) Walk(v contexts.Visitor) error {
	for _, step := range s.head.Steps {
		if err := s.Source.Walk(inStep{v, step}); err != nil {
			return err
		}
	}
	return nil
}

type inStep struct {
	contexts.Visitor
	step string
}

func (v inStep) Root(r contexts.Root) error {
	r.Step = v.step
	return v.Visitor.Root(r)
}

// TestApart checks that steps that are analyzed apart have the numbers of an analysis of each of them.
func TestApart(t *testing.T) {
	c := recorded(t, jtest.Newest(t), timeFormat, "TimeFormat")
	source := c.Profile.Source()
	head := *source.Head()
	head.Steps = []string{"it", "unit"}
	numbersOf := func(steps []string, apart bool) []efficiency.Numbers {
		var all []efficiency.Numbers
		o := efficiency.Default()
		o.Steps, o.Apart = steps, apart
		o.EachNode = func(at int, n *efficiency.Numbers) {
			all = append(all, make([]efficiency.Numbers, max(0, at+1-len(all)))...)
			all[at] = *n
		}
		if _, err := efficiency.Analyze(twoSteps{other{source, &head}}, c.Pack, o); err != nil {
			t.Fatal(err)
		}
		return all
	}
	one, apart := numbersOf([]string{"it"}, false), numbersOf(nil, true)
	if len(one) < 10 || !slices.Equal(apart, slices.Concat(one, one)) {
		t.Errorf("%d contexts of a step, %d of two, or others", len(one), len(apart))
	}
}
