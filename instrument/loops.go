package instrument

import (
	"slices"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// loop walks a loop. Breaks and continues of the loop are no exits of it. One point counts the exceptions of the
// header, and of a simple statement at the end of the body, because no formula needs to distinguish them.
func (b *body) loop(s *syntax.Node, labels []string, count probe.Formula) {
	mark := len(b.exits)
	body := s.In(syntax.Body)
	throws := b.HeaderMayThrow(s, body)
	span := b.headerSpan(s, body)
	if s.Kind == syntax.Do {
		span = b.NodeSpan(s)
	}
	var p *point
	if throws {
		p = b.enterPoint(b.startOf(s), span)
	} else if b.frame != nil {
		p = b.newPoint() // nothing is thrown there, but a thread may be there when the JVM ends
		b.leaves(p, span)
	}
	cond := s.In(syntax.Condition)
	own := throws && p != nil && b.loopLines(s, cond)
	t := target{kind: syntax.For, labels: labels, closing: b.closing}
	var again *tail
	if throws && p != nil {
		t.header, again = p, &tail{p, b.sets(), own}
		if s.Kind == syntax.Do {
			again.sets = -1 // its condition is still to come, and may set the variable
		}
	}
	b.targets = append(b.targets, t)
	var entered probe.Formula
	end := -1
	condition := loopCondition{header: b.loopHeader(s), all: p, own: own}
	for c := s.First; c != nil; c = c.Next {
		switch {
		case c == body:
			entered = b.counted(c, probe.LoopBlock, again)
		case c.Role == syntax.Condition:
			// If p also counts the exceptions of the end of the body, it does not count those of a part of the
			// condition alone.
			closeCondition := condition.open(b, s, c)
			condition.header = b.condition(c, condition.first, derivable{})
			closeCondition()
			_, inside := code.WithoutParens(c)
			end = b.reserve(inside)
		default:
			b.value = value{}
			b.insideOf(c)
		}
	}
	b.targets = b.targets[:len(b.targets)-1]
	caught := func(kind exitKind) (probe.Formula, bool) {
		return b.catchExits(mark, func(e exit) bool {
			return e.kind == kind && (e.label == "" || slices.Contains(labels, e.label))
		})
	}
	breaks, breaksKnown := caught(exitBreak)
	caught(exitContinue)
	if condition.header == nil {
		if s.Kind == syntax.For && body != nil {
			b.loopBegins(s, number{entered, true}, number{nil, true}, count, condition)
		}
		return
	}
	if s.Kind == syntax.Do {
		entered = entered.Minus(count)
	}
	ended, known := b.loopEnds(s, mark, end, count, number{breaks, breaksKnown})
	if cond != nil && body != nil {
		f := number{ended, known}
		if forever, ok := code.Literal(cond.Text(b.Src)); ok {
			f = number{nil, forever}
		}
		b.loopBegins(s, number{entered, true}, f, count, condition)
	}
	condition.header.decided(entered, ended, known)
}

// loopEnds returns the number of times that the condition ended a loop. If the number of breaks, or of other exits
// since mark, is not known, it adds a counter to the condition, at the reserved place in parameter end, or after the
// loop.
func (b *body) loopEnds(s *syntax.Node, mark, end int, count probe.Formula,
	breaks number) (ended probe.Formula, known bool) {
	after, known := b.minusExits(count, mark)
	ended = after.Minus(breaks.formula)
	if known = known && breaks.known; known {
		return ended, true
	}
	if cond := s.In(syntax.Condition); cond != nil && b.takesCounterAfter(cond) {
		// The ways out of the loop cannot be distinguished: its end gets a counter.
		k := b.counter()
		b.uses.Tests = true
		b.put(end, "||"+b.callFor(k)+",false)")
		ended = probe.Counter(k)
		if breaks.known {
			b.knownAfter(mark, count, ended.Plus(breaks.formula))
		}
		return ended, true
	}
	if breaks.known && b.Completes(s) == code.Yes { // then the code after it gets one
		after := b.count(s.End)
		b.beside++
		b.knownAfter(mark, count, after)
		return after.Minus(breaks.formula), true
	}
	return ended, false
}

// takesCounterAfter reports whether || and a counter may be put after a condition.
func (f *file) takesCounterAfter(cond *syntax.Node) bool {
	return !f.MayBeConstant(cond.Text(f.Src)) && !f.Binds(cond) && !mustParenthesise(code.Bare(cond).Kind)
}
