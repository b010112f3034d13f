package affected

import (
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
)

// tokens returns the tokens of a code: see decl.Member.
func tokens(code string) (list []string) {
	for _, t := range lex.AppendTokens(nil, []byte(code)) {
		list = append(list, string(t.Text))
	}
	return list
}

// eager returns the tokens of an initialiser that run when its class is initialised: without the bodies of classes, and
// without lambdas and references to methods that are the value itself or that a constructor takes. Those that another
// call takes may run in it.
func eager(m *decl.Member) []string {
	words := tokens(m.Code)
	var list, open []string // for each open bracket, "new" if it holds arguments or a body of a constructor
	for i := 0; i < len(words); i++ {
		w := words[i]
		kept := len(open) == 0 || open[len(open)-1] == "new"
		switch {
		case w == "{" && startsBody(words, i, m.Kind, len(open) == 0) && !isCalled(words, i):
			i = closing(words, i)
			continue
		case w == "->" && kept && i+1 < len(words) && words[i+1] == "{":
			i = closing(words, i+1)
			continue
		case w == "->" && kept:
			for depth := 0; i+1 < len(words); i++ {
				if next := words[i+1]; strings.Contains("([{", next) {
					depth++
				} else if strings.Contains(")]}", next) {
					if depth--; depth < 0 {
						break
					}
				} else if depth == 0 && (next == "," || next == ";") {
					break
				}
			}
			continue
		case w == "::" && kept:
			i++
			continue
		case w == "(" || w == "[" || w == "{":
			of := ""
			switch {
			case isCalled(words, i):
			case w == "{" && (i == 0 && m.Kind != decl.Initializer || i > 0 && words[i-1] == "]"),
				w == "(" && (i == 0 || calledNew(words, i)):
				of = "new"
			}
			open = append(open, of)
		case (w == ")" || w == "]" || w == "}") && len(open) > 0:
			open = open[:len(open)-1]
		}
		list = append(list, w)
	}
	return list
}

// startsBody reports whether the brace at i starts the body of a class: of a constant, or after a new expression.
// outside says that it is in no bracket.
func startsBody(words []string, i int, kind decl.MemberKind, outside bool) bool {
	switch {
	case i == 0:
		return kind == decl.Constant
	case words[i-1] != ")":
		return false
	}
	return outside && kind == decl.Constant || afterNew(words, i-1)
}

// isCalled reports whether a dot follows the bracket that closes the one at i.
func isCalled(words []string, i int) bool {
	end := closing(words, i)
	return end+1 < len(words) && words[end+1] == "."
}

// closing returns the index of the bracket that closes the one at i.
func closing(words []string, i int) int {
	for depth := 0; i < len(words); i++ {
		switch words[i] {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(words) - 1
}

// afterNew reports whether the bracket that ends at i has the arguments of a new expression.
func afterNew(words []string, i int) bool {
	open := opening(words, i)
	return open >= 0 && calledNew(words, open)
}

// calledNew reports whether the opening bracket at i has the arguments of a new expression.
func calledNew(words []string, i int) bool {
	r := resolver{words: words}
	k := i - 1
	if depth := 0; r.word(k) == ">" || r.word(k) == ">>" {
		for ; k >= 0; k-- {
			if depth += strings.Count(words[k], ">") - strings.Count(words[k], "<"); depth == 0 {
				k--
				break
			}
		}
	}
	return r.isNew(k)
}

// opening returns the index of the bracket that the one at i closes, -1 if there is none.
func opening(words []string, i int) int {
	for depth := 0; i >= 0; i-- {
		switch words[i] {
		case ")", "]", "}":
			depth++
		case "(", "[", "{":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
