package times

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/compare"
)

// Comparison lists the changes in the times of one invocation between two runs.
type Comparison struct {
	Before, After *Model
	// Changes lists the methods whose intervals do not overlap. Those that gained or lost most time in the run after
	// come first.
	Changes []Change
	Within  int // methods with enough samples in both runs whose intervals overlap
	// Median is the weighted median of the factors by which the time of one invocation has changed. Methods with lower
	// factors have half of the time. It is 0 if no method has enough samples in both runs. A factor far from 1 for most
	// methods may come from a change of the machine.
	Median float64
}

// Change is a method whose time of one invocation has changed by more than the noise of sampling.
type Change struct {
	Old, New Method
	Was, Is  Per
}

// Slower reports whether the time has grown.
func (c Change) Slower() bool { return c.Is.Low > c.Was.High }

// Nanos returns the time that all invocations of the run after gained or lost, in comparison with the speed before.
func (c Change) Nanos() float64 { return math.Abs(c.Is.Nanos-c.Was.Nanos) * float64(c.New.Count) }

// Slower returns the number of changes that are slower.
func (c *Comparison) Slower() int {
	n := 0
	for _, change := range c.Changes {
		if change.Slower() {
			n++
		}
	}
	return n
}

// Compare compares two runs by their methods. A method without samples in one of them has an upper bound there, if the
// clock has bounds. A method that was not invoked in both is not compared.
func Compare(before, after *Model) *Comparison {
	c := &Comparison{Before: before, After: after}
	var factors []factor
	for _, p := range compare.Pairs(before.Report, after.Report) {
		old, new := before.methodOf(p[0]), after.methodOf(p[1])
		was, ok := before.PerExecution(old.Self, old.Count)
		is, okNow := after.PerExecution(new.Self, new.Count)
		if !ok || !okNow || was.Below && is.Below {
			continue
		}
		resolved := !was.Below && !is.Below
		if resolved {
			factors = append(factors, factor{is.Nanos / was.Nanos, old.Self.Nanos})
		}
		if is.Low > was.High || is.High < was.Low {
			c.Changes = append(c.Changes, Change{old, new, was, is})
		} else if resolved {
			c.Within++
		}
	}
	c.Median = median(factors)
	slices.SortFunc(c.Changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(b.Nanos(), a.Nanos()), strings.Compare(a.New.File.Path, b.New.File.Path),
			cmp.Compare(a.New.Index, b.New.Index))
	})
	return c
}

// factor is the change of the time of a method, with the time before, in nanoseconds, as its weight.
type factor struct {
	by     float64
	weight uint64
}

// median returns the weighted median, 0 if there are no factors.
func median(factors []factor) float64 {
	slices.SortFunc(factors, func(a, b factor) int { return cmp.Compare(a.by, b.by) })
	all := uint64(0)
	for _, f := range factors {
		all += f.weight
	}
	below := uint64(0)
	for _, f := range factors {
		if below += f.weight; 2*below >= all {
			return f.by
		}
	}
	return 0
}

// methodOf returns the cost of a method, also of a method without samples.
func (m *Model) methodOf(ref report.MethodRef) Method {
	c, _ := m.Method(ref)
	c.Count = ref.Method().Invocations
	return Method{ref, c}
}
