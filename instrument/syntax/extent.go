package syntax

import "jprof/internal/java/lex"

// These functions find the ends of patterns, types and annotations. An end is the index after the last token.

// pattern returns the end of the pattern that starts at i, 0 for none: a type and a name, or a type and patterns
// in parentheses.
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
		return m.closing(end)
	case m.name(end) && !m.is(end, "instanceof"):
		return end + 1
	}
	return 0
}

// typeEnd returns the end of the type that starts at i, 0 for none.
func (m *mask) typeEnd(i int) int {
	for {
		if i = m.annotations(i); !m.name(i) {
			return 0
		}
		i++
		if m.at(i) == '<' {
			if i = m.typeArguments(i); i == 0 {
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

// annotation returns the end of the annotation that starts at i, i for none.
func (m *mask) annotation(i int) int {
	if !m.name(i+1) || m.is(i+1, "interface") {
		return i
	}
	end := i + 2
	for m.at(end) == '.' && m.name(end+1) {
		end += 2
	}
	if m.at(end) == '(' {
		if closed := m.closing(end); closed > 0 {
			end = closed
		}
	}
	return end
}

// closing returns the index after the parenthesis that closes the one at i, 0 for none.
func (m *mask) closing(i int) int { return m.match(i, lex.Kind.Nesting) }

// typeArguments returns the end of the type arguments that the < at i starts, 0 if it is an operator.
func (m *mask) typeArguments(i int) int {
	end := m.match(i, lex.Kind.Angles)
	for j := i; j < end; j++ {
		if m.at(j) == '{' {
			return 0
		}
	}
	return end
}

// match returns the index after the token that closes the one at i, 0 if there is none in the same statement. nesting
// returns the change in depth for a kind.
func (m *mask) match(i int, nesting func(lex.Kind) int) int {
	for depth := 0; i < len(m.tokens) && m.at(i) != ';'; i++ {
		if depth += nesting(m.at(i)); depth <= 0 {
			if depth < 0 {
				return 0
			}
			return i + 1
		}
	}
	return 0
}
