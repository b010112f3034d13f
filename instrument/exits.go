package instrument

import (
	"slices"

	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// exitKind distinguishes exits by the code that they lead to.
type exitKind uint8

const (
	exitAway exitKind = iota // return, throw, and exceptions: to a handler or out of the body
	exitBreak
	exitContinue
	exitYield
)

// exit is a way to leave a statement before its end.
type exit struct {
	kind  exitKind
	label string        // label of a break or continue, "" if it has none
	count probe.Formula // executions of the exit
	known bool          // the number of executions is known

	// at is the point of exceptions. Its counter gives their number, instead of the field count. For a jump, at is the
	// point at which closing a resource, or the value of a yield, may replace the jump by an exception. Then count is
	// the number of jumps.
	at *point
	// sum computes the number of executions, instead of the field count. It gives counters to points, so it is called
	// only when the number is needed.
	sum func() probe.Formula

	thrown bool // the exit represents exceptions only, from several places
}

// target is a target of breaks and continues.
type target struct {
	kind    syntax.Kind // For, for each kind of loop; Switch; Labeled
	labels  []string
	header  *point // the point of the header of a loop, set before the condition is evaluated again; nil for none
	closing int    // value of body.closing outside of the target
}

// minusExits returns count less the executions of the exits since mark. known is false if one of these numbers is not
// known.
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

// reached returns the number of times that an exit was taken.
func (f *file) reached(e exit) probe.Formula {
	switch {
	case e.sum != nil:
		return e.sum()
	case e.kind == exitAway && e.at != nil:
		return f.exceptions(e.at)
	}
	return e.count
}

// catchExits removes the exits since mark that the function caught accepts, and returns the number of times that they
// were taken. If an exception may have replaced such a jump, the exception stays as an exit.
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

// doubtExits marks the numbers of the exits since mark as not known.
func (b *body) doubtExits(mark int) {
	for i := mark; i < len(b.exits); i++ {
		b.exits[i].known = false
	}
}

// knownAfter replaces the exits since mark by one exit with a known count. after is the number of executions that
// reached the code after the exits, so the count is count less after. Then unknown exits are known, and formulas of
// enclosing code get shorter. Jumps that end nearby remain. If the number of one of these jumps is not known, nothing
// changes.
func (b *body) knownAfter(mark int, count, after probe.Formula) {
	for _, e := range b.exits[mark:] {
		if e.kind != exitAway && (!e.known || e.at != nil) {
			return // its number cannot be separated from that of exits which lead further
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

// mayJump reports whether an exit is a jump of the program, or may represent one.
func (e exit) mayJump() bool { return e.kind != exitAway || e.at == nil && !e.thrown }

// hasJumps reports whether an exit since mark is a jump of the program, or may represent one.
func (b *body) hasJumps(mark int) bool { return slices.ContainsFunc(b.exits[mark:], exit.mayJump) }
