package cct

// copyNodes makes the nodes of s: those of t in another order, which is a preorder as well.
func (s *Tree) copyNodes(t *Tree, nodes []int32, method func(node int32) int32) {
	n := len(nodes)
	at := make([]int32, t.Len()) // where the nodes of t are in s
	s.Parent, s.Method, s.End = make([]int32, n), make([]int32, n), make([]int32, n)
	if t.Line != nil {
		s.Line = make([]int32, n)
	}
	for m := range s.Self {
		s.Self[m] = make([]uint64, n)
	}
	a := &s.Allocs
	a.Types, a.At = t.Allocs.Types, make([]uint32, 1, n+1)
	for i, node := range nodes {
		at[node] = int32(i)
		s.Parent[i] = -1
		if p := t.Parent[node]; p >= 0 {
			s.Parent[i] = at[p]
		}
		s.Method[i] = method(node)
		s.End[i] = int32(i) + t.End[node] - node
		if t.Line != nil {
			s.Line[i] = t.Line[node]
		}
		for m := range s.Self {
			s.Self[m][i] = t.Self[m][node]
		}
		for k := t.Allocs.At[node]; k < t.Allocs.At[node+1]; k++ {
			a.Type = append(a.Type, t.Allocs.Type[k])
			a.Made = append(a.Made, t.Allocs.Made[k])
			a.Elements = append(a.Elements, t.Allocs.Elements[k])
		}
		a.At = append(a.At, uint32(len(a.Type)))
	}
}
