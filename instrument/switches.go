package instrument

import (
	"jprof/instrument/syntax"
	"jprof/internal/javalex"
	"jprof/internal/probe"
)

// switchStatement walks a switch whose value nobody asks for; s is the statement around it. A break
// leaves it normally.
func (w *body) switchStatement(s, n *syntax.Node, count probe.Formula) {
	mark := len(w.exits)
	w.targets = append(w.targets, target{kind: syntax.Switch, closing: w.closing})
	w.cases(n, w.startOf(s), count, false)
	w.targets = w.targets[:len(w.targets)-1]
	w.catchExits(mark, func(e exit) bool { return e.kind == exitBreak && e.label == "" })
}

// switchExpression walks a switch that has a value. Only exceptions leave it.
func (w *body) switchExpression(n *syntax.Node) {
	mark := len(w.exits)
	targets := w.targets
	w.targets = nil
	w.branchOff()
	w.cases(n, n.Start, nil, true)
	w.branchOff()
	w.targets = targets
	w.catchExits(mark, func(e exit) bool { return e.kind == exitYield })
}

// switched is what is known of a switch while its cases are walked.
type switched struct {
	value      bool          // a value is asked for
	exhaustive bool          // it has a default, or patterns: there is a case for every value
	rest       probe.Formula // executions of the selector, less those that have found their case so far
	known      bool          // whether rest is
	fell       probe.Formula // how often the last group was left at its end
	fellKnown  bool

	before *probe.Span // labels of the next group that stand in groups of their own
}

// cases walks the selector and the cases of a switch. Where no value is asked for, count is that of
// the switch, and the selector has a point of its own.
func (w *body) cases(n *syntax.Node, start uint32, count probe.Formula, value bool) {
	body := n.Child(syntax.SwitchBlock)
	selector := n.Child(syntax.Parens)
	if body == nil || selector == nil {
		return
	}
	sw := switched{value: value, exhaustive: value, fellKnown: true}
	if value {
		w.insideOf(selector)
	} else {
		mark := len(w.exits)
		p := w.enterPoint(start, w.headerSpan(n, body))
		w.expression(selector, p, count)
		sw.rest, sw.known = w.minusExits(count, mark)
	}
	late := w.isLate() && !value && sw.known
	if !late {
		w.settleAtStart()
	}
	for g := body.First; g != nil; g = g.Next {
		w.branchOff()
		switch g.Kind {
		case syntax.SwitchGroup:
			w.group(g, &sw)
		case syntax.SwitchRule:
			w.rule(g, &sw)
		}
	}
	if late {
		w.settleBySum(&sw)
	}
	if sw.known && !sw.exhaustive {
		w.branch(probe.DefaultBranch, w.nodeSpan(selector), sw.rest, nil)
	}
}

// labels walks the labels of a case. It returns their span, their guard or nil, and what follows them.
func (w *body) labels(g *syntax.Node, sw *switched) (span probe.Span, guard *header, rest *syntax.Node) {
	l := g.First
	for ; l != nil && l.Kind == syntax.SwitchLabel; l = l.Next {
		if span.End.Offset == 0 {
			span = w.nodeSpan(l)
		}
		span.End = w.nodeSpan(l).End
		if l.Child(syntax.Pattern) != nil || isDefault(l.Text(w.src)) {
			sw.exhaustive = true
		}
		for c := l.First; c != nil; c = c.Next {
			if c.Kind == syntax.Guard {
				guard = w.guard(l, c)
			}
		}
	}
	return span, guard, l
}

// matches reports whether labels have a pattern, which is code.
func (w *file) matches(labels probe.Span) bool {
	list := tokens(w.src[labels.Start.Offset:labels.End.Offset])
	for i := 2; i < len(list); i++ {
		t, last := list[i], list[i-1]
		isType := last.Kind == javalex.Word && !last.Is("case") || angles(last.Kind) < 0 || last.Kind == ']'
		if t.Kind == '(' && last.Kind == javalex.Word || t.Kind == javalex.Word && isType {
			return true // case Point(var x, var y), case Foo<?> f
		}
	}
	return false
}

// chosen adds the branch of labels that led count times to their case.
func (w *body) chosen(sw *switched, labels probe.Span, guard *header, count probe.Formula) {
	if guard != nil {
		guard.chosen(count, sw.fellKnown)
	}
	if why := refuse(labelReasons, sw); why != "" {
		sw.known = false
		w.unmeasured(labels, why)
		return
	}
	if guard == nil && w.matches(labels) {
		w.begins(labels, count)
	}
	w.branch(probe.CaseBranch, labels, count, nil)
	sw.rest = sw.rest.Minus(count)
}

// group walks labels with colons and their statements. Its counter counts who comes by a label and
// who falls through.
func (w *body) group(g *syntax.Node, sw *switched) {
	labels, guard, first := w.labels(g, sw)
	for first != nil && first.Kind == syntax.Empty {
		first = first.Next
	}
	if sw.before != nil {
		labels.Start = sw.before.Start
	}
	if first == nil && g.Next != nil { // case 1: case 2: ... A counter between them would be something to fall through from
		sw.before = &labels
		if guard != nil {
			guard.chosen(nil, false)
		}
		return
	}
	sw.before = nil
	k := w.counter()
	entered := probe.Counter(k)
	w.chosen(sw, labels, guard, entered.Minus(sw.fell))
	if first == nil { // nothing to do, at the end of the switch
		w.insert(g.End, w.lookUp(k))
		return
	}
	last := first
	for last.Next != nil {
		last = last.Next
	}
	defer w.enterCounted(first.Start, k)()
	outer, mark := w.block, len(w.exits)
	w.openBlock(probe.CaseBlock, w.span(first.Start, last.End), entered)
	w.list(first, entered)
	w.block = outer
	if g.Next != nil {
		sw.fell, sw.fellKnown = w.minusExits(entered, mark)
	}
}

// rule walks a label with an arrow and what is right of it.
func (w *body) rule(g *syntax.Node, sw *switched) {
	labels, guard, body := w.labels(g, sw)
	if body == nil {
		return
	}
	var entered probe.Formula
	if body.Kind == syntax.ExprStmt && sw.value {
		if first := firstToken(body.Text(w.src)); first.Kind == '(' || javalex.IsPrimitive(first.Text) || first.Is("void") {
			// javac's parser takes yield (a, ...) for a call, commas deeper inside included, and yield int.class,
			// in Java 17, for nothing.
			entered = w.valueOf(body, probe.CaseBlock, "yield (", "}")
			w.insert(body.End-1, ")")
		} else {
			entered = w.valueOf(body, probe.CaseBlock, "yield ", "}")
		}
	} else {
		entered = w.counted(body, probe.CaseBlock, nil)
	}
	w.chosen(sw, labels, guard, entered)
}
