package times

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/compare"
)

// Comparison is how the times of one invocation differ between two runs.
type Comparison struct {
	Before, After *Model
	// Changes are the methods whose intervals do not overlap: those whose change took or saved most time in the run
	// after come first.
	Changes []Change
	Within  int // methods with enough samples in both runs whose intervals overlap
}

// Change is a method whose time has changed by more than the noise of sampling.
type Change struct {
	Old, New Method
}

// Slower reports whether the time has grown.
func (c Change) Slower() bool { return c.bounds(c.New).Low > c.bounds(c.Old).High }

// Nanos is how much time all invocations of the run after took more or less than at the speed before.
func (c Change) Nanos() float64 {
	return math.Abs(c.bounds(c.New).Nanos-c.bounds(c.Old).Nanos) * float64(c.New.Count)
}

func (Change) bounds(m Method) Per {
	per, _ := m.PerExecution(m.Self)
	return per
}

// Slower are the changes that are slower.
func (c *Comparison) Slower() int {
	n := 0
	for _, change := range c.Changes {
		if change.Slower() {
			n++
		}
	}
	return n
}

// Compare compares two runs by their methods. A method without samples in one of them has an upper bound there. One
// that was not invoked in both is not compared.
func Compare(before, after *Model) *Comparison {
	c := &Comparison{Before: before, After: after}
	for _, p := range compare.Pairs(before.Report, after.Report) {
		old, new := before.methodOf(p[0]), after.methodOf(p[1])
		was, ok := old.PerExecution(old.Self)
		is, okNow := new.PerExecution(new.Self)
		switch {
		case !ok || !okNow || was.Below && is.Below:
		case is.Low > was.High || is.High < was.Low:
			c.Changes = append(c.Changes, Change{old, new})
		case !was.Below && !is.Below:
			c.Within++
		}
	}
	slices.SortFunc(c.Changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(b.Nanos(), a.Nanos()), strings.Compare(a.New.File.Path, b.New.File.Path),
			cmp.Compare(a.New.Index, b.New.Index))
	})
	return c
}

// methodOf is the cost of a method, also of one without samples.
func (m *Model) methodOf(ref report.MethodRef) Method {
	c, _ := m.Method(ref)
	c.Count = ref.Method().Invocations
	return Method{ref, c}
}
