package ccttest

import (
	"fmt"

	"jprof/report/contexts/cct"
)

// Builder makes a tree from nodes in preorder; threads and children may be in any order. It panics if a node has an
// impossible depth.
type Builder struct {
	t       *cct.Tree
	methods map[cct.Method]int32
	types   map[string]int32
	open    []int32 // the path to the last node, from the root
}

// NewBuilder returns a builder of an empty tree.
func NewBuilder() *Builder {
	t := &cct.Tree{}
	t.Allocs.At = []uint32{0}
	return &Builder{t: t, methods: map[cct.Method]int32{}, types: map[string]int32{}}
}

// Method returns the index of a method. Equal methods have the same index.
func (b *Builder) Method(m cct.Method) int32 { return number(b.methods, &b.t.Methods, m) }

// number returns the index of a thing in a list, and appends it if missing.
func number[T comparable](known map[T]int32, list *[]T, thing T) int32 {
	id, ok := known[thing]
	if !ok {
		id = int32(len(*list))
		known[thing] = id
		*list = append(*list, thing)
	}
	return id
}

// Thread begins the root of a thread name.
func (b *Builder) Thread(name string) {
	b.open = b.open[:0]
	b.t.Threads = append(b.t.Threads, name)
	b.node(-1, int32(-len(b.t.Threads)), cct.Sums{}, nil)
}

// Node adds a node in preorder. Nodes below a root have depth 1; a node is at most 1 deeper than the one before.
func (b *Builder) Node(depth int, method int32, calls, bytecodes uint64, allocs []cct.Allocation) {
	if depth < 1 || depth > len(b.open) {
		panic(fmt.Sprintf("node %d has the depth %d, behind one of depth %d", b.t.Len(), depth, len(b.open)-1))
	}
	b.open = b.open[:depth]
	sums := cct.Sums{cct.Calls: calls, cct.Bytecodes: bytecodes}
	for _, a := range allocs {
		sums = sums.Plus(cct.Sums{cct.Objects: a.Objects, cct.Arrays: a.Arrays, cct.Elements: a.Elements})
	}
	b.node(b.open[depth-1], method, sums, allocs)
}

func (b *Builder) node(parent, method int32, sums cct.Sums, allocs []cct.Allocation) {
	t := b.t
	b.open = append(b.open, int32(t.Len()))
	t.Parent = append(t.Parent, parent)
	t.Method = append(t.Method, method)
	for m := range cct.NumMetrics {
		t.Self[m] = append(t.Self[m], sums[m])
	}
	for _, a := range allocs {
		t.Allocs.Type = append(t.Allocs.Type, number(b.types, &t.Allocs.Types, a.Type))
		t.Allocs.Made = append(t.Allocs.Made, a.Objects+a.Arrays)
		t.Allocs.Elements = append(t.Allocs.Elements, a.Elements)
	}
	t.Allocs.At = append(t.Allocs.At, uint32(len(t.Allocs.Type)))
}

// Tree returns the tree in the order of cct.Tree.Sorted.
func (b *Builder) Tree() *cct.Tree { return b.t.Sorted() }
