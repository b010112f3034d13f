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

// openBlock adds a block inside of the current one and makes it the current one. It returns the one around it, for
// closeBlock.
func (w *body) openBlock(kind probe.BlockKind, span probe.Span, count probe.Formula) (around int32) {
	around = w.block
	w.f.Blocks = append(w.f.Blocks, probe.Block{Kind: kind, Method: w.method, Parent: around, Span: span, Count: count})
	w.block = int32(len(w.f.Blocks) - 1)
	return around
}

// closeBlock goes on in the block around the current one.
func (w *body) closeBlock(around int32) { w.block = around }
