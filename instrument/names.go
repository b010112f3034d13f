package instrument

import (
	"strconv"

	"jprof/instrument/syntax"
)

// typeNames gives each type of a file its binary name without the package, as javac numbers them:
// anonymous and local classes in the order in which it attributes the bodies of the enclosing class.
// The key of an anonymous class is its ClassBody, of any other its declaration.
func typeNames(program *syntax.Node, src []byte) map[*syntax.Node]string {
	n := &namer{src: src, names: map[*syntax.Node]string{}}
	for c := program.First; c != nil; c = c.Next {
		if isTypeDecl(c.Kind) {
			n.declared(c, n.simpleName(c))
		}
	}
	return n.names
}

type namer struct {
	src   []byte
	names map[*syntax.Node]string
}

// scope is a class whose local and anonymous classes are numbered.
type scope struct {
	name string
	next map[string]int // by simple name, "" for anonymous
}

// local is the name of the next local class of that simple name: Outer$1Local.
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

// declared names a type declaration and all in it.
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
		case isTypeDecl(m.Kind):
			n.declared(m, s.name+"$"+n.simpleName(m))
		case m.Kind == syntax.EnumMembers:
			n.members(m, s)
		default:
			n.code(m, s)
		}
	}
}

// code names the types in a piece of code.
func (n *namer) code(c *syntax.Node, s *scope) {
	switch {
	case isTypeDecl(c.Kind):
		n.declared(c, s.local(n.simpleName(c)))
	case c.Kind == syntax.New || c.Kind == syntax.EnumConstant: // the arguments come before the body
		body := c.Child(syntax.ClassBody)
		for p := c.First; p != nil; p = p.Next {
			if p != body {
				n.code(p, s)
			}
		}
		if body != nil {
			n.anonymous(body, s)
		}
	case c.Kind == syntax.Arguments: // lambdas wait until the method is chosen by the other arguments
		for _, deferred := range []bool{false, true} {
			for p := c.First; p != nil; p = p.Next {
				if (p.Kind == syntax.Lambda) == deferred {
					n.code(p, s)
				}
			}
		}
	default:
		for p := c.First; p != nil; p = p.Next {
			n.code(p, s)
		}
	}
}
