package instrument

import "jprof/internal/format/probe"

// Calls that count, of the helper class __Counter1a2b3c4d and its method for Foo.java:
//
//	void f() {__Counter1a2b3c4d.Foo(7); ...}               an entry
//	if (a) {__Counter1a2b3c4d.Foo(8);b();}                 a single statement
//	a&&__Counter1a2b3c4d.Foo(8,true) && b                  a condition
//	long[] __r0=__Counter1a2b3c4d.Foo(7); ... Foo(__r0,8)  several counters in a body
//	long[] __r0=__Counter1a2b3c4d.Foo(); ... Foo(__r0,8)   the same, none of them at its start
//	catch (E e) {__Counter1a2b3c4d.Foo(8,__p0); ...}       a handler, which also counts where the exception came from
//	super(__Counter1a2b3c4d.__pass(C.Foo(8),x));           a constructor that calls another one
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
// that the others need not find it. If that counter does not stand at the start of the body, a call that counts nothing
// returns the row there. So HotSpot compiles the search for the row once, and not for each way through the body.
//
// A part of a body, such as the body of a loop, counts in the row of the body. The struct for the part only holds the
// place of the counter of the part.
type row struct {
	name  string
	start int // reserved place of the variable
	place int // reserved place of the first counter
	k     uint32
	used  bool
	base  *row // the row of the body, in which a part of the body counts; nil for the row of the body itself

	deferred bool // the counter has no place yet, see placeBefore
	passed   bool // the walk has passed a decision that comes before the counter
	gone     bool // a sum has replaced the counter
}

// ofBody returns the row of the body.
func (r *row) ofBody() *row {
	if r.base != nil {
		return r.base
	}
	return r
}

// enterBody puts counter k at the start of a body, where statements are allowed. The counter is the count of the body.
// The caller calls end after the walk of the body, before it walks other code.
func (b *body) enterBody(at uint32, k uint32) (end func()) {
	return b.enterRow(&row{name: "__r" + itoa(b.depth)}, at, k)
}

// enterCounted puts counter k at the start of a part of a body. The part counts in the row of the body. end is as for
// enterBody.
func (b *body) enterCounted(at uint32, k uint32) (end func()) {
	if b.row != nil && b.locals == nil {
		return b.enterRow(&row{base: b.row.ofBody()}, at, k)
	}
	b.insert(at, b.statementFor(k))
	return func() {}
}

// enterRow makes r the current row until end is called. Its first counter k stands at the offset at, or later.
func (b *body) enterRow(r *row, at uint32, k uint32) (end func()) {
	outer := b.row
	r.start = b.reserve(at)
	r.place, r.k, r.deferred = r.start, k, true
	b.row = r
	return func() {
		b.row = outer
		if r.base == nil {
			b.declare(r)
		}
		if !r.gone && (r.base != nil || r.place != r.start) {
			b.put(r.place, b.callWith(r, r.k)+");")
		}
	}
}

// declare puts the variable of a row at the start of its body, with the counter of the body if that stands there.
func (b *body) declare(r *row) {
	text := b.lookUp(r.k)
	if r.gone || r.place != r.start {
		text, r.used = b.call+");", true
		b.uses.Finds = true
	}
	if r.used {
		b.uses.Rows = true
		text = "long[] " + r.name + "=" + text
	}
	b.put(r.start, text)
}

// lookUp returns a statement that counts with counter k, and finds the row of the thread by itself.
func (f *file) lookUp(k uint32) string { return f.call + itoa(int(k)) + ");" }

// callFor returns the start of a call that counts with counter k; further arguments may follow.
func (b *body) callFor(k uint32) string {
	if b.row == nil {
		return b.call + itoa(int(k))
	}
	return b.callWith(b.row, k)
}

// callWith returns the start of a call that counts in a row with counter k.
func (b *body) callWith(r *row, k uint32) string {
	r = r.ofBody()
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
