// Package trie finds nodes of large trees by their paths. A node is identified by its parent, a label, and a further
// number. Root and Child add the nodes of a path, and return their numbers. Numbers begin with 0 and are in the order
// of the calls, so a parent is before its children. Profiles (internal/format/contexts), folded trees and comparisons
// (report/contexts/cct) are such trees. They have millions of nodes, and columns with further data of each node.
//
// The nodes are columns, 12 bytes each. The child of a node is found by a hash table of node numbers with linear
// probing, whose keys are in the columns: 6 to 12 bytes a node more. 5 million nodes are made in about a second.
package trie

import "math/bits"

// Trie is a forest of nodes. Its zero value has none. Do not change the columns.
type Trie struct {
	Parent []int32 // -1 for a root
	Label  []int32
	Extra  []uint32 // distinguishes children of one label

	index []int32 // 1 + the node, 0 for none; a power of 2 of them
	used  int
}

// Len returns the number of nodes.
func (t *Trie) Len() int { return len(t.Parent) }

// Reserve makes room for n more nodes.
func (t *Trie) Reserve(n int) {
	grow := func(list []int32) []int32 { return append(make([]int32, 0, len(list)+n), list...) }
	t.Parent, t.Label = grow(t.Parent), grow(t.Label)
	t.Extra = append(make([]uint32, 0, len(t.Extra)+n), t.Extra...)
	if size := 3 * (t.used + n) / 2; len(t.index) < size {
		t.resize(1 << bits.Len(uint(size)))
	}
}

// Add adds a node that Find and Child do not find, such as a root that the caller knows by its number.
func (t *Trie) Add(parent, label int32, extra uint32) int32 {
	t.Parent = append(t.Parent, parent)
	t.Label = append(t.Label, label)
	t.Extra = append(t.Extra, extra)
	return int32(len(t.Parent) - 1)
}

// Find returns the child of a node, -1 if there is none.
func (t *Trie) Find(parent, label int32, extra uint32) int32 {
	_, node := t.find(parent, label, extra)
	return node
}

// Child returns the child of a node, and adds it if there is none.
func (t *Trie) Child(parent, label int32, extra uint32) int32 {
	place, node := t.find(parent, label, extra)
	if node >= 0 {
		return node
	}
	if 3*t.used >= 2*len(t.index) {
		t.resize(2 * len(t.index))
		place, _ = t.find(parent, label, extra)
	}
	node = t.Add(parent, label, extra)
	t.index[place] = node + 1
	t.used++
	return node
}

func hash(parent, label int32, extra uint32) uint64 {
	h := uint64(uint32(parent))*0x9E3779B97F4A7C15 ^ uint64(uint32(label))*0xC2B2AE3D27D4EB4F ^
		uint64(extra)*0x165667B19E3779F9
	return h ^ h>>29 ^ bits.RotateLeft64(h, 31)
}

// find returns the node. If there is none, it returns -1 and the place in the table for it.
func (t *Trie) find(parent, label int32, extra uint32) (place int, node int32) {
	if len(t.index) == 0 {
		return 0, -1
	}
	mask := len(t.index) - 1
	for i := int(hash(parent, label, extra)) & mask; ; i = (i + 1) & mask {
		node := t.index[i] - 1
		if node < 0 || t.Parent[node] == parent && t.Label[node] == label && t.Extra[node] == extra {
			return i, node
		}
	}
}

// resize makes a table of a size that is a power of 2. The table must not become full, because find would not end then.
func (t *Trie) resize(size int) {
	old := t.index
	t.index = make([]int32, max(1<<10, size))
	for _, node := range old {
		if node > 0 {
			place, _ := t.find(t.Parent[node-1], t.Label[node-1], t.Extra[node-1])
			t.index[place] = node
		}
	}
}

// Children are all nodes by their parent.
type Children struct {
	nodes []int32
	at    []uint32 // those of node p are from at[p+1] to at[p+2]
}

// ByParent sorts nodes by their parents, by counting: parents has that of each, -1 for roots. The children of a node
// are in the order of their numbers.
func ByParent(parents []int32) Children {
	n := len(parents)
	c := Children{make([]int32, n), make([]uint32, n+3)}
	// While the nodes are put, at[p+2] is the index of the next child of p: at the end, of the first child of p+1.
	for _, p := range parents {
		c.at[p+3]++
	}
	for i := 1; i < len(c.at); i++ {
		c.at[i] += c.at[i-1]
	}
	for node, p := range parents {
		c.nodes[c.at[p+2]] = int32(node)
		c.at[p+2]++
	}
	return c
}

// Of are the children of a node; of -1 the roots. They may be sorted.
func (c Children) Of(node int32) []int32 { return c.nodes[c.at[node+1]:c.at[node+2]] }
