package efficiency

import (
	"slices"

	"jprof/internal/origins"
)

// mask is a set of ways in which a write escapes: into output, static fields, results, exceptions, operands. An operand
// has a bit for itself, and one for each level of what was read from it and written to. Operands are those that are
// references, in order; all from the 11th on are one.
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
	final         = outputs | global // nobody above can capture these
	operands      = ^(operand0 - 1)
	operandLevels = int(origins.Deep) + 1
	maxOperands   = 11
)

// operand is the bit of an operand itself.
func operand(i int) mask { return operandAt(i, origins.Self) }

// operandAt is the bit of an operand at a level.
func operandAt(i int, l origins.Level) mask {
	return operand0 << (operandLevels*min(i, maxOperands-1) + int(l))
}

// levelsOf are the levels of an operand in a mask.
func levelsOf(m mask, i int) levels {
	return levels(m/operand(i)) & (1<<operandLevels - 1)
}

// levels are levels of an origin, a bit each.
type levels uint8

const (
	self     = levels(1) << origins.Self
	within   = levels(1)<<origins.Basics | 1<<origins.Refs | 1<<origins.Fields
	deep     = levels(1) << origins.Deep
	anywhere = self | within | deep
)

func (l levels) has(level origins.Level) bool { return l>>level&1 != 0 }

// objects are places: the levels of each origin of a pattern.
type objects []levels

func (o objects) empty() bool {
	for _, l := range o {
		if l != 0 {
			return false
		}
	}
	return true
}

// add adds places of an origin, and reports whether there are new ones among them.
func (o objects) add(i int32, l levels) bool {
	changed := l&^o[i] != 0
	o[i] |= l
	return changed
}

// join adds others, and reports whether there are new ones among them.
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

// graph is the object update graph of a node. Its objects are the origins of the pattern, with all that is read from
// them; that of a call is what is fresh in its result, or in what it throws.
type graph struct {
	n     int       // objects
	to    [][]int32 // those that each object was put into
	edges []int32   // the objects that were put into others
	sinks []mask    // how each object escapes
}

func (g *graph) reset(n int) {
	for _, i := range g.edges {
		g.to[i] = g.to[i][:0]
	}
	g.n, g.edges = n, g.edges[:0]
	for len(g.to) < n {
		g.to = append(g.to, nil)
	}
	g.sinks = cleared(g.sinks, n)
}

// put adds that objects were put into others.
func (g *graph) put(what, into objects) {
	for i, l := range what {
		if l == 0 {
			continue
		}
		for j, m := range into {
			if m == 0 || i == j || slices.Contains(g.to[i], int32(j)) {
				continue
			}
			if len(g.to[i]) == 0 {
				g.edges = append(g.edges, int32(i))
			}
			g.to[i] = append(g.to[i], int32(j))
		}
	}
}

// escape adds ways in which objects escape.
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

// close has each object escape in the ways of those that it was put into.
func (g *graph) close() {
	for changed := true; changed; {
		changed = false
		for _, i := range g.edges {
			m := g.sinks[i]
			for _, j := range g.to[i] {
				m |= g.sinks[j]
			}
			if m != g.sinks[i] {
				g.sinks[i], changed = m, true
			}
		}
	}
}

// resized is a slice of n numbers, of any value.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// cleared is a slice of n zeros, with the memory of another where that is large enough.
func cleared[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}
