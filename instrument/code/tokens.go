package code

import (
	"slices"

	"jprof/internal/java/lex"
)

// Tokens returns all tokens of a text, without white space and comments.
func Tokens(src []byte) []lex.Token {
	return lex.AppendTokens(make([]lex.Token, 0, len(src)/4+4), src)
}

// First returns the first token of a text, or one of kind EOF if there is none.
func First(src []byte) lex.Token {
	s := lex.New(src)
	return s.NextToken()
}

// At returns a token of a list, or one of kind EOF for an index outside of it.
func At(list []lex.Token, i int) lex.Token {
	if i < 0 || i >= len(list) {
		return lex.Token{}
	}
	return list[i]
}

// Closing returns the index after the bracket that closes the bracket list[i].
func Closing(list []lex.Token, i int) int {
	depth := 0
	for ; i < len(list); i++ {
		if depth += list[i].Kind.Nesting(); depth == 0 {
			return i + 1
		}
	}
	return i
}

// Assigns reports whether tokens assign a variable.
func Assigns(list []lex.Token) bool {
	return slices.ContainsFunc(list, func(t lex.Token) bool { return IsAssignment(t.Kind) })
}

// IsAssignment reports whether an operator assigns a variable.
func IsAssignment(kind lex.Kind) bool {
	return kind == '=' || kind == lex.Assign || kind.IsStep()
}

// AssignsTo reports whether tokens assign a variable of that name, also in parentheses: (x)++, --(x).
func AssignsTo(list []lex.Token, name string) bool {
	for i, t := range list {
		if !t.Is(name) {
			continue
		}
		before, after := i-1, i+1
		for At(list, before).Kind == '(' {
			before--
		}
		for At(list, after).Kind == ')' {
			after++
		}
		if IsAssignment(At(list, after).Kind) && At(list, i-1).Kind != '.' {
			return true
		}
		next := At(list, i+1).Kind
		if At(list, before).Kind.IsStep() && next != '.' && next != '[' && next != '(' {
			return true
		}
	}
	return false
}
