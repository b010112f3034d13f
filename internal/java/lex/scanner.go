package lex

import "bytes"

// Scanner splits a text into tokens. A copy continues independently from the same place.
type Scanner struct {
	src []byte
	at  int // offset of the next token
}

// New returns a Scanner of a text.
func New(src []byte) Scanner { return Scanner{src: src} }

// AppendTokens appends the tokens of a text to a list, without white space and comments.
func AppendTokens(list []Token, src []byte) []Token {
	s := New(src)
	for t := s.NextToken(); t.Kind != EOF; t = s.NextToken() {
		list = append(list, t)
	}
	return list
}

// StartsLine reports whether a place in a text is in front of the first word, number or literal of its line. The word
// while may come before it, as in front of the condition of a do loop.
func StartsLine(src []byte, offset int) bool {
	s := New(src[1+bytes.LastIndexAny(src[:offset], "\r\n") : offset])
	for { // the first word decides: lines of generated sources may be very long
		switch t := s.NextToken(); {
		case t.Kind == EOF:
			return true
		case t.Kind == Word && !t.Is("while"), t.Kind == Number, t.Kind == Quoted:
			return false
		}
	}
}

// NextToken returns the next token that is neither white space nor a comment.
func (s *Scanner) NextToken() Token {
	t := s.Next()
	for t.Kind == Space || t.Kind == Comment {
		t = s.Next()
	}
	return t
}

// Next returns the next token, also white space and comments. After the last one it returns one of kind EOF.
func (s *Scanner) Next() Token {
	start := s.at
	if start == len(s.src) {
		return Token{EOF, start, nil}
	}
	kind, end := s.scan(start)
	s.at = end
	return Token{kind, start, s.src[start:end]}
}

// scan returns the kind of the token at i, and its end.
func (s *Scanner) scan(i int) (Kind, int) {
	c, next := s.char(i)
	switch classes[c] {
	case separator:
		return Kind(c), next
	case blank:
		return Space, s.run(next, blank)
	case letter:
		return Word, s.run(next, letter|digit)
	case digit:
		return Number, s.number(c, next)
	case quote:
		return Quoted, s.quoted(c, next)
	case operator:
		return s.operator(c, next)
	}
	if c == 0x1a && next == len(s.src) { // a control-Z at the end is ignored (JLS 3.5)
		return Space, next
	}
	return Unknown, next
}

// char returns the character at i and the offset after it. A Unicode escape is returned as its character. A byte
// outside of ASCII is returned as it is, and an escape of such a character as one such byte. At the end of the text, c
// is 0 and next is i.
func (s *Scanner) char(i int) (c byte, next int) {
	if i < len(s.src) && s.src[i] != '\\' {
		return s.src[i], i + 1
	}
	return s.escaped(i)
}

// escaped does the work of char for a backslash, and at the end of the text.
func (s *Scanner) escaped(i int) (c byte, next int) {
	if i >= len(s.src) {
		return 0, i
	}
	r, size := Escape(s.src[i:])
	if size == 0 {
		return '\\', i + 1
	}
	before := i
	for before > 0 && s.src[before-1] == '\\' {
		before--
	}
	if (i-before)%2 > 0 { // the second of two backslashes starts no escape (JLS 3.3)
		return '\\', i + 1
	}
	return byte(min(r, 0x80)), i + size
}

// run returns the end of the run of characters of these classes that starts at i.
func (s *Scanner) run(i int, of class) int {
	for {
		c, next := s.char(i)
		if classes[c]&of == 0 {
			return i
		}
		i = next
	}
}

// number returns the end of a number (JLS 3.10.1, 3.10.2). Its first character, a digit or a dot, is before i. It has
// at most one dot, and a sign only before its exponent.
func (s *Scanner) number(first byte, i int) int {
	dots := first == '.'
	exponent := byte('e')
	for last := first; ; {
		c, next := s.char(i)
		switch {
		case classes[c]&(letter|digit) != 0:
			if last == '0' && c|0x20 == 'x' {
				exponent = 'p'
			}
		case c == '.' && !dots:
			dots = true
		case (c == '+' || c == '-') && last|0x20 == exponent:
		default:
			return i
		}
		last, i = c, next
	}
}

// quoted returns the end of a literal in quotes, whose first quote is before i. Three double quotes open a text block
// (JLS 3.10.6).
func (s *Scanner) quoted(quote byte, i int) int {
	if quote == '"' {
		if end, ok := s.twice('"', i); ok {
			return s.textBlock(end)
		}
	}
	for {
		c, next := s.char(i)
		switch {
		case c == quote:
			return next
		case c == '\n' || c == '\r' || next == i:
			return i
		case c == '\\':
			if c, after := s.char(next); c != '\n' && c != '\r' {
				next = after
			}
		}
		i = next
	}
}

// textBlock returns the end of a text block. The opening quotes are before i.
func (s *Scanner) textBlock(i int) int {
	for {
		c, next := s.char(i)
		switch {
		case next == i:
			return i
		case c == '\\':
			_, next = s.char(next)
		case c == '"':
			if end, ok := s.twice('"', next); ok {
				return end
			}
		}
		i = next
	}
}

// twice reports whether a character occurs at i two times, and returns the offset after both.
func (s *Scanner) twice(c byte, i int) (end int, ok bool) {
	first, next := s.char(i)
	second, end := s.char(next)
	return end, first == c && second == c
}

// lineComment returns the end of a line comment, which is the end of the line. The slashes are before i.
func (s *Scanner) lineComment(i int) int {
	for {
		c, next := s.char(i)
		if c == '\n' || c == '\r' || next == i {
			return i
		}
		i = next
	}
}

// comment returns the end of a comment. Its /* is before i.
func (s *Scanner) comment(i int) int {
	if n := bytes.Index(s.src[i:], []byte("*/")); n >= 0 && bytes.IndexByte(s.src[i:i+n], '\\') < 0 {
		return i + n + 2 // as nearly always: without anything that may be an escape
	}
	for last := byte(0); ; {
		c, next := s.char(i)
		if c == '/' && last == '*' || next == i {
			return next
		}
		last, i = c, next
	}
}

// operator returns the kind and the end of the longest operator (JLS 3.12), comment or number that starts with c. c is
// before i.
func (s *Scanner) operator(c byte, i int) (Kind, int) {
	d, next := s.char(i)
	switch {
	case c == '/' && d == '/':
		return Comment, s.lineComment(next)
	case c == '/' && d == '*':
		return Comment, s.comment(next)
	case c == '.':
		if classes[d] == digit {
			return Number, s.number(c, i)
		}
		if end, ok := s.twice('.', i); ok {
			return Ellipsis, end
		}
	case c == '-' && d == '>':
		return Arrow, next
	case c == ':' && d == ':':
		return DoubleColon, next
	case d == '=':
		if kind := withEqual(c); kind != 0 {
			return kind, next
		}
	case c == '<' && d == '<':
		return s.shift(ShiftLeft, next)
	case c == '>' && d == '>':
		if e, after := s.char(next); e == '>' {
			return s.shift(UnsignedShiftRight, after)
		}
		return s.shift(ShiftRight, next)
	case d == c:
		switch c {
		case '&':
			return And, next
		case '|':
			return Or, next
		case '+':
			return Increment, next
		case '-':
			return Decrement, next
		}
	}
	return Kind(c), i
}

// shift returns the kind and the end of a shift operator. If it is followed by the character = at offset i, it is an
// assignment.
func (s *Scanner) shift(kind Kind, i int) (Kind, int) {
	if c, next := s.char(i); c == '=' {
		return Assign, next
	}
	return kind, i
}

// withEqual returns the kind of the operator that consists of a character and =, 0 if there is none.
func withEqual(c byte) Kind {
	switch c {
	case '=':
		return Equal
	case '!':
		return NotEqual
	case '<':
		return LessEqual
	case '>':
		return GreaterEqual
	case '~', '?', ':':
		return 0
	}
	return Assign
}
