package instrument

import (
	"bytes"

	"jprof/instrument/syntax"
	"jprof/internal/javalex"
)

// field is a variable of a field declaration that has an initialiser.
type field struct {
	node     *syntax.Node
	name     string
	value    uint32 // where the initialiser starts
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
		s := javalex.New(text)
		name := s.NextToken()
		t := name
		for t.Kind != javalex.EOF && t.Kind != '=' {
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
