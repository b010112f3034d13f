package report

import "jprof/internal/format/probe"

// Nested is a class within another one: a member, a local or an anonymous class.
type Nested struct {
	Name        string // in javac's form: Outer$Inner, Outer$1Local, Outer$1
	Title       string // as the source has it: see File.TypeName
	Named       bool   // false for anonymous classes and bodies of constants
	Line        int    // line of its declaration
	Measured    bool   // false if a part omits the whole class
	Invocations uint64 // of its methods, and of those of classes within it
}

// Nested lists the classes of the file that are not top-level, in the order of the source.
func (f *File) Nested() []Nested {
	var list []Nested
	invocations := make([]uint64, len(f.Types))
	for i := range f.Methods {
		if m := &f.Methods[i]; m.Measured {
			for t := m.Type; t >= 0; t = f.Types[t].Parent {
				invocations[t] = Add(invocations[t], m.Invocations)
			}
		}
	}
	for i, t := range f.Types {
		if t.Parent >= 0 {
			measured := f.OmittedAt(t.Span.Start.Offset, t.Span.End.Offset) == nil
			list = append(list, Nested{Name: t.Name, Title: f.TypeName(i), Named: t.Kind != probe.Anonymous,
				Line: int(t.Span.Start.Line), Measured: measured, Invocations: invocations[i]})
		}
	}
	return list
}

// ClassAt returns the top-level class around a byte, or nil.
func (f *File) ClassAt(offset uint32) *Class {
	for i, t := range f.Types {
		if t.Parent == -1 && t.Span.Start.Offset <= offset && offset < t.Span.End.Offset {
			return f.ClassOf[i]
		}
	}
	return nil
}
