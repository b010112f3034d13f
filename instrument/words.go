package instrument

import "bytes"

// words is what the names of a file stand for, as far as its declarations tell without types: which
// are declared as primitive only, so that using them throws nothing, and which may be constants.
type words struct {
	primitive, reference, final map[string]bool
	list                        []token // see tokens
}

var primitiveTypes = wordSet("boolean byte char double float int long short")

// keywords is the words that no name can be, and those that stand in front of an operand.
var keywords = wordSet(`abstract assert boolean break byte case catch char class const continue default do
	double else enum extends false final finally float for goto if implements import instanceof int
	interface long native new null package private protected public return short static strictfp super
	switch synchronized this throw throws transient true try void volatile while`)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range bytes.Fields([]byte(list)) {
		set[string(word)] = true
	}
	return set
}

// token is a word, a number, a literal in quotes (kind '"') or an operator character.
type token struct {
	kind byte // 'a', '0', '"' or the character
	text []byte
	end  int  // offset behind it
	near bool // nothing stands between it and the token before
}

// start is the offset of the token.
func (t token) start() uint32 { return uint32(t.end - len(t.text)) }

// nextToken returns the token at or behind i; its kind is 0 at the end.
func nextToken(src []byte, i int) token {
	start := skipBlank(src, i)
	if start >= len(src) {
		return token{end: len(src)}
	}
	t := token{kind: src[start], near: start == i}
	switch c := src[start]; {
	case c == '"' || c == '\'':
		t.kind, t.end = '"', tokenEnd(src, start)
	case c >= '0' && c <= '9':
		t.kind, t.end = '0', start+1
		for t.end < len(src) && (glue(src[t.end]) == 'a' || src[t.end] == '.' || (src[t.end] == '-' || src[t.end] == '+') && src[t.end-1]|0x20 == 'e' && !bytes.HasPrefix(src[start:], []byte("0x"))) {
			t.end++
		}
	case glue(c) == 'a':
		t.kind, t.end = 'a', start+1
		for t.end < len(src) && glue(src[t.end]) == 'a' {
			t.end++
		}
	default:
		t.end = start + 1
	}
	t.text = src[start:t.end]
	return t
}

// tokens is all tokens of a text.
func tokens(src []byte) []token { return appendTokens(make([]token, 0, len(src)/4+4), src) }

// tokens is all tokens of a text, until the next call.
func (w *words) tokens(src []byte) []token {
	w.list = appendTokens(w.list[:0], src)
	return w.list
}

func appendTokens(list []token, src []byte) []token {
	for i := 0; ; {
		t := nextToken(src, i)
		if t.kind == 0 {
			return list
		}
		list = append(list, t)
		i = t.end
	}
}

// readWords looks at the declarations of variables, fields and parameters in a file.
func readWords(src []byte) *words {
	w := &words{primitive: map[string]bool{}, reference: map[string]bool{}, final: map[string]bool{}}
	var before, last token
	var lambda []string // names since the last opening parenthesis
	final, primitive, depth, declaredAt := false, false, 0, -1
	for i := 0; ; {
		t := nextToken(src, i)
		i = t.end
		name := string(t.text)
		switch {
		case t.kind == 0:
			return w
		case t.kind == 'a' && name == "final":
			final = true
		case t.kind == 'a' && !keywords[name]:
			lambda = append(lambda, name)
			if typed(before, last, t) {
				primitive, declaredAt = primitiveTypes[string(last.text)], depth
				w.declared(name, primitive)
			}
		case t.kind == '(':
			depth++
			lambda = lambda[:0]
		case t.kind == ')':
			depth--
		case t.kind == '>' && last.kind == '-' && t.near: // x -> or (x, y) ->
			for _, x := range lambda {
				w.reference[x] = true
			}
		case t.kind == '=' && final && last.kind == 'a':
			w.final[string(last.text)] = true
		case t.kind == ';' || t.kind == '{' || t.kind == '}':
			final, lambda = false, lambda[:0]
		}
		if last.kind == 'a' && before.kind == ',' && depth == declaredAt { // int a, b
			switch t.kind {
			case '=', ',', ';':
				w.declared(string(last.text), primitive)
			case '[':
				w.declared(string(last.text), false)
			}
		}
		if t.kind == ';' || t.kind == '{' || t.kind == '}' {
			declaredAt = -1
		}
		before, last = last, t
	}
}

// typed tells whether a name that follows these two tokens is being declared, with the type that they
// end.
func typed(before, last, name token) bool {
	switch last.kind {
	case 'a':
		return primitiveTypes[string(last.text)] || !keywords[string(last.text)]
	case '>':
		return last.near && before.kind != '-' && !name.near
	case ']', '.':
		return !name.near
	}
	return false
}

func (w *words) declared(name string, primitive bool) {
	if primitive {
		w.primitive[name] = true
	} else {
		w.reference[name] = true
	}
}

// isPrimitive tells a name that is declared in the file, and as primitive only.
func (w *words) isPrimitive(name []byte) bool {
	return w.primitive[string(name)] && !w.reference[string(name)]
}

// isLiteral tells true and false.
func isLiteral(text []byte) bool {
	list := trimParens(tokens(text))
	return len(list) == 1 && (string(list[0].text) == "true" || string(list[0].text) == "false")
}

// isDefault tells labels that all values lead to which no other label names.
func isDefault(label []byte) bool {
	for _, t := range tokens(label) {
		if word := string(t.text); word == "default" || word == "null" {
			return true
		}
	}
	return false
}

func trimParens(list []token) []token {
	for len(list) > 2 && list[0].kind == '(' && list[len(list)-1].kind == ')' {
		list = list[1 : len(list)-1]
	}
	return list
}

// mayBeConstant tells whether an expression may be a constant expression (JLS 15.29): nothing in it but
// literals, operators and names of what may be constants.
func (w *words) mayBeConstant(text []byte) bool {
	list := w.tokens(text)
	for i, t := range list {
		switch t.kind {
		case '0', '"', '(', ')', '+', '-', '*', '/', '%', '&', '|', '^', '<', '>', '!', '~', '?', ':', '.':
			if t.kind == '(' && i > 0 && list[i-1].kind == 'a' || i > 0 && t.near && t.kind == list[i-1].kind && (t.kind == '+' || t.kind == '-' || t.kind == ':') {
				return false // a call, ++, --, a method reference
			}
		case '=': // of a comparison
			if i == 0 || bytes.IndexByte([]byte("=!<>"), list[i-1].kind) < 0 {
				if i+1 == len(list) || list[i+1].kind != '=' {
					return false
				}
			}
		case 'a':
			word := string(t.text)
			qualifier := i+1 < len(list) && list[i+1].kind == '.'
			switch {
			case word == "true" || word == "false" || primitiveTypes[word] || word == "String" || qualifier && !keywords[word]:
			case keywords[word] || !w.nameMayBeConstant(list, i):
				return false
			}
		default:
			return false
		}
	}
	return true
}

// nameMayBeConstant tells whether the name list[i] may be that of a constant. Names that the file
// does not declare are taken for constants if they are written like one.
func (w *words) nameMayBeConstant(list []token, i int) bool {
	if w.final[string(list[i].text)] || isUpper(list[i].text) {
		return true
	}
	return i > 1 && list[i-1].kind == '.' && list[i-2].text[0] >= 'A' && list[i-2].text[0] <= 'Z'
}

func isUpper(name []byte) bool {
	letters := false
	for _, c := range name {
		if c >= 'a' && c <= 'z' || c >= 0x80 {
			return false
		}
		letters = letters || c >= 'A' && c <= 'Z'
	}
	return letters
}

// assigns tells whether code, without comments and literals, assigns a variable.
func assigns(code []byte) bool {
	for i, c := range code {
		switch {
		case c == '=' && (i+1 == len(code) || code[i+1] != '=') &&
			(i == 0 || bytes.IndexByte([]byte("=!"), code[i-1]) < 0 &&
				(bytes.IndexByte([]byte("<>"), code[i-1]) < 0 || i > 1 && code[i-2] == code[i-1])):
			return true
		case (c == '+' || c == '-') && i > 0 && code[i-1] == c:
			return true
		}
	}
	return false
}
