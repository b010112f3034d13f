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
	known bool          // its number is known

	// at is the point of exceptions, which count it instead of count. For a jump, it is the point at which closing a
	// resource may replace the jump by an exception; count counts the jump then.
	at *point
	// sum computes the number instead of count. It is called only when the number is needed, because it gives counters
	// to points.
	sum func() probe.Formula

	thrown bool // it represents exceptions only, from several places
}

// target is a target of breaks and continues.
type target struct {
	kind    syntax.Kind // For, for each kind of loop; Switch; Labeled
	labels  []string
	header  *point // of a loop: the point that the variable must name when the condition is evaluated again, or nil
	closing int    // value of body.closing
}

// minusExits returns count less the exits since mark. known is false if the number of one of them is not known.
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

// catchExits removes the exits since mark that caught accepts, and returns the number of times that they were taken.
// Exceptions of closing a resource that replaced such a jump remain as exits.
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

// knownAfter replaces the exits since mark by one whose count is known: count less after, which is the number of
// executions that reached the code after them. So unknown exits become known, and formulas around get shorter. Jumps
// that end nearby remain; if the number of one of these is not known, nothing changes.
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
