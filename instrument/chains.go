package instrument

import (
	"jprof/instrument/code"
	"jprof/instrument/syntax"
)

// maxOperands limits the length of a chain of operands whose outcomes are counted one by one, for the sake of time and
// of the size of code.
const maxOperands = 200

// isChain reports whether a condition consists of operands.
func isChain(n *syntax.Node) bool { return n.Kind == syntax.And || n.Kind == syntax.Or }

// holdsChain reports whether a condition has one in parentheses that consists of operands.
func holdsChain(n *syntax.Node) bool {
	switch n.Kind {
	case syntax.Parens, syntax.Not:
		return isChain(code.Bare(n)) || n.First != nil && holdsChain(n.First)
	case syntax.And, syntax.Or:
		return holdsChain(n.First) || n.First.Next != nil && holdsChain(n.First.Next)
	}
	return false
}

// lengthOf is the number of operands of a chain.
func lengthOf(n *syntax.Node) int {
	length := 1
	for ; n != nil && isChain(n); n = n.First {
		length++
	}
	return length
}
