package probe

import (
	"math"

	"jprof/internal/format/recordfile"
)

// The least bytes that elements of lists take: the claimed length of a list is checked against the rest of its record
// before memory is allocated.
const (
	minPos        = 2
	minSpan       = 2 * minPos
	minFormula    = 1
	minTerm       = 2
	minType       = 1 + 1 + 1 + minSpan
	minMethod     = 1 + 1 + 1 + 1 + minSpan + minPos + 8 + minFormula
	minBlock      = 1 + 1 + 1 + minSpan + minFormula
	minRegion     = 1 + minSpan + minFormula + 1
	minStatement  = minSpan + minFormula
	minExpression = 1 + minSpan + minFormula
	minBranch     = 1 + 1 + minSpan + 2*minFormula
	minPoint      = 1 + minSpan + 1
	minUnmeasured = minSpan + 1 + 1
	minAnnotation = 1 + minSpan
	minToggle     = 1 + minSpan + 1
	minFile       = 1 + 32 + 1 + 1 + 10
)

// previous is the values that differences are taken from.
type previous struct {
	pos           Pos
	counter       uint32
	index, index2 int32 // of the first and the second column of indices of a table
}

// encoder writes records. For each of its methods, decoder has one with the same name that reads it.
type encoder struct {
	recordfile.Encoder
	last previous
}

func (e *encoder) file(f *File) {
	e.String(f.Path)
	e.Raw(f.Hash[:])
	e.String(f.Encoding)
	e.Uvarint(uint64(f.Counters))
	table(e, f.Types, func(t Type) {
		e.String(t.Name)
		e.Uint8(uint8(t.Kind))
		e.index(t.Parent, &e.last.index)
		e.span(t.Span)
	})
	table(e, f.Methods, func(m Method) {
		e.index(m.Type, &e.last.index)
		e.String(m.Name)
		e.String(m.Params)
		e.Uint8(uint8(m.Kind))
		e.span(m.Span)
		e.pos(m.NameAt)
		e.Raw(m.Hash[:])
		e.formula(m.Count)
	})
	table(e, f.Blocks, func(b Block) {
		e.Uint8(uint8(b.Kind))
		e.index(b.Method, &e.last.index)
		e.index(b.Parent, &e.last.index2)
		e.span(b.Span)
		e.formula(b.Count)
	})
	table(e, f.Regions, func(r Region) {
		e.index(r.Block, &e.last.index)
		e.span(r.Span)
		e.formula(r.Count)
		e.Uvarint(uint64(len(r.Statements)))
		for _, s := range r.Statements {
			e.span(s.Span)
			e.formula(s.Count)
		}
	})
	table(e, f.Expressions, func(x Expression) {
		e.index(x.Block, &e.last.index)
		e.span(x.Span)
		e.formula(x.Count)
	})
	table(e, f.Branches, func(b Branch) {
		e.Uint8(uint8(b.Kind))
		e.index(b.Block, &e.last.index)
		e.span(b.Span)
		e.formula(b.True)
		e.formula(b.False)
	})
	table(e, f.Points, func(p Point) {
		e.index(p.Block, &e.last.index)
		e.span(p.Span)
		e.counter(p.Counter)
	})
	table(e, f.Unmeasured, func(u Unmeasured) {
		e.span(u.Span)
		e.String(u.Reason)
		e.bool(u.Method)
	})
	table(e, f.Annotations, func(a Annotated) {
		e.String(a.Name)
		e.span(a.Span)
	})
	table(e, f.Toggles, func(t Toggle) {
		e.bool(t.On)
		e.span(t.Span)
		e.String(t.Reason)
	})
}

// table writes the number of rows, and each of them.
func table[T any](e *encoder, rows []T, row func(T)) {
	e.last = previous{}
	e.Uvarint(uint64(len(rows)))
	for _, r := range rows {
		row(r)
	}
}

func (e *encoder) bool(b bool) {
	if b {
		e.Uint8(1)
	} else {
		e.Uint8(0)
	}
}

func (e *encoder) span(s Span) {
	e.pos(s.Start)
	e.pos(s.End)
}

func (e *encoder) pos(p Pos) {
	e.Varint(int64(p.Offset) - int64(e.last.pos.Offset))
	e.Varint(int64(p.Line) - int64(e.last.pos.Line))
	e.last.pos = p
}

func (e *encoder) index(i int32, last *int32) {
	e.Varint(int64(i) - int64(*last))
	*last = i
}

func (e *encoder) formula(f Formula) {
	e.Uvarint(uint64(len(f)))
	for _, t := range f {
		e.counter(t.Counter)
		e.Varint(int64(t.Coef))
	}
}

func (e *encoder) counter(k uint32) {
	e.Varint(int64(k) - int64(e.last.counter))
	e.last.counter = k
}

// decoder reads records.
type decoder struct {
	*recordfile.Decoder
	last previous
}

func (d *decoder) file() *File {
	f := &File{Path: d.String()}
	copy(f.Hash[:], d.Raw(len(f.Hash)))
	f.Encoding = d.String()
	f.Counters = uint32(d.Uvarint(MaxCounters))
	f.Types = rows(d, minType, func() Type {
		return Type{Name: d.String(), Kind: TypeKind(d.Uint8()), Parent: d.index(&d.last.index), Span: d.span()}
	})
	f.Methods = rows(d, minMethod, func() Method {
		m := Method{
			Type: d.index(&d.last.index), Name: d.String(), Params: d.String(),
			Kind: MethodKind(d.Uint8()), Span: d.span(), NameAt: d.pos(),
		}
		copy(m.Hash[:], d.Raw(len(m.Hash)))
		m.Count = d.formula()
		return m
	})
	f.Blocks = rows(d, minBlock, func() Block {
		return Block{
			Kind: BlockKind(d.Uint8()), Method: d.index(&d.last.index), Parent: d.index(&d.last.index2),
			Span: d.span(), Count: d.formula(),
		}
	})
	f.Regions = rows(d, minRegion, func() Region {
		r := Region{Block: d.index(&d.last.index), Span: d.span(), Count: d.formula()}
		if n := d.Count(minStatement); n > 0 {
			r.Statements = make([]Statement, 0, n)
			for len(r.Statements) < n && d.Err() == nil {
				r.Statements = append(r.Statements, Statement{Span: d.span(), Count: d.formula()})
			}
		}
		return r
	})
	f.Expressions = rows(d, minExpression, func() Expression {
		return Expression{Block: d.index(&d.last.index), Span: d.span(), Count: d.formula()}
	})
	f.Branches = rows(d, minBranch, func() Branch {
		return Branch{
			Kind: BranchKind(d.Uint8()), Block: d.index(&d.last.index), Span: d.span(),
			True: d.formula(), False: d.formula(),
		}
	})
	f.Points = rows(d, minPoint, func() Point {
		return Point{Block: d.index(&d.last.index), Span: d.span(), Counter: d.counter()}
	})
	f.Unmeasured = rows(d, minUnmeasured, func() Unmeasured {
		return Unmeasured{Span: d.span(), Reason: d.String(), Method: d.bool()}
	})
	f.Annotations = rows(d, minAnnotation, func() Annotated {
		return Annotated{Name: d.String(), Span: d.span()}
	})
	f.Toggles = rows(d, minToggle, func() Toggle {
		return Toggle{On: d.bool(), Span: d.span(), Reason: d.String()}
	})
	return f
}

// rows reads a table. Each row has at least size bytes. An empty table is nil.
func rows[T any](d *decoder, size int, row func() T) []T {
	d.last = previous{}
	n := d.Count(size)
	if n == 0 {
		return nil
	}
	list := make([]T, 0, n)
	for len(list) < n && d.Err() == nil {
		list = append(list, row())
	}
	return list
}

func (d *decoder) bool() bool {
	b := d.Uint8()
	if b > 1 {
		d.Fail("a truth value is neither 0 nor 1")
	}
	return b == 1
}

func (d *decoder) span() Span {
	return Span{Start: d.pos(), End: d.pos()}
}

func (d *decoder) pos() Pos {
	d.last.pos.Offset = uint32(d.next(int64(d.last.pos.Offset), 0, math.MaxUint32))
	d.last.pos.Line = uint32(d.next(int64(d.last.pos.Line), 0, math.MaxUint32))
	return d.last.pos
}

func (d *decoder) index(last *int32) int32 {
	*last = int32(d.next(int64(*last), math.MinInt32, math.MaxInt32))
	return *last
}

func (d *decoder) formula() Formula {
	n := d.Count(minTerm)
	if n == 0 {
		return nil
	}
	f := make(Formula, 0, n)
	for len(f) < n && d.Err() == nil {
		f = append(f, Term{Counter: d.counter(), Coef: int32(d.next(0, math.MinInt32, math.MaxInt32))})
	}
	return f
}

func (d *decoder) counter() uint32 {
	d.last.counter = uint32(d.next(int64(d.last.counter), 0, math.MaxUint32))
	return d.last.counter
}

// next reads the difference from last to a number from least to most.
func (d *decoder) next(last, least, most int64) int64 {
	diff := d.Varint()
	// last is in the range of 33 bits, so the comparisons cannot overflow.
	if diff < least-last || diff > most-last {
		d.Fail("a number is out of range")
		return last
	}
	return last + diff
}
