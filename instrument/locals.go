package instrument

import (
	"slices"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// Counting slows down short loops most, because a counter in memory takes longer than the code that it counts. So if a
// loop cannot run for long, it counts in local variables, which are added to its counters after it:
//
//	{long n=0;try{for(int i=0;i<k;i++){n++;a[i]=i;}}catch(final Throwable t){Foo(r,1,n);throw t;}Foo(r,1,n);}
//
// These counts are lost if the JVM ends while a thread is in such a loop. So either all counters of a loop are local
// variables, or none.

// localCounters holds the counters of a loop that counts in local variables.
type localCounters struct {
	names []string // names of the variables
	ks    []uint32 // their counters, in the same order
}

// maxLocals limits the counters of a loop that counts in local variables: the counters of its body and of its branches.
// More variables would not fit into the registers of the processor.
const maxLocals = 3

// slow lists the words that exclude a loop from counting in local variables.
var slow = []string{"new", "for", "while", "do", "switch", "try", "synchronized", "throw", "return", "yield", "assert",
	"class", "interface", "enum", "record", "super"}

// countsInLocals reports whether a loop counts in local variables. Such a loop is for (int i = ...; ...; ...) without
// calls, object creations, loops and other slow code, and without jumps that lead further than to its end.
func (b *body) countsInLocals(s *syntax.Node) bool {
	if s.Kind != syntax.For || b.row == nil || b.locals != nil {
		return false
	}
	body, cond := s.In(syntax.Body), s.In(syntax.Condition)
	if body == nil || cond == nil || b.MayBeConstant(cond.Text(b.Src)) ||
		code.DeclaresWhenFalse(b.Tokens(cond.Text(b.Src))) { // it declares a variable for the code after the loop
		return false
	}
	list := b.Tokens(s.Text(b.Src))
	if len(list) < 5 || !list[2].Is("int") || list[3].Kind != lex.Word || list[4].Kind != '=' {
		return false
	}
	name, header := string(list[3].Text), int(body.Start-s.Start)
	steps, counters := 0, 1
	for i, t := range list {
		if i == 0 {
			continue // for
		}
		next := code.At(list, i+1)
		switch t.Kind {
		case lex.Quoted, '@', '?', lex.And, lex.Or, lex.Arrow, lex.DoubleColon, lex.Unknown:
			return false // concatenated texts may take long, and outcomes are counted inside of expressions
		case '{':
			if last := list[i-1].Kind; last == ']' || last == '=' || last == ',' {
				return false // an array is made
			}
		case lex.Word:
			switch word := string(t.Text); {
			case slices.Contains(slow, word):
				return false
			case word == "if":
				if counters++; counters > maxLocals {
					return false
				}
			case (word == "break" || word == "continue") && next.Kind != ';':
				return false
			case next.Kind == '(' && code.IsName(t):
				return false
			case word == name && i > 3:
				if changed, constant := change(list, i); changed {
					if steps++; !constant || t.End() > header {
						return false
					}
				}
			}
		}
	}
	return steps == 1
}

// change reports whether the code around the variable list[i] changes it. steps is true if the change adds a constant:
// ++i, i--, i += 2.
func change(list []lex.Token, i int) (changed, steps bool) {
	operator, by, after := code.At(list, i+1), code.At(list, i+2), code.At(list, i+3).Kind
	if operator.Kind.IsStep() || code.At(list, i-1).Kind.IsStep() {
		return true, true
	}
	switch operator.Kind {
	case lex.Assign:
		isSum := string(operator.Text) == "+=" || string(operator.Text) == "-="
		return true, isSum && by.Kind == lex.Number && by.Text[0] != '0' && (after == ')' || after == ',')
	case '=':
		return true, false
	}
	return false, false
}

// countLocally returns the statement that counts with counter k in a local variable. It returns "" if the current loop
// does not count in local variables.
func (b *body) countLocally(k uint32) string {
	t := b.locals
	if t == nil {
		return ""
	}
	name := "__n" + itoa(b.depth) + "_" + itoa(len(t.ks))
	t.names, t.ks = append(t.names, name), append(t.ks, k)
	return name + "++;"
}

// withLocals walks a loop that counts in local variables.
func (b *body) withLocals(s *syntax.Node, walk func()) {
	opening := b.reserve(b.startOf(s))
	b.locals = &localCounters{}
	walk()
	t := b.locals
	b.locals = nil
	var declare, flush string
	for i, name := range t.names {
		if i > 0 {
			declare += ","
		}
		declare += name + "=0"
		flush += b.callFor(t.ks[i]) + "," + name + ");"
	}
	b.uses.Sums = true
	caught := "__t" + itoa(b.depth) + "_n"
	b.put(opening, "{long "+declare+";try{")
	b.insert(s.End, "}catch(final java.lang.Throwable "+caught+"){"+flush+"throw "+caught+";}"+flush+"}")
}
