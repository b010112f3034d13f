package code

import (
	"bytes"

	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// Field is a variable of a field declaration.
type Field struct {
	Node     *syntax.Node
	Name     string
	Value    uint32 // start of the initialiser; the end of Node if there is none
	Type     string // as written, for array initialisers with the brackets after the name
	IsStatic bool
	IsFinal  bool
}

// FieldsOf returns the variables of a field declaration.
func (f *File) FieldsOf(m *syntax.Node, inInterface bool) []Field {
	from := m.Start
	if mod := m.Child(syntax.Modifiers); mod != nil {
		from = mod.End
	}
	isStatic, isFinal := inInterface || f.HasWord(m, "static"), inInterface || f.HasWord(m, "final")
	var list []Field
	first := m.Child(syntax.Expr)
	for c := first; c != nil; c = c.Next {
		if c.Kind != syntax.Expr {
			continue
		}
		text := c.Text(f.Src)
		s := lex.New(text)
		name := s.NextToken()
		t := name
		for t.Kind != lex.EOF && t.Kind != '=' {
			t = s.NextToken()
		}
		value := c.Start + uint32(s.NextToken().Start)
		typ := string(bytes.TrimSpace(f.Src[from:first.Start])) + string(bytes.TrimSpace(text[name.End():t.Start]))
		list = append(list, Field{c, string(name.Text), value, typ, isStatic, isFinal})
	}
	return list
}
