package source

import (
	"bytes"

	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
	"jprof/report"
)

// BodyNames returns a name for each anonymous class of f, as s, its source, has it: CONSTANT for the body of a constant
// of an enum, else "new Type". All other types, and those whose name is not found, have "".
func (s *Source) BodyNames(f *report.File) []string {
	names := make([]string, len(f.Types))
	starts := map[int]int{} // the type that starts at an offset
	for i, t := range f.Types {
		if t.Kind == probe.Anonymous {
			starts[s.At(t.Span.Start.Offset)] = i
		}
	}
	if len(starts) == 0 {
		return names
	}
	before := make([]lex.Token, 0, len(s.text)/8) // without white space and comments
	for scan := lex.New(s.text); len(starts) > 0; {
		t := scan.NextToken()
		if t.Kind == lex.EOF {
			break
		}
		if i, ok := starts[t.Start]; ok && t.Kind == '{' {
			names[i] = bodyName(before)
			delete(starts, t.Start)
		}
		before = append(before, t)
	}
	return names
}

// bodyName returns the name of a class body by the tokens in front of it.
func bodyName(before []lex.Token) string {
	k := len(before) - 1
	at := func(k int) lex.Token {
		if k < 0 {
			return lex.Token{}
		}
		return before[k]
	}
	if at(k).Kind == ')' {
		k = skip(before, k, func(t lex.Token) int {
			return map[lex.Kind]int{'(': 1, ')': -1}[t.Kind]
		})
	}
	if at(k).Kind.Angles() < 0 {
		k = skip(before, k, func(t lex.Token) int { return t.Kind.Angles() })
	}
	if at(k).Kind != lex.Word {
		return ""
	}
	name := at(k).Text
	for k--; at(k).Kind == '.' || at(k).Kind == lex.Word && at(k-1).Kind == '@'; k -= 2 { // Outer.Inner, @Annotation
		if at(k).Kind == '.' && at(k-1).Kind.Angles() < 0 { // Outer<String>.Inner
			k = 1 + skip(before, k-1, func(t lex.Token) int { return t.Kind.Angles() })
		}
	}
	if at(k).Is("new") {
		return "new " + string(bytes.Clone(name))
	}
	return string(name)
}

// skip returns the index of the token in front of the bracket that the closing bracket at k belongs to. nesting returns
// 1 for an opening bracket, and a negative number for closing ones.
func skip(tokens []lex.Token, k int, nesting func(lex.Token) int) int {
	for depth := 0; k >= 0; k-- {
		if depth += nesting(tokens[k]); depth >= 0 {
			return k - 1
		}
	}
	return -1
}
