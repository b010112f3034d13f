package instrument

import (
	"bytes"

	"jprof/instrument/syntax"
)

// evaluatesFirst tells whether what stands in front of an expression, in a statement, may throw
// before that expression is evaluated.
func evaluatesFirst(before []byte) bool {
	list := tokens(before)
	for i, t := range list {
		switch t.kind {
		case ')', '[', '/', '%', '{', '}', '?', '&', '|', ';':
			return true
		case '.':
			if i > 2 && list[i-2].kind == '.' && string(list[i-3].text) != "this" {
				return true // a.b.c reads a field of what may be null
			}
		}
	}
	return false
}

// onlyEnds tells whether what stands behind an expression, in a statement, does nothing more.
func onlyEnds(after []byte) bool {
	for _, t := range tokens(after) {
		if t.kind != ';' {
			return false
		}
	}
	return true
}

// mayThrow tells whether a statement that holds no other, or an expression, may throw anything.
func (w *file) mayThrow(n *syntax.Node) bool {
	text := n.Text(w.src)
	switch n.Kind {
	case syntax.Throw, syntax.Assert, syntax.Sync, syntax.Try:
		return true
	case syntax.LocalVar:
		i := bytes.IndexByte(text, '=')
		if i < 0 {
			return false
		}
		first := nextToken(text, 0)
		if second := nextToken(text, first.end); string(first.text) == "final" {
			first = second
		}
		return w.words.throws(w.words.tokens(text[i+1:]), primitiveTypes[string(first.text)])
	case syntax.ExprStmt:
		list := w.words.tokens(text)
		if len(list) > 3 && string(list[0].text) == "this" && list[1].kind == '.' {
			list = list[2:]
		}
		if len(list) > 2 && list[0].kind == 'a' && list[1].kind == '=' && list[2].kind != '=' {
			name := list[0].text
			return w.words.throws(list[2:], w.words.primitive[string(name)] || !w.words.reference[string(name)])
		}
		return w.words.throws(list, true)
	case syntax.Return, syntax.Yield:
		return w.words.throws(w.words.tokens(text)[1:], true)
	}
	return w.words.throws(w.words.tokens(text), true)
}

// headerMayThrow tells whether the header of a loop may throw.
func (w *file) headerMayThrow(s, body *syntax.Node) bool {
	switch s.Kind {
	case syntax.ForEach:
		return true
	case syntax.For:
		if body == nil {
			return true
		}
		text := w.src[s.Start:body.Start]
		i := bytes.IndexByte(text, '(')
		return i < 0 || w.words.throws(w.words.tokens(bytes.TrimSuffix(bytes.TrimSpace(text[i+1:]), []byte{')'})), true)
	}
	cond := s.In(syntax.Condition)
	return cond != nil && w.mayThrow(cond)
}

// throws tells whether the evaluation of such tokens may throw: calls, object creations, fields of other
// objects, array elements, casts, integer divisions, and boxed values that may be null. asPrimitive
// tells whether the value itself is needed as a primitive one. Where it is not clear the answer is yes.
func (w *words) throws(list []token, asPrimitive bool) bool {
	operators := asPrimitive
	var names []int
	for i := 0; i < len(list); i++ {
		t := list[i]
		var last, next token
		if i > 0 {
			last = list[i-1]
		}
		if i+1 < len(list) {
			next = list[i+1]
		}
		switch t.kind {
		case '[', '{', '@', '.':
			if t.kind != '.' || string(last.text) != "this" {
				return true
			}
		case '/', '%':
			if next.kind != '0' || next.text[0] == '0' {
				return true
			}
		case '(':
			if last.kind == 'a' && !keywords[string(last.text)] || last.kind == '>' || isCast(list[i:]) {
				return true
			}
		case 'a':
			switch word := string(t.text); {
			case word == "new" || word == "switch" || word == "super":
				return true
			case word == "instanceof":
				end, _, deconstructs := pattern(list, i)
				if deconstructs {
					return true
				}
				i = end - 1
			case !keywords[word] && !w.isPrimitive(t.text):
				names = append(names, i)
			}
		case '+', '-', '*', '&', '|', '^', '<', '>', '!', '~', '?':
			operators = operators || t.kind != '!' || next.kind != '=' || !next.near
		case ':':
			if next.kind == ':' {
				return true
			}
		}
	}
	if !operators {
		return false
	}
	for _, i := range names {
		if !comparesWithNull(list, i) && !(i+1 < len(list) && string(list[i+1].text) == "instanceof") {
			return true
		}
	}
	return false
}

// pattern reads what follows list[i], which is instanceof: a type, or a pattern that binds a variable or
// takes a record apart. It returns the index behind the type and variable.
func pattern(list []token, i int) (end int, binds, deconstructs bool) {
	depth := 0
	named := false // the last token ends a type
	for i++; i < len(list); i++ {
		t := list[i]
		word := t.kind == 'a' && !keywords[string(t.text)]
		switch {
		case t.kind == '<':
			depth++
		case t.kind == '>' && depth > 0:
			depth--
			named = true
		case depth > 0, t.kind == '.' || t.kind == '[' || t.kind == ']' || t.kind == '@':
			named = t.kind == ']'
		case t.kind == 'a' && string(t.text) == "final":
		case primitiveTypes[string(t.text)]:
			named = true
		case word && named && list[i-1].kind != '@':
			return i + 1, true, false
		case word:
			named = list[i-1].kind != '@'
		case t.kind == '(' && named:
			return i, true, true
		default:
			return i, false, false
		}
	}
	return i, false, false
}

// isCast tells whether the parenthesis that list starts with is that of a cast to a reference type.
func isCast(list []token) bool {
	depth := 0
	for i, t := range list {
		switch t.kind {
		case '(':
			if depth++; depth > 1 {
				return false
			}
		case ')':
			if i == 2 && primitiveTypes[string(list[1].text)] {
				return false
			}
			if i+1 == len(list) {
				return false
			}
			switch next := list[i+1]; next.kind {
			case 'a':
				return string(next.text) != "instanceof"
			case '0', '"', '(', '~':
				return true
			case '!':
				return i+2 == len(list) || list[i+2].kind != '='
			}
			return false
		case 'a', '.', '<', '>', ',', '[', ']', '?', '&':
		default:
			return false
		}
	}
	return false
}

// comparesWithNull tells whether the name list[i] is only compared with null.
func comparesWithNull(list []token, i int) bool {
	if i+3 < len(list) && list[i+2].kind == '=' && string(list[i+3].text) == "null" {
		return true
	}
	return i > 2 && list[i-1].kind == '=' && string(list[i-3].text) == "null"
}
