package instrument

import (
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
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

// conditional walks an expression with operands that are not always evaluated.
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

// valueOf turns an expression, or the expression of a statement, into a block with its value: `e` becomes
// `{count;keyword e`, followed by the text in the last argument. It returns the counter.
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
	span := b.NodeSpan(n)
	b.openBlock(kind, span, count)
	b.region(span, count, probe.Statement{Span: span, Count: count})
	b.value = value{start: n.Start, end: n.End, evals: count, known: true}
	defer b.endingCall(n)()
	if n.Kind == syntax.ExprStmt {
		b.inside(n)
	} else {
		b.insideOf(n)
	}
	b.block, b.value = outer, around
}
