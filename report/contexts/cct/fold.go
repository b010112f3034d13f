package cct

import (
	"slices"

	"jprof/internal/util/trie"
)

// InitialisersThread is the root of class initialisers that were folded.
const InitialisersThread = "(class initialisers)"

// Folding selects the contexts to join.
type Folding struct {
	Recursion bool // a recursive call is joined with the node of the method above it
	Clinit    bool // class initialisers are below a root of their own
	// Forwards reports whether a method only calls another one, as bridges and accessors do. The node of such a method
	// is joined with the node of its callee, which gets its bytecodes, its allocations and its caller. Forwards may be
	// nil.
	Forwards func(method int32) bool
	// From reports whether a method begins a part that is kept. The topmost contexts of such methods become callees of
	// their thread, and all nodes that are not below them are omitted. The root of calls beyond the limit stays,
	// because it makes inclusive numbers lower bounds. From may be nil.
	From func(method int32) bool
}

// Fold returns a tree with fewer contexts. Its sums of bytecodes and allocations are the same, except for what From
// omits. Calls of methods that were joined are lost.
func (t *Tree) Fold(f Folding) *Tree {
	g := &folded{from: t, to: &Tree{Methods: t.Methods, About: t.About, Losses: t.Losses}, how: f,
		at: make([]int32, t.Len()), joined: map[int32][]int32{}, initialisers: -1}
	if t.Times != nil {
		g.placed = slices.Repeat([]int32{-1}, t.Len())
	}
	for i := range t.Len() {
		g.node(int32(i))
	}
	g.to.Times = t.Times.moved(g.placed)
	g.to.Parent, g.to.Method = g.nodes.Parent, g.nodes.Label
	if t.Line != nil {
		g.to.Line = make([]int32, g.nodes.Len())
		for i, line := range g.nodes.Extra {
			g.to.Line[i] = int32(line)
		}
	}
	g.allocs()
	return g.to.Sorted()
}

// folded is the state of a call of Fold.
type folded struct {
	from, to     *Tree
	how          Folding
	at           []int32           // by node of from: its node in to
	nodes        trie.Trie         // of to, by parent, method, line
	joined       map[int32][]int32 // by later node of from: the nodes that are joined with it
	initialisers int32             // the root of class initialisers, -1 before there is one
	thread       int32             // of the nodes that are being added: -1 - its index
	current      int32             // the root of that thread, -1 before there is one
	end          int32             // end of the last subtree that From has kept
	placed       []int32           // by node of from: the node of to that has its numbers, or -1; nil without times
	into         [][2]int32        // pairs of nodes: the first, of to, gets the allocations of the second, of from
}

// node adds a node of from, with its numbers, to the new tree.
func (g *folded) node(i int32) {
	t := g.from
	p, m := t.Parent[i], t.Method[i]
	if p < 0 {
		g.thread, g.current = m, -1
		if g.how.From == nil || t.Threads[-1-m] == BeyondThread {
			g.at[i] = g.currentRoot()
		}
		return
	}
	to := g.at[p]
	if g.how.From != nil && i >= g.end {
		if !g.how.From(m) {
			return
		}
		g.end = t.End[i]
		to = g.currentRoot()
	}
	if target := g.target(i); target >= 0 {
		g.at[i] = to // its callees are called by its caller
		g.joined[target] = append(append(g.joined[target], g.joined[i]...), i)
		delete(g.joined, i)
		return
	}
	if g.how.Clinit && t.Methods[m].Name == "<clinit>" {
		to = g.initialisersRoot()
	}
	g.at[i] = g.below(to, m, g.line(i))
	g.count(g.at[i], i, true)
	for _, j := range g.joined[i] {
		g.count(g.at[i], j, false)
	}
	delete(g.joined, i)
}

func (g *folded) line(i int32) uint32 {
	if g.from.Line == nil {
		return 0
	}
	return uint32(g.from.Line[i])
}

func (g *folded) root(thread string) int32 {
	g.to.Threads = append(g.to.Threads, thread)
	g.grow()
	return g.nodes.Add(-1, int32(-len(g.to.Threads)), 0)
}

// currentRoot returns the root of the thread whose nodes are being added. It is made at the first call, so that threads
// without contexts have none.
func (g *folded) currentRoot() int32 {
	if g.current < 0 {
		g.current = g.root(g.from.Threads[-1-g.thread])
	}
	return g.current
}

// target returns the callee with which a node is joined: the callee of the same name, or the only callee. It returns -1
// for nodes that stay.
func (g *folded) target(i int32) int32 {
	t := g.from
	if g.how.Forwards == nil || !g.how.Forwards(t.Method[i]) {
		return -1
	}
	only, n := int32(-1), 0
	for c := i + 1; c < t.End[i]; c = t.End[c] {
		if t.Methods[t.Method[c]].Name == t.Methods[t.Method[i]].Name {
			return c
		}
		only, n = c, n+1
	}
	if n != 1 {
		return -1
	}
	return only
}

func (g *folded) initialisersRoot() int32 {
	if g.initialisers < 0 {
		g.initialisers = g.root(InitialisersThread)
	}
	return g.initialisers
}

// below returns the node of a method below another one, adding it if missing.
func (g *folded) below(parent, method int32, line uint32) int32 {
	if g.how.Recursion {
		for n := parent; n >= 0; n = g.nodes.Parent[n] {
			if g.nodes.Label[n] == method {
				return n
			}
		}
	}
	n := g.nodes.Child(parent, method, line)
	if int(n) == len(g.to.Self[0]) {
		g.grow()
	}
	return n
}

// grow adds a row of zeros to the columns, for a new node.
func (g *folded) grow() {
	for m := range g.to.Self {
		if g.from.Self[m] != nil {
			g.to.Self[m] = append(g.to.Self[m], 0)
		}
	}
	for e := range g.from.Effects {
		if g.from.HasEffects() {
			g.to.Effects[e] = append(g.to.Effects[e], 0)
		}
	}
}

// count adds the numbers of an old node to those of a new node. If calls is true, it also adds the calls.
func (g *folded) count(to, from int32, calls bool) {
	for m := range NumColumns {
		if g.from.Self[m] != nil && (m != Calls || calls) {
			g.to.Self[m][to] = Add(g.to.Self[m][to], g.from.Self[m][from])
		}
	}
	for e := range g.from.Effects {
		if g.from.HasEffects() {
			g.to.Effects[e][to] = Add(g.to.Effects[e][to], g.from.Effects[e][from])
		}
	}
	if g.placed != nil {
		g.placed[from] = to
	}
	if a := &g.from.Allocs; a.At[from] < a.At[from+1] {
		g.into = append(g.into, [2]int32{to, from})
	}
}

// allocs sets the allocations of the new nodes. A node has each type once.
func (g *folded) allocs() {
	from, to := &g.from.Allocs, &g.to.Allocs
	to.Types, to.Sizes, to.At = from.Types, from.Sizes, make([]uint32, 1, g.nodes.Len()+1)
	order := ranked(len(g.into), func(a, b int32) int { return int(g.into[a][0]) - int(g.into[b][0]) }).old
	for n := range g.nodes.Len() {
		first := len(to.Type)
		for ; len(order) > 0 && g.into[order[0]][0] == int32(n); order = order[1:] {
			old := g.into[order[0]][1]
			for k := from.At[old]; k < from.At[old+1]; k++ {
				to.join(first, from.Type[k], from.Made[k], from.Elements[k])
			}
		}
		to.At = append(to.At, uint32(len(to.Type)))
	}
}

// join adds an allocation to those of the last node, which begin at index first.
func (a *Allocs) join(first int, of int32, made, elements uint64) {
	for k := first; k < len(a.Type); k++ {
		if a.Type[k] == of {
			a.Made[k], a.Elements[k] = Add(a.Made[k], made), Add(a.Elements[k], elements)
			return
		}
	}
	a.Type, a.Made, a.Elements = append(a.Type, of), append(a.Made, made), append(a.Elements, elements)
}
