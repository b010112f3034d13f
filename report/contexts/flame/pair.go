package flame

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"jprof/internal/util/trie"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/overlap"
)

// Pair holds two trees as one. A context of both trees is one node, with the metrics of both.
type Pair struct {
	Source               // a column for each of Metrics before, then one for each after
	Metrics []cct.Metric // the metrics that both trees have
	Methods []cct.Method
	Threads []string
}

// NewPair merges the two trees of a comparison into one. It moves the sums out of the comparison, because they are
// large. The description of a method that both trees have comes from the second one.
func NewPair(c *overlap.Comparison) *Pair {
	p := &Pair{Metrics: cct.Known(c.Trees[:]...)}
	order := p.names(c)
	children := trie.ByParent(c.Nodes.Parent)
	at := make([]int32, c.Len()) // the number of each node here
	var waiting []int32
	push := func(nodes []int32) {
		slices.SortFunc(nodes, func(a, b int32) int {
			return cmp.Compare(order(c.Nodes.Label[b]), order(c.Nodes.Label[a])) // the last one first
		})
		waiting = append(waiting, nodes...)
	}
	push(children.Of(-1))
	for len(waiting) > 0 {
		node := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		at[node] = int32(len(p.Parent))
		parent, method := c.Nodes.Parent[node], order(c.Nodes.Label[node])
		if parent >= 0 {
			parent = at[parent]
		} else {
			method = -1 - method
		}
		p.Parent, p.Method = append(p.Parent, parent), append(p.Method, method)
		push(children.Of(node))
	}
	for side := range c.Sums {
		for _, m := range p.Metrics {
			column := make([]uint64, c.Len())
			for node, n := range c.Sums[side][m] {
				column[at[node]] = n
			}
			p.Self, c.Sums[side][m] = append(p.Self, column), nil
		}
	}
	p.Source.Methods = len(p.Methods)
	p.setEnds()
	return p
}

// names fills p.Methods and p.Threads, both sorted. It returns a function from the label of a node to the index in
// them.
func (p *Pair) names(c *overlap.Comparison) func(label int32) int32 {
	methods := map[int32]*cct.Method{}
	for side, t := range c.Trees {
		for i, number := range c.Methods[side] {
			if known := methods[number]; known == nil || side == 1 {
				methods[number] = &t.Methods[i]
			}
		}
	}
	numbers := slices.SortedFunc(maps.Keys(methods), func(a, b int32) int {
		return cmp.Or(strings.Compare(methods[a].Key(), methods[b].Key()), cmp.Compare(a, b))
	})
	at := map[int32]int32{}
	for i, number := range numbers {
		at[number] = int32(i)
		p.Methods = append(p.Methods, *methods[number])
	}
	p.Threads = slices.Sorted(slices.Values(c.Threads))
	if i := slices.Index(p.Threads, cct.BeyondThread); i >= 0 {
		p.Threads = append(slices.Delete(p.Threads, i, i+1), cct.BeyondThread)
	}
	for i, name := range c.Threads {
		at[int32(-1-i)] = int32(slices.Index(p.Threads, name))
	}
	return func(label int32) int32 { return at[label] }
}

// setEnds computes End.
func (p *Pair) setEnds() {
	n := len(p.Parent)
	p.End = make([]int32, n)
	for i := n - 1; i >= 0; i-- {
		p.End[i] = max(p.End[i], int32(i)+1)
		if parent := p.Parent[i]; parent >= 0 {
			p.End[parent] = max(p.End[parent], p.End[i])
		}
	}
}
