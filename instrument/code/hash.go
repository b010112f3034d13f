package code

import (
	"bytes"
	"hash/fnv"
	"strings"

	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
	"jprof/internal/util/lineends"
)

// MethodHash hashes the tokens of the declaration of a method. It omits annotations and modifiers at the start, which
// do not change the behaviour of the method. Methods of anonymous classes and enum constants also have the hash of the
// code before their class, because they have no name that distinguishes them.
func MethodHash(src, anonymous []byte) [8]byte {
	own := TokenHash(src[AfterModifiers(src):])
	if len(anonymous) == 0 {
		return own
	}
	h := fnv.New64a()
	h.Write(anonymous)
	h.Write(own[:])
	h.Sum(own[:0])
	return own
}

// AfterModifiers returns the offset of the first token of a declaration after the annotations and modifiers at its
// start.
func AfterModifiers(src []byte) int {
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
var modifiers = lex.WordSet(
	"public protected private static final abstract synchronized native strictfp default")

// TokenHash hashes the tokens of a piece of Java. White space and comments do not matter, except between two tokens
// that would otherwise be one.
func TokenHash(src []byte) [8]byte {
	h := fnv.New64a()
	last := lex.Token{}
	s := lex.New(src)
	for t := s.NextToken(); t.Kind != lex.EOF; t = s.NextToken() {
		if last.Kind != lex.EOF && last.End() < t.Start && sticks(last.Text[len(last.Text)-1], t.Text[0]) {
			h.Write(space)
		}
		if t.Kind == lex.Quoted { // all line ends of a text block are equal
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

// sticks reports whether two adjacent bytes could belong to one token: a word, a number or an operator.
func sticks(a, b byte) bool {
	isOperator := func(c byte) bool { return bytes.IndexByte([]byte("+-*/%&|^=<>!?:~"), c) >= 0 }
	return lex.IsWordPart(a) && lex.IsWordPart(b) || isOperator(a) && isOperator(b)
}

// IsMethod reports whether a member of a class is a method, constructor or initialiser.
func IsMethod(k syntax.Kind) bool {
	switch k {
	case syntax.MethodDecl, syntax.ConstructorDecl, syntax.CompactDecl, syntax.StaticInit, syntax.Block:
		return true
	}
	return false
}

// AnnotationNames returns the names of the annotations among the modifiers of a declaration.
func AnnotationNames(modifiers []byte) []string {
	var names []string
	s := lex.New(modifiers)
	for t := s.NextToken(); t.Kind != lex.EOF; t = s.NextToken() {
		if t.Kind != '@' {
			continue
		}
		if name := readAnnotation(&s); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// readAnnotation reads an annotation after its @, with its arguments, and returns its name.
func readAnnotation(s *lex.Scanner) string {
	var name strings.Builder
	ahead := *s
	t := ahead.NextToken()
	for isPart := true; isPart && t.Kind == lex.Word || !isPart && t.Kind == '.'; isPart = !isPart {
		name.Write(t.Text)
		*s = ahead
		t = ahead.NextToken()
	}
	if t.Kind != '(' {
		return name.String()
	}
	for depth := 1; depth > 0 && t.Kind != lex.EOF; depth += t.Kind.Nesting() {
		t = ahead.NextToken()
	}
	*s = ahead
	return name.String()
}
