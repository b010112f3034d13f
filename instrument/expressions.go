package instrument

import (
	"strconv"

	"jprof/instrument/syntax"
	"jprof/internal/probe"
)

// inside walks what stands in n, but not n itself. n may be nil.
func (w *body) inside(n *syntax.Node) {
	if n == nil {
		return
	}
	for c := n.First; c != nil; c = c.Next {
		w.insideOf(c)
	}
}

// insideOf walks an expression, or a part of one.
func (w *body) insideOf(n *syntax.Node) {
	switch n.Kind {
	case syntax.Lambda:
		w.lambda(n)
	case syntax.And, syntax.Or, syntax.Ternary:
		w.conditional(n)
	case syntax.Switch:
		w.switchExpression(n)
	case syntax.ClassBody:
		w.classBody(n)
	default:
		w.inside(n)
	}
}

// conditional walks an expression of which not all operands are evaluated each time.
func (w *body) conditional(n *syntax.Node) {
	switch {
	case w.untested:
		w.inside(n)
	case n.Kind == syntax.Ternary:
		w.ternary(n)
	default:
		w.valueCondition(n)
	}
}

// lambda walks a lambda expression. A body in braces is a block. An expression that can only be a
// value becomes a block that returns it. One that may be a value or a statement (a call, an
// assignment, an increment, an object creation) is handed to the helper as a lambda, so that javac
// decides by overload resolution which of the two it is.
func (w *body) lambda(n *syntax.Node) {
	body := n.In(syntax.Body)
	if body == nil {
		return
	}
	in := w.inner()
	switch {
	case body.Kind == syntax.Block:
		in.lambdaBlock(body)
	case !mayBeStatement(body.Kind):
		in.valueOf(body, probe.LambdaBlock, "return ", ";}")
	default:
		if why := refuse(lambdaReasons, &lambda{w.file, n, body}); why != "" {
			w.unmeasured(w.nodeSpan(n), why)
			return
		}
		k := w.counter()
		w.uses.Lambdas = true
		w.insert(body.Start, w.call+strconv.FormatUint(uint64(k), 10)+",()->")
		in.expressionBlock(body, probe.LambdaBlock, probe.Counter(k))
		w.insert(body.End, ")")
	}
}

// lambdaBlock walks the body of a lambda in braces.
func (w *body) lambdaBlock(body *syntax.Node) {
	k := w.counter()
	defer w.enterBody(body.Start+1, k)()
	w.openBlock(probe.LambdaBlock, w.nodeSpan(body), probe.Counter(k))
	w.inFrame(body.Start+1, body.End-1, func() { w.list(body.First, probe.Counter(k)) })
}

// valueOf walks an expression, or the expression of a statement, that gives a block its value:
// `e` becomes `{count;keyword e` + after, its end.
func (w *body) valueOf(n *syntax.Node, kind probe.BlockKind, keyword, after string) probe.Formula {
	k := w.counter()
	w.insert(n.Start, "{"+w.statementFor(k)+keyword)
	w.expressionBlock(n, kind, probe.Counter(k))
	w.insert(n.End, after)
	return probe.Counter(k)
}

// expressionBlock walks an expression that is a block of its own.
func (w *body) expressionBlock(n *syntax.Node, kind probe.BlockKind, count probe.Formula) {
	outer, around := w.block, w.value
	w.openBlock(kind, w.nodeSpan(n), count)
	w.f.Regions = append(w.f.Regions, probe.Region{
		Block: w.block, Span: w.nodeSpan(n), Count: count, Statements: []probe.Statement{{Span: w.nodeSpan(n), Count: count}},
	})
	w.value = value{start: n.Start, end: n.End, evals: count, known: true}
	defer w.endingCall(n)()
	if n.Kind == syntax.ExprStmt {
		w.inside(n)
	} else {
		w.insideOf(n)
	}
	w.block, w.value = outer, around
}

// mayBeStatement tells whether an expression of that kind is a statement when a semicolon follows
// (JLS 14.8): as the body of a lambda it is compatible with a void result and with a value.
func mayBeStatement(k syntax.Kind) bool {
	switch k {
	case syntax.Call, syntax.Assign, syntax.Update, syntax.New:
		return true
	}
	return false
}
