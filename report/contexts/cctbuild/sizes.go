package cctbuild

import (
	"strings"

	"jprof/internal/java/classfile"
	"jprof/report/contexts/cct"
)

// object is a class that counts as having no fields, whatever was recorded of it.
const object = "java/lang/Object"

// class holds what sizes need of a class.
type class struct {
	super  string
	fields []int32 // sizes
}

// classes collects the classes for sizes. If several have the same name, it takes the first.
func (b *builder) classes() {
	b.byName = map[string]class{}
	for i := range b.head.Classes {
		f := b.files[b.head.Classes[i].SHA]
		if f == nil {
			continue
		}
		if _, known := b.byName[f.Name]; known {
			continue
		}
		b.byName[strings.Clone(f.Name)] = classOf(f)
	}
}

// classOf returns what sizes need of a class. It uses no memory of the class file.
func classOf(f *classfile.File) class {
	c := class{super: strings.Clone(f.Super)}
	for _, field := range f.Fields {
		if field.Access&classfile.Static == 0 {
			c.fields = append(c.fields, cct.FieldSize(field.Descriptor))
		}
	}
	return c
}

// sizes computes the sizes of the objects of each type. A size is known only if the class and its superclasses have
// methods that ran, because only such classes have class files.
func (b *builder) sizes() {
	a := &b.t.Allocs
	a.Sizes = make([]int32, len(a.Types))
	for i, name := range a.Types {
		if !cct.IsArray(name) {
			a.Sizes[i] = sizeOf(strings.ReplaceAll(name, ".", "/"), b.byName)
		}
	}
}

// sizeOf returns the size of the objects of a class, 0 if a superclass is not known.
func sizeOf(name string, byName map[string]class) int32 {
	var classes [][]int32 // from the class to its outermost superclass
	for ; name != object; name = byName[name].super {
		c, known := byName[name]
		if !known || len(classes) > len(byName) { // a class that is its own superclass is damaged
			return 0
		}
		classes = append([][]int32{c.fields}, classes...)
	}
	return cct.ObjectSize(classes)
}
