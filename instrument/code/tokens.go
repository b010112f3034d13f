package code

import (
	"slices"

	"jprof/internal/java/lex"
)

// Tokens returns all tokens of a text, without white space and comments.
func Tokens(src []byte) []lex.Token {
	return lex.AppendTokens(make([]lex.Token, 0, len(src)/4+4), src)
}

// First returns the first token of a text, of kind EOF where there is none.
func First(src []byte) lex.Token {
	s := lex.New(src)
	return s.NextToken()
}

// Closing is the index after the bracket that closes list[i].
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
	switch kind {
	case '=', lex.Assign, lex.Increment, lex.Decrement:
		return true
	}
	return false
}

// AssignsTo reports whether tokens assign a variable of that name, also in parentheses: (x)++, --(x).
func AssignsTo(list []lex.Token, name string) bool {
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
		if after < len(list) && IsAssignment(list[after].Kind) && (i == 0 || list[i-1].Kind != '.') {
			return true
		}
		isStep := before >= 0 && (list[before].Kind == lex.Increment || list[before].Kind == lex.Decrement)
		if isStep && (i+1 == len(list) || list[i+1].Kind != '.' && list[i+1].Kind != '[' && list[i+1].Kind != '(') {
			return true
		}
	}
	return false
}
