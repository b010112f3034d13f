package instrument

import (
	"strconv"

	"jprof/instrument/syntax"
	"jprof/internal/probe"
	"jprof/internal/srcedit"
)

// maxTerms bounds the length of a formula: a region whose formula would be longer gets a counter of
// its own. A method that is a thousand conditional returns has small numbers to store then, and the
// report small sums to form.
const maxTerms = 12

// walker goes once through the tree of a file, in the order of its text, and collects the edits and
// the probes.
type walker struct {
	src   []byte
	lines *syntax.Lines
	buf   *srcedit.Buffer
	call  string // what a counter statement starts with: __Counter0123abcd.Foo(
	names map[*syntax.Node]string
	f     *probe.File

	// The place where the walk is.
	typ, method, block int32
	exits              []exit // of the current body, those that nothing has caught so far
	lambdas            bool   // a lambda body was handed to the helper
}

// exitKind tells how an exit leaves.
type exitKind uint8

const (
	exitReturn exitKind = iota
	exitThrow
	exitBreak
	exitContinue
	exitYield
)

// exit is a jump that leaves the statement it stands in.
type exit struct {
	kind  exitKind
	label string        // of a break or continue, "" without
	count probe.Formula // how often it is taken
	known bool          // whether count can be trusted: a catch or finally may stop the jump
}

func (w *walker) pos(offset uint32) probe.Pos {
	return probe.Pos{Offset: offset, Line: uint32(w.lines.Line(offset))}
}

func (w *walker) span(start, end uint32) probe.Span {
	last := end
	if end > start {
		last--
	}
	return probe.Span{Start: w.pos(start), End: probe.Pos{Offset: end, Line: uint32(w.lines.Line(last))}}
}

func (w *walker) nodeSpan(n *syntax.Node) probe.Span { return w.span(n.Start, n.End) }

func (w *walker) text(n *syntax.Node) string { return string(n.Text(w.src)) }

func (w *walker) insert(offset uint32, text string) { w.buf.Insert(int(offset), text) }

// counter makes a new counter.
func (w *walker) counter() uint32 {
	w.f.Counters++
	return w.f.Counters - 1
}

// statementFor is the counter statement of counter k.
func (w *walker) statementFor(k uint32) string {
	return w.call + strconv.FormatUint(uint64(k), 10) + ");"
}

// openBlock adds a block inside of the current one and makes it the current one. The caller sets
// w.block back to what it was.
func (w *walker) openBlock(kind probe.BlockKind, span probe.Span, count probe.Formula) {
	w.f.Blocks = append(w.f.Blocks, probe.Block{Kind: kind, Method: w.method, Parent: w.block, Span: span, Count: count})
	w.block = int32(len(w.f.Blocks) - 1)
}

// inBody runs walk for a body that no jump leaves (of a method, a lambda, a class), and then goes
// on in the place where it was.
func (w *walker) inBody(walk func()) {
	typ, method, block, exits := w.typ, w.method, w.block, w.exits
	w.exits = nil
	walk()
	w.typ, w.method, w.block, w.exits = typ, method, block, exits
}

// minusExits is count less the exits taken since mark. known is false where one of them is not
// known: then nothing is known about what follows.
func (w *walker) minusExits(count probe.Formula, mark int) (rest probe.Formula, known bool) {
	for _, e := range w.exits[mark:] {
		if !e.known {
			return nil, false
		}
		count = count.Minus(e.count)
	}
	return count, true
}

// catchExits removes the exits since mark that caught says yes to.
func (w *walker) catchExits(mark int, caught func(e exit) bool) {
	kept := w.exits[:mark]
	for _, e := range w.exits[mark:] {
		if !caught(e) {
			kept = append(kept, e)
		}
	}
	w.exits = kept
}

// doubtExits makes the exits in w.exits[from:to] unknown.
func (w *walker) doubtExits(from, to int) {
	for i := from; i < to; i++ {
		w.exits[i].known = false
	}
}
