package instrument

import (
	"cmp"
	"slices"
	"strconv"

	"jprof/instrument/code"
	"jprof/instrument/rt"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// file is a source that is walked once, in the order of its text. It collects the edits and the probes.
type file struct {
	*code.File
	insertions
	level int            // of the language, 0 where it is not known
	skip  map[int]string // line -> why the declaration around it gets no counters

	helper string // prefix of helper calls: __Counter0123abcd.
	call   string // the start of a counter statement: __Counter0123abcd.Foo(
	deep   string // the start of the counter of a handler without stack: __Counter0123abcd.Rows.DEEP_Foo[

	probes  *probe.File
	uses    rt.Uses
	points  []*point
	symbols uint32                   // see firstSymbol
	sums    map[uint32]probe.Formula // formulas in place of counters that no probe increments
}

// class is a type whose members are walked.
type class struct {
	*file
	typ       int32  // index in the table of types, -1 for none
	anonymous []byte // hashes of the code before the anonymous classes around, empty outside of them
	prepares  bool   // constructors have code before their body that may throw
	in        *initialisers
}

// body is code that no jump leaves: of a method, of a lambda, or the initialisers of a class.
type body struct {
	*class
	method, block int32 // indices in the tables of methods and blocks, -1 for none
	depth         int   // of frames around, also outside of the class
	recursive     bool  // the method around may call itself

	exits     []exit         // those that nothing has caught so far
	targets   []target       // of jumps, innermost last
	closing   int            // number of try statements around that close resources after a jump
	frame     *frame         // nil where there is none: in field initialisers, in front of super(...)
	here      *point         // of the statement around, where an expression goes on; may be nil
	value     value          // the state of the current expression
	untested  bool           // no counters between operands
	locals    *localCounters // the loop under way that counts in local variables, nil without
	row       *row           // nil where it has none
	beside    int            // statements put beside those of the current block so far
	elseIf    *syntax.Node   // the if statement that is the else of another one, as it is walked
	labeledAt struct {       // a statement that has labels
		statement *syntax.Node
		start     uint32 // of the labels
	}
}

// inner returns a new body inside of this one. Its exits do not matter to this one.
func (b *body) inner() *body {
	return &body{class: b.class, method: b.method, recursive: b.recursive, block: b.block, depth: b.depth}
}

// value is the state of the expression that is walked.
type value struct {
	start, end uint32        // the statement or operand that is evaluated as a whole
	evals      probe.Formula // number of evaluations
	known      bool          // evals holds
	at         *point        // counts the exceptions out of it, and no others; nil where there is none
}

// sortRows sorts a table in the order of its record: by start, the outer before the inner.
func sortRows[T interface{ Where() probe.Span }](rows []T) {
	slices.SortStableFunc(rows, func(a, b T) int {
		x, y := a.Where(), b.Where()
		return cmp.Or(cmp.Compare(x.Start.Offset, y.Start.Offset), cmp.Compare(y.End.Offset, x.End.Offset))
	})
}

// finish brings the tables into order that the walk does not make in order.
func (f *file) finish() {
	for _, p := range f.points {
		for _, place := range p.places {
			if p.counter >= 0 {
				place.Counter = uint32(p.counter)
				f.probes.Points = append(f.probes.Points, place)
			}
		}
	}
	f.resolveAll()
	sortRows(f.probes.Points)
	sortRows(f.probes.Expressions)
	f.probes.Expressions = slices.CompactFunc(f.probes.Expressions, func(a, b probe.Expression) bool {
		return a.Span.Start.Line == b.Span.Start.Line
	})
	sortRows(f.probes.Branches)
	sortRows(f.probes.Unmeasured)
	end := uint32(0) // a part in another one adds nothing
	f.probes.Unmeasured = slices.DeleteFunc(f.probes.Unmeasured, func(u probe.Unmeasured) bool {
		inside := u.Span.Start.Offset < end
		end = max(end, u.Span.End.Offset)
		return inside
	})
}

func itoa(n int) string { return strconv.Itoa(n) }

// branch adds a branch in the current block.
func (b *body) branch(kind probe.BranchKind, span probe.Span, t, f probe.Formula) {
	b.probes.Branches = append(b.probes.Branches, probe.Branch{
		Kind: kind, Block: b.block, Span: span, True: t, False: f,
	})
}

// region adds a region of the current block, and returns its index.
func (b *body) region(span probe.Span, count probe.Formula, statements ...probe.Statement) int {
	b.probes.Regions = append(b.probes.Regions, probe.Region{
		Block: b.block, Span: span, Count: count, Statements: statements,
	})
	return len(b.probes.Regions) - 1
}

// unmeasured adds a part that is not counted.
func (f *file) unmeasured(span probe.Span, reason string) {
	f.probes.Unmeasured = append(f.probes.Unmeasured, probe.Unmeasured{Span: span, Reason: reason})
}

// around is the place at which the walk goes on after a block.
type around struct {
	block  int32
	beside int
}

// openBlock adds a block inside of the current one and makes it the current one. It returns the one around it, for
// closeBlock.
func (b *body) openBlock(kind probe.BlockKind, span probe.Span, count probe.Formula) around {
	outer := around{b.block, b.beside}
	b.probes.Blocks = append(b.probes.Blocks, probe.Block{
		Kind: kind, Method: b.method, Parent: outer.block, Span: span, Count: count,
	})
	b.block = int32(len(b.probes.Blocks) - 1)
	return outer
}

// closeBlock goes on in the block around the current one.
func (b *body) closeBlock(to around) { b.block, b.beside = to.block, to.beside }
