package contextview

import (
	"iter"

	"jprof/report/contexts/cct"
)

// MaxStack is the number of levels below a thread that exports with whole stacks have: the size of what they write
// grows with the square of the depth. What is deeper is added to the context at that level, so sums stay right.
const MaxStack = 8192

// Stack is a context with all that called it.
type Stack struct {
	Path []int32  // nodes from the root of the thread on; the last one is the context. It is overwritten
	Self cct.Sums // exclusive; with all that is below it where the stack is cut
	// Effects are those of the context in the same way, if the tree has them.
	Effects [cct.NumEffects]uint64
}

// Stacks are all contexts of a tree that are no root, in its order.
func Stacks(t *cct.Tree) iter.Seq[*Stack] { return stacks(t, 0, int32(t.Len())) }

// StacksOf are those of a thread, by its root.
func StacksOf(t *cct.Tree, root int32) iter.Seq[*Stack] { return stacks(t, root, t.End[root]) }

// stacks are the contexts from a root up to another.
func stacks(t *cct.Tree, from, to int32) iter.Seq[*Stack] {
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
			for m := range cct.NumMetrics {
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

// addEffects computes the effects of a node, with all that is below it if it is cut.
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

// Deeper is the number of contexts that Stacks adds to others, as they are below level MaxStack.
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
