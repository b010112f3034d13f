package cct

import (
	"slices"
	"strings"
)

// MethodSum adds up all contexts of a method.
type MethodSum struct {
	Method    int32  // index in Tree.Methods, of the first method with this key
	Contexts  uint64 // nodes of the method; none of those beyond the limit
	Self      Sums   // exclusive
	Bytes     Bytes  // of Self, by an assumed layout
	Inclusive Sums   // of the topmost nodes only, whose numbers contain those of recursive calls
}

// ByMethod returns a sum for each method that has a node, in the order of keys. Methods with the same key have one sum,
// even if their class files differ. The sums are computed once.
func (t *Tree) ByMethod() []MethodSum {
	t.methods.once.Do(func() { t.methods.sums = t.sumByMethod() })
	return t.methods.sums
}

func (t *Tree) sumByMethod() []MethodSum {
	sums := make([]MethodSum, len(t.Methods))
	covered := make([]int32, len(t.Methods)) // by method: the end of its last topmost subtree
	beyond := t.BeyondRoot()
	seen := make([]bool, len(t.Methods))
	first := make([]int32, len(t.Methods)) // by method: the first one with its key. They follow each other
	for i := range first {
		first[i] = int32(i)
		if i > 0 && t.Methods[i-1].Compare(&t.Methods[i]) == 0 {
			first[i] = first[i-1]
		}
	}
	var total []uint64 // not those of Total, which stay in memory
	for _, m := range t.Columns() {
		clear(covered)
		self := t.Self[m]
		total = Inclusive(total, self, t.Parent)
		for i, method := range t.Method {
			if method < 0 {
				continue
			}
			method = first[method]
			s := &sums[method]
			s.Self[m] = Add(s.Self[m], self[i])
			if int32(i) >= covered[method] {
				covered[method] = t.End[i]
				s.Inclusive[m] = Add(s.Inclusive[m], total[i])
			}
			if m == 0 {
				seen[method] = true
				if beyond < 0 || i < beyond {
					s.Contexts++
				}
			}
		}
	}
	layout := t.Allocs.Layout()
	for i, method := range t.Method {
		if method >= 0 {
			s := &sums[first[method]]
			s.Bytes = s.Bytes.Plus(layout.Between(int32(i), int32(i)+1))
		}
	}
	var result []MethodSum
	keys := make([]string, len(t.Methods))
	for m := range sums {
		if seen[m] {
			sums[m].Method = int32(m)
			keys[m] = t.Methods[m].Key()
			result = append(result, sums[m])
		}
	}
	slices.SortStableFunc(result, func(a, b MethodSum) int { return strings.Compare(keys[a.Method], keys[b.Method]) })
	return result
}
