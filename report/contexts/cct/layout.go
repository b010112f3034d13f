package cct

import (
	"math"
	"math/bits"
	"strings"
)

// LayoutText names the layout of objects that Bytes assumes.
const LayoutText = "64-bit HotSpot, compressed references and class pointers, objects aligned to 8 bytes"

// The layout of objects of a 64-bit HotSpot with compressed references and class pointers, the default below 32 GB.
const (
	HeaderSize      = 12 // of objects; their fields follow
	arrayHeaderSize = 16 // with the length
	referenceSize   = 4
	alignment       = 8
)

// Bytes is the space of allocations in the heap.
type Bytes struct {
	Known   uint64
	Unknown uint64 // objects of classes whose fields are not known: they are not in Known
}

// Plus returns the sum of both.
func (b Bytes) Plus(o Bytes) Bytes { return Bytes{Add(b.Known, o.Known), Add(b.Unknown, o.Unknown)} }

// Layout holds the sizes of the types of a tree.
type Layout struct {
	allocs *Allocs
	sizes  []uint64 // of each type: of an object, or of an element of its arrays
	arrays []bool
}

// Layout returns the sizes of the types.
func (a *Allocs) Layout() *Layout {
	l := &Layout{a, make([]uint64, len(a.Types)), make([]bool, len(a.Types))}
	for i, name := range a.Types {
		switch {
		case IsArray(name):
			l.arrays[i], l.sizes[i] = true, elementSize(name)
		case a.Sizes != nil:
			l.sizes[i] = uint64(a.Sizes[i])
		}
	}
	return l
}

// Size returns the size in bytes of an object of the type, or of an element of its arrays; 0 for unknown.
func (l *Layout) Size(typ int32) uint64 { return l.sizes[typ] }

// Of returns the bytes of a number of objects or arrays of a type; elements is the sum over all arrays. The size is
// that of arrays of the mean length.
func (l *Layout) Of(typ int32, made, elements uint64) Bytes {
	size := l.sizes[typ]
	switch {
	case made == 0:
		return Bytes{}
	case !l.arrays[typ] && size == 0:
		return Bytes{Unknown: made}
	case !l.arrays[typ]:
		return Bytes{Known: mul(made, size)}
	}
	all := mul(elements, size)
	mean := all / made
	if all%made > 0 {
		mean++
	}
	return Bytes{Known: mul(made, aligned(arrayHeaderSize+mean))}
}

// Between returns the bytes that the nodes with the numbers from, ..., to-1 allocated.
func (l *Layout) Between(from, to int32) Bytes {
	var sum Bytes
	if a := l.allocs; a.At != nil {
		for i := a.At[from]; i < a.At[to]; i++ {
			sum = sum.Plus(l.Of(a.Type[i], a.Made[i], a.Elements[i]))
		}
	}
	return sum
}

// elementSize returns the size of an element of an array in bytes.
func elementSize(array string) uint64 {
	if size, basic := basicSizes[strings.TrimSuffix(array, "[]")]; basic {
		return size
	}
	return referenceSize
}

var basicSizes = map[string]uint64{"boolean": 1, "byte": 1, "char": 2, "short": 2, "int": 4, "float": 4, "long": 8,
	"double": 8}

// FieldSize returns the size of a field in bytes, given its descriptor.
func FieldSize(descriptor string) int32 {
	return int32(elementSize(TypeName(descriptor) + "[]"))
}

// mul returns a * b, or the largest number if the product overflows.
func mul(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

func aligned(n uint64) uint64 { return (n + alignment - 1) / alignment * alignment }

// ObjectSize returns the size of an object with fields of these sizes. The fields of the outermost superclass come
// first. As in HotSpot from Java 15 on, the fields of a class also fill gaps between the fields of its superclasses,
// the largest fields first.
func ObjectSize(classes [][]int32) int32 {
	end, free := int32(HeaderSize), map[int32]int32{} // free: aligned places in gaps, by 1, 2 or 4 bytes
	for _, fields := range classes {
		counts := map[int32]int32{}
		for _, size := range fields {
			counts[size]++
		}
		for _, size := range []int32{8, 4, 2, 1} {
			for range counts[size] {
				end = place(end, size, free)
			}
		}
	}
	return int32(aligned(uint64(end)))
}

// place puts a field into the smallest gap that has room for it, or else after all other fields. It returns the new end
// of the object.
func place(end, size int32, free map[int32]int32) int32 {
	for gap := size; gap <= 4; gap *= 2 {
		if free[gap] == 0 {
			continue
		}
		free[gap]--
		for gap > size { // the rest of the gap stays free
			gap /= 2
			free[gap]++
		}
		return end
	}
	for end%size != 0 {
		gap := end & -end // the largest aligned place at the end
		free[gap]++
		end += gap
	}
	return end + size
}
