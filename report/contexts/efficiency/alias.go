package efficiency

import (
	"math/bits"

	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
)

// contents maps each object to the objects that were put into it. An object read from another one may be one that was
// put there in this context, so a write to it is one to that as well. Contents and origins depend on each other:
// resolve repeats until nothing changes. The methods of generated parsers have a thousand origins and more, so all of
// this is rows of bits.
type contents struct {
	any    bool                    // something was put
	words  int                     // of a row
	put    [dataflow.Immutable]row // by level: rows by origin, of origins of which this level was put into it
	inside row                     // the same at any level, and those put into what is read from it
	whole  row                     // those of inside that were put there themselves
	kinds  [dataflow.Immutable]row // one row for each level: see kindsOf
	what   [dataflow.Immutable]row // one row for each level, of the objects to put somewhere
	all    row                     // those of the row what at any level

	found  [dataflow.Immutable]row // one row for each level: what was read, and is not yet in a set of objects
	below  row                     // the same, at all levels but the object itself
	unsaid bool                    // found or below has something

	known     []bool // by origin: its rows of reached and reachable are computed
	reachable row    // rows by origin: inside, and inside of what is inside
	reached   row    // those of reachable that were put there themselves
	open      []int32
	seen      row
}

// row is a set of origins, 64 in each word, or several such sets.
type row []uint64

// begin makes room for n origins. It is called when something is put for the first time, because most nodes put
// nothing.
func (c *contents) begin(n int, kinds []levels) {
	c.any, c.words, c.unsaid = true, wordsOf(n), false
	for l := range c.put {
		c.put[l] = cleared(c.put[l], n*c.words)
		c.found[l], c.what[l] = cleared(c.found[l], c.words), cleared(c.what[l], c.words)
		c.kinds[l] = cleared(c.kinds[l], c.words)
		for i, k := range kinds {
			if k.has(dataflow.Level(l)) {
				c.kinds[l].add(i)
			}
		}
	}
	c.inside, c.whole = cleared(c.inside, n*c.words), cleared(c.whole, n*c.words)
	c.reachable, c.reached = resized(c.reachable, n*c.words), resized(c.reached, n*c.words)
	c.below, c.all, c.seen = cleared(c.below, c.words), cleared(c.all, c.words), resized(c.seen, c.words)
	c.known = cleared(c.known, n)
}

// of returns the row of an origin.
func (c *contents) of(rows row, origin int32) row {
	return rows[int(origin)*c.words : int(origin+1)*c.words]
}

// contain records that the places of what were put into those of into, and reports whether that is new.
func (a *analysis) contain(what, into objects) bool {
	c, ready, changed := &a.in, false, false
	for i, l := range into {
		if l&anywhere == 0 {
			continue
		}
		if !ready {
			if !c.any {
				c.begin(a.g.n, a.kinds)
			}
			c.read(what)
			ready = true
		}
		origin := int32(i)
		own := l&what[i]&self != 0 // an object itself is not put into itself
		changed = c.join(c.inside, c.all, origin, own) || changed
		changed = c.join(c.whole, c.what[dataflow.Self], origin, own) || changed
		for level := range c.put {
			if l&self != 0 {
				changed = c.join(c.put[level], c.what[level], origin, own) || changed
			}
		}
	}
	return changed
}

// read fills the rows what and all with places that are to be put somewhere.
func (c *contents) read(what objects) {
	clear(c.all)
	for level := range c.what {
		clear(c.what[level])
	}
	for i, l := range what {
		if l&anywhere == 0 {
			continue
		}
		c.all.add(i)
		for level := range c.what {
			if l.has(dataflow.Level(level)) {
				c.what[level].add(i)
			}
		}
	}
}

// join adds the origins in what to the row of an origin, and reports whether any is new. If own is set, it does not add
// the origin to its own row.
func (c *contents) join(rows, what row, origin int32, own bool) bool {
	to, changed := c.of(rows, origin), false
	for w, m := range what {
		if own && w == int(origin>>6) {
			m &^= 1 << (origin & 63)
		}
		if m&^to[w] != 0 {
			to[w] |= m
			changed = true
		}
	}
	return changed
}

// compose adds to a set what is read, at a level, from the places at of an origin. Objects that were put there are left
// to deliver.
func (a *analysis) compose(to objects, origin int32, at levels, level dataflow.Level) bool {
	if level == dataflow.Self {
		return to.add(origin, at)
	}
	if level == dataflow.Immutable {
		return to.add(origin, 1<<dataflow.Immutable)
	}
	changed := false
	if at&self != 0 {
		changed = a.read(to, origin, level)
	}
	if at&(within|deep) != 0 {
		changed = a.read(to, origin, dataflow.Deep) || changed
	}
	if at.has(dataflow.Immutable) {
		changed = to.add(origin, 1<<dataflow.Immutable) || changed
	}
	return changed
}

// read adds to a set the place that is read, at a level, from an object itself. Objects that were put there are left to
// deliver.
func (a *analysis) read(to objects, origin int32, level dataflow.Level) bool {
	changed := to.add(origin, 1<<level)
	c := &a.in
	if !c.any {
		return changed
	}
	c.unsaid = true
	if level == dataflow.Deep {
		c.reach(origin)
		c.below.join(c.of(c.reachable, origin))
		c.found[dataflow.Self].join(c.of(c.reached, origin))
		return changed
	}
	for w, m := range c.of(c.put[dataflow.Self], origin) {
		c.found[dataflow.Self][w] |= m & c.kinds[level][w]
	}
	c.found[level].join(c.of(c.put[level], origin))
	c.found[dataflow.Deep].join(c.of(c.put[dataflow.Deep], origin))
	return changed
}

// reach computes what is inside of an object, at any depth. It holds until something else is put anywhere; resolve
// discards it then.
func (c *contents) reach(origin int32) {
	if c.known[origin] {
		return
	}
	c.known[origin] = true
	reachable, reached := c.of(c.reachable, origin), c.of(c.reached, origin)
	clear(reachable)
	clear(reached)
	clear(c.seen)
	c.seen.add(int(origin))
	c.open = append(c.open[:0], origin)
	for len(c.open) > 0 {
		o := c.open[len(c.open)-1]
		c.open = c.open[:len(c.open)-1]
		if o != origin { // something that was put into the object itself is not deep in it
			reached.join(c.of(c.whole, o))
		}
		inside := c.of(c.inside, o)
		reachable.join(inside)
		for w, m := range inside {
			more := m &^ c.seen[w]
			c.seen[w] |= more
			for ; more != 0; more &= more - 1 {
				c.open = append(c.open, int32(w<<6+bits.TrailingZeros64(more)))
			}
		}
	}
}

// deliver adds to a set the objects that read has found, and reports whether any is new.
func (c *contents) deliver(to objects) bool {
	if !c.unsaid {
		return false
	}
	c.unsaid = false
	changed := to.addAll(c.below, within|deep)
	clear(c.below)
	for level := range c.found {
		changed = to.addAll(c.found[level], 1<<level) || changed
		clear(c.found[level])
	}
	return changed
}

func wordsOf(n int) int { return (n + 63) >> 6 }

func (r row) add(i int) { r[i>>6] |= 1 << (i & 63) }

func (r row) empty() bool {
	for _, m := range r {
		if m != 0 {
			return false
		}
	}
	return true
}

func (r row) join(other row) {
	for w, m := range other {
		r[w] |= m
	}
}

// kindsOf sets a.kinds: the levels that each origin would have if it was read from another object. They depend on its
// type, and so on what can be written to it: fields, references, or elements of basic types.
func (a *analysis) kindsOf() {
	a.kinds = cleared(a.kinds, len(a.p.Origins))
	for i, o := range a.p.Origins {
		k := within
		switch o.Kind {
		case dataflow.Operand:
			k = levelsFor(a.p.Operands[o.At])
		case dataflow.Local:
			switch n := a.m.formulas.Code.Instructions[o.At]; n.Op {
			case classfile.New:
				k = 1 << dataflow.Fields
			case classfile.NewArray:
				k = 1 << dataflow.Basics
			case classfile.ANewArray:
				k = 1 << dataflow.Refs
			}
		case dataflow.Result:
			k = levelsFor(a.m.sites[a.m.siteAt[o.At]].result)
		}
		a.kinds[i] = k
	}
}

// levelsFor returns the levels of a type.
func levelsFor(descriptor string) levels {
	l := levels(0)
	for _, level := range dataflow.Levels(descriptor) {
		l |= 1 << level
	}
	return l
}

// writable returns the places of o that an instruction can write to, or all of o if there are none.
func (a *analysis) writable(o objects, op classfile.Opcode) objects {
	level := dataflow.Fields
	switch {
	case op == classfile.AAStore:
		level = dataflow.Refs
	case op.IsArrayStore():
		level = dataflow.Basics
	case op != classfile.PutField:
		return o
	}
	to := a.none(&a.two)
	for i, l := range o {
		if !a.kinds[i].has(level) {
			l &^= self
		}
		to[i] = l & (self | deep | 1<<level)
	}
	if to.empty() {
		return o
	}
	return to
}

// escaping returns the ways in which a write to the places of o escapes.
func (a *analysis) escaping(o objects) mask {
	m := mask(0)
	for i, l := range o {
		if l == 0 {
			continue
		}
		m |= a.g.sinks[i]
		if from := &a.p.Origins[i]; from.Kind == dataflow.Operand && a.options.Aliases {
			m |= operand(from.At) * mask(l&anywhere)
		}
	}
	return m
}

// holdsGlobal returns the ways in which those objects escape that contain something global and writable.
func (a *analysis) holdsGlobal() mask {
	m := mask(0)
	if a.in.any {
		for i := range a.p.Origins {
			if i > 0 && a.in.of(a.in.inside, int32(i))[0]&1 != 0 {
				m |= a.g.sinks[i]
			}
		}
	}
	return m
}
