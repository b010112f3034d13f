package instrument

import (
	"bytes"
	"hash/fnv"
	"slices"

	"jprof/internal/javalex"
)

// tokens returns all tokens of a text, without white space and comments.
func tokens(src []byte) []javalex.Token {
	return javalex.AppendTokens(make([]javalex.Token, 0, len(src)/4+4), src)
}

// firstToken returns the first token of a text, of kind EOF where there is none.
func firstToken(src []byte) javalex.Token {
	s := javalex.New(src)
	return s.NextToken()
}

// nesting is the change in the depth of brackets that a token makes.
func nesting(kind javalex.Kind) int {
	switch kind {
	case '(', '[', '{':
		return 1
	case ')', ']', '}':
		return -1
	}
	return 0
}

// closing is the index after the bracket that closes list[i].
func closing(list []javalex.Token, i int) int {
	depth := 0
	for ; i < len(list); i++ {
		if depth += nesting(list[i].Kind); depth == 0 {
			return i + 1
		}
	}
	return i
}

// assigns reports whether tokens assign a variable.
func assigns(list []javalex.Token) bool {
	return slices.ContainsFunc(list, func(t javalex.Token) bool { return isAssignment(t.Kind) })
}

// isAssignment reports whether an operator assigns a variable.
func isAssignment(kind javalex.Kind) bool {
	switch kind {
	case '=', javalex.Assign, javalex.Increment, javalex.Decrement:
		return true
	}
	return false
}

// assignsTo reports whether tokens assign a variable of that name, also in parentheses: (x)++, --(x).
func assignsTo(list []javalex.Token, name string) bool {
	for i, t := range list {
		if !t.Is(name) {
			continue
		}
		before, after := i-1, i+1
		for before >= 0 && list[before].Kind == '(' {
			before--
		}
		for after < len(list) && list[after].Kind == ')' {
			after++
		}
		if after < len(list) && isAssignment(list[after].Kind) && (i == 0 || list[i-1].Kind != '.') {
			return true
		}
		isStep := before >= 0 && (list[before].Kind == javalex.Increment || list[before].Kind == javalex.Decrement)
		if isStep && (i+1 == len(list) || list[i+1].Kind != '.' && list[i+1].Kind != '[' && list[i+1].Kind != '(') {
			return true
		}
	}
	return false
}

// methodHash hashes the tokens of the declaration of a method, without annotations and modifiers at its start, which do
// not change its behaviour. Methods of anonymous classes and enum constants, which have no name to distinguish them,
// also have the hash of the code before their class.
func methodHash(src, anonymous []byte) [8]byte {
	s := javalex.New(src)
	t := s.NextToken()
	for t.Kind == '@' || modifiers[string(t.Text)] {
		if t.Kind == '@' {
			readAnnotation(&s)
		}
		t = s.NextToken()
	}
	start := t.Start
	own := tokenHash(src[start:])
	if len(anonymous) == 0 {
		return own
	}
	h := fnv.New64a()
	h.Write(anonymous)
	h.Write(own[:])
	h.Sum(own[:0])
	return own
}

// modifiers are the modifiers of methods.
var modifiers = map[string]bool{
	"public": true, "protected": true, "private": true, "static": true, "final": true, "abstract": true,
	"synchronized": true, "native": true, "strictfp": true, "default": true,
}

// tokenHash hashes the tokens of a piece of Java. White space and comments do not matter, except between two tokens
// that would otherwise be one.
func tokenHash(src []byte) [8]byte {
	h := fnv.New64a()
	last := javalex.Token{}
	s := javalex.New(src)
	for t := s.NextToken(); t.Kind != javalex.EOF; t = s.NextToken() {
		if last.Kind != javalex.EOF && last.End() < t.Start && sticks(last.Text[len(last.Text)-1], t.Text[0]) {
			h.Write([]byte{' '})
		}
		h.Write(bytes.ReplaceAll(t.Text, []byte("\r\n"), []byte("\n"))) // in a text block the one is the other
		last = t
	}
	var sum [8]byte
	h.Sum(sum[:0])
	return sum
}

// sticks reports whether two bytes without anything between them could be of one token: a word or number, or an
// operator.
func sticks(a, b byte) bool {
	isOperator := func(c byte) bool { return bytes.IndexByte([]byte("+-*/%&|^=<>!?:~"), c) >= 0 }
	return javalex.IsWordPart(a) && javalex.IsWordPart(b) || isOperator(a) && isOperator(b)
}
