package instrument

import (
	"jprof/instrument/syntax"
	"jprof/internal/probe"
)

// list walks the statements of the current block, from first on along the siblings, of which the
// first is executed count times.
func (w *walker) list(first *syntax.Node, count probe.Formula) { w.regions(first, nil, count, -1) }

// regions walks the statements from first on, up to end, and makes the regions: what follows a
// statement is executed as often as the statement, less the jumps that leave the statement. Where
// that is not known, or the formula has become long, a new counter stands in front. The first
// statement goes on with the region of that number, -1 for none.
func (w *walker) regions(first, end *syntax.Node, count probe.Formula, region int) {
	block := w.block
	known := true
	for s := first; s != end; s = s.Next {
		if s.Kind == syntax.Empty {
			continue
		}
		if !known || len(count) > maxTerms {
			k := w.counter()
			w.insert(s.Start, w.statementFor(k))
			count, known, region = probe.Counter(k), true, -1
		}
		if region < 0 || !w.f.Regions[region].Count.Equal(count) {
			region = len(w.f.Regions)
			w.f.Regions = append(w.f.Regions, probe.Region{Block: block, Span: w.nodeSpan(s), Count: count})
		}
		w.f.Regions[region].Span.End = w.nodeSpan(s).End
		w.markStatement(region, s, count)
		mark := len(w.exits)
		w.statement(s, nil, count)
		count, known = w.minusExits(count, mark)
	}
}

// markStatement notes where the statement starts, and where what its labels stand for starts. A
// type declaration is none: nothing is executed there.
func (w *walker) markStatement(region int, s *syntax.Node, count probe.Formula) {
	if isTypeDecl(s.Kind) {
		return
	}
	r := &w.f.Regions[region]
	r.Statements = append(r.Statements, probe.Statement{Span: w.nodeSpan(s), Count: count})
	if s.Kind == syntax.Labeled {
		if inner := labeled(s); inner != nil && inner.Kind != syntax.Block && inner.Kind != syntax.Empty {
			w.markStatement(region, inner, count)
		}
	}
}

// labeled is the statement behind a label.
func labeled(s *syntax.Node) *syntax.Node {
	if s.First == nil {
		return nil
	}
	return s.First.Next
}

// statement walks one statement, executed count times, that carries these labels. The jumps that
// leave it are in w.exits afterwards.
func (w *walker) statement(s *syntax.Node, labels []string, count probe.Formula) {
	mark := len(w.exits)
	switch s.Kind {
	case syntax.Block:
		w.plain(s, probe.PlainBlock, count)
	case syntax.If:
		w.ifStatement(s, count)
	case syntax.While, syntax.Do, syntax.For, syntax.ForEach:
		w.loop(s, labels)
	case syntax.Labeled:
		w.labeledStatement(s, labels, count)
	case syntax.Switch:
		w.switchStatement(s, count)
	case syntax.ExprStmt:
		if e := s.First; e != nil && e.Kind == syntax.Switch {
			w.switchStatement(e, count)
			return
		}
		w.inside(s)
	case syntax.Try:
		w.try(s, count)
	case syntax.Sync:
		w.inside(s.Child(syntax.Parens))
		if body := s.Child(syntax.Block); body != nil {
			w.plain(body, probe.SyncBlock, w.less(count, mark))
		}
	case syntax.Return:
		w.jump(s, exitReturn, count)
	case syntax.Throw:
		w.jump(s, exitThrow, count)
	case syntax.Yield:
		w.jump(s, exitYield, count)
	case syntax.Break:
		w.jump(s, exitBreak, count)
	case syntax.Continue:
		w.jump(s, exitContinue, count)
	default:
		if isTypeDecl(s.Kind) {
			w.typeDecl(s)
			return
		}
		w.inside(s)
	}
}

// less is count less the exits since mark, which stand in an expression: switch expressions that
// throw. Where they are not known, count is still the best that can be said.
func (w *walker) less(count probe.Formula, mark int) probe.Formula {
	if rest, known := w.minusExits(count, mark); known {
		return rest
	}
	return count
}

// jump walks a statement that leaves.
func (w *walker) jump(s *syntax.Node, kind exitKind, count probe.Formula) {
	mark := len(w.exits)
	e := exit{kind: kind}
	if kind == exitBreak || kind == exitContinue {
		if label := s.Child(syntax.Identifier); label != nil {
			e.label = w.text(label)
		}
	} else {
		w.inside(s)
	}
	e.count, e.known = w.minusExits(count, mark)
	w.exits = append(w.exits, e)
}

// plain walks a block that is entered exactly when it is reached: it needs no counter.
func (w *walker) plain(n *syntax.Node, kind probe.BlockKind, count probe.Formula) {
	outer := w.block
	w.openBlock(kind, w.nodeSpan(n), count)
	w.list(n.First, count)
	w.block = outer
}

// counted walks a block, or a statement that stands for one, behind a counter of its own, and
// returns the counter. A lone statement is wrapped in braces.
func (w *walker) counted(n *syntax.Node, kind probe.BlockKind) probe.Formula {
	k := w.counter()
	count := probe.Counter(k)
	if n.Kind == syntax.Block {
		w.insert(n.Start+1, w.statementFor(k))
		w.plain(n, kind, count)
		return count
	}
	w.insert(n.Start, "{"+w.statementFor(k))
	w.alone(n, kind, count)
	w.insert(n.End, "}")
	return count
}

// alone walks a single statement as a block of its own, executed count times.
func (w *walker) alone(n *syntax.Node, kind probe.BlockKind, count probe.Formula) {
	outer := w.block
	w.openBlock(kind, w.nodeSpan(n), count)
	w.regions(n, n.Next, count, -1)
	w.block = outer
}

func (w *walker) ifStatement(s *syntax.Node, count probe.Formula) {
	mark := len(w.exits)
	w.inside(s.In(syntax.Condition))
	count = w.less(count, mark)
	then := s.In(syntax.Then)
	if then == nil {
		return
	}
	count = count.Minus(w.counted(then, probe.ThenBlock))
	other := s.In(syntax.Else)
	switch {
	case other == nil:
	case other.Kind == syntax.If && len(count) <= maxTerms:
		// A chain of else if is no nesting for the reader: no braces, no counter, what remains is counted by the formula.
		w.alone(other, probe.ElseBlock, count)
	default:
		w.counted(other, probe.ElseBlock)
	}
}

// loop walks a loop. Its own breaks and continues do not leave it.
func (w *walker) loop(s *syntax.Node, labels []string) {
	mark := len(w.exits)
	body := s.In(syntax.Body)
	for c := s.First; c != nil; c = c.Next {
		if c == body {
			w.counted(c, probe.LoopBlock)
		} else {
			w.insideOf(c)
		}
	}
	w.catchExits(mark, func(e exit) bool {
		if e.kind != exitBreak && e.kind != exitContinue {
			return false
		}
		return e.label == "" || has(labels, e.label)
	})
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func (w *walker) labeledStatement(s *syntax.Node, labels []string, count probe.Formula) {
	mark := len(w.exits)
	inner := labeled(s)
	if inner == nil {
		return
	}
	label := w.text(s.First)
	if inner.Kind == syntax.Block {
		w.plain(inner, probe.LabelBlock, count)
	} else {
		w.statement(inner, append(labels[:len(labels):len(labels)], label), count)
	}
	w.catchExits(mark, func(e exit) bool { return e.kind == exitBreak && e.label == label })
}

// switchStatement walks a switch whose value nobody asks for. A break leaves it normally.
func (w *walker) switchStatement(s *syntax.Node, count probe.Formula) {
	mark := len(w.exits)
	w.cases(s, false)
	w.catchExits(mark, func(e exit) bool { return e.kind == exitBreak && e.label == "" })
}

// switchExpression walks a switch that has a value. Only exceptions leave it.
func (w *walker) switchExpression(s *syntax.Node) {
	mark := len(w.exits)
	w.cases(s, true)
	w.catchExits(mark, func(e exit) bool { return e.kind == exitYield })
}

func (w *walker) cases(s *syntax.Node, value bool) {
	for c := s.First; c != nil; c = c.Next {
		if c.Kind != syntax.SwitchBlock {
			w.insideOf(c)
			continue
		}
		for g := c.First; g != nil; g = g.Next {
			switch g.Kind {
			case syntax.SwitchGroup:
				w.group(g)
			case syntax.SwitchRule:
				w.rule(g, value)
			}
		}
	}
}

// group walks labels with colons and their statements. Its counter counts who comes by a label and
// who falls through.
func (w *walker) group(g *syntax.Node) {
	first := g.First
	for first != nil && first.Kind == syntax.SwitchLabel {
		w.inside(first)
		first = first.Next
	}
	for first != nil && first.Kind == syntax.Empty {
		first = first.Next
	}
	if first == nil {
		return // labels of the next group, or nothing to do
	}
	last := first
	for last.Next != nil {
		last = last.Next
	}
	k := w.counter()
	w.insert(first.Start, w.statementFor(k))
	outer := w.block
	w.openBlock(probe.CaseBlock, w.span(first.Start, last.End), probe.Counter(k))
	w.list(first, probe.Counter(k))
	w.block = outer
}

// rule walks a label with an arrow and what is right of it.
func (w *walker) rule(g *syntax.Node, value bool) {
	for c := g.First; c != nil; c = c.Next {
		switch {
		case c.Kind == syntax.SwitchLabel:
			w.inside(c)
		case c.Kind == syntax.ExprStmt && value:
			w.valueOf(c, probe.CaseBlock, "yield ", "}")
		default:
			w.counted(c, probe.CaseBlock)
		}
	}
}

// valueOf walks an expression, or the expression of a statement, that gives a block its value:
// `e` becomes `{count;keyword e` + after, its end.
func (w *walker) valueOf(n *syntax.Node, kind probe.BlockKind, keyword, after string) {
	k := w.counter()
	w.insert(n.Start, "{"+w.statementFor(k)+keyword)
	w.expressionBlock(n, kind, probe.Counter(k))
	w.insert(n.End, after)
}

// expressionBlock walks an expression that is a block of its own.
func (w *walker) expressionBlock(n *syntax.Node, kind probe.BlockKind, count probe.Formula) {
	outer := w.block
	w.openBlock(kind, w.nodeSpan(n), count)
	w.f.Regions = append(w.f.Regions, probe.Region{
		Block: w.block, Span: w.nodeSpan(n), Count: count, Statements: []probe.Statement{{Span: w.nodeSpan(n), Count: count}},
	})
	if n.Kind == syntax.ExprStmt {
		w.inside(n)
	} else {
		w.insideOf(n)
	}
	w.block = outer
}

// try walks a try statement. What follows it is reached by all that enter it, less the jumps out of
// it: an exception that a catch clause stops has not left. But whether a jump in the try block was
// reached is unknown where a catch clause may have come between.
func (w *walker) try(s *syntax.Node, count probe.Formula) {
	mark := len(w.exits)
	if r := s.Child(syntax.Resources); r != nil {
		w.inside(r)
		if body := s.Child(syntax.Block); body != nil {
			w.counted(body, probe.TryBlock) // opening a resource may throw: reaching try is not entering its block
		}
	} else if body := s.Child(syntax.Block); body != nil {
		w.plain(body, probe.TryBlock, count)
	}
	if s.Child(syntax.Catch) != nil {
		w.doubtExits(mark, len(w.exits))
	}
	for c := s.First; c != nil; c = c.Next {
		body := c.Child(syntax.Block)
		if body == nil {
			continue
		}
		switch c.Kind {
		case syntax.Catch:
			w.counted(body, probe.CatchBlock)
		case syntax.Finally:
			before := len(w.exits)
			w.counted(body, probe.FinallyBlock)
			if len(w.exits) > before { // a jump out of finally replaces whatever was under way
				w.doubtExits(mark, len(w.exits))
			}
		}
	}
}
