package cct

import (
	"fmt"
	"math"
	"slices"
)

// Builder makes a tree of nodes in any order of children and threads. It is for trees that are made of something else;
// the zero value is not ready, see NewBuilder.
type Builder struct {
	t       *Tree
	methods map[Method]int32
	types   map[string]int32
	open    []int32 // the path to the last node, from the root
	err     error
}

// NewBuilder is a builder of an empty tree.
func NewBuilder() *Builder {
	t := &Tree{}
	t.Allocs.At = []uint32{0}
	return &Builder{t: t, methods: map[Method]int32{}, types: map[string]int32{}}
}

// Len is the number of nodes so far.
func (b *Builder) Len() int { return b.t.Len() }

// Method is the index of a method. Equal methods have the same.
func (b *Builder) Method(m Method) int32 {
	id, ok := b.methods[m]
	if !ok {
		id = int32(len(b.t.Methods))
		b.methods[m] = id
		b.t.Methods = append(b.t.Methods, m)
	}
	return id
}

// Thread begins the root of a thread name.
func (b *Builder) Thread(name string) {
	b.open = b.open[:0]
	if slices.Contains(b.t.Threads, name) {
		b.fail("the thread %s is there twice", name)
	}
	b.t.Threads = append(b.t.Threads, name)
	b.node(int32(-len(b.t.Threads)), [NumMetrics]uint64{}, nil)
}

// Node adds a node in preorder. Its depth is 1 below a root, and at most 1 more than that of the node before.
func (b *Builder) Node(depth int, method int32, calls, bytecodes uint64, allocs []Allocation) {
	if depth < 1 || depth > len(b.open) {
		b.fail("node %d has the depth %d, behind one of depth %d", b.Len(), depth, len(b.open)-1)
		return
	}
	b.open = b.open[:depth]
	sums := Sums{Calls: calls, Bytecodes: bytecodes}
	for _, a := range allocs {
		sums = sums.Plus(Sums{Objects: a.Objects, Arrays: a.Arrays, Elements: a.Elements})
	}
	b.node(method, sums, allocs)
}

func (b *Builder) node(method int32, sums Sums, allocs []Allocation) {
	if b.Len() == math.MaxInt32 {
		b.fail("a tree has at most %d nodes", math.MaxInt32)
		return
	}
	t := b.t
	parent := int32(-1)
	if len(b.open) > 0 {
		parent = b.open[len(b.open)-1]
	}
	b.open = append(b.open, int32(t.Len()))
	t.Parent = append(t.Parent, parent)
	t.Method = append(t.Method, method)
	for m := range sums {
		t.Self[m] = append(t.Self[m], sums[m])
	}
	for _, a := range allocs {
		id, ok := b.types[a.Type]
		if !ok {
			id = int32(len(t.Allocs.Types))
			b.types[a.Type] = id
			t.Allocs.Types = append(t.Allocs.Types, a.Type)
		}
		t.Allocs.Type = append(t.Allocs.Type, id)
		t.Allocs.Made = append(t.Allocs.Made, Add(a.Objects, a.Arrays))
		t.Allocs.Elements = append(t.Allocs.Elements, a.Elements)
	}
	t.Allocs.At = append(t.Allocs.At, uint32(len(t.Allocs.Type)))
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("calling context tree: "+format, args...)
	}
}

// Tree is the tree, its threads, children and methods in order. Siblings of the same method stay as they are.
func (b *Builder) Tree() (*Tree, error) {
	if b.err != nil {
		return nil, b.err
	}
	return b.t.sorted(), nil
}
