package code

import (
	"bytes"
	"strconv"

	"jprof/instrument/syntax"
)

// typeNames returns the binary name of each type of a file, without the package. Anonymous and local classes have the
// numbers that javac gives them, in the order in which it attributes the code of the enclosing class. In some calls
// that order depends on inferred types of generic methods (new T<>() {...} among the arguments, or two lambdas of which
// one needs the types of the other). There, typeNames uses the order of the text. The key of an anonymous class is its
// ClassBody, the key of another class its declaration. compact is the name of the class around all declarations of a
// compact source file, "" for other files.
func typeNames(program *syntax.Node, src []byte, compact string) map[*syntax.Node]string {
	n := &namer{src: src, names: map[*syntax.Node]string{}}
	if compact != "" {
		n.members(program, &scope{compact, map[string]int{}})
		return n.names
	}
	for c := program.First; c != nil; c = c.Next {
		if c.Kind.IsType() {
			n.declared(c, n.simpleName(c))
		}
	}
	return n.names
}

type namer struct {
	src   []byte
	names map[*syntax.Node]string
}

// scope is a class with numbered local and anonymous classes.
type scope struct {
	name string
	next map[string]int // by simple name, "" for anonymous
}

// local returns the name of the next local class with that simple name: Outer$1Local.
func (s *scope) local(simple string) string {
	s.next[simple]++
	return s.name + "$" + strconv.Itoa(s.next[simple]) + simple
}

func (n *namer) simpleName(decl *syntax.Node) string {
	if id := decl.Child(syntax.Identifier); id != nil {
		return string(id.Text(n.src))
	}
	return ""
}

// declared gives names to a type declaration, and to all types in it.
func (n *namer) declared(decl *syntax.Node, name string) {
	n.names[decl] = name
	if body := decl.Child(syntax.ClassBody); body != nil {
		n.members(body, &scope{name, map[string]int{}})
	}
}

func (n *namer) anonymous(body *syntax.Node, in *scope) {
	name := in.local("")
	n.names[body] = name
	n.members(body, &scope{name, map[string]int{}})
}

func (n *namer) members(body *syntax.Node, s *scope) {
	for m := body.First; m != nil; m = m.Next {
		switch {
		case m.Kind.IsType():
			n.declared(m, s.name+"$"+n.simpleName(m))
		case m.Kind == syntax.EnumMembers:
			n.members(m, s)
		default:
			n.code(m, s)
		}
	}
}

// code gives names to the types in a piece of code.
func (n *namer) code(c *syntax.Node, s *scope) {
	switch {
	case c.Kind.IsType():
		n.declared(c, s.local(n.simpleName(c)))
	case c.Kind == syntax.New || c.Kind == syntax.EnumConstant:
		body := c.Child(syntax.ClassBody)
		args := c.Child(syntax.Arguments)
		for p := c.First; p != nil; p = p.Next {
			if p != body && p != args {
				n.code(p, s)
			}
		}
		n.arguments(args, s, false)
		if body != nil && !n.isDiamond(c) {
			n.anonymous(body, s)
		}
		n.arguments(args, s, true)
		if body != nil && n.isDiamond(c) {
			n.anonymous(body, s)
		}
	case c.Kind == syntax.Call || c.Kind == syntax.ConstructorCall: // the arguments come before the object of the call
		args := c.Child(syntax.Arguments)
		n.arguments(args, s, false)
		for p := c.First; p != nil; p = p.Next {
			if p != args {
				n.code(p, s)
			}
		}
		n.arguments(args, s, true)
	default:
		for p := c.First; p != nil; p = p.Next {
			n.code(p, s)
		}
	}
}

// arguments gives names to the types in arguments of a call: in deferred arguments if deferred is true, else in all
// other arguments. args may be nil.
func (n *namer) arguments(args *syntax.Node, s *scope, deferred bool) {
	if args == nil {
		return
	}
	for p := args.First; p != nil; p = p.Next {
		if n.isDeferred(p) == deferred {
			n.code(p, s)
		}
	}
}

// isDeferred reports whether an argument may be a poly expression, by its syntax. javac attributes poly expressions
// after the other arguments, when it has chosen the method.
func (n *namer) isDeferred(arg *syntax.Node) bool {
	switch arg.Kind {
	case syntax.Lambda, syntax.Parens, syntax.Ternary, syntax.Switch:
		return true
	case syntax.Call: // but x.<T>f()
		var name *syntax.Node
		for c := arg.First; c != nil && c.Kind != syntax.Arguments; c = c.Next {
			if c.Kind == syntax.Identifier {
				name = c
			}
		}
		return name == nil || !bytes.HasSuffix(bytes.TrimSpace(n.src[arg.Start:name.Start]), []byte{'>'})
	case syntax.New:
		return n.isDiamond(arg)
	}
	return false
}

// isDiamond reports whether an object creation is new T<>(...).
func (n *namer) isDiamond(creation *syntax.Node) bool {
	before, _, _ := bytes.Cut(creation.Text(n.src), []byte{'('})
	return bytes.HasSuffix(bytes.Join(bytes.Fields(before), nil), []byte("<>"))
}
