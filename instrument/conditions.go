package instrument

import (
	"bytes"
	"regexp"

	"jprof/instrument/syntax"
	"jprof/internal/javalex"
	"jprof/internal/probe"
)

// Between two operands stands a counter that gives the operator the value it would have had:
//
//	a && b    becomes    a&&Foo(7,true) && b
//	a || b    becomes    a||Foo(7,false) || b
//
// so that pattern variables keep their scope, and variables stay definitely assigned (JLS 6.3.1, 16.1).
// It counts both how often a was true (false) and how often b was evaluated. With what is known of
// the whole (the block behind an if, the end of a loop) the rest are formulas:
// false = evaluations - true - exceptions. Operands of which that cannot be known get counters of
// their own for what is missing:
//
//	a ? x : y    becomes    (a||Foo(8,false))&&Foo(7,true) ? x : y

// operand is a condition, or a part of one.
type operand struct {
	op          syntax.Kind // And, Or, Not, else an operand that is no condition of its own: a leaf
	span        probe.Span
	left, right *operand
	between     probe.Formula // counter between the two

	throws bool

	// Of a leaf:
	at   *point        // whose exceptions are its own, nil where they cannot be told from others
	t, f probe.Formula // counters of its own, nil without
}

// given tells which numbers of an operand can be known without counters of its own, and whether exceptions
// out of it can be told from those of other parts of the expression.
type given struct{ t, f, evals, own bool }

// header is a condition of which it is known later how often it was true and false as a whole.
type header struct {
	w     *body
	kind  probe.BranchKind
	root  *operand
	evals probe.Formula // nil where unknown
}

// mustParenthesise tells the leaves that an operator must not be put behind: what they are has a
// lower precedence.
func mustParenthesise(k syntax.Kind) bool {
	switch k {
	case syntax.Ternary, syntax.Assign, syntax.Lambda, syntax.Switch:
		return true
	}
	return false
}

// header walks the condition of an if statement that is reached count times. Exceptions out of it
// have a point, which is set at start.
func (w *body) header(cond *syntax.Node, start uint32, span probe.Span, count probe.Formula) *header {
	if cond == nil {
		return &header{w: w}
	}
	var p *point
	if w.mayThrow(cond) {
		p = w.enterPoint(start, span)
	}
	h := w.condition(cond, p)
	h.evals = count
	w.begins(w.insideParens(bare(cond)), count)
	return h
}

// loopHeader is the header of a for-each loop, nil for other loops.
func (w *body) loopHeader(s *syntax.Node) *header {
	name := s.Child(syntax.Identifier)
	if s.Kind != syntax.ForEach || name == nil {
		return nil
	}
	end := name.End
	for c := name.Next; c != nil && c.Role != syntax.Body; c = c.Next {
		end = c.End
	}
	return &header{w: w, kind: probe.LoopBranch, root: &operand{span: w.span(name.Start, end)}}
}

// condition walks the condition of a statement. p counts the exceptions out of its first operand, and no
// others; nil where no point does. The other operands have points of their own.
func (w *body) condition(cond *syntax.Node, p *point) *header {
	h := &header{w: w}
	if isLiteral(cond.Text(w.src)) {
		return h // while (true): nothing is decided
	}
	w.value = value{}
	if w.words.mayBeConstant(cond.Text(w.src)) {
		h.root = &operand{span: w.insideParens(bare(cond))}
		return h
	}
	h.root = w.operand(cond, p, given{t: true, f: true, own: w.frame != nil})
	return h
}

// guard walks what follows when. Nothing in it may assign a variable from outside (JLS 6.3.4), so
// that it counts as a part of the selector where it throws. What matches the pattern of the label comes to it.
func (w *body) guard(label, g *syntax.Node) *header {
	cond := g.First
	if cond == nil || w.words.mayBeConstant(cond.Text(w.src)) {
		return nil // an unguarded pattern must stay one
	}
	h := &header{w: w}
	frame, mark := w.frame, len(w.exits)
	w.frame = nil
	throws := w.mayThrow(cond)
	if throws && !w.startsLine(label.Start) {
		h.root = w.operand(cond, nil, given{t: true})
	} else {
		k := w.counter()
		opening, closing := "&&", ""
		if cond.Kind == syntax.Or {
			opening, closing = "&&(", ")"
		}
		w.test(cond.Start, "", k, true, opening, nil)
		h.evals = probe.Counter(k)
		w.begins(w.nodeSpan(label), h.evals)
		h.root = w.operand(cond, nil, given{t: true, evals: true})
		w.insert(cond.End, closing)
	}
	w.frame = frame
	w.exits = w.exits[:mark]
	return h
}

// test inserts a counter that stands for an operand that is the given value; after that next is evaluated,
// for which the variable of the frame is set to a point of its own if it may throw.
func (w *body) test(offset uint32, before string, k uint32, value bool, after string, next *syntax.Node) *point {
	w.uses.Tests = true
	text := before + w.callFor(k) + ",false"
	if value {
		text = before + w.callFor(k) + ",true"
	}
	if next == nil || w.frame == nil || !w.mayThrow(next) {
		w.insert(offset, text+")"+after)
		return nil
	}
	p := w.newPoint()
	w.setAt(offset, p, func(assignment string) string {
		if assignment != "" {
			assignment = "," + assignment
		}
		return text + assignment + ")" + after
	})
	w.leaves(p, w.nodeSpan(next))
	return p
}

// operand walks a condition. p counts the exceptions out of its first leaf, if they can be told.
func (w *body) operand(n *syntax.Node, p *point, g given) *operand {
	switch n.Kind {
	case syntax.Parens:
		if n.First != nil {
			return w.operand(n.First, p, g)
		}
	case syntax.Not:
		if n.First != nil {
			o := w.operand(n.First, p, given{g.f, g.t, g.evals, g.own})
			return &operand{op: syntax.Not, left: o, span: w.nodeSpan(n), throws: o.throws}
		}
	case syntax.And, syntax.Or:
		if n.First != nil && n.First.Next != nil && !isLong(n) && !w.assignsByHalves(n) {
			return w.operator(n, p, g)
		}
	}
	return w.leaf(n, p, g)
}

// maxOperands bounds the length of a chain of operands whose outcomes are counted one by one: javac recurses over
// such chains, which counters make twice as long.
const maxOperands = 200

func isLong(n *syntax.Node) bool {
	length := 1
	for ; n != nil && (n.Kind == syntax.And || n.Kind == syntax.Or); n = n.First {
		length++
	}
	return length > maxOperands
}

// operator walks a && b or a || b.
func (w *body) operator(n *syntax.Node, p *point, g given) *operand {
	left, right := n.First, n.First.Next
	o := &operand{op: n.Kind, span: w.nodeSpan(n)}
	gl, gr := given{true, g.f, g.evals, g.own}, given{g.t, false, true, g.own}
	sign := "&&"
	if n.Kind == syntax.Or {
		gl, gr = given{g.t, true, g.evals, g.own}, given{false, g.f, true, g.own}
		sign = "||"
	}
	outer := w.value
	o.left = w.operand(left, p, gl)
	k := w.counter()
	o.between = probe.Counter(k)
	w.begins(w.nodeSpan(right), o.between)
	w.branchOff()
	q := p
	if g.own && (o.left.throws || p == nil) {
		q = w.test(left.End, sign, k, n.Kind == syntax.And, "", right)
	} else {
		w.test(left.End, sign, k, n.Kind == syntax.And, "", nil)
	}
	w.branchOff()
	w.value = value{start: right.Start, end: right.End, evals: o.between, known: true}
	o.right = w.operand(right, q, gr)
	o.throws = o.left.throws || o.right.throws
	w.branchOff()
	w.value = outer
	return o
}

// leaf walks an operand that is no condition of its own, and puts counters behind it for what is not given.
func (w *body) leaf(n *syntax.Node, p *point, g given) *operand {
	inner := bare(n)
	o := &operand{span: w.insideParens(inner), throws: w.mayThrow(inner)}
	if g.own {
		o.at = p
	}
	outer := w.value
	w.value = value{start: n.Start, end: n.End, evals: outer.evals, known: outer.known}
	opening := w.buf.Reserve(int(n.Start))
	if n.Kind == syntax.And || n.Kind == syntax.Or {
		w.untested = true
		w.inside(n)
		w.untested = false
	} else {
		w.insideOf(n)
	}
	w.value = outer
	derivable := g.evals && (!o.throws || o.at != nil)
	needT, needF := !g.t && !(derivable && g.f), !g.f && !(derivable && g.t)
	whenFalse := n.First == nil && w.src[inner.Start] == '!'
	if needT && needF && derivable {
		// Behind x == null || C.Foo(7,false) whoever reasons about null still knows that x is none.
		needF = whenFalse || isNull.Match(n.Text(w.src)) && !w.binds(n)
		needT = !needF
	}
	if !needT && !needF {
		return o
	}
	if w.binds(n) && (needT && needF || needF != whenFalse) {
		return o // a counter would take the scope of a variable away: not measured
	}
	text, closing := "", ""
	if mustParenthesise(n.Kind) {
		text, closing = "(", ")"
	}
	if needF {
		k := w.counter()
		o.f = probe.Counter(k)
		text += "("
		w.test(n.End, closing+"||", k, false, ")", nil)
		closing = ""
	}
	if needT {
		k := w.counter()
		o.t = probe.Counter(k)
		w.test(n.End, closing+"&&", k, true, "", nil)
	}
	w.buf.Set(opening, text)
	return o
}

// isNull recognises operands that compare with null, and are true for null.
var isNull = regexp.MustCompile(`^(?:[^=!<>&|?:]*==\s*null|null\s*==[^=!<>&|?:]*)$`)

// bare is an expression without the parentheses around it, as far as it has nodes.
func bare(n *syntax.Node) *syntax.Node {
	for n.Kind == syntax.Parens && n.First != nil {
		n = n.First
	}
	return n
}

// insideParens is the span of an expression without parentheses around it.
func (w *file) insideParens(n *syntax.Node) probe.Span {
	start, end := n.Start, n.End
	for n.Kind == syntax.Parens && w.src[start] == '(' && w.src[end-1] == ')' {
		text := w.src[start+1 : end-1]
		inner := bytes.TrimSpace(text)
		if len(inner) == 0 || inner[0] == '/' || closesEarly(inner) {
			break
		}
		start += 1 + uint32(bytes.Index(text, inner))
		end = start + uint32(len(inner))
		if inner[0] != '(' {
			break
		}
	}
	return w.span(start, end)
}

// closesEarly tells whether the parenthesis that text starts with is closed before its end.
func closesEarly(text []byte) bool {
	s := javalex.New(text)
	for depth := 0; ; {
		switch t := s.NextToken(); t.Kind {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return t.End() < len(text)
			}
		}
		if depth == 0 {
			return false
		}
	}
}

// binds tells whether an operand assigns a variable or declares one.
func (w *file) binds(n *syntax.Node) bool {
	list := w.words.tokens(n.Text(w.src))
	if assigns(list) {
		return true
	}
	for i, t := range list {
		if t.Is("instanceof") {
			if _, binds, _ := pattern(list, i); binds {
				return true
			}
		}
	}
	return false
}

// assignsByHalves tells the operators of which both operands assign variables, the left one not in
// every case: a counter between them might leave a variable that is definitely assigned after the
// whole without a value, as far as the compiler knows.
func (w *file) assignsByHalves(n *syntax.Node) bool {
	left, right := n.First, n.First.Next
	switch bare(left).Kind {
	case syntax.And, syntax.Or, syntax.Not, syntax.Ternary:
		// The right one first: in a long chain that is the short one.
		return assigns(w.words.tokens(right.Text(w.src))) && assigns(w.words.tokens(left.Text(w.src)))
	}
	return false
}

// valueCondition walks a condition that is not that of a statement: a && b or a || b anywhere in an expression,
// or what stands in front of a question mark. It returns how often it was true and false.
func (w *body) valueCondition(n *syntax.Node) (t, f number) {
	text := n.Text(w.src)
	if isLiteral(text) || w.words.mayBeConstant(text) {
		return number{}, number{} // a constant must stay one
	}
	v := w.value
	known := v.known && v.start <= n.Start && !evaluatesFirst(w.src[v.start:n.Start])
	var p *point
	if v.at != nil && known && onlyEnds(w.src[n.End:v.end]) {
		p = v.at
	}
	if known {
		w.begins(w.nodeSpan(n), v.evals)
	} else {
		w.value = value{}
	}
	w.branchOff()
	o := w.operand(n, p, given{evals: known, own: p != nil})
	w.branchOff()
	w.value = v
	return w.solve(o, number{}, number{}, number{v.evals, known})
}

// assertion walks the expressions of an assert statement. Nobody knows whether they are evaluated.
func (w *body) assertion(s *syntax.Node) {
	w.value = value{}
	cond := s.First
	w.valueCondition(cond)
	for c := cond.Next; c != nil; c = c.Next {
		w.value = value{}
		w.insideOf(c)
	}
}

// ternary walks a ? b : c.
func (w *body) ternary(n *syntax.Node) {
	cond, then, other := n.In(syntax.Condition), n.In(syntax.Then), n.In(syntax.Else)
	if cond == nil || then == nil || other == nil {
		w.inside(n)
		return
	}
	v := w.value
	t, f := w.valueCondition(cond)
	w.value = value{start: then.Start, end: then.End, evals: t.formula, known: t.known}
	w.beginsKnown(then, t)
	w.branchOff()
	w.insideOf(then)
	w.value = value{start: other.Start, end: other.End, evals: f.formula, known: f.known}
	w.beginsKnown(other, f)
	w.branchOff()
	w.insideOf(other)
	w.branchOff()
	w.value = v
}
