package report

import (
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
)

// TypeName returns the name of a type of the file as the source has it, without the package: Outer.Inner for a nested
// or local class, Outer.CONSTANT for the body of a constant of an enum, and "Outer.new Type" for an anonymous class. If
// the source cannot be read, an anonymous class has its number: Outer$1.
func (f *File) TypeName(i int) string {
	t := f.Types[i]
	if t.Parent < 0 {
		return t.Name
	}
	own, ok := strings.CutPrefix(t.Name, f.Types[t.Parent].Name+"$")
	if !ok {
		return t.Name
	}
	in := f.TypeName(int(t.Parent))
	if t.Kind != probe.Anonymous {
		if local := strings.TrimLeft(own, "0123456789"); local != "" {
			own = local
		}
		return in + "." + own
	}
	if f.BodyNames != nil {
		if names := f.BodyNames(); i < len(names) && names[i] != "" {
			return in + "." + names[i]
		}
	}
	return in + "$" + own
}

// Title returns the label of the method for people, with the name of its type as the source has it: see File.TypeName.
func (m *Method) Title() string {
	if m.Class == nil {
		return m.Label
	}
	return MethodRef{File: m.Class.File}.title(m)
}

// Title returns the label of the method for people: see Method.Title.
func (r MethodRef) Title() string { return r.title(r.Method()) }

func (r MethodRef) title(m *Method) string {
	_, name, ok := strings.Cut(m.Label, "::")
	if !ok {
		return m.Label
	}
	return r.File.TypeName(int(m.Type)) + "::" + name
}

// QualifiedTitle returns the title of a method with the package in front of it.
func (r MethodRef) QualifiedTitle() string { return decl.Qualified(r.File.Package, r.Title()) }
