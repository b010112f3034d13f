package instrument

import (
	"slices"

	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// exitKind is the reach of an exit.
type exitKind uint8

const (
	exitAway exitKind = iota // return, throw, and exceptions: to a handler or out of the body
	exitBreak
	exitContinue
	exitYield
)

// exit is a way to leave its statement before the end.
type exit struct {
	kind  exitKind
	label string        // of a break or continue, "" without
	count probe.Formula // executions of the exit
	known bool          // the numbers can be trusted

	// Instead of count: the place that exceptions come from. Of a jump, besides count: the place at which closing a
	// resource may turn it into an exception.
	at *point
	// In place of count: computes it on demand, since that gives points their counters.
	sum func() probe.Formula

	thrown bool // it has exceptions only, of several places
}

// target is a target of breaks and continues.
type target struct {
	kind    syntax.Kind // For, for every sort of loop; Switch; Labeled
	labels  []string
	header  *point // of a loop: where the variable must be before the condition is evaluated again, or nil
	closing int    // value of body.closing
}

// minusExits is count less the exits since mark. known is false if one of them is not known: then the count of the code
// after them is not known.
func (b *body) minusExits(count probe.Formula, mark int) (rest probe.Formula, known bool) {
	for _, e := range b.exits[mark:] {
		if !e.known {
			return nil, false
		}
	}
	for _, e := range b.exits[mark:] {
		count = count.Minus(b.reached(e))
	}
	return count, true
}

// reached returns the number of times that an exit was reached.
func (f *file) reached(e exit) probe.Formula {
	switch {
	case e.sum != nil:
		return e.sum()
	case e.kind == exitAway && e.at != nil:
		return f.exceptions(e.at)
	}
	return e.count
}

// catchExits removes the exits since mark that caught accepts, and returns how often they were taken. Exceptions that
// replaced them while a resource was closed go on.
func (b *body) catchExits(mark int, caught func(e exit) bool) (taken probe.Formula, known bool) {
	known = true
	kept := b.exits[:mark]
	for _, e := range b.exits[mark:] {
		if !caught(e) {
			kept = append(kept, e)
			continue
		}
		known = known && e.known
		taken = taken.Plus(b.reached(e))
		if e.at != nil {
			kept = append(kept, exit{kind: exitAway, at: e.at, known: e.known})
			if e.known {
				taken = taken.Minus(b.exceptions(e.at))
			}
		}
	}
	b.exits = kept
	return taken, known
}

// doubtExits makes the exits since mark unknown.
func (b *body) doubtExits(mark int) {
	for i := mark; i < len(b.exits); i++ {
		b.exits[i].known = false
	}
}

// knownAfter sets how often, of count, the code after the exits since mark was reached: that settles unknown exits, and
// shortens the formulas around them. Jumps that end nearby do not change.
func (b *body) knownAfter(mark int, count, after probe.Formula) {
	for _, e := range b.exits[mark:] {
		if e.kind != exitAway && (!e.known || e.at != nil) {
			return // it cannot be distinguished from those that lead further
		}
	}
	away := exit{kind: exitAway, count: count.Minus(after), known: true, thrown: true}
	kept := b.exits[:mark]
	for _, e := range b.exits[mark:] {
		if e.kind != exitAway {
			kept = append(kept, e)
			away.count = away.count.Minus(b.reached(e))
			continue
		}
		away.thrown = away.thrown && !e.mayJump()
	}
	b.exits = append(kept, away)
}

// mayJump reports whether an exit is a jump of the program, or may hold one.
func (e exit) mayJump() bool { return e.kind != exitAway || e.at == nil && !e.thrown }

// hasJumps reports whether one of the exits since mark is a jump of the program, or may hold one.
func (b *body) hasJumps(mark int) bool { return slices.ContainsFunc(b.exits[mark:], exit.mayJump) }
