// Package overlap compares two calling context trees. It computes the part of their work that they have in common, in
// percent ([Comparison.Overlap]), the loss of overlap by each context ([Comparison.Pairs]), and the places where
// differences begin ([Comparison.Causes]).
//
// The share of a context is w(c) / W: its exclusive number, divided by that of the whole tree. The overlap of a metric
// is 100 times the sum, over all contexts, of the smaller one of its two shares. Identical shares give 100, and trees
// with nothing in common 0. The overlap is symmetric. The loss by a context is half of the difference of its shares, so
// that all losses add up to 100 minus the overlap. If one number differs, so do the shares of all contexts. So only
// contexts whose numbers differ are listed.
//
// Contexts are the same if their paths are: names of threads, and methods as pair.go pairs them. Lines of calls do not
// matter. Both trees are put into one (internal/util/trie), node by node, by path: no recursion, 30 bytes a node.
package overlap

import (
	"cmp"
	"math/bits"
	"slices"

	"jprof/internal/util/trie"
	"jprof/report/contexts/cct"
)

// Comparison holds two trees as one.
type Comparison struct {
	Trees   [2]*cct.Tree
	Methods [2][]int32 // by tree and its method: a number, equal for methods that are paired
	Threads []string   // of both trees
	Nodes   trie.Trie  // of both trees; the label is the number of a method, or -1-i for the root of Threads[i]
	Sums    [2][cct.NumMetrics][]uint64
	first   [2][]int32 // by tree and node of Nodes: the first node of the tree, -1 for none
}

// Compare puts two trees into one.
func Compare(a, b *cct.Tree) *Comparison {
	c := &Comparison{Trees: [2]*cct.Tree{a, b}}
	c.Methods = Methods(a.Methods, b.Methods)
	c.Nodes.Reserve(max(a.Len(), b.Len()))
	roots := map[string]int32{}
	var at [2][]int32 // by tree and its node: the node of Nodes
	for side, t := range c.Trees {
		at[side] = make([]int32, t.Len())
		for i := range t.Len() {
			m := t.Method[i]
			if m >= 0 {
				at[side][i] = c.Nodes.Child(at[side][t.Parent[i]], c.Methods[side][m], 0)
				continue
			}
			root, ok := roots[t.Threads[-1-m]]
			if !ok {
				root = c.Nodes.Add(-1, int32(-1-len(roots)), 0)
				c.Threads = append(c.Threads, t.Threads[-1-m])
				roots[t.Threads[-1-m]] = root
			}
			at[side][i] = root
		}
	}
	for side, t := range c.Trees {
		c.first[side] = make([]int32, c.Nodes.Len())
		for i := range c.first[side] {
			c.first[side][i] = -1
		}
		for m := range cct.NumMetrics {
			c.Sums[side][m] = make([]uint64, c.Nodes.Len())
		}
		for i, n := range at[side] {
			if c.first[side][n] < 0 {
				c.first[side][n] = int32(i)
			}
			for m := range cct.NumMetrics {
				c.Sums[side][m][n] = cct.Add(c.Sums[side][m][n], t.Self[m][i])
			}
		}
	}
	return c
}

// Len returns the number of contexts and roots of both trees together.
func (c *Comparison) Len() int { return c.Nodes.Len() }

// Metric returns the metric to compare by: bytecodes, or calls if a tree has no bytecodes.
func (c *Comparison) Metric() cct.Metric {
	if c.total(0, cct.Bytecodes) == 0 || c.total(1, cct.Bytecodes) == 0 {
		return cct.Calls
	}
	return cct.Bytecodes
}

func (c *Comparison) total(side int, m cct.Metric) uint64 {
	sum := uint64(0)
	for _, v := range c.Sums[side][m] {
		sum = cct.Add(sum, v)
	}
	return sum
}

// Overlap returns the overlap of a metric in percent. It is 100 only if all shares are the same.
func (c *Comparison) Overlap(m cct.Metric) float64 {
	s := c.shares(m)
	if s.total[0] == 0 || s.total[1] == 0 {
		if s.total[0] == s.total[1] {
			return 100 // nothing, twice
		}
		return 0
	}
	lost, differs := 0.0, false
	for n := range int32(c.Len()) {
		if l := s.lost(n); l > 0 {
			lost, differs = lost+l, true
		}
	}
	if differs {
		return max(0, min(100-lost, justBelow100))
	}
	return 100
}

// justBelow100 limits an overlap whose shares differ: outputs with two digits show 99.99.
const justBelow100 = 99.994

// shares holds the numbers of nodes for a metric in both trees, and the totals of the trees.
type shares struct {
	values [2][]uint64
	total  [2]uint64
}

func (c *Comparison) shares(m cct.Metric) shares {
	return shares{[2][]uint64{c.Sums[0][m], c.Sums[1][m]}, [2]uint64{c.total(0, m), c.total(1, m)}}
}

// differs reports whether the numbers of a node differ.
func (s *shares) differs(n int32) bool { return s.values[0][n] != s.values[1][n] }

// lost returns the loss of overlap by a node, in percent. It is 0 only if the shares of the node are exactly the same.
func (s *shares) lost(n int32) float64 {
	a, b := s.values[0][n], s.values[1][n]
	// a / total[0] == b / total[1]
	h1, l1 := bits.Mul64(a, s.total[1])
	h2, l2 := bits.Mul64(b, s.total[0])
	if h1 == h2 && l1 == l2 {
		return 0
	}
	x, y := 0.0, 0.0
	if s.total[0] > 0 {
		x = float64(a) / float64(s.total[0])
	}
	if s.total[1] > 0 {
		y = float64(b) / float64(s.total[1])
	}
	return 50 * max(x-y, y-x, 1e-18)
}

// Losing returns the number of contexts with a loss of overlap of a metric. The numbers of some are equal: their shares
// differ because the totals of the trees differ.
func (c *Comparison) Losing(m cct.Metric) int {
	s, n := c.shares(m), 0
	for node := range int32(c.Len()) {
		if s.lost(node) > 0 {
			n++
		}
	}
	return n
}

// Part is the first node on a path at which the trees differ.
type Part struct {
	Nodes [2]int32 // in each tree, -1 in the tree without it: there the method above has other callees
	node  int32
}

// at returns the nodes of both trees for a node of Nodes.
func (c *Comparison) at(n int32) [2]int32 { return [2]int32{c.first[0][n], c.first[1][n]} }

// partings returns for each node the first node on its path where the trees part, -1 for none. This is the first node
// that only one tree has. If both have the whole path, it is the first whose own numbers differ.
func (c *Comparison) partings(s shares) []int32 {
	part := make([]int32, c.Len())
	for n := range int32(c.Len()) { // parents come first
		part[n] = -1
		if p := c.Nodes.Parent[n]; p >= 0 {
			part[n] = part[p]
		}
		if c.only(n) && (part[n] < 0 || !c.only(part[n])) || part[n] < 0 && s.differs(n) {
			part[n] = n
		}
	}
	return part
}

// only reports whether one tree lacks a node.
func (c *Comparison) only(n int32) bool { return c.first[0][n] < 0 || c.first[1][n] < 0 }

// Cause is a place where the trees part, with the loss by all that differs below it.
type Cause struct {
	Part     Part
	Lost     float64 // loss of overlap by the contexts below it whose numbers differ, in percent
	Contexts int     // number of these contexts
}

// Causes returns the places at which one tree continues in another way than the other. It returns at most limit of
// them, those with the largest loss first.
func (c *Comparison) Causes(m cct.Metric, limit int) []Cause {
	s := c.shares(m)
	part := c.partings(s)
	sums := map[int32]*Cause{} // by the last node that both trees have
	for n := range int32(c.Len()) {
		l := s.lost(n)
		if l == 0 || !s.differs(n) {
			continue
		}
		last, other := part[n], false
		if above := c.Nodes.Parent[last]; c.only(last) && above >= 0 {
			last, other = above, true
		}
		sum := sums[last]
		if sum == nil {
			sum = &Cause{}
			sums[last] = sum
		}
		if sum.Contexts == 0 || other { // a method with other callees has other numbers, too
			sum.Part = Part{c.at(part[n]), part[n]}
		}
		sum.Lost += l
		sum.Contexts++
	}
	var out []Cause
	for _, sum := range sums {
		out = append(out, *sum)
	}
	slices.SortFunc(out, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(b.Lost, a.Lost), cmp.Compare(a.Part.node, b.Part.node))
	})
	return out[:min(limit, len(out))]
}

// Where returns a description of the place at which trees part.
func (c *Comparison) Where(p Part) string {
	if p.Nodes[0] >= 0 && p.Nodes[1] >= 0 {
		return "numbers differ in " + c.name(p.node)
	}
	above := c.Nodes.Parent[p.node]
	if above < 0 {
		return "only one run has the thread " + c.name(p.node)
	}
	return "callee differs below " + c.name(above)
}

// name returns the name of a node for people, as in the second tree if it has the node.
func (c *Comparison) name(n int32) string {
	for _, side := range []int{1, 0} {
		if i := c.first[side][n]; i >= 0 {
			t := c.Trees[side]
			if m := t.Method[i]; m >= 0 {
				return t.Methods[m].Title()
			}
			return t.Name(int(i))
		}
	}
	return ""
}
