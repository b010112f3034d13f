package main

import (
	"strings"

	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// field adds the changes of the initial values of fields.
func (s *source) field(n *syntax.Node) {
	modifiers := s.modifiers(n)
	static := has(modifiers, "static")
	start := n.Start
	if m := n.Child(syntax.Modifiers); m != nil {
		start = m.End
	}
	typ := firstWord(s.text[start:n.End])
	for d := n.First; d != nil; d = d.Next {
		if d.Kind == syntax.Modifiers {
			continue
		}
		value, ok := s.value(d)
		if !ok {
			continue
		}
		tokens := lex.AppendTokens(nil, s.text[value:d.End])
		constant := len(tokens) == 1 && isLiteral(tokens[0])
		switch {
		case constant && static && has(modifiers, "final"):
			s.add(inlined, value, int(d.End), literal(string(tokens[0].Text)))
		case constant:
			s.add(fields, value, int(d.End), literal(string(tokens[0].Text)))
		case static:
			s.add(initialisers, value, int(d.End), defaultOf(typ))
			s.tokensOfValue(value, int(d.End), initialisers)
		default:
			s.add(fields, value, int(d.End), defaultOf(typ))
			s.tokensOfValue(value, int(d.End), fields)
		}
	}
}

// value returns the offset of the value of a declared variable.
func (s *source) value(d *syntax.Node) (start int, ok bool) {
	scan := lex.New(s.text[d.Start:d.End])
	for t := scan.NextToken(); t.Kind != lex.EOF; t = scan.NextToken() {
		if t.Kind == '=' {
			v := scan.NextToken()
			return int(d.Start) + v.Start, v.Kind != lex.EOF && v.Kind != '{'
		}
	}
	return 0, false
}

// tokensOfValue adds the changes of the literals in the value of a field. The value itself is not a literal.
func (s *source) tokensOfValue(start, end int, kind string) {
	for _, t := range lex.AppendTokens(nil, s.text[start:end]) {
		if isLiteral(t) {
			s.add(kind, start+t.Start, start+t.End(), literal(string(t.Text)))
		}
	}
}

func isLiteral(t lex.Token) bool {
	return t.Kind == lex.Number || t.Kind == lex.Quoted || t.Is("true") || t.Is("false")
}

// firstWord returns the first word of the type of a declaration without modifiers, "" for an array.
func firstWord(text []byte) string {
	list := lex.AppendTokens(nil, text)
	if len(list) < 2 || list[1].Kind == '[' {
		return "" // an array
	}
	return string(list[0].Text)
}

// defaultOf returns a value of a type.
func defaultOf(typ string) string {
	switch {
	case typ == "boolean":
		return "false"
	case typ == "char":
		return "'x'"
	case lex.IsPrimitive(typ):
		return "0"
	}
	return "null"
}

// class is a class of the project, for the changes of its hierarchy.
type class struct {
	source  *source
	name    string // simple
	super   string // simple name, "" for none
	end     int    // offset of the brace that ends its body
	methods []method
}

type method struct {
	modifiers string // words without annotations
	header    string // from type parameters to throws
	name      string
	result    string
	types     string // types of the parameters, as far as they distinguish methods
	start     int
	end       int
	overrides bool // has the annotation Override
	body      bool
}

// classes lists the classes in a node.
func (s *source) classes(n *syntax.Node, list []*class) []*class {
	for c := n.First; c != nil; c = c.Next {
		if c.Kind == syntax.ClassDecl {
			if k := s.class(c); k != nil {
				list = append(list, k)
			}
		}
		list = s.classes(c, list)
	}
	return list
}

func (s *source) class(n *syntax.Node) *class {
	body := n.Child(syntax.ClassBody)
	name := n.Child(syntax.Identifier)
	if body == nil || name == nil {
		return nil
	}
	c := &class{source: s, name: string(name.Text(s.text)), end: int(body.End) - 1}
	if super := n.Child(syntax.Superclass); super != nil {
		for _, t := range lex.AppendTokens(nil, super.Text(s.text)) {
			if t.Kind == '<' {
				break
			}
			if t.Kind == lex.Word && !t.Is("extends") {
				c.super = string(t.Text)
			}
		}
	}
	for m := body.First; m != nil; m = m.Next {
		if m.Kind == syntax.MethodDecl && m.Broken == nil {
			c.methods = append(c.methods, s.method(m))
		}
	}
	return c
}

func (s *source) method(n *syntax.Node) method {
	all := s.modifiers(n)
	m := method{header: s.header(n), result: s.resultType(n), start: int(n.Start), end: int(n.End),
		overrides: has(all, "@Override"), body: n.Child(syntax.Block) != nil}
	for _, word := range []string{"public", "protected", "private", "static", "final", "abstract"} {
		if has(all, word) {
			m.modifiers += word + " "
		}
	}
	before, params, _ := strings.Cut(m.header, "(")
	words := strings.Fields(before)
	if len(words) > 0 {
		m.name = words[len(words)-1]
	}
	params, _, _ = strings.Cut(params, ")")
	for p := range strings.SplitSeq(params, ", ") {
		words := strings.Fields(p)
		m.types += strings.Join(words[:max(0, len(words)-1)], " ") + ","
	}
	return m
}
