package instrument

import (
	"jprof/instrument/syntax"
	"jprof/internal/javalex"
	"jprof/internal/probe"
)

// switchStatement walks a switch whose value is not used; s is the statement around it. A break leaves it normally.
func (b *body) switchStatement(s, n *syntax.Node, count probe.Formula) {
	mark := len(b.exits)
	b.targets = append(b.targets, target{kind: syntax.Switch, closing: b.closing})
	b.cases(n, b.startOf(s), count, false)
	b.targets = b.targets[:len(b.targets)-1]
	b.catchExits(mark, func(e exit) bool { return e.kind == exitBreak && e.label == "" })
}

// switchExpression walks a switch that has a value. Only exceptions leave it.
func (b *body) switchExpression(n *syntax.Node) {
	mark := len(b.exits)
	targets := b.targets
	b.targets = nil
	b.branchOff()
	b.cases(n, n.Start, nil, true)
	b.branchOff()
	b.targets = targets
	b.catchExits(mark, func(e exit) bool { return e.kind == exitYield })
}

// switched is the state of a switch while its cases are walked.
type switched struct {
	value      bool          // its value is used
	exhaustive bool          // it has a default, or patterns: there is a case for every value
	rest       probe.Formula // executions of the selector, less those of the cases so far
	known      bool          // whether rest is
	fell       probe.Formula // how often the end of the last group was reached
	fellKnown  bool

	before  *probe.Span // labels of the next group that stand in groups of their own
	matches bool        // the next labels have a pattern, which is code
}

// cases walks the selector and the cases of a switch. If its value is not used, count is the count of the switch, and
// the selector has a point of its own.
func (b *body) cases(n *syntax.Node, start uint32, count probe.Formula, value bool) {
	body := n.Child(syntax.SwitchBlock)
	selector := n.Child(syntax.Parens)
	if body == nil || selector == nil {
		return
	}
	sw := switched{value: value, exhaustive: value, fellKnown: true}
	if value {
		b.insideOf(selector)
	} else {
		mark := len(b.exits)
		p := b.enterPoint(start, b.headerSpan(n, body))
		b.expression(selector, p, count)
		sw.rest, sw.known = b.minusExits(count, mark)
	}
	deferred := b.isDeferred() && !value && sw.known
	if !deferred {
		b.placeAtStart()
	}
	for g := body.First; g != nil; g = g.Next {
		b.branchOff()
		switch g.Kind {
		case syntax.SwitchGroup:
			b.group(g, &sw)
		case syntax.SwitchRule:
			b.rule(g, &sw)
		}
	}
	if deferred {
		b.replaceBySum(&sw)
	}
	if sw.known && !sw.exhaustive {
		b.branch(probe.DefaultBranch, b.nodeSpan(selector), sw.rest, nil)
	}
}

// labels walks the labels of a case. It returns their span, their guard or nil, and the node after them.
func (b *body) labels(g *syntax.Node, sw *switched) (span probe.Span, guard *header, rest *syntax.Node) {
	l := g.First
	for ; l != nil && l.Kind == syntax.SwitchLabel; l = l.Next {
		if span.End.Offset == 0 {
			span = b.nodeSpan(l)
		}
		span.End = b.nodeSpan(l).End
		if l.Child(syntax.Pattern) != nil {
			sw.exhaustive, sw.matches = true, true
		} else if isDefault(l.Text(b.src)) {
			sw.exhaustive = true
		}
		for c := l.First; c != nil; c = c.Next {
			if c.Kind == syntax.Guard {
				guard = b.guard(l, c)
			}
		}
	}
	return span, guard, l
}

// chosen adds the branch of labels that led count times to their case.
func (b *body) chosen(sw *switched, labels probe.Span, guard *header, count probe.Formula) {
	matches := sw.matches && guard == nil
	sw.matches = false
	if guard != nil {
		guard.chosen(count, sw.fellKnown)
	}
	if why := refuse(labelReasons, sw); why != "" {
		sw.known = false
		b.unmeasured(labels, why)
		return
	}
	if matches {
		b.begins(labels, count)
	}
	b.branch(probe.CaseBranch, labels, count, nil)
	sw.rest = sw.rest.Minus(count)
}

// group walks labels with colons and their statements. Its counter counts who comes by a label and
// who falls through.
func (b *body) group(g *syntax.Node, sw *switched) {
	labels, guard, first := b.labels(g, sw)
	for first != nil && first.Kind == syntax.Empty {
		first = first.Next
	}
	if sw.before != nil {
		labels.Start = sw.before.Start
	}
	if first == nil && g.Next != nil { // case 1: case 2: ... A counter between them would be fallen through from
		sw.before = &labels
		if guard != nil {
			guard.chosen(nil, false)
		}
		return
	}
	sw.before = nil
	k := b.counter()
	entered := probe.Counter(k)
	b.chosen(sw, labels, guard, entered.Minus(sw.fell))
	if first == nil { // nothing to do, at the end of the switch
		b.insert(g.End, b.lookUp(k))
		return
	}
	last := first
	for last.Next != nil {
		last = last.Next
	}
	defer b.enterCounted(first.Start, k)()
	outer, mark := b.block, len(b.exits)
	b.openBlock(probe.CaseBlock, b.span(first.Start, last.End), entered)
	b.list(first, entered)
	b.block = outer
	if g.Next != nil {
		sw.fell, sw.fellKnown = b.minusExits(entered, mark)
	}
}

// rule walks a label with an arrow and its right side.
func (b *body) rule(g *syntax.Node, sw *switched) {
	labels, guard, body := b.labels(g, sw)
	if body == nil {
		return
	}
	var entered probe.Formula
	if body.Kind == syntax.ExprStmt && sw.value {
		if first := firstToken(body.Text(b.src)); first.Kind == '(' || javalex.IsPrimitive(first.Text) ||
			first.Is("void") {
			// javac's parser takes yield (a, ...) for a call, commas deeper inside included, and rejects yield
			// int.class in Java 17.
			entered = b.valueOf(body, probe.CaseBlock, "yield (", "}")
			b.insert(body.End-1, ")")
		} else {
			entered = b.valueOf(body, probe.CaseBlock, "yield ", "}")
		}
	} else {
		entered = b.counted(body, probe.CaseBlock, nil)
	}
	b.chosen(sw, labels, guard, entered)
}
