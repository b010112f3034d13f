package cctbuild

import (
	"strings"

	"jprof/internal/java/classfile"
	"jprof/report/contexts/cct"
)

// object is a class that counts as having no fields, whatever was recorded of it.
const object = "java/lang/Object"

// sizes computes the sizes of the objects of each type. A size is known only if the class and its superclasses have
// methods that ran, because only such classes have class files. If several classes have the same name, sizes takes the
// first.
func (b *builder) sizes() {
	byName := map[string]*classfile.File{}
	for i := range b.head.Classes {
		if f := b.files[b.head.Classes[i].SHA]; f != nil && byName[f.Name] == nil {
			byName[f.Name] = f
		}
	}
	a := &b.t.Allocs
	a.Sizes = make([]int32, len(a.Types))
	for i, name := range a.Types {
		if !cct.IsArray(name) {
			a.Sizes[i] = sizeOf(strings.ReplaceAll(name, ".", "/"), byName)
		}
	}
}

// sizeOf returns the size of the objects of a class, 0 if a superclass is not known.
func sizeOf(name string, byName map[string]*classfile.File) int32 {
	var classes [][]int32 // from the class to its outermost superclass
	for ; name != object; name = byName[name].Super {
		f := byName[name]
		if f == nil || len(classes) > len(byName) { // a class that is its own superclass is damaged
			return 0
		}
		var fields []int32
		for _, field := range f.Fields {
			if field.Access&classfile.Static == 0 {
				fields = append(fields, cct.FieldSize(field.Descriptor))
			}
		}
		classes = append([][]int32{fields}, classes...)
	}
	return cct.ObjectSize(classes)
}
