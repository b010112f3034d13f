package instrument

import (
	"bytes"
	"slices"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

// Initialisers of fields, blocks of initialisers, and constants of an enum are executed in the order of the text: those
// of a class when it is initialised, those of an instance after the call of super(...), in each constructor that calls
// no other one of its class. Until one of them throws, all have the count of the next block, or of the code after them
// in the constructors, and need no counter:
//
//	int a = 1; Foo(int b) {C.Foo(0); ...} Foo() {C.Foo(1); ...}    a: 0 + 1
//
// Where one may throw, or the constructor is not written, a block in front of the next field counts:
//
//	{C.Foo(2);} List<A> list = load();
//
// It comes directly after the previous member, so that a comment in front of the field stays there. Interfaces and
// compact source files may have no block, so there the initialiser counts itself: A a = C.Foo(2,true)?load():null. A
// constant must stay one, and has the count of the next initialiser.
//
// Initialisers that follow each other are one region, in a block of no method (probe.FieldBlock). Constants in the
// sense of the language (static final int N = 5) are not executed, and have no count.

// initialisers is the state of the initialisers of a class body.
type initialisers struct {
	ofClass, ofInstance sequence
	wraps               bool          // no blocks may stand in the class body
	allStatic           bool          // it is an interface's
	constructors        probe.Formula // ends of the initialisers in constructors that call no other one
	known, unknown      bool          // one of them is counted; one is not
	last                *syntax.Node  // the member that the last region of initialisers ends with, nil for none
	region              int           // the index of that region
}

// sequence is the initialisers of a class, or of its instances.
type sequence struct {
	now  *stretch // the stretch of the next initialiser, nil for a new one
	open []*stretch
}

// stretch is a part of a sequence in which all is executed equally often.
type stretch struct {
	count  probe.Formula
	symbol uint32      // the symbol of count, as long as it is in open
	place  func(k int) // puts a counter into the code; nil where the next initialiser has the place for it
}

// lacksPlace reports whether the count of a stretch is found later, and no counter has a place for it yet.
func (s *stretch) lacksPlace() bool { return s.symbol != 0 && s.place == nil }

// firstSymbol is the first number for a count which is found later. No file has as many counters.
const firstSymbol = 1 << 31

// begin starts a stretch whose count is not known yet; place puts a counter in front of it.
func (f *file) begin(q *sequence, place func(k int)) {
	symbol := firstSymbol + f.symbols
	f.symbols++
	q.now = &stretch{count: probe.Counter(symbol), symbol: symbol, place: place}
	q.open = append(q.open, q.now)
}

// meets ends the current stretch, where something starts that is executed count times.
func (f *file) meets(q *sequence, count probe.Formula) {
	if i := slices.Index(q.open, q.now); q.now != nil && i >= 0 && len(count) <= maxTerms {
		f.define(q.now.symbol, count)
		q.open = slices.Delete(q.open, i, i+1)
	}
}

// countInitialisers puts counters where no other count is that of the initialisers.
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

// constructed notes a constructor that calls no other one of its class: k counts after the initialisers.
func (in *initialisers) constructed(k uint32) {
	in.constructors = in.constructors.Plus(probe.Counter(k))
	in.known = true
}

// of is the sequence that a member belongs to.
func (in *initialisers) of(isStatic bool) *sequence {
	if isStatic || in.allStatic {
		return &in.ofClass
	}
	return &in.ofInstance
}

// initialiserBlock walks a block of initialisers, which its own counter counts.
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

// fieldFollows reports whether the next initialiser after member m is a field's.
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

// fieldDecl walks the declaration of fields after the previous member, which ends before the offset before.
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

// placeFor prepares the place for a counter in front of an initialiser that has one; first means that it is the first
// of its declaration. done must be called after the initialiser.
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

// initialiser walks an initialiser of a member, or the member if it has but one, that is executed count times: a
// statement of the region of those in front of it, if that ends with the previous member.
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

// enumConstant walks a constant of an enum with this body. All constants are one stretch, as nothing can be put between
// them.
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
