package instrument

import (
	"bytes"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// A body, or a part of one such as the body of a loop, is counted at its start, unless it starts with a decision whose
// outcomes are all counted. Then the number of its executions is a sum, and no path through it counts twice:
//
//	if (c) {Foo(1);return 1;} Foo(2);return 2;
//
// Statements without calls may stand in front of the decision: their exceptions are a part of the sum, where they have
// a point. What calls may be executed for long, and must be seen to have begun meanwhile.
//
// Its counter is a symbol in formulas until the end of the file, where the sum replaces it.

// maxDecisions bounds the length of such sums.
const maxDecisions = 8

// decides reports whether statement s, the next in a list that ends at end, may come before the counter of the list: an
// if statement whose condition has no counters, and which jumps or is the last one of the list, or a switch that is the
// last; or what may stand in front of one.
func (b *body) decides(s, end *syntax.Node) bool {
	if b.locals != nil {
		return false
	}
	switch s.Kind {
	case syntax.If:
		cond, then, other := s.In(syntax.Condition), s.In(syntax.Then), s.In(syntax.Else)
		if cond == nil || then == nil || !isPlain(cond.Text(b.Src)) || b.MayBeConstant(cond.Text(b.Src)) {
			return false
		}
		if other == nil {
			return !lastOf(s, end) && b.Completes(then) == code.No
		}
		return lastOf(s, end) && hasStatements(other)
	case syntax.Switch:
		selector, body := s.Child(syntax.Parens), s.Child(syntax.SwitchBlock)
		return selector != nil && body != nil && lastOf(s, end) && isPlain(selector.Text(b.Src)) && b.hasDefault(body)
	case syntax.ExprStmt, syntax.LocalVar:
		text := s.Text(b.Src)
		return !lastOf(s, end) && isSimple(s) && isPlain(text) && bytes.IndexByte(text, '(') < 0 &&
			(b.frame != nil || !b.MayThrow(s))
	}
	return false
}

// isPlain reports whether an expression has no counters in it.
func isPlain(text []byte) bool {
	for _, sign := range []string{"&&", "||", "?", "->", "{"} {
		if bytes.Contains(text, []byte(sign)) {
			return false
		}
	}
	return true
}

// hasStatements reports whether a statement in the place of a block does anything.
func hasStatements(s *syntax.Node) bool {
	if s.Kind != syntax.Block {
		return s.Kind != syntax.Empty
	}
	for n := s.First; n != nil; n = n.Next {
		if n.Kind != syntax.Empty {
			return !n.Kind.IsType()
		}
	}
	return false
}

// hasDefault reports whether a switch has a case for every value.
func (f *file) hasDefault(body *syntax.Node) bool {
	for g := body.First; g != nil; g = g.Next {
		for l := g.First; l != nil && l.Kind == syntax.SwitchLabel; l = l.Next {
			if code.IsDefault(l.Text(f.Src)) {
				return true
			}
		}
	}
	return false
}

// isDeferred reports whether the counter of the current body has no place yet.
func (b *body) isDeferred() bool { return b.row != nil && b.row.deferred }

// placeBefore gives the counter of the body under way its place: in front of statement s, which is executed count
// times, or at the start of the body if that has not been passed. It returns how often s is executed.
func (b *body) placeBefore(s *syntax.Node, count probe.Formula) probe.Formula {
	r := b.row
	r.deferred = false
	if !r.passed {
		return count
	}
	symbol := r.k
	r.k = b.counter()
	b.define(symbol, probe.Counter(r.k).Plus(probe.Counter(symbol).Minus(count)))
	b.put(r.place, "")
	r.place = b.reserve(s.Start)
	b.beside++
	return probe.Counter(r.k)
}

// placeAtStart gives the counter of the body under way its place at the start, which is right in any case.
func (b *body) placeAtStart() {
	if b.row != nil {
		b.row.deferred = false
	}
}

// replaceBySum gives the counter of the current body no place, if the cases of a switch count how often it was reached.
func (b *body) replaceBySum(sw *switched) {
	r := b.row
	if r.deferred && sw.known {
		b.define(r.k, probe.Counter(r.k).Minus(sw.rest)) // nothing remains of it
		r.gone = true
	}
	r.deferred = false
}
