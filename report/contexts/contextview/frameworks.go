package contextview

import (
	"slices"

	"jprof/report/contexts/cct"
)

// frameworksOf returns, by node, whether a context is one of libraries and of the JDK above the first method of the
// project on its path: of test frameworks, of reflection, of pools of threads. It returns nil if the tree has no
// methods of the project. Calls beyond the limit have no callers, and so no frameworks.
func frameworksOf(t *cct.Tree) []bool {
	if !slices.ContainsFunc(t.Methods, func(m cct.Method) bool { return m.Kind == cct.App }) {
		return nil
	}
	is := make([]bool, t.Len())
	beyond := t.BeyondRoot()
	for i, m := range t.Method {
		parent := t.Parent[i]
		if m >= 0 && int(parent) != beyond {
			is[i] = t.Methods[m].Kind != cct.App && (t.Method[parent] < 0 || is[parent])
		}
	}
	return is
}

// folded describes the levels of frameworks that a row replaces.
type folded struct {
	levels      int   // the largest number on a way to a method of the project, or to the thread
	first, last int32 // nodes of the first and the last of these levels, in the direction of the rows
}

// foldsAt reports whether a node, the next one of a group, begins frameworks that are one row.
func (g *grower) foldsAt(x *group, node, next int32) bool {
	if g.frameworks == nil || !g.frameworks[next] {
		return false
	}
	if g.up {
		return !g.frameworks[node]
	}
	return g.isRoot(x)
}

// unfold returns the groups next to those frameworks that a group replaces. It sets the facts about them.
func (g *grower) unfold(x *group) []*group {
	l := newLevel(g, x)
	if g.up {
		for i, node := range x.nodes {
			g.climb(l, node, x.of[i])
		}
		return l.sorted()
	}
	x.self, x.skippedNodes = 0, -len(x.nodes)
	for _, node := range x.nodes {
		g.descend(l, node)
	}
	return l.sorted()
}

// climb goes from a framework's node up to the thread.
func (g *grower) climb(l *level, node, of int32) {
	levels, at, first := 0, node, node
	for ; g.tree.Method[at] >= 0; at = g.tree.Parent[at] {
		first = at
		levels++
		g.work--
	}
	if f := l.of.folded; levels > f.levels {
		*f = folded{levels, node, first}
	}
	l.add(at, of)
}

// descend goes from a framework's node down to the first methods of the project on each path.
func (g *grower) descend(l *level, node int32) {
	t, x := g.tree, l.of
	var ends []int32 // of the open nodes
	for i := node; i < t.End[node]; g.work-- {
		for len(ends) > 0 && i >= ends[len(ends)-1] {
			ends = ends[:len(ends)-1]
		}
		if g.frameworks[i] {
			x.self, x.skippedNodes = cct.Add(x.self, t.Self[g.by][i]), x.skippedNodes+1
			ends = append(ends, t.End[i])
			i++
			continue
		}
		if len(ends) > x.folded.levels {
			*x.folded = folded{len(ends), node, t.Parent[i]}
		}
		l.add(i, i)
		i = t.End[i]
	}
}
