package report

import "slices"

// sumUpOmitted adds up what a part omits.
func (f *File) sumUpOmitted(p *Part) {
	of := func(t *Totals) *Omitted {
		if p.Excluded {
			return &t.Excluded
		}
		return &t.Unmeasured
	}
	for _, c := range f.Classes {
		if t := f.Types[slices.Index(f.ClassOf, c)]; f.omittedBy(t.Span.Start.Offset, t.Span.End.Offset) == p {
			c.OmittedBy = p
		}
	}
	if p.Whole {
		of(&f.Totals).Files = 1
		for _, c := range f.Classes {
			of(&c.Totals).Files = 1
		}
		return
	}
	methods := 0
	for i := range f.Methods {
		m := &f.Methods[i]
		if f.OmittedBy(*m) == p {
			methods++
			of(&m.Class.Totals).Methods++
		}
	}
	of(&f.Totals).Methods += methods
	if methods > 0 {
		return
	}
	add := func(t *Totals) {
		if l := of(t); p.Method {
			l.Methods++
		} else {
			l.Parts++
		}
	}
	add(&f.Totals)
	if c := f.ClassAt(p.Span.Start.Offset); c != nil {
		add(&c.Totals)
	}
}

// makeClasses makes a class of each top-level type, and notes for each type in which it is counted.
func (f *File) makeClasses() {
	f.ClassOf = make([]*Class, len(f.Types))
	for i := range f.Types {
		top := i
		for f.Types[top].Parent != -1 { // ends: a parent has the smaller index
			top = int(f.Types[top].Parent)
		}
		if f.ClassOf[top] == nil {
			t := f.Types[top]
			f.ClassOf[top] = &Class{Name: t.Name, File: f, Hottest: -1, Line: int(t.Span.Start.Line)}
			f.Classes = append(f.Classes, f.ClassOf[top])
		}
		f.ClassOf[i] = f.ClassOf[top]
	}
	slices.SortStableFunc(f.Classes, func(a, b *Class) int { return a.Line - b.Line })
	for i, c := range f.Classes {
		c.index = i
	}
}

// Nested is a class within another one: a member, a local or an anonymous class.
type Nested struct {
	Name        string // as javac calls it: Outer$Inner, Outer$1Local, Outer$1
	Line        int    // where it is declared
	Measured    bool   // false where a part omits all of it
	Invocations uint64 // of its methods, with those of classes within it
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
			left := f.omittedBy(t.Span.Start.Offset, t.Span.End.Offset)
			list = append(list, Nested{Name: t.Name, Line: int(t.Span.Start.Line), Measured: left == nil, Invocations: invocations[i]})
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
