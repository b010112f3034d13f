package contexts

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"jprof/internal/util/trie"
)

// Source returns the profile as a source, in the order of files. Do not add anything to the profile while the source is
// used.
func (p *Profile) Source() Source { return p.order() }

// order is a profile with the order of its parts in files. It is valid until something is added to the profile.
type order struct {
	*Profile
	head     *Header
	methods  []int32       // rank of each method in head.Methods of the profile
	children trie.Children // by rank and site
	cutsBy   []uint64      // keys of cuts, sorted
	madeBy   []madeKey
}

func (p *Profile) order() *order {
	o := &order{Profile: p}
	o.orderMethods()
	o.orderNodes()
	o.cutsBy = slices.AppendSeq(make([]uint64, 0, len(p.cuts)), maps.Keys(p.cuts))
	slices.Sort(o.cutsBy)
	o.madeBy = slices.SortedFunc(maps.Keys(p.made), func(a, b madeKey) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.instruction, b.instruction),
			strings.Compare(a.class, b.class))
	})
	return o
}

// orderMethods makes the header, with the classes and methods that have nodes, in order.
func (o *order) orderMethods() {
	p := o.Profile
	h := p.head // a copy
	byKey := make([]int32, len(h.Methods))
	for i := range byKey {
		byKey[i] = int32(i)
	}
	slices.SortFunc(byKey, func(i, j int32) int {
		a, b := &p.head.Methods[i], &p.head.Methods[j]
		return cmp.Or(strings.Compare(p.head.Classes[a.Class].Name, p.head.Classes[b.Class].Name),
			strings.Compare(a.Name, b.Name), strings.Compare(a.Descriptor, b.Descriptor),
			bytes.Compare(a.Code[:], b.Code[:]))
	})
	var used []Class
	for _, m := range h.Methods {
		used = append(used, h.Classes[m.Class])
	}
	slices.SortFunc(used, compareClasses)
	h.Classes = slices.Compact(used)
	h.Methods = make([]Method, len(byKey))
	o.methods = make([]int32, len(byKey))
	for rank, i := range byKey {
		m := p.head.Methods[i]
		class, _ := slices.BinarySearchFunc(h.Classes, p.head.Classes[m.Class], compareClasses)
		m.Class = int32(class)
		h.Methods[rank] = m
		o.methods[i] = int32(rank)
	}
	h.Losses = slices.SortedFunc(maps.Keys(p.losses), compareLosses)
	h.Agents = slices.SortedFunc(maps.Keys(p.agents), compareAgents)
	h.Files = slices.SortedFunc(maps.Keys(p.jvms), compareJVMs)
	h.Nodes, h.Slots = uint64(p.nodes.Len()), uint64(p.slots.n)
	h.Steps = nil
	for _, r := range p.roots {
		h.Steps = append(h.Steps, r.Step)
	}
	slices.Sort(h.Steps)
	h.Steps = slices.Compact(h.Steps)
	o.head = &h
}

func compareLosses(a, b Loss) int {
	return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.Method, b.Method),
		strings.Compare(a.Reason, b.Reason))
}

func compareAgents(a, b Agent) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Problem, b.Problem))
}

func compareJVMs(a, b JVM) int { return bytes.Compare(a[:], b[:]) }

// orderNodes groups nodes by parent, and sorts the nodes of each parent.
func (o *order) orderNodes() {
	o.children = trie.ByParent(o.nodes.Parent)
	for node := range o.nodes.Len() + 1 {
		o.sortSiblings(o.children.Of(int32(node) - 1))
	}
}

func (o *order) sortSiblings(nodes []int32) {
	if len(nodes) < 2 {
		return
	}
	p := o.Profile
	slices.SortFunc(nodes, func(a, b int32) int {
		x, y := p.nodes.Label[a], p.nodes.Label[b]
		if x < 0 {
			return compareRoots(p.roots[-1-x], p.roots[-1-y])
		}
		return cmp.Or(cmp.Compare(o.methods[x], o.methods[y]), cmp.Compare(p.nodes.Extra[a], p.nodes.Extra[b]))
	})
}

// Head returns the header for the file: classes and methods that have nodes, in order.
func (o *order) Head() *Header { return o.head }

// Walk passes all trees to v.
func (o *order) Walk(v Visitor) error {
	type entry struct{ node, depth int32 }
	var stack []entry
	push := func(parent, depth int32) {
		nodes := o.children.Of(parent)
		for i := len(nodes) - 1; i >= 0; i-- {
			stack = append(stack, entry{nodes[i], depth})
		}
	}
	push(-1, 0)
	var n Node
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		var err error
		if m := o.nodes.Label[e.node]; m < 0 {
			err = v.Root(o.roots[-1-m])
		} else {
			o.fill(&n, e.node, int(e.depth))
			err = v.Node(&n)
		}
		if err != nil {
			return err
		}
		push(e.node, e.depth+1)
	}
	return nil
}

// fill sets n to the data of a node.
func (o *order) fill(n *Node, node int32, depth int) {
	p := o.Profile
	method := p.nodes.Label[node]
	n.Depth, n.Method, n.Site, n.Calls = depth, o.methods[method], p.nodes.Extra[node], p.calls[node]
	n.Slots = slices.Grow(n.Slots[:0], len(p.head.Methods[method].Slots))[:len(p.head.Methods[method].Slots)]
	p.slots.copyTo(n.Slots, int(p.slotAt[node]))
	n.Cuts, n.Made = n.Cuts[:0], n.Made[:0]
	at, _ := slices.BinarySearch(o.cutsBy, uint64(node)<<32)
	for ; at < len(o.cutsBy) && o.cutsBy[at]>>32 == uint64(node); at++ {
		n.Cuts = append(n.Cuts, Cut{uint32(o.cutsBy[at]), p.cuts[o.cutsBy[at]]})
	}
	at, _ = slices.BinarySearchFunc(o.madeBy, node, func(k madeKey, node int32) int {
		return cmp.Compare(k.node, node)
	})
	for ; at < len(o.madeBy) && o.madeBy[at].node == node; at++ {
		key := o.madeBy[at]
		sum := p.made[key]
		n.Made = append(n.Made, Made{key.instruction, key.class, sum.objects, sum.arrays, sum.elements})
	}
}
