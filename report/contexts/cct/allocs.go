package cct

import (
	"cmp"
	"slices"
)

// Allocation counts the objects or arrays made of one type.
type Allocation struct {
	Type     string // java.lang.String, int[], java.lang.String[][]
	Objects  uint64 // none for types of arrays
	Arrays   uint64
	Elements uint64
}

// Allocs holds the allocations of all nodes, as columns. The allocations of node i have the indices At[i] to At[i+1]-1.
// The zero value has none.
type Allocs struct {
	Types    []string
	Sizes    []int32  // of an object of each type, in bytes; 0 for unknown. Nil if none is known
	At       []uint32 // one more than there are nodes, or nil
	Type     []int32  // index in Types; a node has each type once
	Made     []uint64 // objects, or arrays where the type is one
	Elements []uint64
}

// Allocations returns the allocations of the node itself, in order of their number, the largest first.
func (t *Tree) Allocations(node int) []Allocation {
	a := &t.Allocs
	if a.At == nil {
		return nil
	}
	var result []Allocation
	for i := a.At[node]; i < a.At[node+1]; i++ {
		one := Allocation{Type: a.Types[a.Type[i]], Objects: a.Made[i]}
		if IsArray(one.Type) {
			one.Objects, one.Arrays, one.Elements = 0, a.Made[i], a.Elements[i]
		}
		result = append(result, one)
	}
	slices.SortFunc(result, func(a, b Allocation) int {
		return cmp.Or(cmp.Compare(b.Objects+b.Arrays, a.Objects+a.Arrays), cmp.Compare(b.Elements, a.Elements),
			cmp.Compare(a.Type, b.Type))
	})
	return result
}

// IsArray reports whether the type with a name is an array.
func IsArray(name string) bool { return len(name) > 2 && name[len(name)-2:] == "[]" }
