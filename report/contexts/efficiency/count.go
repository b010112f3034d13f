package efficiency

import (
	"slices"

	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
)

// count adds to r the writes of the node itself, by the ways in which they escape the node. It also adds the writes
// that escaped its children, by the ways in which these escape the node. It returns the number of writes of the node
// itself.
func (a *analysis) count(r *result) (local uint64) {
	g := &a.g
	for i := range a.p.Writes {
		w := &a.p.Writes[i]
		n := positive(a.run.Completed(w.At))
		if slots, ok := a.m.multi[w.At]; ok && a.options.NativeWrites && n > 0 {
			for _, s := range slots {
				n += a.f.values.Slots[s]
			}
		}
		if n > 0 {
			local += n
			of := int32(0)
			if w.Allocates {
				of = a.made(w.At)
			}
			ways := a.ways(func() mask { return a.updated(w.Updated, a.m.formulas.Code.Instructions[w.At].Op) })
			a.addMade(r, ways, of, n)
		}
	}
	for i := range a.calls {
		if a.calls[i].count > 0 {
			local += a.countCall(r, i)
		}
	}
	for i := range a.links {
		l := &a.links[i]
		if i > 0 && a.links[i-1].child == l.child {
			continue // all links of a child follow each other
		}
		a.countChild(r, l.child, i)
	}
	for _, child := range a.back.children {
		if !slices.ContainsFunc(a.links, func(l link) bool { return l.child == child }) {
			a.countChild(r, child, len(a.links))
		}
	}
	if a.options.NativeWrites {
		for i := range a.f.made {
			made := &a.f.made[i]
			for k := range a.p.Calls {
				if c := &a.p.Calls[k]; c.At == int(made.Instruction) {
					n := made.Objects + made.Arrays
					if a.calls[k].site.to.Name == "clone" {
						n += made.Elements
					}
					local += n
					r.add(a.ways(func() mask { return g.sinks[c.Result] }), n)
				}
			}
		}
	}
	return local
}

// updated returns the ways in which a write to the objects of s escapes. op is the instruction that writes.
func (a *analysis) updated(s dataflow.Set, op classfile.Opcode) mask {
	o := a.set(s)
	if o.empty() && a.options.Unknown {
		return global // something that is not followed
	}
	if a.options.Aliases {
		o = a.writable(o, op)
	}
	return a.escaping(o)
}

// countCall counts the writes of a call that has no node. It records effects that cannot be counted with 0 writes.
func (a *analysis) countCall(r *result, i int) (local uint64) {
	c, call, g := &a.calls[i], &a.p.Calls[i], &a.g
	switch s := c.site; {
	case s.special == arraycopy:
		a.countCopy(r, c, call)
	case s.special == arrayClone && a.options.NativeWrites:
		local = positive(a.run.Completed(call.At))
		if s.basic >= 0 {
			r.cost += a.options.CloneCost * a.f.values.Slots[s.basic]
			local += a.f.values.Slots[s.basic]
		}
		r.add(a.ways(func() mask { return g.sinks[call.Result] }), local)
	case c.foreign && a.options.Unknown:
		e := &s.effect
		if e.out != 0 {
			r.add(e.out, 0)
		}
		if a.isGlobal(c) {
			r.add(global, 0)
		}
		if e.stores && a.options.NativeWrites {
			local = a.stored(r, c, call)
		}
		for k, arg := range call.Args {
			if !(e.fills && k >= e.first || e.writes && k == e.first) {
				continue
			}
			if m := a.ways(func() mask { return a.escaping(a.set(arg)) }); m != 0 {
				r.add(m, 0)
			}
		}
	}
	return local
}

// stored counts a call of code without a context that stores one value each time. It is a write to the object that the
// call gets, or to a static field or memory outside of all objects.
func (a *analysis) stored(r *result, c *called, call *dataflow.Call) uint64 {
	n := a.run.Completed(call.At)
	if c.linked { // the others have contexts
		b := &a.bySig[c.site.number]
		n = min(n, b.called-b.invoked)
	}
	m := global
	if first := c.site.effect.first; !c.site.effect.global && first < len(call.Args) {
		m = a.ways(func() mask { return a.updated(call.Args[first], 0) })
	}
	r.add(m, positive(n))
	return positive(n)
}

// countCopy counts a call of System.arraycopy like a child, though it has no node.
func (a *analysis) countCopy(r *result, c *called, call *dataflow.Call) {
	n := uint64(0)
	for _, slot := range []int{c.site.basic, c.site.refs} {
		if slot >= 0 {
			n += a.f.values.Slots[slot]
		}
	}
	m := &result{calls: uint64(c.count), cost: a.options.ArraycopyCost * n, writes: n}
	if n > 0 {
		m.records = append(a.copied[:0], record{operand(1), 0, n})
		a.copied = m.records
	}
	r.cost += m.cost
	a.copiedCost, a.copiedWrites = a.copiedCost+m.cost, a.copiedWrites+n
	r.writes += n
	for _, slot := range []int{c.site.basic, c.site.refs} {
		op := classfile.AAStore
		if slot == c.site.basic {
			op = classfile.IAStore
		}
		if slot >= 0 && a.f.values.Slots[slot] > 0 {
			r.add(a.ways(func() mask { return a.updated(call.Args[1], op) }), a.f.values.Slots[slot])
		}
	}
	if !a.f.counted {
		return
	}
	numbers := a.numbers(m, n, 0, false)
	numbers.Exclusive = m.cost
	a.sum(a.copying, &numbers, false)
}

// countChild counts again the writes that escaped a child, by the ways in which they escape the node. first is the
// index of the first link of the child.
func (a *analysis) countChild(r *result, child int32, first int) {
	c := &a.f.children[child]
	for _, rec := range c.records {
		a.addMade(r, a.ways(func() mask { return a.passed(rec.mask, child, first) }), rec.of, rec.count)
	}
}

// passed returns the ways in which writes escape the node. They escape a child in the ways of. first is as in
// countChild.
func (a *analysis) passed(of mask, child int32, first int) mask {
	m := of & final
	called := false
	for i := first; i < len(a.links) && a.links[i].child == child; i++ {
		l := &a.links[i]
		m |= a.translated(of, l, &a.p.Calls[l.call], &a.f.children[child])
		called = called || l.captured < 0
	}
	if !called && a.options.Unknown && of&^final != 0 {
		captured := mask(0) // operands of the child that are known, because the node made the lambda
		if first < len(a.links) && a.links[first].child == child && !a.elsewhere(&a.calls[a.links[first].call]) {
			captured = operand(a.links[first].captured) - operand0
		}
		if of&^final&^captured != 0 {
			m |= a.back.mask
		}
	}
	return m
}

// elsewhere reports whether another method than the node gave code without a context a lambda of the type that the call
// made returns. Then the child may be the body of a lambda of another activation, with the objects that this activation
// has captured.
func (a *analysis) elsewhere(made *called) bool {
	for i := range a.calls {
		c := &a.calls[i]
		if !c.foreign {
			continue
		}
		receiver := ""
		if c.site.op != classfile.InvokeStatic {
			receiver = "L" + c.site.to.Class + ";"
		}
		types, _ := dataflow.Parameters(c.site.to.Descriptor, receiver)
		for k, arg := range a.p.Calls[i].Args {
			if k >= len(types) || types[k] != made.site.result {
				continue
			}
			for j, l := range a.set(arg) {
				if l != 0 && !a.isMade(int32(j)) {
					return true
				}
			}
		}
	}
	return false
}

// isMade reports whether an invokedynamic of the node made the object of an origin.
func (a *analysis) isMade(origin int32) bool {
	for i := range a.calls {
		if a.p.Calls[i].Result == origin {
			return a.calls[i].site.special == dynamic
		}
	}
	return false
}

// translated returns the ways in which writes escape the node. The writes escape a child in the ways m, and the call of
// l has called the child.
func (a *analysis) translated(m mask, l *link, call *dataflow.Call, child *result) mask {
	to := mask(0)
	if m&operands != 0 {
		for i, arg := range call.Args {
			if at := levelsOf(m, i); at != 0 && l.given(i) {
				o := a.none(&a.two)
				a.at(o, arg, at)
				to |= a.escaping(o)
			}
		}
	}
	if l.captured < 0 && (m&returned != 0 && child.returns&returned != 0 ||
		m&thrown != 0 && child.throws&returned != 0) {
		to |= a.g.sinks[call.Result]
	}
	return to
}

// export sets in r what the parent needs: the objects that the method may have returned and thrown, and the ways in
// which operands, fresh objects and global ones escape.
func (a *analysis) export(r *result) {
	fresh := mask(0)
	leaves := func(o objects) (m mask) {
		for i, l := range o {
			if l == 0 {
				continue
			}
			switch from := a.p.Origins[i]; {
			case from.Kind == dataflow.Global:
				m |= global
			case from.Kind == dataflow.Operand && l&anywhere == 0, from.Kind == dataflow.Operand && !a.options.Aliases:
				m |= operand(from.At)
			case from.Kind == dataflow.Operand:
				m |= operand(from.At) * mask(l&anywhere)
			default:
				m |= returned
				fresh |= a.g.sinks[i]
			}
		}
		return m
	}
	for _, e := range a.p.Returns {
		if a.run.Instruction(e.At) > 0 {
			r.returns |= leaves(a.set(e.Of))
		}
	}
	if a.m.boxes && a.options.Aliases {
		r.returns &^= global // as of a cache: nothing can be written to it, and it holds nothing
	}
	a.eachThrown(func(o objects) { r.throws |= leaves(o) })
	if to := fresh &^ (returned | thrown); to != 0 {
		r.reach = append(r.reach, reach{fromFresh, to})
	}
	if to := a.holdsGlobal() & (operands | returned | thrown); to != 0 {
		r.reach = append(r.reach, reach{fromGlobal, to})
	}
	for i, o := range a.p.Origins {
		if o.Kind == dataflow.Operand {
			if to := a.g.sinks[i] &^ operand(o.At); to != 0 {
				r.reach = append(r.reach, reach{o.At, to})
			}
		}
	}
}
