package cct

import (
	"math"
	"math/bits"
	"slices"
	"sync"
)

// Metric is a kind of number that each node has.
type Metric int

// The metrics.
const (
	Calls     Metric = iota // entries of the method
	Bytecodes               // executed instructions
	Objects                 // made by new, and by natives that make objects
	Arrays                  // made, of any type
	Elements                // of these arrays

	NumMetrics // the number of metrics that each run has

	// Exceptions counts calls that did not return: an exception, or the end of the JVM, ended them. It is exact.
	Exceptions = NumMetrics
	Time       = Exceptions + 1 // nanoseconds, as samples say: it is no exact number
	NumColumns = Time + 1       // the number of all metrics
)

// String returns the name of the metric, as options and columns have it.
func (m Metric) String() string { return metricNames[m] }

var metricNames = [NumColumns]string{"calls", "bytecodes", "objects", "arrays", "elements", "exceptions",
	"time"}

// IsMade reports whether the metric counts what is made.
func (m Metric) IsMade() bool { return m >= Objects && m <= Elements }

// MetricNames returns the names of the metrics that each run has, in their order.
func MetricNames() []string { return slices.Clone(metricNames[:NumMetrics]) }

// ColumnNames returns the names of all metrics, in their order.
func ColumnNames() []string { return slices.Clone(metricNames[:]) }

// Effect is a kind of number that each node has if package efficiency has computed it.
type Effect int

// The effects: see package efficiency.
const (
	Writes   Effect = iota // of its own code, and of System.arraycopy that it called
	Captured               // that nobody outside of the context ever saw

	NumEffects
)

// String returns the name of the effect, as outputs have it.
func (e Effect) String() string { return [NumEffects]string{"writes", "captured"}[e] }

// Sums holds a number for each metric, 0 for one that the tree has not.
type Sums [NumColumns]uint64

// Plus returns the sums of both.
func (s Sums) Plus(other Sums) Sums {
	for m := range s {
		s[m] = Add(s[m], other[m])
	}
	return s
}

// Add returns a + b, or the largest number if the sum overflows.
func Add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// BeyondThread is the name of the root of all calls beyond the limit of contexts. It is the last root.
const BeyondThread = "(beyond the limit)"

// Tree is a calling context tree of all threads of a run. All columns have the length of Parent. Do not change a tree
// after the first call of a method, because the tree keeps sums.
type Tree struct {
	Methods []Method
	Threads []string // names of roots, sorted; BeyondThread is the last

	Parent []int32              // -1 for roots
	Method []int32              // index in Methods; -1-i for the root of Threads[i]
	End    []int32              // the first node after the subtree
	Line   []int32              // with call sites: the line of the call in the parent's source, 0 if unknown; else nil
	Self   [NumColumns][]uint64 // nil for a metric that the tree has not
	Allocs Allocs
	Times  *Times // the samples behind Self[Time]; nil if there is no such column
	// Lines has the lines of the contexts with most bytecodes, by node; nil if they were not computed.
	Lines map[int32][]LineSum
	// Effects have the length of Parent. If the effects were not computed, all of them are nil.
	Effects [NumEffects][]uint64

	About  About
	Losses []Loss

	totals [NumColumns]struct {
		once sync.Once
		sums []uint64
	}
	methods struct {
		once sync.Once
		sums []MethodSum
	}
}

// Len returns the number of nodes, roots included.
func (t *Tree) Len() int { return len(t.Parent) }

// Contexts returns the number of contexts, which are all nodes except roots and nodes beyond the limit.
func (t *Tree) Contexts() int {
	n := t.Len() - len(t.Threads)
	if root := t.BeyondRoot(); root >= 0 {
		n -= t.Len() - root - 1
	}
	return n
}

// Has reports whether the run recorded the metric. With --blocks calls it recorded calls only, and all other numbers
// are unknown, not 0.
func (t *Tree) Has(m Metric) bool {
	switch m {
	case Time:
		return t.Times != nil
	case Exceptions:
		return t.Self[Exceptions] != nil
	}
	return m == Calls || t.About.Blocks != "calls"
}

// HasEffects reports whether the effects were computed.
func (t *Tree) HasEffects() bool { return t.Effects[Writes] != nil }

// Columns returns all metrics that the tree has, in their order.
func (t *Tree) Columns() []Metric {
	list := Known(t)
	for m := NumMetrics; m < NumColumns; m++ {
		if t.Has(m) {
			list = append(list, m)
		}
	}
	return list
}

// Known returns those metrics of each run that the runs of all trees recorded, in their order.
func Known(trees ...*Tree) []Metric {
	var list []Metric
	for m := range NumMetrics {
		if !slices.ContainsFunc(trees, func(t *Tree) bool { return !t.Has(m) }) {
			list = append(list, m)
		}
	}
	return list
}

// Main returns the metric that is shown if the user names none: bytecodes, or calls if the run recorded nothing else.
func (t *Tree) Main() Metric {
	if t.Has(Bytecodes) {
		return Bytecodes
	}
	return Calls
}

// BeyondRoot returns the root of all calls beyond the limit, or -1 if there was room for all contexts.
func (t *Tree) BeyondRoot() int {
	n := len(t.Threads)
	if n == 0 || t.Threads[n-1] != BeyondThread {
		return -1
	}
	for i := 0; i < t.Len(); i = int(t.End[i]) {
		if int(t.End[i]) == t.Len() {
			return i
		}
	}
	return -1
}

// IsPartial reports whether inclusive numbers are lower bounds. This is so if there are calls beyond the limit, because
// the inclusive numbers of their callers lack what these calls did. The calls and exclusive numbers of each method are
// exact even then.
func (t *Tree) IsPartial() bool { return t.BeyondRoot() >= 0 }

// Name returns the key of a node's method, or the name of its thread.
func (t *Tree) Name(node int) string {
	if m := t.Method[node]; m < 0 {
		return t.Threads[-1-m]
	}
	return t.Methods[t.Method[node]].Key()
}

// Sums returns the exclusive metrics of a node.
func (t *Tree) Sums(node int) Sums {
	var s Sums
	for m := range s {
		if t.Self[m] != nil {
			s[m] = t.Self[m][node]
		}
	}
	return s
}

// Total returns the inclusive metric of each node, which is the sum over the node and its subtree. It is computed once.
func (t *Tree) Total(m Metric) []uint64 {
	c := &t.totals[m]
	c.once.Do(func() { c.sums = Inclusive(nil, t.Self[m], t.Parent) })
	return c.sums
}

// TotalOf returns the inclusive metric of one node, without the memory that Total needs.
func (t *Tree) TotalOf(m Metric, node int) uint64 { return sum(t.Self[m][node:t.End[node]]) }

// Inclusive returns the inclusive numbers for a column of exclusive ones, given the parents of nodes in preorder. The
// result is in the memory of to, if that is large enough.
func Inclusive(to, own []uint64, parents []int32) []uint64 {
	sums := append(to[:0], own...)
	for i := len(sums) - 1; i > 0; i-- {
		if p := parents[i]; p >= 0 {
			sums[p] = Add(sums[p], sums[i])
		}
	}
	return sums
}

// Sum returns the metric of the whole tree.
func (t *Tree) Sum(m Metric) uint64 { return sum(t.Self[m]) }

func sum(list []uint64) (sum uint64) {
	for _, n := range list {
		sum = Add(sum, n)
	}
	return sum
}
