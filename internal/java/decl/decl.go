package decl

import (
	"slices"
	"strings"

	"jprof/internal/java/lex"
)

// File holds the declarations of a source.
type File struct {
	Package string // dotted, "" for none
	About   string // annotations of the package
	Imports []Import
	Types   []*Type  // also nested ones, each before those in it; no local and no anonymous ones
	Module  string   // the tokens of a module declaration
	Unclear string   // the reason why the source could not be read, "" if it was
	Words   Mentions // all names of an unclear source
}

// Import is a name that a source imports.
type Import struct {
	Static bool
	Name   string // dotted; if All is set, that of a package or type
	All    bool   // it ends with .*
}

// Kind is the kind of a type.
type Kind uint8

// The kinds of types.
const (
	Class Kind = iota
	Interface
	Enum
	Record
	Annotation
)

// Type is a named type that is not local.
type Type struct {
	Name        string // simple
	Binary      string // with its package, with $ before the names of nested types
	Outer       *Type  // nil for none
	Kind        Kind
	Modifiers   []string // sorted
	Annotations []string // the tokens of each, sorted; those in the list harmless are omitted
	Head        string   // the tokens after the name: type parameters, components of a record, super types
	Supers      []string // simple names of its super types
	Components  []string // the types of the components of a record, as tokens
	written     string   // the types of the components as they are written, separated by commas
	Mentions    Mentions // of annotations and Head
	Members     []*Member
	Start, End  int // offsets, modifiers included
	Line        int
}

// MemberKind is the kind of a member.
type MemberKind uint8

// The kinds of members.
const (
	Field MemberKind = iota
	Constant
	Method
	Constructor // compact ones of records included
	Initializer
)

// Member is a member of a type, but no nested type.
type Member struct {
	Kind        MemberKind
	Type        *Type
	Name        string   // of constructors that of the type, "" for initialisers
	Params      string   // types of the parameters as tokens, separated by commas
	Arity       int      // number of parameters
	Varargs     bool     // the last one takes any number
	Modifiers   []string // sorted; of fields also those that are implied: static final in interfaces
	Annotations []string // the tokens of each, sorted; those in the list harmless are omitted
	Declared    string   // tokens of all else: type parameters, type or result type, throws, default value
	Code        string   // tokens of names of parameters and of the body, or of the initialiser of a field
	Body        bool     // it has code to run: a body, an initialiser, the arguments of a constant of an enum
	Class       bool     // a constant of an enum has a body
	Mentions    Mentions
	Returns     []string // origins of the results of a method, or of the first value of a field: see Elsewhere
	Start, End  int      // offsets, modifiers included; of a field its name and initialiser
	Line        int      // of the name

	plain   bool   // it is a field whose initialiser computes nothing: see isPlain
	written string // types of the parameters as they are written, separated by commas
}

// Mentions are the names in a piece of code, each once. A call or construction is name/arguments, with the number of
// arguments, and a method reference is name/*. A string that looks like a name may be used to find code, and is both
// name and name/*. A use of a name is the name with a mark, such as Assigned.
type Mentions []string

// Is reports whether the type has a modifier.
func (t *Type) Is(modifier string) bool { return slices.Contains(t.Modifiers, modifier) }

// Is reports whether the member has a modifier.
func (m *Member) Is(modifier string) bool { return slices.Contains(m.Modifiers, modifier) }

// Static reports whether the member belongs to no instance. Constants of an enum are static.
func (m *Member) Static() bool { return m.Kind == Constant || m.Is("static") }

// Label returns a name of the member in its type, made of tokens: name(types), or the name of a field. Members that
// differ only in white space or comments have the same label.
func (m *Member) Label() string {
	switch m.Kind {
	case Field, Constant:
		return m.Name
	case Initializer:
		if m.Static() {
			return "static {}"
		}
		return "{}"
	}
	return m.Name + "(" + m.Params + ")"
}

// String returns the name of the member as data for programs has it: Outer$Inner::name(types), with the types as they
// are written. Fields, which are in no report, have the name of the source: Outer.Inner.name.
func (m *Member) String() string {
	_, owner := CutLast(m.Type.Binary, ".")
	return m.in(owner)
}

// Title returns the name of the member for people, as reports have it: see report.Method.Title.
func (m *Member) Title() string { return m.in(m.Type.Short()) }

// in returns the name of the member with the given name of its type.
func (m *Member) in(owner string) string {
	switch {
	case m.Kind == Field || m.Kind == Constant:
		return m.Type.Short() + "." + m.Name
	case m.Kind == Method || m.Kind == Constructor:
		return owner + "::" + m.Name + "(" + m.written + ")"
	case m.Static():
		return owner + "::static {...}"
	}
	return owner + "::{...}"
}

// Short returns the name of the type without its package: Outer.Inner.
func (t *Type) Short() string {
	if t.Outer == nil {
		return t.Name
	}
	return t.Outer.Short() + "." + t.Name
}

// IsConstant reports whether compilers may copy the value of a field to the places that use it. Such a field is final,
// of a primitive type or String, with an initialiser of literals, operators and names. These names decide whether it is
// a constant.
func (m *Member) IsConstant() bool {
	if m.Kind != Field || !m.Is("final") || !m.Body || !m.plain {
		return false
	}
	return lex.IsPrimitive(m.Declared) || m.Declared == "String" || m.Declared == "java . lang . String"
}

// CutLast returns the texts before and after the last separator in s: "" and s if there is none.
func CutLast(s, sep string) (before, after string) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):]
	}
	return "", s
}

// IsName reports whether a token is a name.
func IsName(token string) bool {
	return token != "" && lex.IsWordPart(token[0]) && (token[0] < '0' || token[0] > '9') &&
		!lex.IsKeyword(token)
}
