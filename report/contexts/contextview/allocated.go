package contextview

import (
	"cmp"
	"slices"

	"jprof/report/contexts/cct"
)

// Allocated sums up the objects or arrays made of one type.
type Allocated struct {
	cct.Allocation
	Title string // Type for people
	Bytes cct.Bytes
	// Makers lists the methods that made most objects or arrays of the type, at most as many as were asked for.
	// MoreMakers is the number of further methods.
	Makers     []Maker
	MoreMakers int
}

// Made returns the number of objects or arrays.
func (a *Allocated) Made() uint64 { return cct.Add(a.Objects, a.Arrays) }

// BytesIn returns the bytes as the view v shows them. If they are a lower bound there, some count as unknown.
func (a *Allocated) BytesIn(v *View) cct.Bytes {
	b := a.Bytes
	if v.IsLeast() {
		b.Unknown = max(1, b.Unknown)
	}
	return b
}

// Average returns the mean length of the arrays, none for a type of objects.
func (a *Allocated) Average() Ratio { return ratio(a.Elements, a.Arrays) }

// Maker is a method that made objects or arrays of a type.
type Maker struct {
	Method *cct.Method
	Made   uint64 // objects or arrays
}

// AllAllocated returns the allocations of the whole tree by type, the largest number first. Its last argument limits
// the length of each list Makers.
func AllAllocated(t *cct.Tree, by cct.Metric, makers int) []Allocated {
	a := newAllocSums(t)
	a.add(0, int32(t.Len()))
	return a.list(by, makers)
}

// Allocated returns the allocations by the chosen methods, and by all that they call.
func (c *Chosen) Allocated(by cct.Metric, makers int) []Allocated {
	a := newAllocSums(c.Tree)
	for _, node := range c.topmost {
		a.add(node, c.Tree.End[node])
	}
	return a.list(by, makers)
}

// allocSums adds up allocations by type and method.
type allocSums struct {
	tree   *cct.Tree
	made   map[made]*cct.Sums
	bytes  []cct.Bytes // of each type
	layout *cct.Layout
}

type made struct{ kind, method int32 }

func newAllocSums(t *cct.Tree) *allocSums {
	return &allocSums{t, map[made]*cct.Sums{}, make([]cct.Bytes, len(t.Allocs.Types)), t.Allocs.Layout()}
}

// add adds the allocations of the nodes with the numbers from, ..., to-1.
func (a *allocSums) add(from, to int32) {
	x := &a.tree.Allocs
	if x.At == nil {
		return
	}
	for i := x.At[from]; i < x.At[to]; i++ {
		kind := x.Type[i]
		a.bytes[kind] = a.bytes[kind].Plus(a.layout.Of(kind, x.Made[i], x.Elements[i]))
	}
	for node := from; node < to; node++ {
		for i := x.At[node]; i < x.At[node+1]; i++ {
			key := made{x.Type[i], a.tree.Method[node]}
			sum := a.made[key]
			if sum == nil {
				sum = &cct.Sums{}
				a.made[key] = sum
			}
			if cct.IsArray(x.Types[x.Type[i]]) {
				*sum = sum.Plus(cct.Sums{cct.Arrays: x.Made[i], cct.Elements: x.Elements[i]})
			} else {
				*sum = sum.Plus(cct.Sums{cct.Objects: x.Made[i]})
			}
		}
	}
}

// list returns the sums by type, the largest number first. If by is elements, objects or arrays, the order is by the
// number of these. Otherwise it is by the number of objects and arrays.
func (a *allocSums) list(by cct.Metric, makers int) []Allocated {
	types, titles := a.tree.Allocs.Types, a.tree.TitlesOfTypes()
	byType := make([]*Allocated, len(types))
	for key, sum := range a.made {
		x := byType[key.kind]
		if x == nil {
			x = &Allocated{Allocation: cct.Allocation{Type: types[key.kind]}, Title: titles[key.kind],
				Bytes: a.bytes[key.kind]}
			byType[key.kind] = x
		}
		x.Objects = cct.Add(x.Objects, sum[cct.Objects])
		x.Arrays = cct.Add(x.Arrays, sum[cct.Arrays])
		x.Elements = cct.Add(x.Elements, sum[cct.Elements])
		x.Makers = append(x.Makers, Maker{&a.tree.Methods[key.method], cct.Add(sum[cct.Objects], sum[cct.Arrays])})
	}
	rank := func(x *Allocated) uint64 {
		switch by {
		case cct.Objects:
			return x.Objects
		case cct.Arrays:
			return x.Arrays
		case cct.Elements:
			return x.Elements
		}
		return x.Made()
	}
	var list []Allocated
	for _, x := range byType {
		if x == nil {
			continue
		}
		slices.SortFunc(x.Makers, func(a, b Maker) int {
			return cmp.Or(cmp.Compare(b.Made, a.Made), cmp.Compare(a.Method.Key(), b.Method.Key()))
		})
		if len(x.Makers) > makers {
			x.Makers, x.MoreMakers = x.Makers[:makers:makers], len(x.Makers)-makers
		}
		list = append(list, *x)
	}
	slices.SortFunc(list, func(a, b Allocated) int {
		return cmp.Or(cmp.Compare(rank(&b), rank(&a)), cmp.Compare(b.Made(), a.Made()), cmp.Compare(a.Type, b.Type))
	})
	return list
}
