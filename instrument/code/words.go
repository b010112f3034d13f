package code

import (
	"bytes"
	"slices"

	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// words holds facts about the names of a file, as its declarations show them without types. primitive has the names
// that are declared with a primitive type, and reference those with another type. A name that is only in primitive does
// not throw when it is used. final has names that may be constants, and blank the names that are declared without a
// value.
type words struct {
	primitive, reference, final, blank map[string]bool
	list                               []lex.Token // the result of Tokens
}

// Tokens returns all tokens of a text. The list is valid until the next call.
func (w *words) Tokens(src []byte) []lex.Token {
	w.list = lex.AppendTokens(w.list[:0], src)
	return w.list
}

// readWords reads the declarations of variables, fields and parameters in a file.
func readWords(src []byte) *words {
	w := &words{primitive: map[string]bool{}, reference: map[string]bool{}, final: map[string]bool{},
		blank: map[string]bool{}}
	var before, last lex.Token
	var lambda []string // names since the last opening parenthesis
	final, primitive, depth, declaredAt := false, false, 0, -1
	declares := false // the last token is the name of a variable that is being declared
	s := lex.New(src)
	for t := s.NextToken(); t.Kind != lex.EOF; t = s.NextToken() {
		if declares && (t.Kind == ';' || t.Kind == ',' || t.Kind == '[') {
			w.blank[string(last.Text)] = true // a parameter, too
		}
		declares = false
		switch {
		case t.Is("final"):
			final = true
		case IsName(t):
			name := string(t.Text)
			declares = last.Kind == ',' && depth == declaredAt // int a, b
			lambda = append(lambda, name)
			if typed(before, last, t) {
				primitive, declaredAt, declares = lex.IsPrimitive(last.Text), depth, true
				w.declared(name, primitive)
			}
		case t.Kind == '(':
			depth++
			lambda = lambda[:0]
		case t.Kind == ')':
			depth--
		case t.Kind == lex.Arrow: // x -> or (x, y) ->
			for _, x := range lambda {
				w.reference[x] = true
			}
		case (t.Kind == '=' || t.Kind == lex.Equal) && final && last.Kind == lex.Word:
			w.final[string(last.Text)] = true // also x of final boolean b = x == y: its outcomes are not counted
		case t.Kind == ';' || t.Kind == '{' || t.Kind == '}':
			final, lambda = false, lambda[:0]
		}
		if last.Kind == lex.Word && before.Kind == ',' && depth == declaredAt { // int a, b
			switch t.Kind {
			case '=', ',', ';':
				w.declared(string(last.Text), primitive)
			case '[':
				w.declared(string(last.Text), false)
			}
		}
		if t.Kind == ';' || t.Kind == '{' || t.Kind == '}' {
			declaredAt = -1
		}
		before, last = last, t
	}
	return w
}

// typed reports whether a name after the tokens before and last is being declared, because a type ends at last.
func typed(before, last, name lex.Token) bool {
	switch last.Kind {
	case lex.Word:
		return lex.IsPrimitive(last.Text) || !lex.IsKeyword(last.Text)
	case '>':
		return before.End() == last.Start && last.End() < name.Start
	case lex.ShiftRight, lex.UnsignedShiftRight, ']', '.', lex.Ellipsis:
		return last.End() < name.Start
	}
	return false
}

// IsName reports whether a token is a word that can be a name.
func IsName(t lex.Token) bool { return t.Kind == lex.Word && !lex.IsKeyword(t.Text) }

func (w *words) declared(name string, primitive bool) {
	if primitive {
		w.primitive[name] = true
	} else {
		w.reference[name] = true
	}
}

// isPrimitive reports whether all declarations of a name in the file have a primitive type, and there is one.
func (w *words) isPrimitive(name []byte) bool {
	return w.primitive[string(name)] && !w.reference[string(name)]
}

// Literal returns the value of the literal true or false; ok is false for other expressions.
func Literal(text []byte) (value, ok bool) {
	if !bytes.Contains(text, []byte("true")) && !bytes.Contains(text, []byte("false")) {
		return false, false // as nearly always
	}
	list := trimParens(Tokens(text))
	if len(list) != 1 || !IsTruth(list[0]) {
		return false, false
	}
	return list[0].Is("true"), true
}

// IsLiteral reports whether an expression is the literal true or false.
func IsLiteral(text []byte) bool {
	_, ok := Literal(text)
	return ok
}

// IsTruth reports whether a token is true or false.
func IsTruth(t lex.Token) bool { return t.Is("true") || t.Is("false") }

// IsDefault reports whether a label matches all values that no other label names.
func IsDefault(label []byte) bool {
	return slices.ContainsFunc(Tokens(label), func(t lex.Token) bool { return t.Is("default") || t.Is("null") })
}

// HasWord reports whether a declaration has a modifier.
func (f *File) HasWord(m *syntax.Node, modifier string) bool {
	mod := m.Child(syntax.Modifiers)
	return mod != nil && slices.ContainsFunc(f.Tokens(mod.Text(f.Src)), func(t lex.Token) bool {
		return t.Is(modifier)
	})
}
