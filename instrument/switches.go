package instrument

import (
	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

// switchStatement walks the switch n, whose value is not used. s is the statement that contains it. A break leads to
// the code after s.
func (b *body) switchStatement(s, n *syntax.Node, count probe.Formula) {
	mark := len(b.exits)
	b.targets = append(b.targets, target{kind: syntax.Switch, closing: b.closing})
	b.cases(n, b.startOf(s), count, false)
	b.targets = b.targets[:len(b.targets)-1]
	b.catchExits(mark, func(e exit) bool { return e.kind == exitBreak && e.label == "" })
}

// switchExpression walks a switch whose value is used. Only exceptions leave it.
func (b *body) switchExpression(n *syntax.Node) {
	mark := len(b.exits)
	targets, catching := b.targets, b.catching
	b.targets, b.catching = nil, false
	b.branchOff()
	b.cases(n, n.Start, nil, true)
	b.branchOff()
	b.targets, b.catching = targets, catching
	b.catchExits(mark, func(e exit) bool { return e.kind == exitYield })
}

// switched is the state of a switch while its cases are walked.
type switched struct {
	value      bool          // the value of the switch is used
	exhaustive bool          // a case is always chosen, because there is a default or a pattern
	rest       probe.Formula // number of times that the selector was evaluated and no case so far was chosen
	known      bool          // rest is known
	fell       probe.Formula // number of executions that fall through from the last group
	fellKnown  bool

	before *caseLabels // labels of groups without statements, which lead to the next group; nil for none
}

// caseLabels holds all labels that lead to the statements of one case.
type caseLabels struct {
	span    probe.Span
	matches bool    // a label has a pattern, which is code
	guarded bool    // a label has a guard, whose evaluations are counted
	guard   *header // the guard of a single label: it was true as often as the label was chosen
}

// cases walks the selector and the cases of a switch. If the value of the switch is not used, count is its count, and
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
		var p *point
		if b.MayThrow(selector) || hasGuard(body) {
			p = b.enterPoint(start, b.headerSpan(n, body))
		}
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
		b.branch(probe.DefaultBranch, b.NodeSpan(selector), sw.rest, nil)
	}
}

// hasGuard reports whether a label of a switch has a guard: its exceptions count as those of the selector.
func hasGuard(body *syntax.Node) bool {
	return anyLabel(body, func(l *syntax.Node) bool { return l.Child(syntax.Guard) != nil })
}

// anyLabel reports whether a function is true for a label of a switch.
func anyLabel(body *syntax.Node, is func(label *syntax.Node) bool) bool {
	for g := body.First; g != nil; g = g.Next {
		for l := g.First; l != nil && l.Kind == syntax.SwitchLabel; l = l.Next {
			if is(l) {
				return true
			}
		}
	}
	return false
}

// labels walks the labels of a case, which follow the labels in sw.before. It returns all of these labels, and the node
// after them. If known is true, the number of times that they are chosen will be known. Then the guard of a single
// label needs no counter.
func (b *body) labels(g *syntax.Node, sw *switched, known bool) (all *caseLabels, rest *syntax.Node) {
	all, sw.before = sw.before, nil
	for l := g.First; l != nil; l = l.Next {
		if l.Kind != syntax.SwitchLabel {
			return all, l
		}
		only := known && all == nil && (l.Next == nil || l.Next.Kind != syntax.SwitchLabel)
		if all == nil {
			all = &caseLabels{span: b.NodeSpan(l)}
		}
		all.span.End = b.NodeSpan(l).End
		if l.Child(syntax.Pattern) != nil {
			sw.exhaustive, all.matches = true, true
		} else if code.IsDefault(l.Text(b.Src)) {
			sw.exhaustive = true
		}
		if c := l.Child(syntax.Guard); c != nil {
			b.guarded(all, b.guard(l, c, only), only)
		}
	}
	return all, nil
}

// guarded adds the guard of a label, or nil for a guard that is constant. The last argument is true for the only label
// of a case.
func (b *body) guarded(labels *caseLabels, guard *header, only bool) {
	switch {
	case guard == nil:
		return
	case only:
		labels.guard = guard
	default:
		guard.chosen(nil, false)
	}
	labels.guarded = true
}

// chosen adds the branch of labels that were chosen count times.
func (b *body) chosen(sw *switched, labels *caseLabels, count probe.Formula) {
	if labels.guard != nil {
		labels.guard.chosen(count, true)
	}
	if why := refuse(labelReasons, sw); why != "" {
		sw.known = false
		b.unmeasured(labels.span, why)
		return
	}
	if labels.matches && !labels.guarded {
		b.begins(labels.span, count)
	}
	b.branch(probe.CaseBranch, labels.span, count, nil)
	sw.rest = sw.rest.Minus(count)
}

// group walks labels with colons and their statements. Its counter also counts executions that fall through from the
// group before.
func (b *body) group(g *syntax.Node, sw *switched) {
	first := g.First
	for first != nil && (first.Kind == syntax.SwitchLabel || first.Kind == syntax.Empty) {
		first = first.Next
	}
	leads := first == nil && g.Next != nil // case 1: case 2: ... A counter in between would fall through
	labels, _ := b.labels(g, sw, sw.fellKnown && !leads)
	if leads {
		sw.before = labels
		return
	}
	k := b.counter()
	entered := probe.Counter(k)
	b.chosen(sw, labels, entered.Minus(sw.fell))
	if first == nil { // nothing to do, at the end of the switch
		b.insert(g.End, b.statementFor(k))
		return
	}
	last := first
	for last.Next != nil {
		last = last.Next
	}
	defer b.enterCounted(first.Start, k)()
	mark := len(b.exits)
	b.blockFrom(probe.CaseBlock, b.Span(first.Start, last.End), entered, first)
	if g.Next != nil {
		sw.fell, sw.fellKnown = b.falls(first, last, entered, mark)
	}
}

// falls returns the number of executions that reach the end of a case, whose count is the formula entered. If the
// number of exits of the case is not known, and its end can certainly be reached, falls puts a counter there.
func (b *body) falls(first, last *syntax.Node, entered probe.Formula, mark int) (fell probe.Formula, known bool) {
	completes := b.ListCompletes(first)
	if completes == code.No {
		return nil, true
	}
	if fell, known = b.minusExits(entered, mark); known || completes == code.Maybe {
		return fell, known
	}
	k := b.counter()
	b.insert(last.End, b.statementFor(k))
	fell = probe.Counter(k)
	b.knownAfter(mark, entered, fell)
	return fell, true
}

// rule walks a label with an arrow and its right side.
func (b *body) rule(g *syntax.Node, sw *switched) {
	labels, body := b.labels(g, sw, true)
	if body == nil {
		return
	}
	var entered probe.Formula
	if body.Kind == syntax.ExprStmt && sw.value {
		if first := code.First(body.Text(b.Src)); first.Kind == '(' || lex.IsPrimitive(first.Text) ||
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
	b.chosen(sw, labels, entered)
}
