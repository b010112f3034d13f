package instrument

import (
	"slices"
	"strconv"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// A counter between two operands returns the value that the operator needs:
//
//	a && b    becomes    a&&Foo(7,true) && b
//	a || b    becomes    a||Foo(7,false) || b
//	a && b && c    becomes    a&&Foo(7,true) && b&&(Foo(8,true) && c)
//
// The value keeps pattern variables in scope, and variables definitely assigned (JLS 6.3.1, 16.1). The parentheses keep
// the depth of a chain, because javac recurses into each level. For &&, the counter is the number of times that a was
// true; for ||, that a was false. This also is the number of evaluations of b. A condition in front of a jump is seldom
// true. There, an operand of || that only compares has its counter on the path on which it is true:
//
//	if (a || b) throw e;    becomes    if (a&&Foo(7,true) || b) throw e;
//
// The counts of the whole condition are known from the block of an if, or the end of a loop. All other numbers are
// formulas then: false = evaluations - true - exceptions. Operands whose evaluations or exceptions are not known get
// counters of their own:
//
//	a ? x : y    becomes    (a||Foo(8,false))&&Foo(7,true) ? x : y
//
// Such conditions are in the middle of larger expressions. Exceptions cannot be distinguished there, so the number of
// false outcomes is not the evaluations less the true ones. Conditions that may be constants have no counters. Branches
// that javac makes (string switches, copies of finally, asserts) are not counted.

// operand is a condition, or an operand in one.
type operand struct {
	op          syntax.Kind // And, Or, Not; all others are leaves, without operands of their own
	span        probe.Span
	left, right *operand
	between     probe.Formula // number of evaluations of the right operand
	early       *number       // number of times that the left operand was true, if its branches were added already

	throws bool

	// Of a leaf:
	at   *point        // the point that counts only the exceptions of this leaf, nil if there is none
	t, f probe.Formula // counters for the true and false outcomes of this leaf alone, or nil
}

// derivable marks the numbers of an operand that are known without counters of the operand: the numbers of its true and
// false outcomes, and of its evaluations. own is true if the exceptions of the operand can be distinguished from those
// of other parts of the expression.
type derivable struct {
	t, f, evals, own bool

	seldom bool          // the operand is seldom true
	count  probe.Formula // if it is seldom true: number of its evaluations
}

// header is a condition whose numbers of true and false outcomes are found later.
type header struct {
	body  *body
	kind  probe.BranchKind
	root  *operand
	evals probe.Formula // nil where unknown
}

// mustParenthesise reports whether a leaf needs parentheses before an operator, because its precedence is lower.
func mustParenthesise(k syntax.Kind) bool {
	return slices.Contains([]syntax.Kind{syntax.Ternary, syntax.Assign, syntax.Lambda, syntax.Switch}, k)
}

// header walks the condition of an if statement, which is reached count times. Parameter then is the statement that
// follows the condition. Exceptions of the condition have a point. seldom is true if the condition is seldom true.
func (b *body) header(s, then *syntax.Node, count probe.Formula, seldom bool) *header {
	cond := s.In(syntax.Condition)
	if cond == nil {
		return &header{body: b}
	}
	var p *point
	done := func() {}
	switch {
	case !b.MayThrow(cond):
	case b.elseIf == s && b.takesPoint(cond):
		start, end := code.WithoutParens(cond)
		p, done = b.pointIn(start, end, b.headerSpan(s, then))
	default:
		p = b.enterPoint(b.startOf(s), b.headerSpan(s, then))
	}
	h := b.condition(cond, p, derivable{seldom: seldom, count: count})
	done()
	h.evals = count
	b.begins(b.InsideParens(code.Bare(cond)), count)
	return h
}

// loopHeader returns the header of a for-each loop, nil for other loops.
func (b *body) loopHeader(s *syntax.Node) *header {
	name := s.Child(syntax.Identifier)
	if s.Kind != syntax.ForEach || name == nil {
		return nil
	}
	end := name.End
	for c := name.Next; c != nil && c.Role != syntax.Body; c = c.Next {
		end = c.End
	}
	return &header{body: b, kind: probe.LoopBranch, root: &operand{span: b.Span(name.Start, end)}}
}

// condition walks the condition of a statement. p counts the exceptions of its first operand only; it is nil if there
// is no such point. The other operands have points of their own. The outcomes of the whole condition will be known.
func (b *body) condition(cond *syntax.Node, p *point, g derivable) *header {
	h := &header{body: b}
	if code.IsLiteral(cond.Text(b.Src)) {
		return h // while (true): no decision
	}
	b.value = value{}
	if b.MayBeConstant(cond.Text(b.Src)) {
		h.root = &operand{span: b.InsideParens(code.Bare(cond))}
		return h
	}
	g.t, g.f, g.own = true, true, b.frame != nil
	h.root = b.operand(cond, p, g)
	return h
}

// guard walks the condition after when. The condition must not assign a variable from outside (JLS 6.3.4), so its
// exceptions count as exceptions of the selector. It is evaluated for values that match the pattern of the label. If
// alone is true, the guard is true as often as its label is chosen, and this number will be known.
func (b *body) guard(label, g *syntax.Node, alone bool) *header {
	cond := g.First
	if cond == nil || b.MayBeConstant(cond.Text(b.Src)) {
		return nil // an unguarded pattern must stay one
	}
	h := &header{body: b}
	frame, mark := b.frame, len(b.exits)
	b.frame = nil
	throws := b.MayThrow(cond)
	if throws && !b.StartsLine(label.Start) {
		h.root = b.operand(cond, nil, derivable{t: alone})
	} else {
		k := b.counter()
		opening, closing := "&&", ""
		if cond.Kind == syntax.Or {
			opening, closing = "&&(", ")"
		}
		b.test(cond.Start, "", k, true, opening, nil)
		h.evals = probe.Counter(k)
		b.begins(b.NodeSpan(label), h.evals)
		h.root = b.operand(cond, nil, derivable{t: alone, evals: true})
		b.insert(cond.End, closing)
	}
	b.frame = frame
	b.exits = b.exits[:mark]
	return h
}

// test inserts a counter that returns the given value, with the texts before and after around it. If the code in next,
// which is evaluated after the counter, may throw, the counter also sets the variable of the frame to a new point. test
// returns this point, or else nil.
func (b *body) test(offset uint32, before string, k uint32, value bool, after string, next *syntax.Node) *point {
	b.uses.Tests = true
	text := before + b.callFor(k) + "," + strconv.FormatBool(value)
	if next == nil || b.frame == nil || !b.MayThrow(next) {
		b.insert(offset, text+")"+after)
		return nil
	}
	p := b.newPoint()
	b.setAt(offset, p, func(assignment string) string {
		if assignment != "" {
			assignment = "," + assignment
		}
		return text + assignment + ")" + after
	})
	b.leaves(p, b.NodeSpan(next))
	return p
}

// operand walks a condition. p counts the exceptions of its first leaf, if they can be distinguished.
func (b *body) operand(n *syntax.Node, p *point, g derivable) *operand {
	switch n.Kind {
	case syntax.Parens:
		if n.First != nil {
			return b.operand(n.First, p, g)
		}
	case syntax.Not:
		if n.First != nil {
			o := b.operand(n.First, p, derivable{t: g.f, f: g.t, evals: g.evals, own: g.own})
			return &operand{op: syntax.Not, left: o, span: b.NodeSpan(n), throws: o.throws}
		}
	case syntax.And, syntax.Or:
		if n.First != nil && n.First.Next != nil && lengthOf(n) <= maxOperands && !b.assignsByHalves(n) {
			return b.operator(n, p, g)
		}
	}
	return b.leaf(n, p, g)
}

// operator walks a && b or a || b.
func (b *body) operator(n *syntax.Node, p *point, g derivable) *operand {
	left, right := n.First, n.First.Next
	if n.Kind == syntax.Or && g.seldom && b.mayCountTrue(left, right, p) {
		return b.seldomOr(n, p, g)
	}
	o := &operand{op: n.Kind, span: b.NodeSpan(n)}
	gl := derivable{t: true, f: g.f, evals: g.evals, own: g.own}
	gr := derivable{t: g.t, evals: true, own: g.own}
	sign := "&&"
	if n.Kind == syntax.Or {
		gl.t, gl.f = g.t, true
		gr.t, gr.f = false, g.f
		sign = "||"
	}
	outer := b.value
	within := isChain(left) && !holdsChain(right)
	if within {
		sign += "("
	}
	o.left = b.operand(left, p, gl)
	k := b.counter()
	o.between = probe.Counter(k)
	b.begins(b.NodeSpan(right), o.between)
	b.branchOff()
	q := p
	if g.own && (o.left.throws || p == nil) {
		q = b.test(left.End, sign, k, n.Kind == syntax.And, "", right)
	} else {
		b.test(left.End, sign, k, n.Kind == syntax.And, "", nil)
	}
	b.branchOff()
	b.value = value{start: right.Start, end: right.End, evals: o.between, known: true}
	o.right = b.operand(right, q, gr)
	if within {
		b.insert(right.End, ")")
	}
	o.throws = o.left.throws || o.right.throws
	b.branchOff()
	b.value = outer
	return o
}

// mayCountTrue reports whether the left operand of a || that is seldom true has its counter on the path on which it is
// true. It has no such counter if it may throw, because the number of evaluations of the right operand would depend on
// its exceptions. Nor has it if it compares with null, because javac and others analyse null by the code between the
// operands.
func (b *body) mayCountTrue(left, right *syntax.Node, p *point) bool {
	return !b.MayThrow(left) && !b.Binds(left) && !code.IsNull(b.Tokens(left.Text(b.Src))) &&
		!(p == nil && b.MayThrow(right)) && lengthOf(left) <= maxTerms
}

// seldomOr walks a || b if the whole is seldom true.
func (b *body) seldomOr(n *syntax.Node, p *point, g derivable) *operand {
	left, right := n.First, n.First.Next
	o := &operand{op: n.Kind, span: b.NodeSpan(n)}
	outer := b.value
	o.left = b.operand(left, p, derivable{evals: true, own: g.own, seldom: true, count: g.count})
	t, f := b.solve(o.left, number{}, number{}, number{g.count, true})
	o.early, o.between = &t, f.formula
	b.begins(b.NodeSpan(right), o.between)
	b.branchOff()
	b.value = value{start: right.Start, end: right.End, evals: o.between, known: true}
	o.right = b.operand(right, p, derivable{t: g.t, f: g.f, evals: true, own: g.own, seldom: true, count: o.between})
	o.throws = o.right.throws
	b.branchOff()
	b.value = outer
	return o
}

// leaf walks an operand without operands of its own, and puts counters after it for numbers that are not known
// otherwise.
func (b *body) leaf(n *syntax.Node, p *point, g derivable) *operand {
	inner := code.Bare(n)
	o := &operand{span: b.InsideParens(inner), throws: b.MayThrow(inner)}
	if g.own {
		o.at = p
	}
	outer := b.value
	b.value = value{start: n.Start, end: n.End, evals: outer.evals, known: outer.known}
	opening := b.reserve(n.Start)
	if isChain(n) {
		b.untested = true
		b.inside(n)
		b.untested = false
	} else {
		b.insideOf(n)
	}
	b.value = outer
	solvable := g.evals && (!o.throws || o.at != nil)
	needT, needF := !g.t && !(solvable && g.f), !g.f && !(solvable && g.t)
	whenFalse := n.First == nil && b.Src[inner.Start] == '!'
	if needT && needF && solvable {
		// After x == null || C.Foo(7,false), analyses of null still know that x is not null.
		needF = whenFalse || code.IsNull(b.Tokens(n.Text(b.Src))) && !b.Binds(n)
		needT = !needF
	}
	if !needT && !needF {
		return o
	}
	if b.Binds(n) && (needT && needF || needF != whenFalse) {
		return o // unmeasured: a counter would end the scope of a variable
	}
	text, closing := "", ""
	if mustParenthesise(n.Kind) {
		text, closing = "(", ")"
	}
	if needF {
		k := b.counter()
		o.f = probe.Counter(k)
		text += "("
		b.test(n.End, closing+"||", k, false, ")", nil)
		closing = ""
	}
	if needT {
		k := b.counter()
		o.t = probe.Counter(k)
		b.test(n.End, closing+"&&", k, true, "", nil)
	}
	b.put(opening, text)
	return o
}

// assignsByHalves reports whether both operands of an operator assign variables, and the left one may evaluate without
// an assignment. With a counter between them, the compiler may no longer see that a variable is definitely assigned
// after the whole.
func (f *file) assignsByHalves(n *syntax.Node) bool {
	left, right := n.First, n.First.Next
	switch code.Bare(left).Kind {
	case syntax.And, syntax.Or, syntax.Not, syntax.Ternary:
		// The right operand comes first: in a long chain it is the short one.
		return code.Assigns(f.Tokens(right.Text(f.Src))) && code.Assigns(f.Tokens(left.Text(f.Src)))
	}
	return false
}

// valueCondition walks a condition that does not belong to a statement: a && b or a || b anywhere in an expression, or
// the condition before a question mark. It returns the numbers of times that it was true and false.
func (b *body) valueCondition(n *syntax.Node) (t, f number) {
	text := n.Text(b.Src)
	if code.IsLiteral(text) || b.MayBeConstant(text) {
		return number{}, number{} // a constant must stay one
	}
	v := b.value
	known := v.known && v.start <= n.Start && !code.EvaluatesFirst(b.Src[v.start:n.Start])
	var p *point
	if v.at != nil && known && code.OnlyEnds(b.Src[n.End:v.end]) {
		p = v.at
	}
	if known {
		b.begins(b.NodeSpan(n), v.evals)
	} else {
		b.value = value{}
	}
	b.branchOff()
	o := b.operand(n, p, derivable{evals: known, own: p != nil})
	b.branchOff()
	b.value = v
	return b.solve(o, number{}, number{}, number{v.evals, known})
}

// ternary walks a ? b : c.
func (b *body) ternary(n *syntax.Node) {
	cond, then, other := n.In(syntax.Condition), n.In(syntax.Then), n.In(syntax.Else)
	if cond == nil || then == nil || other == nil {
		b.inside(n)
		return
	}
	v := b.value
	t, f := b.valueCondition(cond)
	b.value = value{start: then.Start, end: then.End, evals: t.formula, known: t.known}
	b.beginsKnown(then, t)
	b.branchOff()
	b.insideOf(then)
	b.value = value{start: other.Start, end: other.End, evals: f.formula, known: f.known}
	b.beginsKnown(other, f)
	b.branchOff()
	b.insideOf(other)
	b.branchOff()
	b.value = v
}
