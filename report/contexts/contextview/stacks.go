package contextview

import (
	"iter"

	"jprof/report/contexts/cct"
)

// MaxStack limits the levels below a thread in exports with whole stacks, because their size grows with the square of
// the depth. Numbers of deeper contexts are added to the context at that level, so sums stay right.
const MaxStack = 8192

// Stack is a context with the contexts of its callers.
type Stack struct {
	Path []int32  // nodes from the root of the thread to the context; overwritten by the next stack
	Self cct.Sums // exclusive; inclusive if the stack is cut at MaxStack
	// Effects has the effects of the context, exclusive or inclusive as Self is. It is zero if the tree has no effects.
	Effects [cct.NumEffects]uint64
}

// Stacks returns all contexts of a tree except roots, in its order.
func Stacks(t *cct.Tree) iter.Seq[*Stack] { return stacks(t, 0, int32(t.Len())) }

// StacksOf returns the contexts of a thread, given its root.
func StacksOf(t *cct.Tree, root int32) iter.Seq[*Stack] { return stacks(t, root, t.End[root]) }

// stacks returns the contexts among the nodes with the numbers from, ..., to-1.
func stacks(t *cct.Tree, from, to int32) iter.Seq[*Stack] {
	known := t.Columns()
	return func(yield func(*Stack) bool) {
		s := &Stack{}
		for node := from; node < to; node++ {
			parent := t.Parent[node]
			for len(s.Path) > 0 && s.Path[len(s.Path)-1] != parent {
				s.Path = s.Path[:len(s.Path)-1]
			}
			s.Path = append(s.Path, node)
			if parent < 0 {
				continue
			}
			cut := len(s.Path) > MaxStack
			for _, m := range known {
				s.Self[m] = t.Self[m][node]
				if cut {
					s.Self[m] = t.Total(m)[node]
				}
			}
			s.addEffects(t, node, cut)
			if !yield(s) {
				return
			}
			if cut {
				node = t.End[node] - 1
			}
		}
	}
}

// addEffects sets the effects of a node, with those of all below it if the stack is cut.
func (s *Stack) addEffects(t *cct.Tree, node int32, cut bool) {
	if !t.HasEffects() {
		return
	}
	end := node + 1
	if cut {
		end = t.End[node]
	}
	for e, all := range t.Effects {
		s.Effects[e] = 0
		for _, n := range all[node:end] {
			s.Effects[e] = cct.Add(s.Effects[e], n)
		}
	}
}

// Deeper returns the number of contexts below level MaxStack. Stacks adds their numbers to the context at that level.
func Deeper(t *cct.Tree) int {
	depth := make([]int32, t.Len())
	n := 0
	for i, p := range t.Parent {
		if p >= 0 {
			depth[i] = depth[p] + 1
		}
		if depth[i] > MaxStack {
			n++
		}
	}
	return n
}
