package cct

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
)

// Kind distinguishes code of the project, of libraries and of the JDK.
type Kind uint8

// The kinds of methods.
const (
	App     Kind = iota // of the project, its tests and what it generates
	Library             // of what the project uses
	JDK                 // of the Java runtime
)

// String returns the name of the kind.
func (k Kind) String() string { return [...]string{"app", "library", "jdk"}[k] }

// Method is a method that has nodes. Two methods of a tree have the same key if different class files of the same name
// were loaded.
type Method struct {
	Class      string    // with dots, $ for nested: java.util.Map$Entry
	Shown      ClassName // Class for people
	Name       string    // <init> and <clinit> for constructors and class initialisers
	Descriptor string    // as in the class file: (ILjava/lang/String;)V
	Source     string    // path in the project where it is known, else the file name of the class file, or ""
	Line       int32     // the first line, 0 if unknown
	LastLine   int32
	Kind       Kind
	Synthetic  bool   // written by the compiler: bridges, accessors, bodies of lambdas
	Bridge     bool   // only calls a method of the same name with another descriptor
	Code       uint64 // a hash of its code, 0 if unknown
	Size       int32  // approximate number of statements
}

// FindSource finds the source of a class, given its name and the name of its source file. It returns false for classes
// that do not belong to the project. The path is "" if it is not known.
type FindSource func(class, source string) (path string, is bool)

// MethodOf returns a method of a profile, without the values that SetCode adds. project may be nil: then all classes
// but those of the JDK belong to the project. names is the result of ClassNames.
func MethodOf(h *contexts.Header, m *contexts.Method, project FindSource, names []ClassName) Method {
	c := &h.Classes[m.Class]
	out := Method{Class: c.Name, Shown: names[m.Class],
		Name: m.Name, Descriptor: m.Descriptor, Source: c.Source, Line: m.Line,
		Synthetic: m.Access&classfile.Synthetic != 0, Bridge: m.Access&classfile.Bridge != 0}
	switch {
	case c.Loader <= contexts.Platform:
		out.Kind = JDK
	case project != nil:
		path, is := project(c.Name, c.Source)
		if !is {
			out.Kind = Library
		}
		out.Source = cmp.Or(path, c.Source)
	}
	return out
}

// SetCode sets the values that depend on the code of the method. f is nil if the code is not known.
func (m *Method) SetCode(id contexts.CodeID, f *flow.Formulas) {
	const instructionsOfAStatement = 5 // about
	m.Code = binary.BigEndian.Uint64(id[:])
	if f != nil {
		for _, l := range f.Code.Lines {
			m.LastLine = max(m.LastLine, int32(l.Line))
		}
		m.Size = int32(len(f.Code.Instructions) / instructionsOfAStatement)
	}
}

// Key identifies the method: pkg.Outer$Inner.name(descriptor).
func (m *Method) Key() string { return m.Class + "." + m.Name + m.Descriptor }

// Compare orders methods by class, name and descriptor, as in trees.
func (m *Method) Compare(o *Method) int {
	return cmp.Or(strings.Compare(m.Class, o.Class), strings.Compare(m.Name, o.Name),
		strings.Compare(m.Descriptor, o.Descriptor))
}

// Signature returns the method in data for programs: pkg.Outer$Inner.name(int,String[]). Types have no package, and
// there is no result type.
func (m *Method) Signature() string {
	return m.Class + "." + m.Name + "(" + strings.Join(m.Parameters(), ",") + ")"
}

// Label returns the signature. For a bridge, "(bridge)" follows, because its call of another method looks like
// recursion otherwise: "pkg.Item.copy() (bridge)". For other methods that the compiler has written, "(synthetic)"
// follows. Bodies of lambdas have neither, because their names suffice.
func (m *Method) Label() string { return m.Signature() + m.written() }

func (m *Method) written() string {
	switch {
	case m.Bridge:
		return " (bridge)"
	case m.Synthetic && !strings.HasPrefix(m.Name, "lambda$"):
		return " (synthetic)"
	}
	return ""
}

// Title returns the label for people, with the names of types as the source has them:
// "pkg.Outer.new Type.name(int,Outer.Inner)". The line follows if another class has the same name.
func (m *Method) Title() string {
	types := m.Parameters()
	for i, t := range types {
		types[i] = TitleOf(t)
	}
	title := m.TitleOfClass() + "." + m.Name + "(" + strings.Join(types, ",") + ")"
	if m.Shown.Alike && m.Line > 0 {
		title += fmt.Sprintf(" (line %d)", m.Line)
	}
	return title + m.written()
}

// TitleOfClass returns the name of the class for people, with its package.
func (m *Method) TitleOfClass() string { return cmp.Or(m.Shown.Name, TitleOf(m.Class)) }

// Short returns the names of the class, without the package, and of the method, for people: "Outer.Inner.name".
func (m *Method) Short() string {
	return strings.TrimPrefix(m.TitleOfClass(), m.Class[:strings.LastIndexByte(m.Class, '.')+1]) + "." + m.Name
}

// Package returns the package of the class, "" for the unnamed one.
func (m *Method) Package() string {
	if i := strings.LastIndexByte(m.Class, '.'); i >= 0 {
		return m.Class[:i]
	}
	return ""
}

// Parameters returns the types of the parameters, without packages.
func (m *Method) Parameters() []string {
	var types []string
	d, found := strings.CutPrefix(m.Descriptor, "(")
	for found && d != "" && d[0] != ')' {
		end := len(d) - len(strings.TrimLeft(d, "["))
		if end < len(d) && d[end] == 'L' && strings.Contains(d, ";") {
			end = strings.IndexByte(d, ';')
		}
		end = min(end+1, len(d))
		name := TypeName(d[:end])
		types = append(types, name[strings.LastIndexByte(name, '.')+1:])
		d = d[end:]
	}
	return types
}

// TypeName returns the name of the type of a descriptor, as source code writes it.
func TypeName(descriptor string) string {
	return strings.TrimSuffix(classfile.TypeName("["+descriptor), "[]")
}
