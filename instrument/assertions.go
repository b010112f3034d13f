package instrument

import (
	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// assertion walks the expressions of an assert statement. It is not known whether the JVM has assertions enabled, and
// evaluates them. A counter after the condition counts the evaluations of the detail. It may stand after a constant,
// too, without a change to what javac knows about the code after the statement (JLS 14.22, 16.2.4).
func (b *body) assertion(s *syntax.Node) {
	b.value = value{}
	cond := s.First
	detail := cond.Next
	if detail == nil {
		b.valueCondition(cond)
		return
	}
	opening, closing := b.reserve(cond.Start), "||"
	if mustParenthesise(cond.Kind) {
		b.put(opening, "(")
		closing = ")||"
	}
	var root *operand
	if text := cond.Text(b.Src); !code.IsLiteral(text) && !b.MayBeConstant(text) {
		b.branchOff()
		root = b.operand(cond, nil, derivable{f: true})
		b.branchOff()
	}
	k := b.counter()
	failed := probe.Counter(k)
	b.test(cond.End, closing, k, false, "", nil)
	if root != nil {
		b.solve(root, number{}, number{failed, true}, number{})
	}
	b.expressionBlock(detail, probe.ThenBlock, failed)
}
