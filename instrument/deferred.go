package instrument

import (
	"bytes"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// A body, or a part of one such as the body of a loop, has its counter at its start. If it begins with a decision whose
// outcomes are all counted, the number of its executions is the sum of these counts instead. Then each path has only
// one counter:
//
//	long[] r=Foo();if (c) {Foo(r,1);return 1;} Foo(r,2);return 2;
//
// Statements without calls may precede the decision. If they may throw, their exceptions have a point, and are a part
// of the sum. A statement with a call may not, because it may run for long, and a report must meanwhile show that the
// body was entered.
//
// Until the end of the file, a symbol in the formulas represents the counter of such a body. Then the sum replaces the
// symbol.

// maxDecisions limits the number of terms of such sums.
const maxDecisions = 8

// decides reports whether the counter of a list of statements, which ends at end, may come after statement s. That is
// so for an if statement whose condition has no counters, if it jumps or is the last of the list, and for a switch that
// is the last. It is also so for a simple statement in front of such a decision.
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

// isPlain reports whether an expression gets no counters inside.
func isPlain(text []byte) bool {
	for _, sign := range []string{"&&", "||", "?", "->", "{"} {
		if bytes.Contains(text, []byte(sign)) {
			return false
		}
	}
	return true
}

// hasStatements reports whether a block, or a statement in its place, starts with code that is executed.
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

// hasDefault reports whether a switch has a label default or null, so that one of its cases is always chosen.
func (f *file) hasDefault(body *syntax.Node) bool {
	return anyLabel(body, func(l *syntax.Node) bool { return code.IsDefault(l.Text(f.Src)) })
}

// isDeferred reports whether the counter of the current body has no place yet.
func (b *body) isDeferred() bool { return b.row != nil && b.row.deferred }

// placeBefore puts the counter of the current body in front of statement s, which is executed count times. If no
// decision precedes s, the counter stays at the start of the body. The result is the count of s.
func (b *body) placeBefore(s *syntax.Node, count probe.Formula) probe.Formula {
	r := b.row
	r.deferred = false
	if !r.passed {
		return count
	}
	symbol := r.k
	r.k = b.counter()
	b.define(symbol, probe.Counter(r.k).Plus(probe.Counter(symbol).Minus(count)))
	r.place = b.reserve(s.Start)
	b.beside++
	return probe.Counter(r.k)
}

// placeAtStart puts the counter of the current body at the start of the body, which is always correct.
func (b *body) placeAtStart() {
	if b.row != nil {
		b.row.deferred = false
	}
}

// replaceBySum removes the counter of the current body if the cases of a switch count all executions that reach it.
func (b *body) replaceBySum(sw *switched) {
	r := b.row
	if r.deferred && sw.known {
		b.define(r.k, probe.Counter(r.k).Minus(sw.rest)) // nothing remains of it
		r.gone = true
	}
	r.deferred = false
}
