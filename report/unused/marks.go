package unused

import (
	"fmt"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
	"jprof/report"
)

// Kind is the kind of a mark.
type Kind string

// The kinds of marks.
const (
	Main          Kind = "main"
	Serialization Kind = "serialization"
	Annotation    Kind = "annotation"
	Override      Kind = "override"
	MayOverride   Kind = "may-override"
	Reflection    Kind = "reflection"
	NoInstances   Kind = "no-instances"
	Unclear       Kind = "unclear"
)

// KindInfo describes a kind of marks.
type KindInfo struct {
	Kind    Kind
	Meaning string // a clause about a method
	enters  bool   // such a method leads into its class from outside
}

// Kinds lists the kinds of marks, in the order in which rules are tried.
var Kinds = []KindInfo{
	{Unclear, "its source could not be read or understood", true},
	{Main, "a program may start with it", true},
	{Serialization, "serialization may call it", false},
	{Annotation, "a framework may reach it, by annotations", true},
	{Override, "it overrides a method of a type outside of the project", true},
	{Reflection, "its name, or that of its class, is in a string or a resource", true},
	{MayOverride, "it may override a method of a type outside of the project", true},
	{NoInstances, "it is a private constructor that prevents instances", false},
}

// Mark is the reason why a method or class that was not executed is not listed as dead.
type Mark struct {
	Kind  Kind
	Place string // where the reason is, "" for the code itself: Foo.java:12, src/main/resources/beans.xml
	Text  string // a clause: "has @GetMapping"

	ofJDK bool // it overrides a method of a type in the table known
}

// Enters reports whether the mark of a method leads into its class from outside, so that the class is not dead either.
// Methods of Object, and of types of the JDK that only code of the project can make instances of, do not.
func (m Mark) Enters() bool {
	for _, k := range Kinds {
		if k.Kind == m.Kind {
			return k.enters && !m.ofJDK
		}
	}
	return false
}

// Reason returns the reason as text.
func (m Mark) Reason() string {
	if m.Place == "" {
		return m.Text
	}
	return m.Text + " " + m.Place
}

// subject is a method that rules judge.
type subject struct {
	*code
	src *source
	typ *typ
	key signature
	ref report.MethodRef
	own *method // nil for constructors of local classes
}

// rules lists the rules in the order of Kinds. Each returns a mark, or the zero Mark.
var rules = []func(*subject) Mark{
	(*subject).isMain, (*subject).isSerialization, (*subject).isAnnotated, (*subject).isOverride, (*subject).isNamed,
	(*subject).mayOverride, (*subject).preventsInstances,
}

// mark returns the mark of a method, the zero Mark for none.
func (c *code) mark(src *source, ref report.MethodRef) Mark {
	m := ref.Method()
	t := src.types[m.Type]
	if t == nil {
		return Mark{Kind: Unclear, Text: "the source could not be read or understood"}
	}
	s := &subject{code: c, src: src, typ: t, ref: ref, key: signature{m.VMName(), arityOf(m.Params())}}
	if x := src.memberOf(ref.Index); x != nil {
		s.key = signature{x.Name, x.Arity}
		for _, o := range t.methods[s.key] {
			if o.Member == x {
				s.own = o
			}
		}
	} else if list := t.methods[s.key]; len(list) > 0 {
		s.own = list[0]
	}
	for _, rule := range rules {
		if mark := rule(s); mark.Kind != "" {
			return mark
		}
	}
	return Mark{}
}

func (s *subject) isConstructor() bool { return s.ref.Method().Kind == probe.Constructor }

// isMain accepts main methods with no parameter, or with one for arguments, static or not (JEP 512).
func (s *subject) isMain() Mark {
	m := s.ref.Method()
	if m.Kind != probe.PlainMethod || s.key.name != "main" || s.key.arity > 1 ||
		s.key.arity == 1 && !strings.Contains(m.Params(), "String") {
		return Mark{}
	}
	return Mark{Kind: Main, Text: "is a main method"}
}

func (s *subject) isSerialization() Mark {
	switch {
	case !s.isConstructor() && serialization[s.key]:
		return Mark{Kind: Serialization, Text: "is called by serialization"}
	case s.isConstructor() && s.key.arity == 0 && hasName(s.typ.foreigners(), "Externalizable"):
		return Mark{Kind: Serialization, Text: "is the constructor of an Externalizable class"}
	}
	return Mark{}
}

func hasName(list []string, name string) bool {
	for _, x := range list {
		if x == name {
			return true
		}
	}
	return false
}

// framework returns the first annotation that a framework may read, "" for none.
func framework(annotations []string) string {
	for _, a := range annotations {
		if !decl.Harmless(a) && !intercepted[a] {
			return a
		}
	}
	return ""
}

// isAnnotated accepts methods with an annotation that a framework may read. In classes with one it accepts the
// constructors, and unless a container makes the class (stereotypes), getters and setters.
func (s *subject) isAnnotated() Mark {
	if s.own != nil {
		if a := framework(s.own.annotations); a != "" {
			return Mark{Kind: Annotation, Text: "has @" + a}
		}
	}
	for t := s.typ; t != nil; t = s.outer(t) {
		a := framework(t.annotations)
		if a == "" {
			continue
		}
		if s.isConstructor() && t == s.typ || s.isAccessor() && !stereotypes[a] {
			return Mark{Kind: Annotation, Text: "is of a class with @" + a}
		}
	}
	return Mark{}
}

// outer returns the type around a type, nil for none.
func (s *subject) outer(t *typ) *typ {
	if t.Type == nil || t.Outer == nil {
		return nil
	}
	for _, x := range s.src.types {
		if x != nil && x.Type == t.Outer {
			return x
		}
	}
	return nil
}

// isAccessor reports whether the method is a getter or a setter of a property.
func (s *subject) isAccessor() bool { return s.property() != "" }

// property returns the name of the property that the method gets or sets, "" if it does not.
func (s *subject) property() string {
	if s.own == nil || s.own.static || s.isConstructor() {
		return ""
	}
	for prefix, arity := range map[string]int{"get": 0, "is": 0, "set": 1} {
		if rest, ok := strings.CutPrefix(s.key.name, prefix); ok && rest != "" && s.key.arity == arity &&
			strings.ToLower(rest[:1]) != rest[:1] {
			return strings.ToLower(rest[:1]) + rest[1:]
		}
	}
	if s.typ.Type != nil && s.typ.Kind == decl.Record && s.key.arity == 0 {
		return s.key.name
	}
	return ""
}

// isOverride accepts methods that override one of a type outside of the project, for sure: a method that jprof knows,
// or one with @Override that no type of the project declares. An override of a method in the project that is such an
// override is one, too.
func (s *subject) isOverride() Mark {
	if s.isConstructor() || s.own == nil || s.own.static || s.own.private {
		return Mark{}
	}
	if of := s.overridden(s.typ, s.key); of != "" && !s.isOtherEquals() {
		return Mark{Kind: Override, Text: fmt.Sprintf("overrides %s.%s", of, s.key.name), ofJDK: true}
	}
	if !s.own.overrides() {
		return Mark{}
	}
	above := s.typ.declaresAbove(s.key)
	if above == nil || above.overrides() {
		of := s.typ.unknownSuper()
		if of == "" {
			of = "a type outside of the project"
		}
		return Mark{Kind: Override, Text: "overrides a method of " + of}
	}
	return Mark{}
}

// isOtherEquals reports whether the method is named equals and has another parameter than that of Object.equals.
func (s *subject) isOtherEquals() bool {
	return s.key == signature{"equals", 1} && !strings.Contains(s.ref.Method().Params(), "Object")
}

// mayOverride accepts public and protected methods without @Override, if the class has a super type whose methods are
// not known. In sources that write @Override wherever jprof is sure of an override, it accepts none.
func (s *subject) mayOverride() Mark {
	if s.isConstructor() || s.own == nil || s.own.static || !s.own.visible || s.own.overrides() || s.convention {
		return Mark{}
	}
	if of := s.typ.unknownSuper(); of != "" {
		return Mark{Kind: MayOverride, Text: fmt.Sprintf("may override a method of %s", of)}
	}
	return Mark{}
}

// isNamed accepts methods whose name is alone in a string, properties in expressions of templates, and of classes whose
// name is in a string or resource, the constructors, getters and setters.
func (s *subject) isNamed() Mark {
	if place := s.strings[s.key.name]; place != "" && !s.isConstructor() {
		return atPlace(place, "has its name in a string, at")
	}
	if place := s.texts.methods[s.key.name]; place != "" && !s.isConstructor() {
		return atPlace(place, "has its name in")
	}
	if property := s.property(); property != "" {
		if place := s.texts.properties[property]; place != "" {
			return atPlace(place, "is a property in")
		}
	}
	if s.isConstructor() || s.isAccessor() {
		if m := s.named(s.typ); m.Kind != "" {
			return m
		}
	}
	return Mark{}
}

func atPlace(place, text string) Mark { return Mark{Kind: Reflection, Place: place, Text: text} }

// named returns the mark of a class whose name is in a string, in an annotation or in a resource.
func (c *code) named(t *typ) Mark {
	if t.Type == nil {
		return Mark{}
	}
	for _, name := range []string{t.Binary, strings.ReplaceAll(t.Binary, "$", ".")} {
		if place := c.strings[name]; place != "" {
			return atPlace(place, "has the name of the class in a string, at")
		}
		if place := c.texts.classes[name]; place != "" {
			return atPlace(place, "has the name of the class in")
		}
	}
	for _, x := range c.byName[t.Name] {
		if place := c.inAnnotations[t.Name]; place != "" && x == t {
			return atPlace(place, "has the class in an annotation, at")
		}
	}
	return Mark{}
}

// preventsInstances accepts a private constructor without parameters that is the only one of its class, and empty, or
// throws only.
func (s *subject) preventsInstances() Mark {
	if !s.isConstructor() || s.own == nil || !s.own.private || s.key.arity > 0 || s.typ.Kind == decl.Enum {
		return Mark{}
	}
	for key, list := range s.typ.methods {
		for _, m := range list {
			if m.Kind == decl.Constructor && m != s.own || m.Kind == decl.Method && !m.static && key.name != "" {
				return Mark{}
			}
		}
	}
	if code := strings.TrimSpace(s.own.Code); code != "{ }" && code != "{ super ( ) ; }" &&
		!strings.HasPrefix(code, "{ throw ") {
		return Mark{}
	}
	return Mark{Kind: NoInstances, Text: "is private, to prevent instances"}
}

// classMark returns the mark of a class, by its own annotations and names.
func (c *code) classMark(src *source, i int) Mark {
	t := src.types[i]
	if a := framework(t.annotations); a != "" {
		return Mark{Kind: Annotation, Text: "has @" + a}
	}
	return c.named(t)
}
