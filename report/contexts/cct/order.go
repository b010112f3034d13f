package cct

import (
	"cmp"
	"slices"
	"strings"

	"jprof/internal/util/trie"
)

// SetEnds computes End from Parent. The nodes must be in preorder.
func (t *Tree) SetEnds() {
	t.End = make([]int32, t.Len())
	for i := t.Len() - 1; i >= 0; i-- {
		t.End[i] = max(t.End[i], int32(i)+1)
		if p := t.Parent[i]; p >= 0 {
			t.End[p] = max(t.End[p], t.End[i])
		}
	}
}

// Sorted returns a tree of the same nodes in a fixed order: threads by name with BeyondThread last; children and
// methods by class, name and descriptor. Siblings of the same method stay in their order. The nodes of t may be in any
// order in which each parent is before its children; End is not used.
func (t *Tree) Sorted() *Tree {
	threads := ranked(len(t.Threads), func(a, b int32) int {
		x, y := t.Threads[a], t.Threads[b]
		return cmp.Or(cmp.Compare(btoi(x == BeyondThread), btoi(y == BeyondThread)), strings.Compare(x, y))
	})
	methods := ranked(len(t.Methods), func(a, b int32) int { return t.Methods[a].Compare(&t.Methods[b]) })
	s := &Tree{About: t.About, Losses: t.Losses}
	for _, i := range threads.old {
		s.Threads = append(s.Threads, t.Threads[i])
	}
	for _, i := range methods.old {
		s.Methods = append(s.Methods, t.Methods[i])
	}
	method := make([]int32, t.Len()) // by node of t: its method in s
	for node, m := range t.Method {
		if m < 0 {
			method[node] = -1 - threads.rank[-1-m]
		} else {
			method[node] = methods.rank[m]
		}
	}
	s.copyNodes(t, t.preorder(method), method)
	s.SetEnds()
	return s
}

// ranks holds a new order of things: old maps new places to old ones, and rank maps old places to new ones.
type ranks struct{ old, rank []int32 }

// ranked returns the order of n things by compare. Equal things stay in their order.
func ranked(n int, compare func(a, b int32) int) ranks {
	r := ranks{make([]int32, n), make([]int32, n)}
	for i := range r.old {
		r.old[i] = int32(i)
	}
	slices.SortStableFunc(r.old, compare)
	for i, old := range r.old {
		r.rank[old] = int32(i)
	}
	return r
}

// preorder returns all nodes in preorder. Siblings are in the order of the given methods. Siblings with the same method
// stay in their order.
func (t *Tree) preorder(method []int32) []int32 {
	children := trie.ByParent(t.Parent)
	result := make([]int32, 0, t.Len())
	var stack []int32
	push := func(p int32) {
		siblings := children.Of(p)
		slices.SortFunc(siblings, func(a, b int32) int { // the stack gives the last one first
			x, y := method[a], method[b]
			if x < 0 {
				x, y = y, x // roots count down from -1
			}
			return cmp.Or(cmp.Compare(y, x), cmp.Compare(b, a))
		})
		stack = append(stack, siblings...)
	}
	push(-1)
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		result = append(result, node)
		push(node)
	}
	return result
}

// copyNodes sets the nodes of s to the nodes of t, in the order of the list nodes, which is a preorder. method has the
// method in s for each node of t.
func (s *Tree) copyNodes(t *Tree, nodes, method []int32) {
	at := make([]int32, t.Len()) // places in s of the nodes of t
	s.Method, s.Line = reordered(method, nodes), reordered(t.Line, nodes)
	for m := range s.Self {
		s.Self[m] = reordered(t.Self[m], nodes)
	}
	for e := range s.Effects {
		s.Effects[e] = reordered(t.Effects[e], nodes)
	}
	s.Parent = make([]int32, len(nodes))
	a := &s.Allocs
	a.Types, a.Sizes, a.At = t.Allocs.Types, t.Allocs.Sizes, make([]uint32, 1, len(nodes)+1)
	for i, node := range nodes {
		at[node] = int32(i)
		s.Parent[i] = -1
		if p := t.Parent[node]; p >= 0 {
			s.Parent[i] = at[p]
		}
		for k := t.Allocs.At[node]; k < t.Allocs.At[node+1]; k++ {
			a.Type = append(a.Type, t.Allocs.Type[k])
			a.Made = append(a.Made, t.Allocs.Made[k])
			a.Elements = append(a.Elements, t.Allocs.Elements[k])
		}
		a.At = append(a.At, uint32(len(a.Type)))
	}
	s.Times = t.Times.moved(at)
}

// reordered returns a column in the order of nodes, or nil for nil.
func reordered[T any](column []T, nodes []int32) []T {
	if column == nil {
		return nil
	}
	list := make([]T, len(nodes))
	for i, node := range nodes {
		list[i] = column[node]
	}
	return list
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
