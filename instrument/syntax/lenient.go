package syntax

import "bytes"

// lenient changes what the grammar does not understand though javac does: letters outside of ASCII, the
// end-of-file character, numbers like 0_7, imports of modules, annotations of types, patterns, statements in front
// of this(...) or super(...), which becomes the call of a method, assignments to what stands in parentheses, and names that are
// words of the language elsewhere. It is for texts that were not understood as they are.
func lenient(text []byte) []byte {
	out := maskNonASCII(text)
	if n := len(out); n > 0 && out[n-1] == 0x1a {
		out[n-1] = ' '
	}
	m := &mask{text: text, out: out, tokens: tokensOf(text)}
	kept := -1 // where the last annotation of a declaration ends, as an index
	for i := range m.tokens {
		if i < m.next {
			continue
		}
		switch m.tokens[i].kind {
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
		case '=':
			m.assignment(i)
		case '(':
			m.intersection(i)
		case 'a':
			m.word(i)
		}
	}
	return out
}

// mask puts other words in the place of those that the grammar does not know.
type mask struct {
	text, out []byte
	tokens    []token
	next      int // the first token that was not looked at with one before it
}

// at is the kind of a token, 0 outside of the text.
func (m *mask) at(i int) byte {
	if i < 0 || i >= len(m.tokens) {
		return 0
	}
	return m.tokens[i].kind
}

// is tells whether a token is one of these words.
func (m *mask) is(i int, words ...string) bool {
	if m.at(i) != 'a' {
		return false
	}
	text := m.text[m.tokens[i].start:m.tokens[i].end]
	for _, w := range words {
		if string(text) == w {
			return true
		}
	}
	return false
}

// name tells whether a token is a word that can be a name.
func (m *mask) name(i int) bool {
	return m.at(i) == 'a' && (m.text[m.tokens[i].start] < '0' || m.text[m.tokens[i].start] > '9')
}

// blank leaves nothing of the tokens from..to-1, and of what is between them.
func (m *mask) blank(from, to int) { m.put(from, to, ' ') }

// rename makes a name of the tokens from..to-1.
func (m *mask) rename(from, to int) { m.put(from, to, 'x') }

func (m *mask) put(from, to int, with byte) {
	fill(m.out[m.tokens[from].start:m.tokens[to-1].end], with)
	m.next = max(m.next, to)
}

// declares tells whether a token stands in front of a declaration or a statement, or is a modifier of one.
func (m *mask) declares(i int) bool {
	switch m.at(i) {
	case '{', '}', ';', ':':
		return true
	}
	return m.modifier(i)
}

func (m *mask) modifier(i int) bool {
	return m.is(i, "public", "protected", "private", "static", "final", "abstract", "native", "synchronized", "strictfp", "transient", "volatile", "default", "sealed")
}

// word looks at a word.
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
	case m.is(i, "permits"):
		if !m.name(i+1) || m.at(i-1) != 'a' && m.at(i-1) != '>' {
			m.rename(i, i+1)
		}
	case m.is(i, "module", "open", "opens", "with", "to", "transitive", "exports", "requires", "uses", "provides"):
		m.rename(i, i+1)
	case m.is(i, "yield"):
		plus := (m.at(i+1) == '+' || m.at(i+1) == '-') && m.at(i+1) == m.at(i+2)
		if plus && (m.at(i+3) == ';' || m.at(i+3) == ')') || bytes.IndexByte([]byte(":,;}"), m.at(i+1)) >= 0 && m.at(i+1) != 0 {
			m.rename(i, i+1)
		}
	case !m.name(i):
		t := m.out[m.tokens[i].start:m.tokens[i].end]
		copy(t, bytes.ReplaceAll(t, []byte{'_'}, []byte{'0'}))
	}
}

// guard tells whether the word when starts the condition of a pattern: behind a name behind a type, or behind
// a record pattern.
func (m *mask) guard(i int) bool {
	switch m.at(i + 1) {
	case '.', '=', ',', ')', ':', ';', '[', ']', '>', 0:
		return false
	case '-':
		if m.at(i+2) == '>' {
			return false
		}
	}
	if m.at(i-1) == ')' {
		return true
	}
	return m.name(i-1) && (m.name(i-2) && !m.is(i-2, "case", "final") || m.at(i-2) == '>' || m.at(i-2) == ']')
}

// caseLabel makes one pattern of those that start at i, if there are any.
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

// typePattern makes a pattern of a type and a name of the tokens from..to-1.
func (m *mask) typePattern(from, to int) {
	m.rename(from, to)
	m.out[m.tokens[to-1].end-2] = ' '
}

// pattern returns the end of the pattern that starts at i, 0 where none does: a type and a name, or a type
// and patterns in parentheses.
func (m *mask) pattern(i int) int {
	i = m.annotations(i)
	if m.is(i, "final") {
		i = m.annotations(i + 1)
	}
	end := m.typeEnd(i)
	switch {
	case end == 0:
		return 0
	case m.at(end) == '(':
		return m.closing(end, '(', ')')
	case m.name(end) && !m.is(end, "instanceof"):
		return end + 1
	}
	return 0
}

// typeEnd returns the end of the type that starts at i, 0 where none does.
func (m *mask) typeEnd(i int) int {
	for {
		if i = m.annotations(i); !m.name(i) {
			return 0
		}
		i++
		if m.at(i) == '<' {
			if i = m.closing(i, '<', '>'); i == 0 {
				return 0
			}
		}
		if m.at(i) != '.' {
			break
		}
		i++
	}
	for {
		next := m.annotations(i)
		if m.at(next) != '[' {
			return i
		}
		if m.at(next+1) != ']' {
			return 0
		}
		i = next + 2
	}
}

// annotations returns the end of the annotations that start at i.
func (m *mask) annotations(i int) int {
	for m.at(i) == '@' {
		end := m.annotation(i)
		if end == i {
			break
		}
		i = end
	}
	return i
}

// annotation returns the end of the annotation that starts at i, i where none does.
func (m *mask) annotation(i int) int {
	if !m.name(i+1) || m.is(i+1, "interface") {
		return i
	}
	end := i + 2
	for m.at(end) == '.' && m.name(end+1) {
		end += 2
	}
	if m.at(end) == '(' {
		if close := m.closing(end, '(', ')'); close > 0 {
			end = close
		}
	}
	return end
}

// closing returns the end of what the bracket at i opens, 0 where it does not end, or is no bracket but an operator.
func (m *mask) closing(i int, open, close byte) int {
	depth := 0
	for ; i < len(m.tokens); i++ {
		switch k := m.at(i); {
		case k == open:
			depth++
		case k == close:
			if depth--; depth == 0 {
				return i + 1
			}
		case k == ';', k == '{' && open == '<':
			return 0
		}
	}
	return 0
}

// constructorCall makes a call of a method of this(...) or super(...) behind another statement.
func (m *mask) constructorCall(i int) {
	if m.at(i+1) != '(' {
		return
	}
	start := i
	if m.at(start-1) == '>' { // <String>this(...)
		depth := 0
		for start--; start > 0; start-- {
			if m.at(start) == '>' {
				depth++
			} else if m.at(start) == '<' {
				if depth--; depth == 0 {
					break
				}
			}
		}
	}
	arguments := start
	for start > 0 && bytes.IndexByte([]byte("{};"), m.at(start-1)) < 0 {
		start--
	}
	if m.at(start-1) == ';' || m.at(start-1) == '}' {
		if arguments < i {
			m.blank(arguments, i)
		}
		m.rename(i, i+1)
	}
}

// intersection makes a name of the types in the cast (A & B) at i.
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
	case 'a', '"', '(', '!', '~':
		if !m.is(end+1, "instanceof") {
			m.rename(i+1, end)
		}
	}
}

// assignment makes a name of the parentheses around what the = at i assigns to.
func (m *mask) assignment(i int) {
	if m.at(i+1) == '=' && m.tokens[i+1].start == m.tokens[i].end {
		return
	}
	last := i - 1 // the closing parenthesis
	switch m.at(last) {
	case '+', '-', '*', '/', '%', '&', '|', '^':
		last--
	case '<', '>':
		shift := m.at(last)
		for m.at(last) == shift {
			last--
		}
		if last == i-2 { // a comparison
			return
		}
	}
	if m.at(last) != ')' {
		return
	}
	open, depth := last, 0
	for ; open >= 0; open-- {
		if m.at(open) == ')' {
			depth++
		} else if m.at(open) == '(' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if open < 0 || open > 0 && (m.at(open-1) == 'a' && !m.is(open-1, "return", "yield") || m.at(open-1) == '@') || !m.name(open+1) && m.at(open+1) != '(' {
		return
	}
	fill(m.out[m.tokens[open].start:m.tokens[open+1].start], 'x')
	fill(m.out[m.tokens[last].start:m.tokens[last].end], ' ')
	for in, out := open+1, last-1; m.at(in) == '(' && m.at(out) == ')'; in, out = in+1, out-1 {
		fill(m.out[m.tokens[in].start:m.tokens[in+1].start], 'x')
		fill(m.out[m.tokens[out].start:m.tokens[out].end], ' ')
	}
}
