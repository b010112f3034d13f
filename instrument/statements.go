package instrument

import (
	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// Counters stand at the entry of methods, constructors, initialisers, lambdas, cases, loop bodies, then, catch and
// finally. All other counts are formulas:
//
//   - After a statement: the count before it, less the ways out of it. A jump that the statement itself stops, such as
//     the break of its own loop, is none.
//   - else: the count of the if, less the exceptions of its condition, less then. Plain blocks, try and synchronized:
//     the count before them.
//   - After a try with catch clauses: what reaches it, less all that leaves its block, plus the entries of the clauses,
//     as what was caught has not left, less what leaves those (uncaught).
//   - After a try whose finally may be left early, by a jump or an exception: its number is not known. The code that
//     follows has a counter, which settles the formulas around it (knownAfter). A loop around it has a counter for its
//     end.
//   - A formula of more than maxTerms terms is replaced by a counter.

// list walks the statements of the current block from first on. The first one is executed count times.
func (b *body) list(first *syntax.Node, count probe.Formula) {
	b.regions(first, nil, count, -1, nil)
}

// blockFrom walks the statements from first on as a block that is entered count times.
func (b *body) blockFrom(kind probe.BlockKind, span probe.Span, count probe.Formula, first *syntax.Node) {
	outer := b.block
	b.openBlock(kind, span, count)
	b.list(first, count)
	b.block = outer
}

// maxTerms limits the number of terms of a formula. A statement with a longer formula gets a counter of its own. So the
// map and the report have short formulas even for a method with a thousand conditional returns.
const maxTerms = 24

// regions walks the statements from first on, up to end, and makes the regions. The code after a statement has the
// count of the statement, less the jumps and exceptions that leave the statement. If the number of these is not known,
// or the formula has become long, a new counter is put in front of the code. region is the index of a region that the
// first statement continues, -1 for none. end may be nil.
func (b *body) regions(first, end *syntax.Node, count probe.Formula, region int, after *tail) {
	base, baseMark := count, len(b.exits)
	mark, known, begun := baseMark, true, false
	for s := first; s != end; s = s.Next {
		if s.Kind == syntax.Empty {
			continue
		}
		before, jumps := count, b.hasJumps(mark)
		if begun {
			count, known = b.minusExits(count, mark)
		}
		begun = true
		if b.isDeferred() {
			switch {
			case !known || len(count) > maxDecisions:
				b.placeAtStart()
			case !b.decides(s, end):
				if counted := b.placeBefore(s, count); !counted.Equal(count) {
					b.knownAfter(baseMark, base, counted)
					count, base, baseMark = counted, counted, len(b.exits)
				}
			}
		}
		if !known || len(count) > maxTerms {
			count, known, region = b.count(s.Start), true, -1
			b.knownAfter(baseMark, base, count)
			base, baseMark = count, len(b.exits)
		} else if jumps && !count.Equal(before) {
			region = -1
		}
		if region < 0 {
			region = b.region(b.NodeSpan(s), count)
		}
		b.probes.Regions[region].Span.End = b.NodeSpan(s).End
		b.markStatement(region, s, count)
		mark = len(b.exits)
		last := after != nil && lastOf(s, end)
		if last && isSimple(s) && !after.own {
			b.simpleTail(s, after, count)
			continue
		}
		b.statement(s, nil, count)
		if last && b.sets() != after.sets && b.Completes(s) == code.Yes {
			b.setBefore(s.End, after.p)
		}
	}
}

// tail is the code that runs after the statements of a block, such as the header of a loop, or the closing of
// resources. If the block ends normally, the variable of the frame must then name the point p.
type tail struct {
	p    *point
	sets int  // value of body.sets when the variable got the value for p; -1 if that is not known
	own  bool // the last statement needs a point of its own, because its exceptions must not count at p
}

// lastOf reports whether only empty statements stand between s and end.
func lastOf(s, end *syntax.Node) bool {
	for n := s.Next; n != end; n = n.Next {
		if n.Kind != syntax.Empty {
			return false
		}
	}
	return true
}

// isSimple reports whether a statement contains no other statement, and is no jump.
func isSimple(s *syntax.Node) bool {
	switch s.Kind {
	case syntax.ExprStmt:
		return s.First == nil || s.First.Kind != syntax.Switch
	case syntax.LocalVar, syntax.Assert:
		return true
	}
	return false
}

// simpleTail walks the last statement in front of a tail. The statement uses the point of the tail, because no formula
// needs to distinguish the exceptions of the statement and of the tail.
func (b *body) simpleTail(s *syntax.Node, after *tail, count probe.Formula) {
	if b.sets() != after.sets {
		b.setBefore(s.Start, after.p)
	}
	b.holds(after.p, b.NodeSpan(s))
	b.expression(s, after.p, count)
}

// markStatement adds a statement to a region, and the statements that its labels name. It omits declarations of types,
// because nothing is executed there.
func (f *file) markStatement(region int, s *syntax.Node, count probe.Formula) {
	if s.Kind.IsType() {
		return
	}
	r := &f.probes.Regions[region]
	r.Statements = append(r.Statements, probe.Statement{Span: f.NodeSpan(s), Count: count})
	if s.Kind == syntax.Labeled {
		if inner := code.Labeled(s); inner != nil && inner.Kind != syntax.Block && inner.Kind != syntax.Empty {
			f.markStatement(region, inner, count)
		}
	}
}

// statement walks one statement with the given labels, executed count times. It adds the ways out of the statement to
// b.exits.
func (b *body) statement(s *syntax.Node, labels []string, count probe.Formula) {
	if !isSimple(s) {
		defer b.branchOff()
	}
	switch s.Kind {
	case syntax.Block:
		b.plain(s, probe.PlainBlock, count)
	case syntax.If:
		b.ifStatement(s, count)
	case syntax.While, syntax.Do, syntax.For, syntax.ForEach:
		if b.countsInLocals(s) {
			b.withLocals(s, func() { b.loop(s, labels, count) })
		} else {
			b.loop(s, labels, count)
		}
	case syntax.Labeled:
		b.labeledStatement(s, labels, count)
	case syntax.Switch:
		b.switchStatement(s, s, count)
	case syntax.Try:
		b.try(s, count)
	case syntax.Sync:
		b.synchronized(s, count)
	case syntax.Return, syntax.Throw, syntax.Yield, syntax.Break, syntax.Continue:
		b.jump(s, count)
	case syntax.ExprStmt:
		if e := s.First; e != nil && e.Kind == syntax.Switch {
			b.switchStatement(s, e, count)
			return
		}
		end := b.endingCall(s)
		b.simple(s, count)
		end()
	default:
		if s.Kind.IsType() {
			b.typeDecl(s)
			return
		}
		b.simple(s, count)
	}
}

// simple walks a statement that contains no other one.
func (b *body) simple(s *syntax.Node, count probe.Formula) {
	var p *point
	if b.MayThrow(s) {
		p = b.enterPoint(b.startOf(s), b.NodeSpan(s))
	}
	b.expression(s, p, count)
}

// expression walks the expressions of a statement that is executed count times. Their exceptions count at p.
func (b *body) expression(s *syntax.Node, p *point, count probe.Formula) {
	here := b.here
	b.here = p
	b.value = value{start: s.Start, end: s.End, evals: count, known: true, at: p}
	if s.Kind == syntax.Assert && s.First != nil {
		b.assertion(s)
	} else {
		b.inside(s)
	}
	b.here = here
}

// synchronized walks a synchronized statement.
func (b *body) synchronized(s *syntax.Node, count probe.Formula) {
	mark := len(b.exits)
	body := s.Child(syntax.Block)
	if lock := s.Child(syntax.Parens); lock != nil {
		p := b.enterPoint(b.startOf(s), b.headerSpan(s, body))
		b.expression(lock, p, count)
	}
	if body != nil {
		b.reachedBlock(body, probe.SyncBlock, count, mark)
	}
}

// reachedBlock walks a block that is entered count times, less the exits since mark. The block has a counter only if
// this formula is not known or too long.
func (b *body) reachedBlock(n *syntax.Node, kind probe.BlockKind, count probe.Formula, mark int) {
	if rest, known := b.minusExits(count, mark); known && len(rest) <= maxTerms {
		b.plain(n, kind, rest)
		return
	}
	b.counted(n, kind, nil)
}

// plain walks a block that is entered count times. It gets no counter.
func (b *body) plain(n *syntax.Node, kind probe.BlockKind, count probe.Formula) {
	defer b.closeBlock(b.openBlock(kind, b.NodeSpan(n), count))
	b.list(n.First, count)
}

// counted walks a block, or a single statement in its place. It puts a counter in front of the code, and returns the
// counter. It puts braces around a single statement.
func (b *body) counted(n *syntax.Node, kind probe.BlockKind, after *tail) probe.Formula {
	k := b.counter()
	count := probe.Counter(k)
	b.branchOff()
	defer b.branchOff()
	defer b.closeBlock(b.openBlock(kind, b.NodeSpan(n), count))
	if n.Kind == syntax.Block {
		defer b.enterCounted(n.Start+1, k)()
		b.regions(n.First, nil, count, -1, after)
	} else {
		b.insert(n.Start, "{")
		defer b.enterCounted(n.Start, k)()
		b.regions(n, n.Next, count, -1, after)
		b.insert(n.End, "}")
	}
	return count
}

// alone walks a single statement in the place of a block, executed count times. It puts braces around the statement if
// further statements are inserted before or after it.
func (b *body) alone(n *syntax.Node, kind probe.BlockKind, count probe.Formula) {
	before := b.beside
	opening := b.reserve(n.Start)
	defer b.closeBlock(b.openBlock(kind, b.NodeSpan(n), count))
	b.regions(n, n.Next, count, -1, nil)
	if b.beside > before {
		b.put(opening, "{")
		b.insert(n.End, "}")
	}
}

// sets returns the number of places so far at which the code sets the variable of the frame.
func (b *body) sets() int {
	if b.frame == nil {
		return 0
	}
	return len(b.frame.sets)
}

func (b *body) ifStatement(s *syntax.Node, count probe.Formula) {
	then := s.In(syntax.Then)
	mark := len(b.exits)
	jumps := then != nil && b.Completes(then) == code.No
	header := b.header(s, then, count, jumps)
	if then == nil {
		return
	}
	rest, known := b.minusExits(count, mark)
	deferred := b.isDeferred()
	t := b.counted(then, probe.ThenBlock, nil)
	f := rest.Minus(t)
	header.decided(t, f, known)
	other := s.In(syntax.Else)
	if deferred {
		b.row.passed = true
	}
	switch {
	case other == nil:
	case !known || len(f) > maxTerms:
		b.placeAtStart()
		b.counted(other, probe.ElseBlock, nil)
	case other.Kind == syntax.Block:
		b.plain(other, probe.ElseBlock, f)
	default:
		b.elseIf = other
		b.alone(other, probe.ElseBlock, f)
	}
}

// startOf returns the offset for insertions in front of a statement and its labels.
func (b *body) startOf(s *syntax.Node) uint32 {
	if b.labeledAt.statement == s {
		return b.labeledAt.start
	}
	return s.Start
}

func (b *body) labeledStatement(s *syntax.Node, labels []string, count probe.Formula) {
	mark := len(b.exits)
	inner := code.Labeled(s)
	if inner == nil {
		return
	}
	label := b.Text(s.First)
	b.labeledAt.statement, b.labeledAt.start = inner, b.startOf(s)
	b.targets = append(b.targets, target{kind: syntax.Labeled, labels: []string{label}, closing: b.closing})
	if inner.Kind == syntax.Block {
		b.plain(inner, probe.LabelBlock, count)
	} else {
		b.statement(inner, append(labels[:len(labels):len(labels)], label), count)
	}
	b.targets = b.targets[:len(b.targets)-1]
	b.catchExits(mark, func(e exit) bool { return e.kind == exitBreak && e.label == label })
}
