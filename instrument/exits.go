package instrument

import (
	"jprof/instrument/syntax"
	"jprof/internal/probe"
)

// exitKind tells how far an exit leads.
type exitKind uint8

const (
	exitAway exitKind = iota // return, throw, and exceptions: to a handler or out of the body
	exitBreak
	exitContinue
	exitYield
)

// exit is a way to leave the statement it stands in before its end.
type exit struct {
	kind  exitKind
	label string        // of a break or continue, "" without
	count probe.Formula // how often it is reached
	known bool          // whether the numbers can be trusted

	// Instead of count: the place that exceptions come from. Of a jump, besides count: the place at
	// which closing a resource may turn it into an exception.
	at *point
	// Instead of count: gives it when it is asked for, since that gives points their counters.
	sum func() probe.Formula
}

// target is what breaks and continues may lead to.
type target struct {
	kind    syntax.Kind // For, for every sort of loop; Switch; Labeled
	labels  []string
	header  *point // of a loop: where the variable must be before the condition is evaluated again, or nil
	closing int    // value of body.closing
}

// minusExits is count less the exits taken since mark. known is false where one of them is not
// known: then nothing is known about what follows.
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

// reached is how often an exit was reached.
func (f *file) reached(e exit) probe.Formula {
	switch {
	case e.sum != nil:
		return e.sum()
	case e.kind == exitAway && e.at != nil:
		return f.exceptions(e.at)
	}
	return e.count
}

// catchExits removes the exits since mark that caught says yes to, and returns how often they
// were taken. What closing a resource made of them instead goes on as an exception.
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

// knownAfter tells the walker how often what follows the exits since mark was reached, of count: that
// settles what was unknown about them, and shortens the formulas of what is around. Jumps that end
// nearby stay as they are.
func (b *body) knownAfter(mark int, count, after probe.Formula) {
	for _, e := range b.exits[mark:] {
		if e.kind != exitAway && (!e.known || e.at != nil) {
			return // it cannot be told from those that lead away
		}
	}
	away := count.Minus(after)
	kept := b.exits[:mark]
	for _, e := range b.exits[mark:] {
		if e.kind != exitAway {
			kept = append(kept, e)
			away = away.Minus(b.reached(e))
		}
	}
	b.exits = append(kept, exit{kind: exitAway, count: away, known: true})
}

// hasJumps reports whether one of the exits since mark is a jump of the program, or may hold one.
func (b *body) hasJumps(mark int) bool {
	for _, e := range b.exits[mark:] {
		if e.kind != exitAway || e.at == nil {
			return true
		}
	}
	return false
}
