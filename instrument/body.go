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

// file is a source during its walk, which is in the order of the text. It collects the insertions and the probes.
type file struct {
	*code.File
	insertions
	level int            // version of the language, 0 if it is not known
	skip  map[int]string // line -> reason why the declaration around it gets no counters

	helper string // prefix of helper calls: __Counter0123abcd.
	call   string // the start of a counter statement: __Counter0123abcd.Foo(
	deep   string // start of the counter of a handler that may have no stack: __Counter0123abcd.Rows.DEEP_Foo[

	probes  *probe.File
	uses    rt.Uses
	points  []*point
	symbols uint32                   // the number of symbols so far, see firstSymbol
	sums    map[uint32]probe.Formula // the formula that replaces a counter which no probe increments
}

// class is a type during the walk of its members.
type class struct {
	*file
	typ       int32  // index in the table of types, -1 for none
	anonymous []byte // hashes of the code before each anonymous class around this code
	prepares  bool   // constructors have code before their body that may throw
	in        *initialisers
}

// body is code that no jump leaves: the code of a method or a lambda, or the initialisers of a class.
type body struct {
	*class
	method, block int32 // indices in the tables of methods and blocks, -1 for none
	depth         int   // number of frames around, also outside of the class
	recursive     bool  // the method with this code may call itself

	exits     []exit         // the exits that nothing has caught so far
	targets   []target       // targets of jumps, the innermost last
	catching  bool           // the switch expression has a try block with catch clauses around this code
	closing   int            // number of the try statements around this code that close resources
	frame     *frame         // nil if there is none, as in field initialisers and in front of super(...)
	here      *point         // the point of the statement around the current expression; may be nil
	value     value          // the state of the current expression
	untested  bool           // no counters may be put between operands
	locals    *localCounters // local variables in which the current loop counts; nil if it does not
	row       *row           // nil if there is none
	beside    int            // number of statements put before or after those of the current block
	elseIf    *syntax.Node   // the current if statement, if it is the else of another one
	labeledAt struct {       // the last statement with labels
		statement *syntax.Node
		start     uint32 // of the labels
	}
}

// inner returns a body for code inside of this one, such as a lambda. The exits of the new body are not exits of this
// one.
func (b *body) inner() *body {
	return &body{class: b.class, method: b.method, recursive: b.recursive, block: b.block, depth: b.depth}
}

// value describes the current expression.
type value struct {
	start, end uint32        // span of the statement or operand that is evaluated as a whole
	evals      probe.Formula // number of evaluations
	known      bool          // evals is known
	at         *point        // the point that counts only the exceptions of this expression; nil for none
}

// sortRows sorts a table in the order of the map: by start, and an outer row before those inside of it.
func sortRows[T interface{ Where() probe.Span }](rows []T) {
	slices.SortStableFunc(rows, func(a, b T) int {
		x, y := a.Where(), b.Where()
		return cmp.Or(cmp.Compare(x.Start.Offset, y.Start.Offset), cmp.Compare(y.End.Offset, x.End.Offset))
	})
}

// finish adds the points, resolves formulas, and sorts the tables that the walk does not fill in order.
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
	end := uint32(0) // drop parts that are inside of others
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

// unmeasured adds a part that is not counted, with the reason.
func (f *file) unmeasured(span probe.Span, reason string) {
	f.probes.Unmeasured = append(f.probes.Unmeasured, probe.Unmeasured{Span: span, Reason: reason})
}

// around holds the state of the enclosing block while another block is open.
type around struct {
	block  int32
	beside int
}

// openBlock adds a block inside of the current one, and makes it the current one. The caller passes the result to
// closeBlock.
func (b *body) openBlock(kind probe.BlockKind, span probe.Span, count probe.Formula) around {
	outer := around{b.block, b.beside}
	b.probes.Blocks = append(b.probes.Blocks, probe.Block{
		Kind: kind, Method: b.method, Parent: outer.block, Span: span, Count: count,
	})
	b.block = int32(len(b.probes.Blocks) - 1)
	return outer
}

// closeBlock makes the block around the current one the current one again.
func (b *body) closeBlock(to around) { b.block, b.beside = to.block, to.beside }
