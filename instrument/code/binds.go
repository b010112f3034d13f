package code

import (
	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// After a condition, a counter beside it must leave the same variables in scope and definitely assigned (JLS 6.3.1,
// 16.1).

// Binds reports whether a condition may declare a variable for the code after it, or assign a first value to one. The
// operators += and ++ do not assign a first value.
func (f *File) Binds(cond *syntax.Node) bool {
	list := f.Tokens(cond.Text(f.Src))
	return declares(list) || f.assignsBlank(list)
}

// BindsWhenFalse reports whether a condition that is false may declare a variable for the code after it, or assign a
// first value to one.
func (f *File) BindsWhenFalse(cond *syntax.Node) bool {
	list := f.Tokens(cond.Text(f.Src))
	return DeclaresWhenFalse(list) || f.assignsBlank(list)
}

// DeclaresWhenFalse reports whether a condition may have a pattern with a variable in a negation. A pattern in an
// operand of && declares nothing for the code after it, because another operand may have been false.
func DeclaresWhenFalse(list []lex.Token) bool {
	for len(list) > 1 && list[0].Kind == '(' && Closing(list, 0) == len(list) {
		list = list[1 : len(list)-1]
	}
	if isConjunction(list) {
		return false
	}
	for i, t := range list {
		if t.Kind == '!' && i+1 < len(list) && list[i+1].Kind == '(' && declares(list[i+1:Closing(list, i+1)]) {
			return true
		}
	}
	return false
}

// isConjunction reports whether && is the outermost operator of a condition.
func isConjunction(list []lex.Token) bool {
	found := false
	for i := 0; i < len(list); i++ {
		switch list[i].Kind {
		case '(':
			i = Closing(list, i) - 1
		case lex.And:
			found = true
		case lex.Or, '?', '=':
			return false
		}
	}
	return found
}

// assignsBlank reports whether tokens assign a variable that is declared without a value somewhere in the file.
func (f *File) assignsBlank(list []lex.Token) bool {
	for i, t := range list {
		if t.Kind == '=' && i > 0 && (list[i-1].Kind == ')' || f.blank[string(list[i-1].Text)]) {
			return true
		}
	}
	return false
}

// declares reports whether tokens have a pattern with a variable. Patterns in arguments of calls do not count, because
// their variables end there.
func declares(list []lex.Token) bool {
	for i := 0; i < len(list); i++ {
		switch t := list[i]; {
		case t.Kind == '(' && i > 0 && IsName(list[i-1]):
			i = Closing(list, i) - 1
		case t.Is("instanceof"):
			if _, binds, _ := pattern(list, i); binds {
				return true
			}
		}
	}
	return false
}
