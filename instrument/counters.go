package instrument

import "jprof/internal/format/probe"

// Calls that count, of the helper class __Counter1a2b3c4d and its method for Foo.java:
//
//	void f() {__Counter1a2b3c4d.Foo(7); ...}               an entry
//	if (a) {__Counter1a2b3c4d.Foo(8);b();}                 a single statement
//	a&&__Counter1a2b3c4d.Foo(8,true) && b                  a condition
//	long[] __r0=__Counter1a2b3c4d.Foo(7); ... Foo(__r0,8)  several counters in a body
//	catch (E e) {__Counter1a2b3c4d.Foo(8,__p0); ...}       a handler, which also counts where the exception came from
//	super(__Counter1a2b3c4d.Foo(8,0,x));                   a constructor that calls another one
//	x -> __Counter1a2b3c4d.Foo(9,()->g(x))                 a lambda body that may be void or a value: overload
//	                                                       resolution decides, as for g(x) itself
//	Runnable r = () -> {__Counter1a2b3c4d.Foo(9);g();};    one that is known to be void
//	x -> {__Counter1a2b3c4d.Foo(10);return x + 1;}         a lambda body that must be a value
//	case A -> {__Counter1a2b3c4d.Foo(11);yield 1;}         a value of a switch expression

// counter returns a new counter.
func (f *file) counter() uint32 {
	f.probes.Counters++
	return f.probes.Counters - 1
}

// count inserts a statement with a new counter, and returns the counter as a formula.
func (b *body) count(at uint32) probe.Formula {
	k := b.counter()
	b.insert(at, b.statementFor(k))
	return probe.Counter(k)
}

// row is a local variable of a body with the row of its thread (see rt). The first counter of the body returns it, so
// that the others need not find it.
//
// A part of a body, such as the body of a loop, counts in the row of the body. The struct for the part only holds the
// place of the counter of the part.
type row struct {
	name  string
	place int // reserved place of the first counter
	k     uint32
	used  bool
	base  *row // the row of the body, in which a part of the body counts; nil for the row of the body itself

	deferred bool // the counter has no place yet, see placeBefore
	passed   bool // the walk has passed a decision that comes before the counter
	gone     bool // a sum has replaced the counter
}

// enterBody puts counter k at the start of a body, where statements are allowed. The counter is the count of the body.
// The caller calls end after the walk of the body, before it walks other code.
func (b *body) enterBody(at uint32, k uint32) (end func()) {
	return b.enterRow(&row{name: "__r" + itoa(b.depth)}, at, k)
}

// enterCounted puts counter k at the start of a part of a body. The part counts in the row of the body, unless that row
// has no place yet. end is as for enterBody.
func (b *body) enterCounted(at uint32, k uint32) (end func()) {
	switch {
	case b.isDeferred() && b.row.base == nil:
		return b.enterRow(&row{name: "__r" + itoa(b.depth) + "_" + itoa(int(k))}, at, k)
	case b.row != nil && b.locals == nil:
		return b.enterRow(&row{base: b.known()}, at, k)
	}
	b.insert(at, b.statementFor(k))
	return func() {}
}

// enterRow makes r the current row until end is called. Its first counter k stands at the offset at, or later.
func (b *body) enterRow(r *row, at uint32, k uint32) (end func()) {
	outer := b.row
	r.place, r.k, r.deferred = b.reserve(at), k, true
	b.row = r
	return func() {
		b.row = outer
		switch {
		case r.gone:
			return
		case r.base != nil:
			b.put(r.place, b.statementFor(r.k))
			return
		}
		text := b.lookUp(r.k)
		if r.used {
			b.uses.Rows = true
			text = "long[] " + r.name + "=" + text
		}
		b.put(r.place, text)
	}
}

// known returns the row in which the body counts.
func (b *body) known() *row {
	if b.row.base != nil {
		return b.row.base
	}
	return b.row
}

// lookUp returns a statement that counts with counter k, and finds the row of the thread by itself.
func (f *file) lookUp(k uint32) string { return f.call + itoa(int(k)) + ");" }

// callFor returns the start of a call that counts with counter k; further arguments may follow.
func (b *body) callFor(k uint32) string {
	if b.row == nil {
		return b.call + itoa(int(k))
	}
	r := b.known()
	r.deferred = false
	r.used = true
	return b.call + r.name + "," + itoa(int(k))
}

// statementFor returns a statement that counts with counter k.
func (b *body) statementFor(k uint32) string {
	if local := b.countLocally(k); local != "" {
		return local
	}
	return b.callFor(k) + ");"
}
