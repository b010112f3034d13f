package instrument

import (
	"bytes"
	"slices"

	"jprof/instrument/syntax"
	"jprof/internal/javalex"
	"jprof/internal/probe"
)

// Code that begins on a line of its own has a count there, though no statement does: an operand, the condition of a do
// loop, an update, a resource. All counts are formulas over the counters that conditions and loops have anyway.

// begins notes a part of a statement that is executed count times, if it starts its line.
func (b *body) begins(span probe.Span, count probe.Formula) {
	if b.block >= 0 && len(count) <= 4*maxTerms && b.startsLine(span.Start.Offset) {
		b.probes.Expressions = append(b.probes.Expressions, probe.Expression{Block: b.block, Span: span, Count: count})
	}
}

// beginsKnown does that if its count is known.
func (b *body) beginsKnown(n *syntax.Node, count number) {
	if count.known {
		b.begins(b.nodeSpan(n), count.formula)
	}
}

// startsLine reports whether there are only brackets, operators and the while of a do loop before an offset on its
// line.
func (f *file) startsLine(offset uint32) bool {
	from := 1 + bytes.LastIndexAny(f.src[:offset], "\r\n")
	s := javalex.New(f.src[from:offset])
	for { // the first word decides: lines of generated sources may be very long
		switch t := s.NextToken(); {
		case t.Kind == javalex.EOF:
			return true
		case t.Kind == javalex.Word && !t.Is("while"), t.Kind == javalex.Number, t.Kind == javalex.Quoted:
			return false
		}
	}
}

// loopLines reports whether the condition or an update of a loop starts a line, so that its count is needed. Then
// exceptions of its header must be distinguished from those of the end of the body.
func (f *file) loopLines(s, cond *syntax.Node) bool {
	return cond != nil && f.startsLine(f.insideParens(bare(cond)).Start.Offset) || len(f.updates(s)) > 0
}

// updates are the updates of a for loop that start a line and are executed as often as the first: nothing before them
// may throw.
func (f *file) updates(s *syntax.Node) []*syntax.Node {
	var all []*syntax.Node
	if s.Kind != syntax.For {
		return nil
	}
	for c := s.First; c != nil && c.Role != syntax.Body; c = c.Next {
		if c.Role != syntax.Step {
			continue
		}
		if f.startsLine(c.Start) {
			all = append(all, c)
		}
		if f.mayThrow(c) {
			break
		}
	}
	return all
}

// onlyCondition reports whether only the condition may throw in the header of a loop.
func (f *file) onlyCondition(s, cond *syntax.Node) bool {
	for c := s.First; c != nil; c = c.Next {
		if c != cond && c.Role != syntax.Body && f.mayThrow(c) {
			return false
		}
	}
	return true
}

// conditionPoint returns the point of the first operand of a loop's condition, if it counts no other exceptions; else
// nil. p is the point of the header. Where something else in the header may throw, the condition of a for gets a point
// of its own, if its count is needed:
//
//	for (int i = f();
//	     (p=5)!=-2&&(i < g());
//	     i++)
func (b *body) conditionPoint(s, cond *syntax.Node, p *point, own bool) *point {
	switch {
	case !own:
		return nil
	case b.onlyCondition(s, cond):
		return p
	case s.Kind != syntax.For || !b.startsLine(cond.Start) || !b.mayThrow(cond) || b.words.mayBeConstant(cond.Text(b.src)) || b.bindsWhenFalse(cond):
		return nil
	}
	q := b.newPoint()
	q.closing = -1
	b.setAt(cond.Start, q, func(assignment string) string {
		if assignment == "" || q.closing < 0 {
			return ""
		}
		b.buf.Set(q.closing, ")")
		return "(" + assignment + ")!=-2&&("
	})
	b.leaves(q, b.nodeSpan(cond))
	return q
}

// bindsWhenFalse reports whether a condition that is false may declare a variable, or give one its first value: += and ++ do not.
func (f *file) bindsWhenFalse(cond *syntax.Node) bool {
	return f.binds(cond) && slices.ContainsFunc(f.words.tokens(cond.Text(f.src)), func(t javalex.Token) bool {
		return t.Kind == '=' || t.Kind == '!'
	})
}

// closeCondition notes where such a condition ends.
func (f *file) closeCondition(cond *syntax.Node, q *point) {
	q.closing = f.buf.Reserve(int(cond.End))
}

// openCondition reserves a place in front of a condition that starts a line, if a counter may stand there; -1 for none.
func (f *file) openCondition(cond *syntax.Node) int {
	at := cond.Start
	if cond.Kind == syntax.Parens {
		at++
	}
	if !f.startsLine(f.insideParens(bare(cond)).Start.Offset) || f.words.mayBeConstant(cond.Text(f.src)) || f.bindsWhenFalse(cond) {
		return -1
	}
	return f.buf.Reserve(int(at))
}

// counterOfCondition returns a function that puts a counter in front of the condition, at the place opening, after all
// of it was walked; nil without a place.
func (b *body) counterOfCondition(cond *syntax.Node, opening int) func() probe.Formula {
	if opening < 0 {
		return nil
	}
	end := cond.End
	if cond.Kind == syntax.Parens {
		end--
	}
	closing := b.buf.Reserve(int(end))
	return func() probe.Formula {
		k := b.counter()
		b.uses.Tests = true
		b.buf.Set(opening, b.callFor(k)+",true)&&(")
		b.buf.Set(closing, ")")
		return probe.Counter(k)
	}
}

// loopPoints are the condition of a loop, nil without one, and the points of its header and of the condition alone.
type loopPoints struct {
	header       *header
	all, ofFirst *point
	own          bool                 // the end of the body does not count at all
	counter      func() probe.Formula // puts a counter in front of the condition, nil where none may stand
}

// loopBegins notes the condition and the updates of a loop. t and f are how often the condition was true and false.
func (b *body) loopBegins(s *syntax.Node, t, f number, count probe.Formula, l loopPoints) {
	cond := s.In(syntax.Condition)
	throws := b.headerMayThrow(s, s.In(syntax.Body))
	if !b.loopLines(s, cond) {
		return
	}
	if !f.known || throws && !l.own {
		if l.counter != nil {
			b.begins(b.insideParens(bare(cond)), l.counter())
		}
		return
	}
	evals := t.formula.Plus(f.formula)
	known := true
	updates := evals.Minus(count)
	if throws {
		var later probe.Formula
		if l.header != nil && l.header.root != nil {
			later = b.laterExceptions(l.header.root, l.all, l.ofFirst)
		}
		updates = updates.Plus(later)
		evals = evals.Plus(later)
		switch l.ofFirst {
		case nil:
			known = cond == nil || !b.mayThrow(cond)
			updates = updates.Plus(b.exceptions(l.all))
		case l.all:
			evals = evals.Plus(b.exceptions(l.all))
			updates = updates.Plus(b.exceptions(l.all))
		default:
			evals = evals.Plus(b.exceptions(l.ofFirst))
			updates = updates.Plus(b.exceptions(l.ofFirst)).Plus(b.exceptions(l.all))
		}
	}
	for _, update := range b.updates(s) {
		b.begins(b.nodeSpan(update), updates)
	}
	if cond != nil && !known && l.counter != nil {
		evals, known = l.counter(), true
	}
	if cond != nil && known {
		b.begins(b.insideParens(bare(cond)), evals)
	}
}

// laterExceptions is the number of exceptions out of operands of a condition that have points of their own, other than
// these.
func (f *file) laterExceptions(o *operand, p, q *point) probe.Formula {
	switch {
	case o.left != nil && o.right != nil:
		return f.laterExceptions(o.left, p, q).Plus(f.laterExceptions(o.right, p, q))
	case o.left != nil:
		return f.laterExceptions(o.left, p, q)
	case o.throws && o.at != nil && o.at != p && o.at != q:
		return f.exceptions(o.at)
	}
	return nil
}
