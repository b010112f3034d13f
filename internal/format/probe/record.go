package probe

import (
	"math"

	"jprof/internal/format/recordfile"
)

// The least number of bytes that an element of each list takes. With it, the claimed length of a list is checked
// against the rest of its record before memory is allocated.
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

// previous holds the values that the next differences are taken from.
type previous struct {
	pos           Pos
	counter       uint32
	index, index2 int32 // of the first and the second column of indices of a table
}

// codec writes or reads records, with the same methods for both, so that each record is described once.
type codec struct {
	e    *recordfile.Encoder // nil to read
	d    *recordfile.Decoder // nil to write
	last previous
}

func (c *codec) file(f *File) {
	c.string(&f.Path)
	c.raw(f.Hash[:])
	c.string(&f.Encoding)
	if c.e != nil {
		c.e.Uvarint(uint64(f.Counters))
	} else {
		f.Counters = uint32(c.d.Uvarint(MaxCounters))
	}
	table(c, &f.Types, minType, func(t *Type) {
		c.string(&t.Name)
		kind(c, &t.Kind)
		c.index(&t.Parent, &c.last.index)
		c.span(&t.Span)
	})
	table(c, &f.Methods, minMethod, func(m *Method) {
		c.index(&m.Type, &c.last.index)
		c.string(&m.Name)
		c.string(&m.Params)
		kind(c, &m.Kind)
		c.span(&m.Span)
		c.pos(&m.NameAt)
		c.raw(m.Hash[:])
		c.formula(&m.Count)
	})
	table(c, &f.Blocks, minBlock, func(b *Block) {
		kind(c, &b.Kind)
		c.index(&b.Method, &c.last.index)
		c.index(&b.Parent, &c.last.index2)
		c.span(&b.Span)
		c.formula(&b.Count)
	})
	table(c, &f.Regions, minRegion, func(r *Region) {
		c.index(&r.Block, &c.last.index)
		c.span(&r.Span)
		c.formula(&r.Count)
		list(c, &r.Statements, minStatement, func(s *Statement) {
			c.span(&s.Span)
			c.formula(&s.Count)
		})
	})
	table(c, &f.Expressions, minExpression, func(x *Expression) {
		c.index(&x.Block, &c.last.index)
		c.span(&x.Span)
		c.formula(&x.Count)
	})
	table(c, &f.Branches, minBranch, func(b *Branch) {
		kind(c, &b.Kind)
		c.index(&b.Block, &c.last.index)
		c.span(&b.Span)
		c.formula(&b.True)
		c.formula(&b.False)
	})
	table(c, &f.Points, minPoint, func(p *Point) {
		c.index(&p.Block, &c.last.index)
		c.span(&p.Span)
		c.counter(&p.Counter)
	})
	table(c, &f.Unmeasured, minUnmeasured, func(u *Unmeasured) {
		c.span(&u.Span)
		c.string(&u.Reason)
		c.bool(&u.Method)
	})
	table(c, &f.Annotations, minAnnotation, func(a *Annotated) {
		c.string(&a.Name)
		c.span(&a.Span)
	})
	table(c, &f.Toggles, minToggle, func(t *Toggle) {
		c.bool(&t.On)
		c.span(&t.Span)
		c.string(&t.Reason)
	})
}

// table writes or reads a table as a list. Its first differences are those from 0.
func table[T any](c *codec, rows *[]T, size int, row func(*T)) {
	c.last = previous{}
	list(c, rows, size, row)
}

// list writes or reads the number of rows, and then each row, which takes at least size bytes. An empty list is read as
// nil.
func list[T any](c *codec, rows *[]T, size int, row func(*T)) {
	if c.e != nil {
		c.e.Uvarint(uint64(len(*rows)))
	} else if n := c.d.Count(size); n > 0 {
		*rows = make([]T, n)
	}
	for i := range *rows {
		if c.d != nil && c.d.Err() != nil {
			return
		}
		row(&(*rows)[i])
	}
}

func (c *codec) string(s *string) {
	if c.e != nil {
		c.e.String(*s)
	} else {
		*s = c.d.String()
	}
}

func (c *codec) raw(b []byte) {
	if c.e != nil {
		c.e.Raw(b)
	} else {
		copy(b, c.d.Raw(len(b)))
	}
}

func kind[K ~uint8](c *codec, k *K) {
	if c.e != nil {
		c.e.Uint8(uint8(*k))
	} else {
		*k = K(c.d.Uint8())
	}
}

func (c *codec) bool(b *bool) {
	if c.e != nil {
		var n uint8
		if *b {
			n = 1
		}
		c.e.Uint8(n)
		return
	}
	n := c.d.Uint8()
	if n > 1 {
		c.d.Fail("a truth value is neither 0 nor 1")
	}
	*b = n == 1
}

func (c *codec) span(s *Span) {
	c.pos(&s.Start)
	c.pos(&s.End)
}

func (c *codec) pos(p *Pos) {
	difference(c, &p.Offset, &c.last.pos.Offset, 0, math.MaxUint32)
	difference(c, &p.Line, &c.last.pos.Line, 0, math.MaxUint32)
}

func (c *codec) index(i, last *int32) { difference(c, i, last, math.MinInt32, math.MaxInt32) }

func (c *codec) formula(f *Formula) {
	list(c, (*[]Term)(f), minTerm, func(t *Term) {
		c.counter(&t.Counter)
		difference(c, &t.Coef, new(int32), math.MinInt32, math.MaxInt32)
	})
}

func (c *codec) counter(k *uint32) { difference(c, k, &c.last.counter, 0, math.MaxUint32) }

// difference writes or reads n as its difference from last, and sets last to n. When it reads, n must be from least to
// most.
func difference[N int32 | uint32](c *codec, n, last *N, least, most int64) {
	if c.e != nil {
		c.e.Varint(int64(*n) - int64(*last))
		*last = *n
		return
	}
	diff := c.d.Varint()
	// last has at most 33 bits, so the comparisons cannot overflow.
	if diff < least-int64(*last) || diff > most-int64(*last) {
		c.d.Fail("a number is out of range")
		diff = 0
	}
	*last += N(diff)
	*n = *last
}
