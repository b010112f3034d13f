package instrument

import (
	"bytes"
	"slices"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

// Initialisers of fields, blocks of initialisers, and constants of an enum are executed in the order of the text. Those
// of a class are executed when the class is initialised. Those of an instance are executed after the call of
// super(...), in each constructor that calls no other one of its class. While none of them may have thrown, all have
// the same count as the next block, or as the code after them in the constructors. They need no counter then:
//
//	int a = 1; Foo(int b) {C.Foo(0); ...} Foo() {C.Foo(1); ...}    a: 0 + 1
//
// If an initialiser may throw, or the source has no constructor, a block in front of the next field counts:
//
//	{C.Foo(2);} List<A> list = load();
//
// The block stands directly after the previous member, so that a comment in front of the field stays with the field.
// Interfaces and compact source files must not have blocks, so there the initialiser itself counts: A a =
// C.Foo(2,true)?load():null. A constant must stay a constant, and has the count of the next initialiser.
//
// Initialisers that follow each other are one region, in a block of no method (probe.FieldBlock). Constants in the
// sense of the language (static final int N = 5) are not executed, and have no count.

// initialisers is the state of the initialisers of a class body.
type initialisers struct {
	ofClass, ofInstance sequence
	wraps               bool          // the class body must not have blocks
	allStatic           bool          // the type is an interface: all fields are static
	constructors        probe.Formula // number of constructors that have run the initialisers to their end
	known, unknown      bool          // there are constructors with a count, and without one
	last                *syntax.Node  // the last member of the last region of initialisers, nil for none
	region              int           // the index of that region
}

// sequence holds the initialisers of a class, or of its instances, as stretches.
type sequence struct {
	now  *stretch // the stretch of the next initialiser, nil if this initialiser begins a new stretch
	open []*stretch
}

// stretch is a part of a sequence in which all initialisers have the same count.
type stretch struct {
	count  probe.Formula
	symbol uint32      // the symbol in place of count while the stretch is open, see firstSymbol
	place  func(k int) // puts a counter into the code; nil until an initialiser has a place for a counter
}

// lacksPlace reports whether the count of a stretch is still open, and no initialiser had a place for a counter yet.
func (s *stretch) lacksPlace() bool { return s.symbol != 0 && s.place == nil }

// firstSymbol is the smallest number of a symbol. A symbol represents a count in formulas that is found later. No file
// has so many counters.
const firstSymbol = 1 << 31

// begin starts a stretch whose count is found later. The function place puts a counter in front of the stretch.
func (f *file) begin(q *sequence, place func(k int)) {
	symbol := firstSymbol + f.symbols
	f.symbols++
	q.now = &stretch{count: probe.Counter(symbol), symbol: symbol, place: place}
	q.open = append(q.open, q.now)
}

// meets ends the current stretch in front of code that is executed count times, and gives the stretch the same count.
func (f *file) meets(q *sequence, count probe.Formula) {
	if i := slices.Index(q.open, q.now); q.now != nil && i >= 0 && len(count) <= maxTerms {
		f.define(q.now.symbol, count)
		q.open = slices.Delete(q.open, i, i+1)
	}
}

// countInitialisers gives counters to stretches that have no other count.
func (f *file) countInitialisers(in *initialisers) {
	if in.known && !in.unknown {
		f.meets(&in.ofInstance, in.constructors)
	}
	for _, q := range []*sequence{&in.ofClass, &in.ofInstance} {
		for _, s := range q.open {
			k := f.counter()
			f.define(s.symbol, probe.Counter(k))
			s.place(int(k))
		}
	}
}

// constructed adds a constructor that runs the initialisers, because it calls no other one of its class. k is the
// counter of the code after the initialisers.
func (in *initialisers) constructed(k uint32) {
	in.constructors = in.constructors.Plus(probe.Counter(k))
	in.known = true
}

// of returns the sequence with the initialiser of a member.
func (in *initialisers) of(isStatic bool) *sequence {
	if isStatic || in.allStatic {
		return &in.ofClass
	}
	return &in.ofInstance
}

// initialiserBlock walks a block of initialisers, which has a counter of its own.
func (b *body) initialiserBlock(m, block *syntax.Node, method probe.Method) {
	q := b.in.of(method.Kind == probe.StaticInit)
	k := b.probes.Counters
	var after *stretch
	var ended func(in *body)
	if b.fieldFollows(m, method.Kind == probe.StaticInit) {
		ended = func(in *body) {
			if count, known := in.minusExits(probe.Counter(k), 0); known && len(count) <= maxTerms {
				after = &stretch{count: count}
			}
		}
	}
	b.methodBody(method, nil, block, ended)
	b.meets(q, probe.Counter(k))
	q.now = after
}

// fieldFollows reports whether the next initialiser of the sequence after member m is that of a field.
func (f *file) fieldFollows(m *syntax.Node, isStatic bool) bool {
	for m = m.Next; m != nil; m = m.Next {
		switch {
		case m.Kind == syntax.StaticInit && isStatic, m.Kind == syntax.Block && !isStatic:
			return false
		case m.Kind == syntax.FieldDecl && f.HasWord(m, "static") == isStatic &&
			bytes.IndexByte(m.Text(f.Src), '=') >= 0:
			return true
		}
	}
	return false
}

// fieldDecl walks a declaration of fields. The member previous ends in front of the offset before.
func (b *body) fieldDecl(m, previous *syntax.Node, before uint32) {
	fields := b.FieldsOf(m, b.in.allStatic)
	for c := m.First; c != nil; c = c.Next {
		i := slices.IndexFunc(fields, func(f code.Field) bool { return f.Node == c })
		if i < 0 || fields[i].Value >= c.End || fields[i].IsStatic && b.MayBeInlined(fields[i]) {
			b.value = value{}
			b.insideOf(c)
			continue
		}
		f := fields[i]
		q := b.in.of(f.IsStatic)
		v := initialised{b.class, m, fields[i:]}
		span := b.NodeSpan(f.Node)
		if v.isFirst() {
			span.Start = b.NodeSpan(m).Start
		}
		if q.now == nil {
			if why := refuse(fieldReasons, &v); why != "" {
				b.unmeasured(span, why)
				b.value = value{}
				b.insideOf(c)
				continue
			}
			b.begin(q, nil)
		}
		done := func() {}
		if q.now.lacksPlace() && v.hasPlace() {
			q.now.place, done = b.placeFor(f, before, v.isFirst())
		}
		b.initialiser(span, m, previous, q.now.count, func() {
			b.value = value{start: f.Value, end: f.Node.End, evals: q.now.count, known: true}
			b.insideOf(c)
			b.value = value{}
		})
		done()
		previous = m
		if b.InitialiserMayThrow(f) {
			q.now = nil
		}
	}
}

// placeFor returns the function that puts a counter in front of an initialiser. first means that the initialiser is the
// first one of its declaration. done must be called after the walk of the initialiser.
func (c *class) placeFor(f code.Field, before uint32, first bool) (place func(k int), done func()) {
	if first && !c.in.wraps {
		at := c.reserve(before)
		opening := "{"
		if f.IsStatic {
			opening = "static{"
		}
		return func(k int) { c.put(at, opening+c.lookUp(uint32(k))+"}") }, func() {}
	}
	opening, closing := "", ":null"
	switch {
	case c.Src[f.Value] == '{':
		opening = "new " + f.Type
	case f.Type == "boolean":
		closing = ":false"
	case lex.IsPrimitive(f.Type):
		closing = ":0"
	}
	at, end := c.reserve(f.Value), 0
	return func(k int) {
			c.uses.Tests = true
			c.put(at, c.call+itoa(k)+",true)?"+opening)
			c.put(end, closing)
		}, func() {
			end = c.reserve(f.Node.End)
		}
}

// initialiser walks an initialiser of a member, or the whole member, which is executed count times. It adds a statement
// to the last region of initialisers if the member previous is the last one of that region. Otherwise it adds a region.
func (b *body) initialiser(span probe.Span, member, previous *syntax.Node, count probe.Formula, walk func()) {
	in, outer := b.in, b.block
	if in.last == nil || in.last != previous {
		b.openBlock(probe.FieldBlock, span, count)
		in.region = b.region(span, count)
	}
	in.last = member
	r := &b.probes.Regions[in.region]
	b.block = r.Block
	r.Span.End, b.probes.Blocks[r.Block].Span.End = span.End, span.End
	r.Statements = append(r.Statements, probe.Statement{Span: span, Count: count})
	walk()
	b.block = outer
}

// enumConstant walks a constant of an enum with the given class body. All constants are one stretch, because no code
// can be put between them.
func (b *body) enumConstant(m, previous, body *syntax.Node) {
	name := m.Child(syntax.Identifier)
	if name == nil {
		b.inside(m)
		return
	}
	q := &b.in.ofClass
	if q.now == nil {
		at, before := body.End-1, ";"
		if members := body.Child(syntax.EnumMembers); members != nil {
			at, before = members.Start+1, ""
		}
		place := b.reserve(at)
		b.begin(q, func(k int) { b.put(place, before+"static{"+b.lookUp(uint32(k))+"}") })
	}
	span := b.NodeSpan(m)
	span.End = b.Span(m.Start, name.End).End
	if args := m.Child(syntax.Arguments); args != nil {
		span.End = b.Span(m.Start, args.End).End
	}
	b.initialiser(span, m, previous, q.now.count, func() {
		b.value = value{}
		for c := m.First; c != nil; c = c.Next {
			if c.Kind != syntax.ClassBody {
				b.insideOf(c)
			}
		}
	})
	if body := m.Child(syntax.ClassBody); body != nil {
		b.in.last = nil
		b.insideOf(body)
	}
}
