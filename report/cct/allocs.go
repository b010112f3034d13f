package cct

import (
	"cmp"
	"slices"
)

// Allocation is what was made of one type.
type Allocation struct {
	Type     string // java.lang.String, int[], java.lang.String[][]
	Objects  uint64 // none for types of arrays
	Arrays   uint64
	Elements uint64
}

// Allocs are the allocations of all nodes, as columns: those of node i are At[i] to At[i+1]-1. The zero value has none.
type Allocs struct {
	Types    []string
	At       []uint32 // one more than there are nodes, or nil
	Type     []int32  // index in Types, once a node
	Made     []uint64 // objects, or arrays where the type is one
	Elements []uint64
}

// Allocations is what the node made itself, most first.
func (t *Tree) Allocations(node int) []Allocation { return t.Allocs.between(node, node+1) }

// TotalAllocations is what the node and its subtree made, most first.
func (t *Tree) TotalAllocations(node int) []Allocation {
	return t.Allocs.between(node, int(t.End[node]))
}

func (a *Allocs) between(from, to int) []Allocation {
	if a.At == nil || a.At[from] == a.At[to] {
		return nil
	}
	byType := map[int32]*Allocation{}
	for i := a.At[from]; i < a.At[to]; i++ {
		sum := byType[a.Type[i]]
		if sum == nil {
			sum = &Allocation{Type: a.Types[a.Type[i]]}
			byType[a.Type[i]] = sum
		}
		if IsArray(sum.Type) {
			sum.Arrays = Add(sum.Arrays, a.Made[i])
			sum.Elements = Add(sum.Elements, a.Elements[i])
		} else {
			sum.Objects = Add(sum.Objects, a.Made[i])
		}
	}
	result := make([]Allocation, 0, len(byType))
	for _, sum := range byType {
		result = append(result, *sum)
	}
	slices.SortFunc(result, func(a, b Allocation) int {
		return cmp.Or(cmp.Compare(b.Objects+b.Arrays, a.Objects+a.Arrays), cmp.Compare(b.Elements, a.Elements),
			cmp.Compare(a.Type, b.Type))
	})
	return result
}

// IsArray reports whether a name of a type is that of arrays.
func IsArray(name string) bool { return len(name) > 2 && name[len(name)-2:] == "[]" }
