package syntax

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"jprof/internal/java/lex"
)

// Syntax that the grammar does not know is replaced by words of the same length that it knows, so that offsets do not
// change. Only the parser reads the result: names and other texts come from the source.

// plain masks bytes that the parser does not read as javac does: those that are not UTF-8, and NUL, which would end the
// text. Nearly every source has none; then plain returns src itself.
func plain(src []byte) []byte {
	text := src
	if !utf8.Valid(src) {
		text = maskNonASCII(src)
	}
	if bytes.IndexByte(src, 0) >= 0 {
		text = bytes.ReplaceAll(text, []byte{0}, []byte{' '})
	}
	return text
}

// fill sets all bytes of b.
func fill(b []byte, with byte) {
	for i := range b {
		b[i] = with
	}
}

// maskNonASCII replaces each byte outside of ASCII by a letter.
func maskNonASCII(src []byte) []byte {
	out := bytes.Clone(src)
	for i, b := range out {
		if b >= 0x80 {
			out[i] = 'x'
		}
	}
	return out
}

// lenient replaces syntax that javac accepts and the grammar does not:
//
//   - letters outside of ASCII, the end-of-file character, numbers such as 0_7;
//   - imports of modules, annotations of types, patterns, casts to several types;
//   - statements before this(...) or super(...), which becomes the call of a method;
//   - assignments to names in parentheses;
//   - names that are keywords in other places.
//
// It is used only for texts that cannot be parsed without it.
func lenient(text []byte) []byte {
	out := maskNonASCII(text)
	if n := len(out); n > 0 && out[n-1] == 0x1a {
		out[n-1] = ' '
	}
	m := &mask{out: out, tokens: lex.AppendTokens(nil, text)}
	kept := -1 // index at which the last annotation of a declaration ends
	for i := range m.tokens {
		if i < m.next {
			continue
		}
		switch m.tokens[i].Kind {
		case '@':
			end := m.annotation(i)
			if end == i { // @interface
				break
			}
			if i == 0 || i == kept || m.declares(i-1) {
				kept = end
			} else if i < end {
				m.blank(i, end)
			}
		case '=', lex.Assign:
			m.assignment(i)
		case '(':
			m.intersection(i)
		case lex.Word:
			m.word(i)
		case lex.Number:
			t := m.out[m.tokens[i].Start:m.tokens[i].End()]
			copy(t, bytes.ReplaceAll(t, []byte{'_'}, []byte{'0'}))
		}
	}
	return out
}

// mask is a text in which words that the grammar does not know are replaced.
type mask struct {
	out    []byte
	tokens []lex.Token
	next   int // the first token that was not examined together with an earlier one
}

// at returns the kind of a token, EOF outside of the text.
func (m *mask) at(i int) lex.Kind {
	if i < 0 || i >= len(m.tokens) {
		return lex.EOF
	}
	return m.tokens[i].Kind
}

// is reports whether a token is one of these words.
func (m *mask) is(i int, words ...string) bool {
	return m.name(i) && slices.Contains(words, string(m.tokens[i].Text))
}

// name reports whether a token is a word. Keywords count as names: they do not occur where a name is expected.
func (m *mask) name(i int) bool { return m.at(i) == lex.Word }

// endsType reports whether a token may end type arguments.
func (m *mask) endsType(i int) bool { return m.at(i).Angles() < 0 }

// blank overwrites the tokens from..to-1, and all between them, with blanks.
func (m *mask) blank(from, to int) { m.put(from, to, ' ') }

// rename replaces the tokens from..to-1 by a name.
func (m *mask) rename(from, to int) { m.put(from, to, 'x') }

// put overwrites the tokens from..to-1, and all between them, with one byte.
func (m *mask) put(from, to int, with byte) {
	fill(m.out[m.tokens[from].Start:m.tokens[to-1].End()], with)
	m.next = max(m.next, to)
}

// declares reports whether a token comes before a declaration or a statement, or is a modifier of one.
func (m *mask) declares(i int) bool {
	switch m.at(i) {
	case '{', '}', ';', ':':
		return true
	}
	return m.modifier(i)
}

// modifiers are the modifiers of types, fields and methods.
var modifiers = strings.Fields(`public protected private static final abstract native synchronized strictfp transient
	volatile default sealed`)

// modifier reports whether a token is a modifier.
func (m *mask) modifier(i int) bool { return m.is(i, modifiers...) }

// word replaces a word, or code around it, if the grammar does not know it in this place.
func (m *mask) word(i int) {
	switch {
	case m.is(i, "import"):
		if m.is(i+1, "module") && m.name(i+2) {
			m.blank(i+1, i+2)
		}
	case m.is(i, "case"):
		m.caseLabel(i + 1)
	case m.is(i, "instanceof"):
		if end := m.pattern(i + 1); end > 0 {
			m.typePattern(i+1, end)
		}
	case m.is(i, "this", "super"):
		m.constructorCall(i)
	case m.is(i, "when"):
		if !m.guard(i) {
			m.rename(i, i+1)
		}
	case m.is(i, "record"):
		if !m.name(i+1) || m.at(i+2) != '(' && m.at(i+2) != '<' {
			m.rename(i, i+1)
		}
	case m.is(i, "sealed"):
		if m.at(i+1) != '@' && !m.modifier(i+1) && !m.is(i+1, "class", "interface") {
			m.rename(i, i+1)
		}
	case m.is(i, "module", "open", "with"):
		m.rename(i, i+1)
	case m.is(i, "yield"):
		switch m.at(i + 1) {
		case ':', ',', ';', '}', lex.DoubleColon:
			m.rename(i, i+1)
		case lex.Increment, lex.Decrement:
			if m.at(i+2) == ';' || m.at(i+2) == ')' {
				m.rename(i, i+1)
			}
		}
	}
}

// guard reports whether the word when starts the guard of a pattern: it comes after a type and a name, or after a
// record pattern.
func (m *mask) guard(i int) bool {
	switch m.at(i + 1) {
	case '.', '=', ',', ')', ':', ';', '[', ']', '>', lex.Arrow, lex.DoubleColon, lex.Equal,
		lex.GreaterEqual, lex.ShiftRight, lex.UnsignedShiftRight, lex.Assign, lex.EOF:
		return false
	}
	if m.at(i-1) == ')' {
		return true
	}
	return m.name(i-1) && (m.name(i-2) && !m.is(i-2, "case", "final") || m.endsType(i-2) || m.at(i-2) == ']')
}

// caseLabel replaces the patterns that start at i, if there are any, by one pattern.
func (m *mask) caseLabel(i int) {
	end := m.pattern(i)
	if end == 0 {
		return
	}
	for m.at(end) == ',' {
		more := m.pattern(end + 1)
		if more == 0 {
			break
		}
		end = more
	}
	m.typePattern(i, end)
}

// typePattern replaces the tokens from..to-1 by a pattern of a type and a name.
func (m *mask) typePattern(from, to int) {
	m.rename(from, to)
	m.out[m.tokens[to-1].End()-2] = ' '
}

// constructorCall replaces this(...) or super(...) after another statement by a call of a method.
func (m *mask) constructorCall(i int) {
	if m.at(i+1) != '(' {
		return
	}
	start := i
	if m.endsType(start - 1) { // <String>this(...)
		depth := 0
		for start--; start > 0; start-- {
			if depth += m.at(start).Angles(); depth >= 0 {
				break
			}
		}
	}
	arguments := start
	for start > 0 && m.at(start-1) != '{' && m.at(start-1) != '}' && m.at(start-1) != ';' {
		start--
	}
	if m.at(start-1) == ';' || m.at(start-1) == '}' {
		if arguments < i {
			m.blank(arguments, i)
		}
		m.rename(i, i+1)
	}
}

// intersection replaces the types in the cast (A & B) at i by a name.
func (m *mask) intersection(i int) {
	end := m.typeEnd(i + 1)
	if end == 0 || m.at(end) != '&' {
		return
	}
	for m.at(end) == '&' {
		if end = m.typeEnd(end + 1); end == 0 {
			return
		}
	}
	if m.at(end) != ')' {
		return
	}
	switch m.at(end + 1) {
	case lex.Word, lex.Number, lex.Quoted, '(', '!', '~':
		if !m.is(end+1, "instanceof") {
			m.rename(i+1, end)
		}
	}
}

// assignment replaces parentheses around the target of the assignment at i, so that the target is a name.
func (m *mask) assignment(i int) {
	last := i - 1 // the closing parenthesis
	if m.at(last) != ')' {
		return
	}
	open, depth := last, 0
	for ; open >= 0; open-- {
		if depth += m.at(open).Nesting(); depth == 0 {
			break
		}
	}
	isCall := open > 0 && (m.name(open-1) && !m.is(open-1, "return", "yield") || m.at(open-1) == '@')
	if open < 0 || isCall || !m.name(open+1) && m.at(open+1) != '(' {
		return
	}
	fill(m.out[m.tokens[open].Start:m.tokens[open+1].Start], 'x')
	fill(m.out[m.tokens[last].Start:m.tokens[last].End()], ' ')
	for in, out := open+1, last-1; m.at(in) == '(' && m.at(out) == ')'; in, out = in+1, out-1 {
		fill(m.out[m.tokens[in].Start:m.tokens[in+1].Start], 'x')
		fill(m.out[m.tokens[out].Start:m.tokens[out].End()], ' ')
	}
}
