package instrument

import (
	"bytes"

	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// field is a variable of a field declaration that has an initialiser.
type field struct {
	node     *syntax.Node
	name     string
	value    uint32 // start of the initialiser
	typ      string // as written, for array initialisers with the brackets after the name
	isStatic bool
	isFinal  bool
}

// fieldsOf lists the variables of a field declaration; value is the end of those without an initialiser.
func (f *file) fieldsOf(m *syntax.Node, inInterface bool) []field {
	from := m.Start
	if mod := m.Child(syntax.Modifiers); mod != nil {
		from = mod.End
	}
	var list []field
	first := m.Child(syntax.Expr)
	for c := first; c != nil; c = c.Next {
		text := c.Text(f.src)
		s := lex.New(text)
		name := s.NextToken()
		t := name
		for t.Kind != lex.EOF && t.Kind != '=' {
			t = s.NextToken()
		}
		if c.Kind != syntax.Expr {
			continue
		}
		value := c.Start + uint32(s.NextToken().Start)
		typ := string(bytes.TrimSpace(f.src[from:first.Start])) + string(bytes.TrimSpace(text[name.End():t.Start]))
		list = append(list, field{c, string(name.Text), value, typ, inInterface || f.hasWord(m, "static"),
			inInterface || f.hasWord(m, "final")})
	}
	return list
}

// initialised is a field with an initialiser, followed by the others of its declaration.
type initialised struct {
	*class
	decl   *syntax.Node
	fields []field
}

// isFirst reports whether it is the first variable of its declaration.
func (v *initialised) isFirst() bool { return v.fields[0].node == v.decl.Child(syntax.Expr) }

// hasPlace reports whether a counter may stand in front of the initialiser: a block, or a condition around it, which
// would make a variable of a constant.
func (v *initialised) hasPlace() bool {
	f := v.fields[0]
	if v.isFirst() && !v.in.wraps {
		return true
	}
	annotatedArray := v.src[f.value] == '{' && bytes.ContainsAny([]byte(f.typ), "/@")
	return !annotatedArray && !v.mayBeInlined(f)
}

// next returns the initialiser of a field that follows in the order of execution, nil where there is none; sure means
// that a counter stands in front of what follows instead.
func (v *initialised) next() (next *initialised, sure bool) {
	isStatic := v.fields[0].isStatic
	fields := v.fields[1:]
	for m := v.decl; m != nil; {
		for i, f := range fields {
			if f.isStatic == isStatic && f.value < f.node.End && !(isStatic && v.mayBeInlined(f)) {
				return &initialised{v.class, m, fields[i:]}, false
			}
		}
		if m = m.Next; m == nil || refuse(memberReasons, &member{v.file, m}) != "" {
			break
		}
		if m.Kind == syntax.StaticInit && isStatic || m.Kind == syntax.Block && !isStatic {
			return nil, true
		}
		if fields = nil; m.Kind == syntax.FieldDecl {
			fields = v.fieldsOf(m, v.in.allStatic)
		}
	}
	return nil, false
}
