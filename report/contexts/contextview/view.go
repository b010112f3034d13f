package contextview

import (
	"cmp"
	"slices"

	"jprof/report/contexts/cct"
)

// Hot is a method with its sums over all contexts.
type Hot struct {
	cct.MethodSum
	Of *cct.Method
}

// Hottest returns the methods that match and have some of the metric, the one with the largest exclusive number first.
// If match is nil, all methods match.
func Hottest(t *cct.Tree, by cct.Metric, match func(*cct.Method) bool) []Hot {
	var list []Hot
	for _, s := range t.ByMethod() {
		if m := &t.Methods[s.Method]; s.Inclusive[by] > 0 && (match == nil || match(m)) {
			list = append(list, Hot{s, m})
		}
	}
	slices.SortStableFunc(list, func(a, b Hot) int {
		return cmp.Or(cmp.Compare(b.Self[by], a.Self[by]), cmp.Compare(b.Inclusive[by], a.Inclusive[by]))
	})
	return list
}

// Paths returns the hottest part of the tree from the roots down. 100 % is the whole tree.
func Paths(t *cct.Tree, by cct.Metric, limits Limits) Rows {
	g := newGrower(t, by, limits)
	g.whole, g.contexts = t.Sum(by), t.Len()-len(t.Threads)
	var roots []*group
	for i := int32(0); int(i) < t.Len(); i = t.End[i] {
		x := &group{}
		g.add(x, i, i)
		roots = append(roots, x)
	}
	return g.grow(roots)
}

// Chosen holds the nodes of the methods that a user asked for.
type Chosen struct {
	Tree    *cct.Tree
	Methods []int32 // those that have nodes, by key
	Sums    cct.Sums
	// Inclusive sums up the topmost nodes of the methods. A topmost node is in the subtree of no other node of the
	// methods.
	Inclusive cct.Sums
	nodes     []int32
	topmost   []int32
}

// Choose finds the nodes of the methods that match.
func Choose(t *cct.Tree, match func(*cct.Method) bool) *Chosen {
	c := &Chosen{Tree: t}
	is := make([]bool, len(t.Methods))
	for i := range t.Methods {
		is[i] = match(&t.Methods[i])
	}
	seen := make([]bool, len(t.Methods))
	end := int32(0)
	for i, m := range t.Method {
		if m < 0 || !is[m] {
			continue
		}
		node := int32(i)
		c.nodes = append(c.nodes, node)
		c.Sums = c.Sums.Plus(t.Sums(i))
		if node >= end {
			end = t.End[i]
			c.topmost = append(c.topmost, node)
		}
		if !seen[m] {
			seen[m] = true
			c.Methods = append(c.Methods, m)
		}
	}
	slices.Sort(c.Methods)
	for _, by := range t.Columns() {
		total := t.Total(by)
		for _, node := range c.topmost {
			c.Inclusive[by] = cct.Add(c.Inclusive[by], total[node])
		}
	}
	return c
}

// Allocates reports whether the methods, or methods that they call, made objects or arrays.
func (c *Chosen) Allocates() bool { return c.Inclusive[cct.Objects] > 0 || c.Inclusive[cct.Arrays] > 0 }

// Bytes returns the bytes that the methods allocated themselves, and the bytes that they allocated with all that they
// call, by the layout of package cct.
func (c *Chosen) Bytes() (exclusive, inclusive cct.Bytes) {
	l := c.Tree.Allocs.Layout()
	for _, node := range c.nodes {
		exclusive = exclusive.Plus(l.Between(node, node+1))
	}
	for _, node := range c.topmost {
		inclusive = inclusive.Plus(l.Between(node, c.Tree.End[node]))
	}
	return exclusive, inclusive
}

// Contexts returns the number of contexts. Calls beyond the limit have none: beyond reports whether there are such
// calls.
func (c *Chosen) Contexts() (n int, beyond bool) {
	if root := c.Tree.BeyondRoot(); root >= 0 {
		n, _ = slices.BinarySearch(c.nodes, int32(root))
		return n, n < len(c.nodes)
	}
	return len(c.nodes), false
}

// groups returns the nodes in groups by method: the first level of callers or callees.
func (c *Chosen) groups(g *grower, nodes []int32) []*group {
	byMethod := map[int32]*group{}
	var list []*group
	for _, node := range nodes {
		x := byMethod[c.Tree.Method[node]]
		if x == nil {
			x = &group{}
			byMethod[c.Tree.Method[node]] = x
			list = append(list, x)
		}
		g.add(x, node, node)
	}
	return list
}

// Callers returns the methods, and below each method its callers, their callers, and so on: the tree upside down. The
// numbers of a row are those of the method, but only for calls through the callers in this row. 100 % is the total of
// the methods together.
func (c *Chosen) Callers(by cct.Metric, limits Limits) Rows {
	g := newGrower(c.Tree, by, limits)
	g.up, g.whole = true, c.share(by)
	top := make(map[int32]bool, len(c.topmost))
	for _, node := range c.topmost {
		top[node] = true
	}
	g.topmost = func(node int32) bool { return top[node] }
	return g.grow(c.groups(g, c.nodes))
}

// share returns the total that percentages of callers refer to.
func (c *Chosen) share(by cct.Metric) uint64 {
	if by == cct.Calls {
		return c.Sums[by]
	}
	return c.Inclusive[by]
}

// Below returns the hottest part of the trees below the methods, of all their contexts together. 100 % is the inclusive
// total of the methods together.
func (c *Chosen) Below(by cct.Metric, limits Limits) Rows {
	g := newGrower(c.Tree, by, limits)
	g.whole = c.Inclusive[by]
	for _, node := range c.topmost {
		g.contexts += int(c.Tree.End[node] - node)
	}
	return g.grow(c.groups(g, c.topmost))
}
