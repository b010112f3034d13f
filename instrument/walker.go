package instrument

import (
	"cmp"
	"slices"
	"strconv"

	"jprof/instrument/rt"
	"jprof/instrument/syntax"
	"jprof/internal/probe"
	"jprof/internal/srcedit"
)

// maxTerms bounds the length of a formula: a statement whose formula would be longer gets a counter of
// its own. A method that is a thousand conditional returns has small numbers to store then, and the
// report small sums to form.
const maxTerms = 24

// file is a source that is walked once, in the order of its text. It collects the edits and the probes.
type file struct {
	src     []byte
	lines   *syntax.Lines
	program *syntax.Node
	level   int            // of the language, 0 where it is not known
	skip    map[int]string // line -> why what is declared around it gets no counters

	helper  string // prefix of helper calls: __Counter0123abcd.
	call    string // what a counter statement starts with: __Counter0123abcd.Foo(
	deep    string // what the counter of a handler without stack starts with: __Counter0123abcd.Rows.DEEP_Foo[
	names   map[*syntax.Node]string
	words   *words              // what the names of the file stand for
	finals  map[string][][]byte // see constants
	imports [][][]byte          // see ofJDK

	buf     *srcedit.Buffer
	f       *probe.File
	uses    rt.Uses
	points  []*point
	symbols uint32                   // see firstSymbol
	sums    map[uint32]probe.Formula // what stands for counters that have no place in the code
	behind  int                      // counters put behind loops so far
}

// class is a type whose members are walked.
type class struct {
	*file
	typ       int32  // index in the table of types, -1 for none
	anonymous []byte // hashes of what stands in front of the anonymous classes around, none outside of them
	prepares  bool   // whether constructors do something in front of their body that may throw
	in        *initialisers
}

// body is code that no jump leaves: of a method, of a lambda, or the initialisers of a class.
type body struct {
	*class
	method, block int32 // indices in the tables of methods and blocks, -1 for none
	depth         int   // of frames around, also outside of the class
	recursive     bool  // whether the method around may call itself

	exits       []exit   // those that nothing has caught so far
	targets     []target // of jumps, innermost last
	closing     int      // number of try statements around that close resources behind a jump
	frame       *frame   // nil where there is none: in field initialisers, in front of super(...)
	here        *point   // of the statement around, where an expression goes on; may be nil
	value       value    // what is known of the expression under way
	untested    bool     // no counters between operands
	tight       *tight   // the loop under way that counts in local variables, nil without
	row         *row     // nil where it has none
	behindLabel struct { // a statement that has labels
		statement *syntax.Node
		start     uint32 // of the labels
	}
}

// inner returns a new body inside of this one, which nothing leaves that this one has to know of.
func (w *body) inner() *body {
	return &body{class: w.class, method: w.method, recursive: w.recursive, block: w.block, depth: w.depth}
}

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

// value is what is known of the expression that is walked.
type value struct {
	start, end uint32        // the statement or operand that is evaluated as a whole
	evals      probe.Formula // how often that is
	known      bool          // whether it is known
	at         *point        // counts the exceptions out of it, and no others; nil where there is none
}

func (w *file) pos(offset uint32) probe.Pos {
	return probe.Pos{Offset: offset, Line: uint32(w.lines.Line(offset))}
}

func (w *file) span(start, end uint32) probe.Span {
	last := end
	if end > start {
		last--
	}
	return probe.Span{Start: w.pos(start), End: probe.Pos{Offset: end, Line: uint32(w.lines.Line(last))}}
}

func (w *file) nodeSpan(n *syntax.Node) probe.Span { return w.span(n.Start, n.End) }

func (w *file) text(n *syntax.Node) string { return string(n.Text(w.src)) }

func (w *file) insert(offset uint32, text string) { w.buf.Insert(int(offset), text) }

// counter makes a new counter.
func (w *file) counter() uint32 {
	w.f.Counters++
	return w.f.Counters - 1
}

// row is a local variable of a body with what its thread counts in (see rt): the first counter of the body gives
// it, so that those behind it need not look for it.
type row struct {
	name  string
	place int // of the first counter
	k     uint32
	used  bool

	late   bool // whether the counter has no place yet, see settle
	passed bool // whether a decision stands in front of it
	gone   bool // whether a sum has taken its place
}

// enterBody puts counter k at the start of a body that it counts, at a place where statements stand. The body
// must be walked with end called for it, before the walk goes on elsewhere.
func (w *body) enterBody(at uint32, k uint32) (end func()) {
	return w.enter("__r"+itoa(w.depth), at, k)
}

// enterCounted does the same for a part of a body, which counts in the body's row unless that is still to come.
func (w *body) enterCounted(at uint32, k uint32) (end func()) {
	if w.isLate() {
		return w.enter("__r"+itoa(w.depth)+"_"+itoa(int(k)), at, k)
	}
	w.insert(at, w.statementFor(k))
	return func() {}
}

func (w *body) enter(name string, at uint32, k uint32) (end func()) {
	outer := w.row
	r := &row{name: name, place: w.buf.Reserve(int(at)), k: k, late: true}
	w.row = r
	return func() {
		w.row = outer
		if r.gone {
			return
		}
		text := w.lookUp(r.k)
		if r.used {
			w.uses.Rows = true
			text = "long[] " + r.name + "=" + text
		}
		w.buf.Set(r.place, text)
	}
}

// lookUp is the counter statement of counter k where no row is known.
func (w *file) lookUp(k uint32) string { return w.call + itoa(int(k)) + ");" }

// callFor is the call that counts with counter k, up to further arguments.
func (w *body) callFor(k uint32) string {
	if w.row == nil {
		return w.call + itoa(int(k))
	}
	w.row.late = false
	w.row.used = true
	return w.call + w.row.name + "," + itoa(int(k))
}

// statementFor is the counter statement of counter k.
func (w *body) statementFor(k uint32) string {
	if local := w.local(k); local != "" {
		return local
	}
	return w.callFor(k) + ");"
}

// sortSpans brings a table into the order of its record: by start, what is around before what is inside.
func sortSpans[T any](rows []T, span func(T) probe.Span) {
	slices.SortStableFunc(rows, func(a, b T) int {
		x, y := span(a), span(b)
		return cmp.Or(cmp.Compare(x.Start.Offset, y.Start.Offset), cmp.Compare(y.End.Offset, x.End.Offset))
	})
}

// finish brings the tables into order that the walk does not make in order.
func (w *file) finish() {
	for _, p := range w.points {
		for _, place := range p.places {
			if p.counter >= 0 {
				place.Counter = uint32(p.counter)
				w.f.Points = append(w.f.Points, place)
			}
		}
	}
	w.resolveAll()
	sortSpans(w.f.Points, func(p probe.Point) probe.Span { return p.Span })
	sortSpans(w.f.Expressions, func(e probe.Expression) probe.Span { return e.Span })
	w.f.Expressions = slices.CompactFunc(w.f.Expressions, func(a, b probe.Expression) bool { return a.Span.Start.Line == b.Span.Start.Line })
	sortSpans(w.f.Branches, func(b probe.Branch) probe.Span { return b.Span })
	sortSpans(w.f.Unmeasured, func(u probe.Unmeasured) probe.Span { return u.Span })
	end := uint32(0) // one part in another says nothing more
	w.f.Unmeasured = slices.DeleteFunc(w.f.Unmeasured, func(u probe.Unmeasured) bool {
		inside := u.Span.Start.Offset < end
		end = max(end, u.Span.End.Offset)
		return inside
	})
}

func itoa(n int) string { return strconv.Itoa(n) }

// branch adds a branch in the current block.
func (w *body) branch(kind probe.BranchKind, span probe.Span, t, f probe.Formula) {
	w.f.Branches = append(w.f.Branches, probe.Branch{Kind: kind, Block: w.block, Span: span, True: t, False: f})
}

// unmeasured adds a part that is not counted.
func (w *file) unmeasured(span probe.Span, reason string) {
	w.f.Unmeasured = append(w.f.Unmeasured, probe.Unmeasured{Span: span, Reason: reason})
}

// openBlock adds a block inside of the current one and makes it the current one. The caller sets
// w.block back to what it was.
func (w *body) openBlock(kind probe.BlockKind, span probe.Span, count probe.Formula) {
	w.f.Blocks = append(w.f.Blocks, probe.Block{Kind: kind, Method: w.method, Parent: w.block, Span: span, Count: count})
	w.block = int32(len(w.f.Blocks) - 1)
}

// minusExits is count less the exits taken since mark. known is false where one of them is not
// known: then nothing is known about what follows.
func (w *body) minusExits(count probe.Formula, mark int) (rest probe.Formula, known bool) {
	for _, e := range w.exits[mark:] {
		if !e.known {
			return nil, false
		}
	}
	for _, e := range w.exits[mark:] {
		count = count.Minus(w.reached(e))
	}
	return count, true
}

// reached is how often an exit was reached.
func (w *file) reached(e exit) probe.Formula {
	switch {
	case e.sum != nil:
		return e.sum()
	case e.kind == exitAway && e.at != nil:
		return w.exceptions(e.at)
	}
	return e.count
}

// catchExits removes the exits since mark that caught says yes to, and returns how often they
// were taken. What closing a resource made of them instead goes on as an exception.
func (w *body) catchExits(mark int, caught func(e exit) bool) (taken probe.Formula, known bool) {
	known = true
	kept := w.exits[:mark]
	for _, e := range w.exits[mark:] {
		if !caught(e) {
			kept = append(kept, e)
			continue
		}
		known = known && e.known
		taken = taken.Plus(w.reached(e))
		if e.at != nil {
			kept = append(kept, exit{kind: exitAway, at: e.at, known: e.known})
			if e.known {
				taken = taken.Minus(w.exceptions(e.at))
			}
		}
	}
	w.exits = kept
	return taken, known
}

// doubtExits makes the exits since mark unknown.
func (w *body) doubtExits(mark int) {
	for i := mark; i < len(w.exits); i++ {
		w.exits[i].known = false
	}
}

// knownAfter tells the walker how often what follows the exits since mark was reached, of count: that
// settles what was unknown about them, and shortens the formulas of what is around. Jumps that end
// nearby stay as they are.
func (w *body) knownAfter(mark int, count, after probe.Formula) {
	for _, e := range w.exits[mark:] {
		if e.kind != exitAway && (!e.known || e.at != nil) {
			return // it cannot be told from those that lead away
		}
	}
	away := count.Minus(after)
	kept := w.exits[:mark]
	for _, e := range w.exits[mark:] {
		if e.kind != exitAway {
			kept = append(kept, e)
			away = away.Minus(w.reached(e))
		}
	}
	w.exits = append(kept, exit{kind: exitAway, count: away, known: true})
}
