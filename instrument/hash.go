package instrument

import (
	"bytes"
	"hash/fnv"

	"jprof/internal/java/lex"
	"jprof/internal/util/lineends"
)

// methodHash hashes the tokens of the declaration of a method, without annotations and modifiers at its start, which do
// not change its behaviour. Methods of anonymous classes and enum constants, which have no name to distinguish them,
// also have the hash of the code before their class.
func methodHash(src, anonymous []byte) [8]byte {
	own := tokenHash(src[afterModifiers(src):])
	if len(anonymous) == 0 {
		return own
	}
	h := fnv.New64a()
	h.Write(anonymous)
	h.Write(own[:])
	h.Sum(own[:0])
	return own
}

// afterModifiers returns the offset of the first token of a declaration of a method or variable that belongs to no
// annotation or modifier at its start.
func afterModifiers(src []byte) int {
	s := lex.New(src)
	t := s.NextToken()
	for t.Kind == '@' || modifiers[string(t.Text)] {
		if t.Kind == '@' {
			readAnnotation(&s)
		}
		t = s.NextToken()
	}
	return t.Start
}

// modifiers lists the modifiers of methods and local variables.
var modifiers = wordSet(
	"public protected private static final abstract synchronized native strictfp default")

// tokenHash hashes the tokens of a piece of Java. White space and comments do not matter, except between two tokens
// that would otherwise be one.
func tokenHash(src []byte) [8]byte {
	h := fnv.New64a()
	last := lex.Token{}
	s := lex.New(src)
	for t := s.NextToken(); t.Kind != lex.EOF; t = s.NextToken() {
		if last.Kind != lex.EOF && last.End() < t.Start && sticks(last.Text[len(last.Text)-1], t.Text[0]) {
			h.Write(space)
		}
		if t.Kind == lex.Quoted { // in a text block the one line end is the other
			h.Write(lineends.Unix(t.Text))
		} else {
			h.Write(t.Text)
		}
		last = t
	}
	var sum [8]byte
	h.Sum(sum[:0])
	return sum
}

var space = []byte{' '}

// sticks reports whether two bytes without anything between them could be of one token: a word or number, or an
// operator.
func sticks(a, b byte) bool {
	isOperator := func(c byte) bool { return bytes.IndexByte([]byte("+-*/%&|^=<>!?:~"), c) >= 0 }
	return lex.IsWordPart(a) && lex.IsWordPart(b) || isOperator(a) && isOperator(b)
}
