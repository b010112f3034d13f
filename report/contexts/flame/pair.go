package flame

import (
	"cmp"
	"slices"
	"strings"

	"jprof/report/contexts/cct"
)

// Pair is two trees as one: a context that both have is one node, with the metrics of both.
type Pair struct {
	Source               // a column for each of Metrics before, then one for each after
	Metrics []cct.Metric // that both trees have
	Methods []cct.Method
	Threads []string
}

// NewPair joins two trees. numbers are those of the methods of each, the same for methods that are the same, as
// overlap.Comparison has them. The second tree describes the methods that both have.
func NewPair(before, after *cct.Tree, numbers [2][]int32) *Pair {
	p := &Pair{Metrics: cct.Known(before, after)}
	j := joiner{p: p, trees: [2]*cct.Tree{before, after}}
	j.names(numbers)
	p.Self = make([][]uint64, 2*len(p.Metrics))
	j.nodes()
	p.Source.Methods = len(p.Methods)
	p.sumUp()
	return p
}

// joiner walks through two trees at a time.
type joiner struct {
	p       *Pair
	trees   [2]*cct.Tree
	methods [2][]int32 // of each method of a tree, its number in the pair; of a thread: -1 - its number
	threads [2][]int32
}

// pairNode is the nodes of both trees that are one.
type pairNode struct {
	parent int32
	method int32
	of     [2][]int32
}

// names joins methods and threads, in order.
func (j *joiner) names(numbers [2][]int32) {
	type numbered struct {
		number int32
		method *cct.Method
	}
	var all []numbered
	known := map[int32]bool{}
	for side := 1; side >= 0; side-- {
		for i, n := range numbers[side] {
			if !known[n] {
				known[n] = true
				all = append(all, numbered{n, &j.trees[side].Methods[i]})
			}
		}
	}
	slices.SortFunc(all, func(a, b numbered) int {
		return cmp.Or(strings.Compare(a.method.Key(), b.method.Key()), cmp.Compare(a.number, b.number))
	})
	at := map[int32]int32{}
	for i, n := range all {
		at[n.number] = int32(i)
		j.p.Methods = append(j.p.Methods, *n.method)
	}
	j.p.Threads = slices.Concat(j.trees[0].Threads, j.trees[1].Threads)
	slices.SortFunc(j.p.Threads, func(a, b string) int {
		switch {
		case a == b:
			return 0
		case a == cct.BeyondThread:
			return 1
		case b == cct.BeyondThread:
			return -1
		}
		return strings.Compare(a, b)
	})
	j.p.Threads = slices.Compact(j.p.Threads)
	for side, t := range j.trees {
		for _, n := range numbers[side] {
			j.methods[side] = append(j.methods[side], at[n])
		}
		for _, name := range t.Threads {
			j.threads[side] = append(j.threads[side], int32(slices.Index(j.p.Threads, name)))
		}
	}
}

// method is the number of a node's method or thread in the pair.
func (j *joiner) method(side int, node int32) int32 {
	m := j.trees[side].Method[node]
	if m < 0 {
		return -1 - j.threads[side][-1-m]
	}
	return j.methods[side][m]
}

// nodes makes the nodes in preorder.
func (j *joiner) nodes() {
	p := j.p
	var all [2][]int32
	for side, t := range j.trees {
		for i := int32(0); int(i) < t.Len(); i = t.End[i] {
			all[side] = append(all[side], i)
		}
	}
	stack := j.grouped(-1, all)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		id := int32(len(p.Parent))
		p.Parent, p.Method = append(p.Parent, n.parent), append(p.Method, n.method)
		var below [2][]int32
		for side, nodes := range n.of {
			t := j.trees[side]
			for i, m := range p.Metrics {
				sum := uint64(0)
				for _, node := range nodes {
					sum = cct.Add(sum, t.Self[m][node])
				}
				column := i + side*len(p.Metrics)
				p.Self[column] = append(p.Self[column], sum)
			}
			for _, node := range nodes {
				for c := node + 1; c < t.End[node]; c = t.End[c] {
					below[side] = append(below[side], c)
				}
			}
		}
		stack = append(stack, j.grouped(id, below)...)
	}
}

// grouped joins nodes of both trees by method, the last one first.
func (j *joiner) grouped(parent int32, nodes [2][]int32) []pairNode {
	if len(nodes[0])+len(nodes[1]) == 0 {
		return nil
	}
	at := map[int32]int{}
	var out []pairNode
	for side, list := range nodes {
		for _, node := range list {
			m := j.method(side, node)
			k, ok := at[m]
			if !ok {
				k = len(out)
				at[m] = k
				out = append(out, pairNode{parent: parent, method: m})
			}
			out[k].of[side] = append(out[k].of[side], node)
		}
	}
	slices.SortFunc(out, func(a, b pairNode) int {
		if a.method < 0 { // numbers of threads descend
			return cmp.Compare(a.method, b.method)
		}
		return cmp.Compare(b.method, a.method)
	})
	return out
}

// sumUp computes End and Total.
func (p *Pair) sumUp() {
	n := len(p.Parent)
	p.End = make([]int32, n)
	for _, self := range p.Self {
		p.Total = append(p.Total, slices.Clone(self))
	}
	for i := n - 1; i >= 0; i-- {
		p.End[i] = max(p.End[i], int32(i)+1)
		parent := p.Parent[i]
		if parent < 0 {
			continue
		}
		p.End[parent] = max(p.End[parent], p.End[i])
		for _, total := range p.Total {
			total[parent] = cct.Add(total[parent], total[i])
		}
	}
}
