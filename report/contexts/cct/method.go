package cct

import (
	"cmp"
	"strings"
)

// Kind is the owner of the code of a method.
type Kind uint8

// The kinds of methods.
const (
	App     Kind = iota // of the project, its tests and what it generates
	Library             // of what the project uses
	JDK                 // of the Java runtime
)

// String is the name of the kind.
func (k Kind) String() string { return [...]string{"app", "library", "jdk"}[k] }

// Method is a method that has nodes. Two methods of a tree may have the same key, where different class files of the
// same name were loaded.
type Method struct {
	Class      string // with dots, $ for nested: java.util.Map$Entry
	Name       string // <init> and <clinit> for constructors and class initialisers
	Descriptor string // as in the class file: (ILjava/lang/String;)V
	Source     string // path in the project where it is known, else the file name of the class file, or ""
	Line       int32  // the first line, 0 if unknown
	LastLine   int32
	Kind       Kind
	Synthetic  bool   // written by the compiler: bridges, accessors, bodies of lambdas
	Bridge     bool   // only calls the method of the same name with another descriptor
	Module     string // of the project, "" for others
	Code       uint64 // a hash of its code, 0 if unknown
	Size       int32  // about how many statements it has
}

// Key identifies the method: pkg.Outer$Inner.name(descriptor).
func (m *Method) Key() string { return m.Class + "." + m.Name + m.Descriptor }

// Compare is the order of methods in trees: by class, name and descriptor.
func (m *Method) Compare(o *Method) int {
	return cmp.Or(strings.Compare(m.Class, o.Class), strings.Compare(m.Name, o.Name),
		strings.Compare(m.Descriptor, o.Descriptor))
}

// Signature is the method as people read it: pkg.Outer$Inner.name(int,String[]). Types have no package, and there is no
// result.
func (m *Method) Signature() string {
	return m.Class + "." + m.Name + "(" + strings.Join(parameters(m.Descriptor), ",") + ")"
}

// Title is the signature for people, who would take a bridge for recursion: "pkg.Item.copy() (bridge)". Other methods
// that the compiler has written get "(synthetic)", except bodies of lambdas: their names suffice.
func (m *Method) Title() string {
	switch {
	case m.Bridge:
		return m.Signature() + " (bridge)"
	case m.Synthetic && !strings.HasPrefix(m.Name, "lambda$"):
		return m.Signature() + " (synthetic)"
	}
	return m.Signature()
}

// Short is the name with that of its class, without the package: "Outer$Inner.name".
func (m *Method) Short() string {
	return m.Class[strings.LastIndexByte(m.Class, '.')+1:] + "." + m.Name
}

// Package is the package of the class, "" for the unnamed one.
func (m *Method) Package() string {
	if i := strings.LastIndexByte(m.Class, '.'); i >= 0 {
		return m.Class[:i]
	}
	return ""
}

// parameters are the types of the parameters of a descriptor, without packages.
func parameters(descriptor string) []string {
	var types []string
	d, found := strings.CutPrefix(descriptor, "(")
	for found && d != "" && d[0] != ')' {
		name, rest := TypeName(d)
		types = append(types, name[strings.LastIndexByte(name, '.')+1:])
		d = rest
	}
	return types
}

// TypeName is the name of the first type in a descriptor, as source code writes it, and what follows it. A letter that
// begins no type is its own name.
func TypeName(descriptor string) (name, rest string) {
	element := strings.TrimLeft(descriptor, "[")
	dims := strings.Repeat("[]", len(descriptor)-len(element))
	if element == "" {
		return dims, ""
	}
	if element[0] == 'L' {
		class, rest, _ := strings.Cut(element[1:], ";")
		return strings.ReplaceAll(class, "/", ".") + dims, rest
	}
	if basic, ok := basicTypes[element[0]]; ok {
		return basic + dims, element[1:]
	}
	return element[:1] + dims, element[1:]
}

var basicTypes = map[byte]string{'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long",
	'S': "short", 'Z': "boolean", 'V': "void"}
