package instrument

import (
	"jprof/instrument/code"
	"jprof/instrument/syntax"
)

// maxOperands limits the number of operands of a chain whose outcomes are counted one by one. Longer chains would take
// too much time and code.
const maxOperands = 200

// isChain reports whether a condition is a chain of operands of && or ||.
func isChain(n *syntax.Node) bool { return n.Kind == syntax.And || n.Kind == syntax.Or }

// holdsChain reports whether a condition contains a chain in parentheses.
func holdsChain(n *syntax.Node) bool {
	switch n.Kind {
	case syntax.Parens, syntax.Not:
		return isChain(code.Bare(n)) || n.First != nil && holdsChain(n.First)
	case syntax.And, syntax.Or:
		return holdsChain(n.First) || n.First.Next != nil && holdsChain(n.First.Next)
	}
	return false
}

// lengthOf returns the number of operands of a chain.
func lengthOf(n *syntax.Node) int {
	length := 1
	for ; n != nil && isChain(n); n = n.First {
		length++
	}
	return length
}
