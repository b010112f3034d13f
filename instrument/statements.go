package instrument

import (
	"jprof/instrument/syntax"
	"jprof/internal/probe"
)

// list walks the statements of the current block, from first on along the siblings, of which the
// first is executed count times.
func (w *body) list(first *syntax.Node, count probe.Formula) {
	w.regions(first, nil, count, -1, nil)
}

// maxTerms bounds the length of a formula: a statement whose formula would be longer gets a counter of
// its own. A method that is a thousand conditional returns has small numbers to store then, and the
// report small sums to form.
const maxTerms = 24

// regions walks the statements from first on, up to end, and makes the regions: what follows a
// statement is executed as often as the statement, less the jumps and exceptions that leave the
// statement. Where that is not known, or the formula has become long, a new counter stands in
// front. The first statement goes on with the region of that number, -1 for none; end may be nil.
func (w *body) regions(first, end *syntax.Node, count probe.Formula, region int, after *tail) {
	block := w.block
	base, baseMark := count, len(w.exits)
	mark, known, begun := baseMark, true, false
	for s := first; s != end; s = s.Next {
		if s.Kind == syntax.Empty {
			continue
		}
		before, jumps := count, w.hasJumps(mark)
		if begun {
			count, known = w.minusExits(count, mark)
		}
		begun = true
		if w.isLate() {
			switch {
			case !known || len(count) > maxDecisions:
				w.settleAtStart()
			case !w.decides(s, end):
				if later := w.settle(s, count); !later.Equal(count) {
					w.knownAfter(baseMark, base, later)
					count, base, baseMark = later, later, len(w.exits)
				}
			}
		}
		if !known || len(count) > maxTerms {
			k := w.counter()
			w.insert(s.Start, w.statementFor(k))
			count, known, region = probe.Counter(k), true, -1
			w.knownAfter(baseMark, base, count)
			base, baseMark = count, len(w.exits)
		} else if jumps && !count.Equal(before) {
			region = -1
		}
		if region < 0 {
			region = len(w.f.Regions)
			w.f.Regions = append(w.f.Regions, probe.Region{Block: block, Span: w.nodeSpan(s), Count: count})
		}
		w.f.Regions[region].Span.End = w.nodeSpan(s).End
		w.markStatement(region, s, count)
		mark = len(w.exits)
		last := after != nil && lastOf(s, end)
		if last && isSimple(s) && !after.own {
			w.simpleTail(s, after, count)
			continue
		}
		w.statement(s, nil, count)
		if last && w.sets() != after.sets && w.completes(s) == yes {
			w.setBefore(s.End, after.p)
		}
	}
}

// tail is what comes after the statements of a block: the header of a loop, the closing of resources.
// Where the block ends normally, the variable of the frame must have the value for it.
type tail struct {
	p    *point
	sets int  // how often the variable was set up to where it got that value; -1 where that does not tell
	own  bool // the exceptions out of the last statement must not count there
}

// lastOf reports whether no statement but empty ones stands between s and end.
func lastOf(s, end *syntax.Node) bool {
	for n := s.Next; n != end; n = n.Next {
		if n.Kind != syntax.Empty {
			return false
		}
	}
	return true
}

// isSimple tells the statements that hold no other and always go on to the next.
func isSimple(s *syntax.Node) bool {
	switch s.Kind {
	case syntax.ExprStmt:
		return s.First == nil || s.First.Kind != syntax.Switch
	case syntax.LocalVar, syntax.Assert:
		return true
	}
	return false
}

// simpleTail walks the last statement in front of a tail. Nobody needs to tell their exceptions
// apart, so that it has no point of its own.
func (w *body) simpleTail(s *syntax.Node, after *tail, count probe.Formula) {
	if w.sets() != after.sets {
		w.setBefore(s.Start, after.p)
	}
	w.holds(after.p, w.nodeSpan(s))
	w.expression(s, after.p, count)
}

// markStatement notes where the statement stands, and what its labels stand for. A type declaration
// is none: nothing is executed there.
func (w *file) markStatement(region int, s *syntax.Node, count probe.Formula) {
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

// statement walks one statement, executed count times, that carries these labels. The ways to leave
// it are in w.exits afterwards.
func (w *body) statement(s *syntax.Node, labels []string, count probe.Formula) {
	if !isSimple(s) {
		defer w.branchOff()
	}
	switch s.Kind {
	case syntax.Block:
		w.plain(s, probe.PlainBlock, count)
	case syntax.If:
		w.ifStatement(s, count)
	case syntax.While, syntax.Do, syntax.For, syntax.ForEach:
		if w.isTight(s) {
			w.inTight(s, func() { w.loop(s, labels, count) })
		} else {
			w.loop(s, labels, count)
		}
	case syntax.Labeled:
		w.labeledStatement(s, labels, count)
	case syntax.Switch:
		w.switchStatement(s, s, count)
	case syntax.Try:
		w.try(s, count)
	case syntax.Sync:
		w.synchronized(s, count)
	case syntax.Return, syntax.Throw, syntax.Yield, syntax.Break, syntax.Continue:
		w.jump(s, count)
	case syntax.ExprStmt:
		if e := s.First; e != nil && e.Kind == syntax.Switch {
			w.switchStatement(s, e, count)
			return
		}
		end := w.endingCall(s)
		w.simple(s, count)
		end()
	default:
		if isTypeDecl(s.Kind) {
			w.typeDecl(s)
			return
		}
		w.simple(s, count)
	}
}

// simple walks a statement that holds no other.
func (w *body) simple(s *syntax.Node, count probe.Formula) {
	var p *point
	if w.mayThrow(s) {
		p = w.enterPoint(w.startOf(s), w.nodeSpan(s))
	}
	w.expression(s, p, count)
}

// expression walks the expressions of a statement that is executed count times, whose exceptions
// p counts.
func (w *body) expression(s *syntax.Node, p *point, count probe.Formula) {
	here := w.here
	w.here = p
	w.value = value{start: s.Start, end: s.End, evals: count, known: true, at: p}
	if s.Kind == syntax.Assert && s.First != nil {
		w.assertion(s)
	} else {
		w.inside(s)
	}
	w.here = here
}

// synchronized walks a synchronized statement.
func (w *body) synchronized(s *syntax.Node, count probe.Formula) {
	mark := len(w.exits)
	body := s.Child(syntax.Block)
	if lock := s.Child(syntax.Parens); lock != nil {
		p := w.enterPoint(w.startOf(s), w.headerSpan(s, body))
		w.expression(lock, p, count)
	}
	if body != nil {
		w.reachedBlock(body, probe.SyncBlock, count, mark)
	}
}

// reachedBlock walks a block that is entered by all that count less the exits since mark, by a
// formula if that can be.
func (w *body) reachedBlock(n *syntax.Node, kind probe.BlockKind, count probe.Formula, mark int) {
	if rest, known := w.minusExits(count, mark); known && len(rest) <= maxTerms {
		w.plain(n, kind, rest)
		return
	}
	w.counted(n, kind, nil)
}

// plain walks a block that is entered exactly when it is reached: it needs no counter.
func (w *body) plain(n *syntax.Node, kind probe.BlockKind, count probe.Formula) {
	defer w.closeBlock(w.openBlock(kind, w.nodeSpan(n), count))
	w.list(n.First, count)
}

// counted walks a block, or a statement that stands for one, behind a counter of its own, and
// returns the counter. A lone statement is wrapped in braces.
func (w *body) counted(n *syntax.Node, kind probe.BlockKind, after *tail) probe.Formula {
	k := w.counter()
	count := probe.Counter(k)
	w.branchOff()
	defer w.branchOff()
	defer w.closeBlock(w.openBlock(kind, w.nodeSpan(n), count))
	if n.Kind == syntax.Block {
		defer w.enterCounted(n.Start+1, k)()
		w.regions(n.First, nil, count, -1, after)
	} else {
		w.insert(n.Start, "{")
		defer w.enterCounted(n.Start, k)()
		w.regions(n, n.Next, count, -1, after)
		w.insert(n.End, "}")
	}
	return count
}

// alone walks a statement that stands for a block, executed count times; in braces where something
// stands in front of it or behind.
func (w *body) alone(n *syntax.Node, kind probe.BlockKind, count probe.Formula) {
	sets, behind := w.sets(), w.behind
	opening := w.buf.Reserve(int(n.Start))
	defer w.closeBlock(w.openBlock(kind, w.nodeSpan(n), count))
	w.regions(n, n.Next, count, -1, nil)
	if w.sets() > sets || w.behind > behind {
		w.buf.Set(opening, "{")
		w.insert(n.End, "}")
	}
}

// sets is the number of places at which the variable of the frame is set.
func (w *body) sets() int {
	if w.frame == nil {
		return 0
	}
	return len(w.frame.sets)
}

func (w *body) ifStatement(s *syntax.Node, count probe.Formula) {
	then := s.In(syntax.Then)
	mark := len(w.exits)
	header := w.header(s.In(syntax.Condition), w.startOf(s), w.headerSpan(s, then), count)
	if then == nil {
		return
	}
	rest, known := w.minusExits(count, mark)
	late := w.isLate()
	t := w.counted(then, probe.ThenBlock, nil)
	f := rest.Minus(t)
	header.decided(t, f, known)
	other := s.In(syntax.Else)
	if late {
		w.row.passed = true
	}
	switch {
	case other == nil:
	case !known || len(f) > maxTerms:
		w.settleAtStart()
		w.counted(other, probe.ElseBlock, nil)
	case other.Kind == syntax.Block:
		w.plain(other, probe.ElseBlock, f)
	default:
		w.alone(other, probe.ElseBlock, f)
	}
}

// startOf is where something can be put in front of a statement: in front of its labels.
func (w *body) startOf(s *syntax.Node) uint32 {
	if w.behindLabel.statement == s {
		return w.behindLabel.start
	}
	return s.Start
}

func (w *body) labeledStatement(s *syntax.Node, labels []string, count probe.Formula) {
	mark := len(w.exits)
	inner := labeled(s)
	if inner == nil {
		return
	}
	label := w.text(s.First)
	w.behindLabel.statement, w.behindLabel.start = inner, w.startOf(s)
	w.targets = append(w.targets, target{kind: syntax.Labeled, labels: []string{label}, closing: w.closing})
	if inner.Kind == syntax.Block {
		w.plain(inner, probe.LabelBlock, count)
	} else {
		w.statement(inner, append(labels[:len(labels):len(labels)], label), count)
	}
	w.targets = w.targets[:len(w.targets)-1]
	w.catchExits(mark, func(e exit) bool { return e.kind == exitBreak && e.label == label })
}
