package instrument

import (
	"strconv"

	"jprof/instrument/syntax"
	"jprof/internal/probe"
)

// inside walks the children of n, but not n itself. n may be nil.
func (b *body) inside(n *syntax.Node) {
	if n == nil {
		return
	}
	for c := n.First; c != nil; c = c.Next {
		b.insideOf(c)
	}
}

// insideOf walks an expression, or a part of one.
func (b *body) insideOf(n *syntax.Node) {
	switch n.Kind {
	case syntax.Lambda:
		b.lambda(n)
	case syntax.And, syntax.Or, syntax.Ternary:
		b.conditional(n)
	case syntax.Switch:
		b.switchExpression(n)
	case syntax.ClassBody:
		b.classBody(n)
	default:
		b.inside(n)
	}
}

// conditional walks an expression whose operands are not all evaluated each time.
func (b *body) conditional(n *syntax.Node) {
	switch {
	case b.untested:
		b.inside(n)
	case n.Kind == syntax.Ternary:
		b.ternary(n)
	default:
		b.valueCondition(n)
	}
}

// lambda walks a lambda expression. A body in braces is a block. An expression that can only be a
// value becomes a block that returns it. One that may be a value or a statement (a call, an
// assignment, an increment, an object creation) is handed to the helper as a lambda, so that javac
// decides by overload resolution which of the two it is.
func (b *body) lambda(n *syntax.Node) {
	body := n.In(syntax.Body)
	if body == nil {
		return
	}
	in := b.inner()
	switch {
	case body.Kind == syntax.Block:
		in.lambdaBlock(body)
	case !mayBeStatement(body.Kind):
		in.valueOf(body, probe.LambdaBlock, "return ", ";}")
	default:
		if why := refuse(lambdaReasons, &lambda{b.file, n, body}); why != "" {
			b.unmeasured(b.nodeSpan(n), why)
			return
		}
		k := b.counter()
		b.uses.Lambdas = true
		b.insert(body.Start, b.call+strconv.FormatUint(uint64(k), 10)+",()->")
		in.expressionBlock(body, probe.LambdaBlock, probe.Counter(k))
		b.insert(body.End, ")")
	}
}

// lambdaBlock walks the body of a lambda in braces.
func (b *body) lambdaBlock(body *syntax.Node) {
	k := b.counter()
	defer b.enterBody(body.Start+1, k)()
	b.openBlock(probe.LambdaBlock, b.nodeSpan(body), probe.Counter(k))
	b.inFrame(body.Start+1, body.End-1, func() { b.list(body.First, probe.Counter(k)) })
}

// valueOf walks an expression, or the expression of a statement, that gives a block its value:
// `e` becomes `{count;keyword e` + after, its end.
func (b *body) valueOf(n *syntax.Node, kind probe.BlockKind, keyword, after string) probe.Formula {
	k := b.counter()
	b.insert(n.Start, "{"+b.statementFor(k)+keyword)
	b.expressionBlock(n, kind, probe.Counter(k))
	b.insert(n.End, after)
	return probe.Counter(k)
}

// expressionBlock walks an expression that is a block of its own.
func (b *body) expressionBlock(n *syntax.Node, kind probe.BlockKind, count probe.Formula) {
	outer, around := b.block, b.value
	b.openBlock(kind, b.nodeSpan(n), count)
	b.probes.Regions = append(b.probes.Regions, probe.Region{
		Block: b.block, Span: b.nodeSpan(n), Count: count,
		Statements: []probe.Statement{{Span: b.nodeSpan(n), Count: count}},
	})
	b.value = value{start: n.Start, end: n.End, evals: count, known: true}
	defer b.endingCall(n)()
	if n.Kind == syntax.ExprStmt {
		b.inside(n)
	} else {
		b.insideOf(n)
	}
	b.block, b.value = outer, around
}

// mayBeStatement reports whether an expression of that kind is a statement if a semicolon follows (JLS 14.8): as the
// body of a lambda it is compatible with a void result and with a value.
func mayBeStatement(k syntax.Kind) bool {
	switch k {
	case syntax.Call, syntax.Assign, syntax.Update, syntax.New:
		return true
	}
	return false
}
