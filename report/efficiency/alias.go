package efficiency

import (
	"jprof/internal/classfile"
	"jprof/internal/origins"
)

// contents are what was put into each object. What is read from an object may be something that was put into it in this
// context, so a write to it is one to that as well. Contents and origins depend on each other: resolve repeats until
// nothing changes.
type contents struct {
	any    bool     // there are some
	put    []levels // a row for each origin: places that were put into it
	inside []levels // the same, and those that were put into what is read from it
	open   []int32
	seen   []bool
}

// begin makes room for n origins, when something is put for the first time: most nodes put nothing.
func (c *contents) begin(n int) {
	c.any = true
	c.put, c.inside = cleared(c.put, n*n), cleared(c.inside, n*n)
	c.seen = cleared(c.seen, n)
}

// contain notes that places were put into others, and reports whether that is new.
func (a *analysis) contain(what, into objects) bool {
	changed := false
	n := a.g.n
	for i, l := range into {
		if l&anywhere == 0 {
			continue
		}
		for j, m := range what {
			if m &= anywhere; m == 0 || i == j && l&m&self != 0 {
				continue
			}
			if !a.in.any {
				a.in.begin(n)
			}
			if at := i*n + j; m&^a.in.inside[at] != 0 || l&self != 0 && m&^a.in.put[at] != 0 {
				changed = true
				a.in.inside[at] |= m
				if l&self != 0 {
					a.in.put[at] |= m
				}
			}
		}
	}
	return changed
}

// compose adds what is at a level of places of an origin.
func (a *analysis) compose(to objects, origin int32, at levels, level origins.Level) bool {
	if level == origins.Self {
		return to.add(origin, at)
	}
	if level == origins.Immutable {
		return to.add(origin, 1<<origins.Immutable)
	}
	changed := false
	if at&self != 0 {
		changed = a.read(to, origin, level)
	}
	if at&(within|deep) != 0 {
		changed = a.read(to, origin, origins.Deep) || changed
	}
	if at.has(origins.Immutable) {
		changed = to.add(origin, 1<<origins.Immutable) || changed
	}
	return changed
}

// read adds what is read from an object itself at a level, or deeper: the place, and what may be there.
func (a *analysis) read(to objects, origin int32, level origins.Level) bool {
	changed := to.add(origin, 1<<level)
	if !a.in.any {
		return changed
	}
	n := int32(a.g.n)
	if level != origins.Deep {
		for j, l := range a.in.put[origin*n : (origin+1)*n] {
			if l&self != 0 && a.kinds[j].has(level) {
				changed = to.add(int32(j), self) || changed
			}
			if l.has(level) {
				changed = to.add(int32(j), 1<<level) || changed
			}
			if l&deep != 0 {
				changed = to.add(int32(j), deep) || changed
			}
		}
		return changed
	}
	a.in.open = append(a.in.open[:0], origin)
	clear(a.in.seen)
	a.in.seen[origin] = true
	for len(a.in.open) > 0 {
		o := a.in.open[len(a.in.open)-1]
		a.in.open = a.in.open[:len(a.in.open)-1]
		for j, l := range a.in.inside[o*n : (o+1)*n] {
			if l == 0 {
				continue
			}
			if !a.in.seen[j] {
				a.in.seen[j] = true
				a.in.open = append(a.in.open, int32(j))
			}
			if l&self != 0 && o != origin { // something that was put into the object itself is not deep in it
				changed = to.add(int32(j), self) || changed
			}
			changed = to.add(int32(j), within|deep) || changed
		}
	}
	return changed
}

// kindsOf are the levels that each origin itself would have if it was read from another object: what can be written to
// it.
func (a *analysis) kindsOf() {
	a.kinds = cleared(a.kinds, len(a.p.Origins))
	for i, o := range a.p.Origins {
		k := within
		switch o.Kind {
		case origins.Operand:
			k = levelsFor(a.p.Operands[o.At])
		case origins.Local:
			switch n := a.m.formulas.Code.Instructions[o.At]; n.Op {
			case classfile.New:
				k = 1 << origins.Fields
			case classfile.NewArray:
				k = 1 << origins.Basics
			case classfile.ANewArray:
				k = 1 << origins.Refs
			}
		case origins.Result:
			k = levelsFor(a.m.sites[a.m.siteAt[o.At]].result)
		}
		a.kinds[i] = k
	}
}

// levelsFor are the levels of a type.
func levelsFor(descriptor string) levels {
	l := levels(0)
	for _, level := range origins.Levels(descriptor) {
		l |= 1 << level
	}
	return l
}

// writable are those places of a set that an instruction can write to; all of them where that is none.
func (a *analysis) writable(o objects, op classfile.Opcode) objects {
	level := origins.Fields
	switch {
	case op == classfile.AAStore:
		level = origins.Refs
	case op.IsArrayStore():
		level = origins.Basics
	case op != classfile.PutField:
		return o
	}
	to := objects(cleared(a.two, a.g.n))
	a.two = to
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

// escaping is how a write to places escapes.
func (a *analysis) escaping(o objects) mask {
	m := mask(0)
	for i, l := range o {
		if l == 0 {
			continue
		}
		m |= a.g.sinks[i]
		if from := &a.p.Origins[i]; from.Kind == origins.Operand && a.options.Aliases {
			m |= operand(from.At) * mask(l&anywhere)
		}
	}
	return m
}

// holdsGlobal is how objects escape into which something global was put that can be written to.
func (a *analysis) holdsGlobal() mask {
	m := mask(0)
	if a.in.any {
		for i := range a.p.Origins {
			if i > 0 && a.in.inside[i*a.g.n] != 0 {
				m |= a.g.sinks[i]
			}
		}
	}
	return m
}
