package contextview

import "jprof/report/cct"

// OfThreads is the tree of some threads only, by their names.
func OfThreads(t *cct.Tree, keep func(name string) bool) *cct.Tree {
	s := &cct.Tree{Methods: t.Methods, About: t.About, Losses: t.Losses}
	s.Allocs.Types = t.Allocs.Types
	if t.Allocs.At != nil {
		s.Allocs.At = []uint32{0}
	}
	for root := int32(0); int(root) < t.Len(); root = t.End[root] {
		if name := t.Threads[-1-t.Method[root]]; keep(name) {
			s.Threads = append(s.Threads, name)
			appendThread(s, t, root)
		}
	}
	return s
}

// appendThread appends the nodes of a thread of t, the last one in the list of s.
func appendThread(s, t *cct.Tree, root int32) {
	end, shift := t.End[root], int32(s.Len())-root
	for node := root; node < end; node++ {
		parent, method := t.Parent[node]+shift, t.Method[node]
		if node == root {
			parent, method = -1, int32(-len(s.Threads))
		}
		s.Parent = append(s.Parent, parent)
		s.Method = append(s.Method, method)
		s.End = append(s.End, t.End[node]+shift)
	}
	if t.Line != nil {
		s.Line = append(s.Line, t.Line[root:end]...)
	}
	for m := range cct.NumMetrics {
		s.Self[m] = append(s.Self[m], t.Self[m][root:end]...)
	}
	a := &t.Allocs
	if a.At == nil {
		return
	}
	first, last := a.At[root], a.At[end]
	from := uint32(len(s.Allocs.Type))
	s.Allocs.Type = append(s.Allocs.Type, a.Type[first:last]...)
	s.Allocs.Made = append(s.Allocs.Made, a.Made[first:last]...)
	s.Allocs.Elements = append(s.Allocs.Elements, a.Elements[first:last]...)
	for node := root; node < end; node++ {
		s.Allocs.At = append(s.Allocs.At, a.At[node+1]-first+from)
	}
}
