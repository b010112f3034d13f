package contexts

import (
	"slices"

	"jprof/report/contexts/cct"
)

// madeOf has the numbers of allocations of a type by a thread, in the order of flamedetails.js: the type, objects or
// arrays, elements, known bytes, objects of unknown size.
type madeOf [5]uint64

// madeOfThreads returns the allocations of each thread. The page shows them before it has loaded all contexts of a
// thread.
func madeOfThreads(t *cct.Tree) [][]madeOf {
	out := make([][]madeOf, len(t.Threads))
	a := &t.Allocs
	if a.At == nil {
		return out
	}
	layout := a.Layout()
	for root := int32(0); int(root) < t.Len(); root = t.End[root] {
		byType := map[int32]*madeOf{}
		for i := a.At[root]; i < a.At[t.End[root]]; i++ {
			m := byType[a.Type[i]]
			if m == nil {
				m = &madeOf{uint64(a.Type[i])}
				byType[a.Type[i]] = m
			}
			bytes := layout.Of(a.Type[i], a.Made[i], a.Elements[i])
			for k, n := range []uint64{a.Made[i], a.Elements[i], bytes.Known, bytes.Unknown} {
				m[k+1] = cct.Add(m[k+1], n)
			}
		}
		list := make([]madeOf, 0, len(byType))
		for _, m := range byType {
			list = append(list, *m)
		}
		slices.SortFunc(list, func(a, b madeOf) int { return int(a[0]) - int(b[0]) })
		out[-1-t.Method[root]] = list
	}
	return out
}

// typeSizes returns the sizes of objects, and of the elements of arrays; 0 if unknown.
func typeSizes(t *cct.Tree) []uint64 {
	layout := t.Allocs.Layout()
	sizes := make([]uint64, len(t.Allocs.Types))
	for i := range sizes {
		sizes[i] = layout.Size(int32(i))
	}
	return sizes
}
