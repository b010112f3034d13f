package cctbuild

import (
	"container/heap"
	"slices"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
	"jprof/report/contexts/cct"
)

// AddLines sets the lines of the contexts with most bytecodes: of so many at most. The tree must have all steps and
// threads, and no folds.
func AddLines(t *cct.Tree, s contexts.Source, pack *contexts.Pack, most int) error {
	s, err := contexts.Joined(s)
	if err != nil {
		return err
	}
	v := &lineAdder{builder: &builder{t: &cct.Tree{}, head: s.Head(), files: map[contexts.SHA]*classfile.File{}},
		tree: t, pack: pack, object: objectMethod(t), node: -1, chosen: largest(t.Self[cct.Bytecodes], most),
		formulas: map[int32]*flow.Formulas{}}
	t.Lines = make(map[int32][]cct.LineSum, len(v.chosen))
	return s.Walk(v)
}

// lineAdder is a visitor of trees that sets the lines of chosen nodes.
type lineAdder struct {
	*builder
	tree     *cct.Tree
	pack     *contexts.Pack
	object   int32   // see objectMethod
	node     int32   // of tree: the one that was read last
	chosen   []int32 // nodes, those that come first
	formulas map[int32]*flow.Formulas
}

// next goes to the node of the tree that is read now.
func (v *lineAdder) next() {
	for v.node++; int(v.node) < v.tree.Len(); v.node++ {
		if v.tree.Method[v.node] != v.object {
			return
		}
	}
}

// Root begins the tree of a thread.
func (v *lineAdder) Root(contexts.Root) error {
	v.next()
	return nil
}

// Node sets the lines of a node, if it is chosen.
func (v *lineAdder) Node(n *contexts.Node) error {
	v.next()
	for len(v.chosen) > 0 && v.chosen[0] < v.node {
		v.chosen = v.chosen[1:]
	}
	if len(v.chosen) == 0 || v.chosen[0] != v.node {
		return nil
	}
	f, known := v.formulas[n.Method]
	if !known {
		f = v.formulasOf(n.Method)
		v.formulas[n.Method] = f
	}
	if f == nil {
		return nil
	}
	var sums instructions
	v.count(&sums, f, n)
	v.tree.Lines[v.node] = slices.DeleteFunc(sums.byLine(f), func(l cct.LineSum) bool { return l.Executions == 0 })
	return nil
}

// formulasOf returns the formulas of a method, nil if they are not known.
func (v *lineAdder) formulasOf(method int32) *flow.Formulas {
	m := &v.head.Methods[method]
	file := v.file(v.pack, v.head.Classes[m.Class].SHA)
	if file == nil || v.head.Blocks == contexts.Calls {
		return nil
	}
	f, err := m.Formulas(file, v.head.Blocks)
	if err != nil {
		return nil
	}
	return f
}

// largest returns the indices of the largest numbers that are not 0, at most so many, in order.
func largest(numbers []uint64, most int) []int32 {
	h := &smallest{numbers: numbers}
	for i, n := range numbers {
		switch {
		case n == 0:
		case h.Len() < most:
			heap.Push(h, int32(i))
		case n > numbers[h.at[0]]:
			h.at[0] = int32(i)
			heap.Fix(h, 0)
		}
	}
	slices.Sort(h.at)
	return h.at
}

// smallest is a heap of indices, that of the smallest number first.
type smallest struct {
	numbers []uint64
	at      []int32
}

func (h *smallest) Len() int           { return len(h.at) }
func (h *smallest) Less(i, j int) bool { return h.numbers[h.at[i]] < h.numbers[h.at[j]] }
func (h *smallest) Swap(i, j int)      { h.at[i], h.at[j] = h.at[j], h.at[i] }
func (h *smallest) Push(x any)         { h.at = append(h.at, x.(int32)) }

// Pop takes the last one away.
func (h *smallest) Pop() any {
	x := h.at[len(h.at)-1]
	h.at = h.at[:len(h.at)-1]
	return x
}
