package instrument

import (
	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// Code that begins on a line of its own has a count on this line, even if the code is no statement: an operand, the
// condition of a do loop, an update, a resource. These counts are formulas over the counters of conditions and loops.

// begins adds a part of a statement to the lines with counts, if the part starts its line. The part is executed count
// times.
func (b *body) begins(span probe.Span, count probe.Formula) {
	if b.block >= 0 && len(count) <= 4*maxTerms && b.StartsLine(span.Start.Offset) {
		b.probes.Expressions = append(b.probes.Expressions, probe.Expression{Block: b.block, Span: span, Count: count})
	}
}

// beginsKnown does the same as begins, but only if the count of the part is known.
func (b *body) beginsKnown(n *syntax.Node, count number) {
	if count.known {
		b.begins(b.NodeSpan(n), count.formula)
	}
}

// loopLines reports whether the condition or an update of a loop starts a line. The count of this line is needed. So
// exceptions of the header must be distinguished from exceptions at the end of the body.
func (f *file) loopLines(s, cond *syntax.Node) bool {
	return cond != nil && f.StartsLine(f.InsideParens(code.Bare(cond)).Start.Offset) || len(f.updates(s)) > 0
}

// updates returns the updates of a for loop that start a line and are executed as often as the first update, because
// nothing before them may throw.
func (f *file) updates(s *syntax.Node) []*syntax.Node {
	var all []*syntax.Node
	if s.Kind != syntax.For {
		return nil
	}
	for c := s.First; c != nil && c.Role != syntax.Body; c = c.Next {
		if c.Role != syntax.Step {
			continue
		}
		if f.StartsLine(c.Start) {
			all = append(all, c)
		}
		if f.MayThrow(c) {
			break
		}
	}
	return all
}

// onlyCondition reports whether no part of the header of a loop but the condition may throw.
func (f *file) onlyCondition(s, cond *syntax.Node) bool {
	for c := s.First; c != nil; c = c.Next {
		if c != cond && c.Role != syntax.Body && f.MayThrow(c) {
			return false
		}
	}
	return true
}

// loopCondition is the condition of a loop. If the condition starts a line, its count is needed. Then a point or a
// counter is put in front of the condition, in an expression that is always true. A point is used if a formula can be
// computed from it, because it costs nothing while nothing is thrown; otherwise a counter.
//
//	for (int i = f();
//	     (p=5)!=-2&&(i < g());        or    C.Foo(7,true)&&(i < g());
//	     i++)
type loopCondition struct {
	header  *header              // nil for none
	all     *point               // counts the exceptions of the header of the loop
	first   *point               // counts the exceptions of the first operand, and no others; nil for none
	own     bool                 // exceptions at the end of the body do not count at the point of the header
	counter func() probe.Formula // puts a counter in front of the condition, nil where none may stand
}

// open reserves the places in front of the condition of loop s, and finds its first point. close must be called after
// the walk of the condition, and reserves the places after it.
func (l *loopCondition) open(b *body, s, cond *syntax.Node) (close func()) {
	start, end := code.WithoutParens(cond)
	counterAt := -1
	if b.mayFollow(cond, b.InsideParens(code.Bare(cond)).Start.Offset) {
		counterAt = b.reserve(start)
	}
	endPoint := func() {}
	switch {
	case !l.own:
	case b.onlyCondition(s, cond):
		l.first = l.all
	case s.Kind == syntax.For && b.MayThrow(cond) && b.mayFollow(cond, cond.Start):
		l.first, endPoint = b.pointIn(cond.Start, cond.End, b.NodeSpan(cond))
	}
	return func() {
		endPoint()
		if counterAt < 0 {
			return
		}
		counterEnd := b.reserve(end)
		l.counter = func() probe.Formula {
			k := b.counter()
			b.uses.Tests = true
			b.put(counterAt, b.callFor(k)+",true)&&(")
			b.put(counterEnd, ")")
			return probe.Counter(k)
		}
	}
}

// mayFollow reports whether the count of a condition is needed, because its code begins a line at the offset start, and
// whether code may be put in front of the condition.
func (f *file) mayFollow(cond *syntax.Node, start uint32) bool {
	return f.StartsLine(start) && !f.MayBeConstant(cond.Text(f.Src)) && !f.BindsWhenFalse(cond)
}

// loopBegins adds the condition and the updates of a loop that start lines. t and f are the numbers of times that the
// condition was true and false.
func (b *body) loopBegins(s *syntax.Node, t, f number, count probe.Formula, l loopCondition) {
	cond := s.In(syntax.Condition)
	throws := b.HeaderMayThrow(s, s.In(syntax.Body))
	if !b.loopLines(s, cond) {
		return
	}
	if !f.known || throws && !l.own {
		if l.counter != nil {
			b.begins(b.InsideParens(code.Bare(cond)), l.counter())
		}
		return
	}
	evals := t.formula.Plus(f.formula)
	known := true
	updates := evals.Minus(count)
	if throws {
		var others probe.Formula
		if l.header != nil && l.header.root != nil {
			others, _ = b.exceptionsOf(l.header.root, l.all, l.first)
		}
		updates = updates.Plus(others)
		evals = evals.Plus(others)
		if l.first == nil {
			known = cond == nil || !b.MayThrow(cond)
		} else {
			first := b.exceptions(l.first)
			evals, updates = evals.Plus(first), updates.Plus(first)
		}
		if l.first != l.all {
			updates = updates.Plus(b.exceptions(l.all))
		}
	}
	for _, update := range b.updates(s) {
		b.begins(b.NodeSpan(update), updates)
	}
	if cond != nil && !known && l.counter != nil {
		evals, known = l.counter(), true
	}
	if cond != nil && known {
		b.begins(b.InsideParens(code.Bare(cond)), evals)
	}
}
