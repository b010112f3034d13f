package instrument

import (
	"bytes"

	"jprof/instrument/syntax"
	"jprof/internal/probe"
)

// loop walks a loop. Its own breaks and continues do not leave it. Exceptions out of the header and
// of a simple statement at the end of the body have one point: nobody needs to tell them apart.
func (w *body) loop(s *syntax.Node, labels []string, count probe.Formula) {
	mark := len(w.exits)
	body := s.In(syntax.Body)
	throws := w.headerMayThrow(s, body)
	span := w.headerSpan(s, body)
	if s.Kind == syntax.Do {
		span = w.nodeSpan(s)
	}
	var p *point
	if throws {
		p = w.enterPoint(w.startOf(s), span)
	} else if w.frame != nil {
		p = w.newPoint() // nothing is thrown there, but the end of the JVM may find a frame in it
		w.leaves(p, span)
	}
	cond := s.In(syntax.Condition)
	own := throws && p != nil && w.loopLines(s, cond)
	t := target{kind: syntax.For, labels: labels, closing: w.closing}
	var again *tail
	if throws && p != nil {
		t.header, again = p, &tail{p, w.sets(), own}
		if s.Kind == syntax.Do {
			again.sets = -1 // its condition is still to come, and may set the variable
		}
	}
	w.targets = append(w.targets, t)
	header := w.loopHeader(s)
	var entered probe.Formula
	end := -1
	points := loopPoints{all: p, own: own}
	for c := s.First; c != nil; c = c.Next {
		switch {
		case c == body:
			entered = w.counted(c, probe.LoopBlock, again)
		case c.Role == syntax.Condition:
			// If p counts what the end of the body throws, too, it tells nothing of a part of the condition.
			opening := w.openCondition(c)
			points.ofFirst = w.conditionPoint(s, c, p, own)
			header = w.condition(c, points.ofFirst)
			points.header = header
			if q := points.ofFirst; q != nil && q != p {
				w.closeCondition(c, q)
			}
			points.counter = w.counterOfCondition(c, opening)
			at := c.End
			if c.Kind == syntax.Parens {
				at--
			}
			end = w.buf.Reserve(int(at))
		default:
			w.value = value{}
			w.insideOf(c)
		}
	}
	w.targets = w.targets[:len(w.targets)-1]
	breaks, breaksKnown := w.catchExits(mark, func(e exit) bool {
		return e.kind == exitBreak && (e.label == "" || has(labels, e.label))
	})
	w.catchExits(mark, func(e exit) bool {
		return e.kind == exitContinue && (e.label == "" || has(labels, e.label))
	})
	if header == nil {
		if s.Kind == syntax.For && body != nil {
			w.loopBegins(s, number{entered, true}, number{nil, true}, count, points)
		}
		return
	}
	if s.Kind == syntax.Do {
		entered = entered.Minus(count)
	}
	ended, known := w.loopEnds(s, mark, end, count, number{breaks, breaksKnown})
	if cond != nil && body != nil {
		f := number{ended, known}
		if isLiteral(cond.Text(w.src)) {
			f = number{nil, bytes.Contains(cond.Text(w.src), []byte("true"))}
		}
		w.loopBegins(s, number{entered, true}, f, count, points)
	}
	header.decided(entered, ended, known)
}

// loopEnds is how often the condition of a loop ends it. Where breaks and other exits since mark do not tell, a counter does: in the condition, of
// which the end is reserved at end, or behind the loop.
func (w *body) loopEnds(s *syntax.Node, mark, end int, count probe.Formula, breaks number) (ended probe.Formula, known bool) {
	after, known := w.minusExits(count, mark)
	ended = after.Minus(breaks.formula)
	if known = known && breaks.known; known {
		return ended, true
	}
	if cond := s.In(syntax.Condition); cond != nil && w.canEndBehind(cond) {
		// What leaves the loop cannot be distinguished: its end gets a counter.
		k := w.counter()
		w.uses.Tests = true
		w.buf.Set(end, "||"+w.callFor(k)+",false)")
		ended = probe.Counter(k)
		if breaks.known {
			w.knownAfter(mark, count, ended.Plus(breaks.formula))
		}
		return ended, true
	}
	if breaks.known && w.completes(s) == yes { // then what follows gets one
		k := w.counter()
		w.insert(s.End, w.statementFor(k))
		w.behind++
		w.knownAfter(mark, count, probe.Counter(k))
		return probe.Counter(k).Minus(breaks.formula), true
	}
	return ended, false
}

// canEndBehind reports whether a condition may have || and a counter behind it.
func (w *file) canEndBehind(cond *syntax.Node) bool {
	return !w.words.mayBeConstant(cond.Text(w.src)) && !w.binds(cond) && !mustParenthesise(bare(cond).Kind)
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
