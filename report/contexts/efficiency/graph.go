package efficiency

import (
	"math/bits"

	"jprof/internal/java/dataflow"
)

// mask is a set of ways in which a write escapes, a bit each: kinds of output, static fields, results, exceptions and
// operands. Operands are the parameters that are references, this included, in order; those from the 11th on share
// their bits. An operand has a bit for the object itself, and one for each level of what was read from the object and
// written to.
type mask uint64

const (
	toFile mask = 1 << iota
	toSocket
	toConsole
	toLog
	toStream // output that may be any of these
	global
	returned
	thrown
	operand0

	outputs       = toFile | toSocket | toConsole | toLog | toStream
	final         = outputs | global // no caller can capture these
	operands      = ^(operand0 - 1)
	operandLevels = int(dataflow.Deep) + 1
	maxOperands   = 11
)

// operand returns the bit of an operand itself.
func operand(i int) mask { return operandAt(i, dataflow.Self) }

// operandAt returns the bit of an operand at a level.
func operandAt(i int, l dataflow.Level) mask {
	return operand0 << (operandLevels*min(i, maxOperands-1) + int(l))
}

// levelsOf returns the levels of operand i in m.
func levelsOf(m mask, i int) levels {
	return levels(m/operand(i)) & (1<<operandLevels - 1)
}

// levels is a set of levels of an origin, a bit each.
type levels uint8

const (
	self     = levels(1) << dataflow.Self
	within   = levels(1)<<dataflow.Basics | 1<<dataflow.Refs | 1<<dataflow.Fields
	deep     = levels(1) << dataflow.Deep
	anywhere = self | within | deep
)

func (l levels) has(level dataflow.Level) bool { return l>>level&1 != 0 }

// objects is a set of places: for each origin of the data flow, the levels that are in the set.
type objects []levels

func (o objects) empty() bool {
	for _, l := range o {
		if l != 0 {
			return false
		}
	}
	return true
}

// add adds levels of an origin, and reports whether any is new.
func (o objects) add(i int32, l levels) bool {
	changed := l&^o[i] != 0
	o[i] |= l
	return changed
}

// addAll adds levels of several origins, and reports whether any is new.
func (o objects) addAll(which row, l levels) bool {
	changed := false
	for w, m := range which {
		for ; m != 0; m &= m - 1 {
			changed = o.add(int32(w<<6+bits.TrailingZeros64(m)), l) || changed
		}
	}
	return changed
}

// join adds the places of others, and reports whether any is new.
func (o objects) join(others objects) bool {
	changed := false
	for i, l := range others {
		if l&^o[i] != 0 {
			o[i] |= l
			changed = true
		}
	}
	return changed
}

// graph is the object update graph of a node. Its objects are the origins of the pattern, and all objects that are read
// from these. The object of a call represents the fresh objects in the result of the call, and in the exceptions that
// it throws.
type graph struct {
	n     int     // objects
	words int     // of a row
	to    row     // rows by object: the objects that it was put into
	edges []int32 // the objects with a row that is not empty
	into  row
	sinks []mask // ways in which each object escapes
}

func (g *graph) reset(n int) {
	g.n, g.words, g.edges = n, wordsOf(n), g.edges[:0]
	g.to, g.into = cleared(g.to, n*g.words), resized(g.into, g.words)
	g.sinks = cleared(g.sinks, n)
}

// of returns the row of an object.
func (g *graph) of(i int32) row { return g.to[int(i)*g.words : int(i+1)*g.words] }

// put adds edges from each object of what to each object of into.
func (g *graph) put(what, into objects) {
	clear(g.into)
	any := false
	for j, m := range into {
		if m != 0 {
			g.into.add(j)
			any = true
		}
	}
	if !any {
		return
	}
	for i, l := range what {
		if l == 0 {
			continue
		}
		to := g.of(int32(i))
		if to.empty() {
			g.edges = append(g.edges, int32(i))
		}
		to.join(g.into)
	}
}

// escape adds the ways m to the objects of what.
func (g *graph) escape(what objects, m mask) {
	if m == 0 {
		return
	}
	for i, l := range what {
		if l != 0 {
			g.sinks[i] |= m
		}
	}
}

// close adds the ways in which objects escape to all objects that were put into them, until nothing changes.
func (g *graph) close() {
	for changed := true; changed; {
		changed = false
		for _, i := range g.edges {
			m := g.sinks[i]
			for w, to := range g.of(i) {
				for ; to != 0; to &= to - 1 {
					m |= g.sinks[w<<6+bits.TrailingZeros64(to)]
				}
			}
			if m != g.sinks[i] {
				g.sinks[i], changed = m, true
			}
		}
	}
}

// resized returns a slice of n elements of any value, in the memory of s if it is large enough.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// cleared returns a slice of n zeros, in the memory of s if it is large enough.
func cleared[T any](s []T, n int) []T {
	s = resized(s, n)
	clear(s)
	return s
}
