package efficiency

import (
	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
)

// update makes the object update graph of the node.
func (a *analysis) update() {
	g, p := &a.g, a.p
	for i, o := range p.Origins {
		switch o.Kind {
		case dataflow.Global:
			g.sinks[i] |= global
		case dataflow.Operand:
			g.sinks[i] |= operand(o.At)
			if o.At > 0 || a.static() {
				g.sinks[i] |= a.sink()
			}
		}
	}
	a.eachPut(a.put)
	for i := range a.calls {
		c := &a.calls[i]
		if !c.foreign {
			continue
		}
		out := a.outputOf(&p.Calls[i], c.site)
		for k, arg := range p.Calls[i].Args {
			if k > 0 || c.site.op == classfile.InvokeStatic {
				g.escape(a.set(arg), out)
			}
			if a.isGlobal(c) {
				g.escape(a.set(arg), global)
			}
		}
	}
	for i := range a.links {
		l := &a.links[i]
		for _, e := range a.f.children[l.child].reach {
			if what := a.reaching(l, e.operand); what != nil {
				g.escape(what, e.to&final)
			}
		}
	}
	a.escapeBack()
	a.exits()
	g.close()
	a.back.mask = a.escaping(a.back.objects)
	if a.back.global {
		a.back.mask |= global
	}
}

// put adds to the graph that objects were put into others. An object inside of an operand may be shared by other
// objects, as after a clone. So for the caller, what was put into it escapes into the operand.
func (a *analysis) put(what, into objects) {
	a.g.put(what, into)
	if !a.options.Aliases {
		return
	}
	m := mask(0)
	for i, l := range into {
		if from := &a.p.Origins[i]; l&(within|deep) != 0 && from.Kind == dataflow.Operand {
			m |= operand(from.At) * mask(l&(within|deep))
		}
	}
	a.g.escape(what, m)
}

func (a *analysis) static() bool { return a.m.formulas.Method.Access&classfile.Static != 0 }

// eachPut calls use for each put of objects into others, by the node itself, by code without a context, and by
// children.
func (a *analysis) eachPut(use func(what, into objects)) {
	for i := range a.p.Writes {
		w := &a.p.Writes[i]
		if w.Put != 0 && a.run.Completed(w.At) > 0 {
			use(a.set(w.Put), a.set(w.Updated))
		}
	}
	for i := range a.calls {
		if a.calls[i].count > 0 {
			a.putByCall(i, use)
		}
	}
	for i := range a.links {
		l := &a.links[i]
		for _, e := range a.f.children[l.child].reach {
			a.putByChild(l, e, use)
		}
	}
	b := &a.back
	for _, child := range b.children {
		for _, e := range a.f.children[child].reach {
			if e.to&operands != 0 && a.options.Unknown {
				use(b.objects, b.objects)
				break
			}
		}
	}
}

// putByCall does the work of eachPut for a call of code without a context.
func (a *analysis) putByCall(i int, use func(what, into objects)) {
	c, call := &a.calls[i], &a.p.Calls[i]
	switch s := c.site; {
	case s.special == dynamic && a.options.Unknown:
		for _, arg := range call.Args {
			use(a.set(arg), a.fresh(call))
		}
	case s.special == arraycopy && a.options.ReferenceCopies && s.refs >= 0 && a.f.values.Slots[s.refs] > 0:
		use(a.held(call.Args[0]), a.set(call.Args[1]))
	case s.special == arrayClone && a.options.ReferenceCopies && hasReferences(s.to.Class):
		use(a.held(call.Args[0]), a.fresh(call))
	case c.foreign && a.options.Unknown:
		for k, arg := range call.Args {
			o := a.set(arg)
			if first := s.effect.first; s.effect.keeps && k > first {
				use(o, a.set(call.Args[first]))
			}
			a.back.objects.join(o)
		}
		if s.effect.copies && a.options.ReferenceCopies && len(call.Args) > 0 {
			use(a.held(call.Args[0]), a.fresh(call))
		}
		a.back.objects.join(a.fresh(call))
		a.back.objects.join(a.origin(call.Result))
	}
}

// held returns the objects inside of those of a set. A copy of an array holds the same ones.
func (a *analysis) held(s dataflow.Set) objects {
	o := a.none(&a.three)
	a.at(o, s, within)
	return o
}

// fresh returns the fresh objects in the result of a call.
func (a *analysis) fresh(c *dataflow.Call) objects {
	o := a.none(&a.one)
	o.add(c.Result, self)
	return o
}

// reaching returns the objects of the node that a child knows as an operand, or as its fresh objects. It returns nil if
// the call of l does not pass them: other code has called the child.
func (a *analysis) reaching(l *link, what int) objects {
	c := &a.p.Calls[l.call]
	switch {
	case what >= 0 && what < len(c.Args) && l.given(what):
		return a.set(c.Args[what])
	case what == fromFresh && l.captured < 0:
		return a.fresh(c)
	}
	return nil
}

// putByChild does the work of eachPut for an edge of a child. The child may have put the operand, or an object inside
// of it.
func (a *analysis) putByChild(l *link, e reach, use func(what, into objects)) {
	c, child := &a.p.Calls[l.call], &a.f.children[l.child]
	what := a.none(&a.three)
	if e.operand == fromGlobal {
		what.add(0, within|deep)
	} else if o := a.reaching(l, e.operand); o != nil {
		for i, at := range o {
			switch {
			case at&anywhere == 0:
				what[i] = at
			case at&self != 0:
				what[i] = at | anywhere
			default:
				what[i] = at | deep
			}
		}
	}
	if what.empty() {
		return
	}
	for i, arg := range c.Args {
		at := levelsOf(e.to, i)
		if at == 0 || !l.given(i) {
			continue
		}
		into := a.set(arg)
		if at&^self != 0 && a.options.Aliases {
			into = a.none(&a.two)
			a.at(into, arg, at|self)
		}
		use(what, into)
	}
	fresh := e.to&returned != 0 && child.returns&returned != 0 || e.to&thrown != 0 && child.throws&returned != 0
	if e.operand != fromFresh && fresh && l.captured < 0 {
		use(what, a.fresh(c))
	}
}

// escapeBack adds the ways in which children let objects escape that they got from code without a context.
func (a *analysis) escapeBack() {
	if !a.options.Unknown || len(a.back.children) == 0 {
		return
	}
	b := &a.back
	any := false
	for i := range a.calls {
		any = any || a.calls[i].foreign
	}
	b.global = b.global || !any // nothing here has called it
	for _, child := range b.children {
		for _, e := range a.f.children[child].reach {
			a.g.escape(b.objects, e.to&final)
			if e.to&operands != 0 && b.global {
				a.g.escape(b.objects, global)
			}
		}
	}
}

// throws reports whether an exception may have left the method.
func (a *analysis) throws() bool {
	ended := uint64(0)
	for _, i := range a.m.returns {
		ended += positive(a.run.Instruction(i))
	}
	return a.options.Thrown && ended < a.f.values.Calls
}

// exits adds to the graph that objects were returned or thrown.
func (a *analysis) exits() {
	for _, e := range a.p.Returns {
		if a.run.Instruction(e.At) > 0 {
			a.g.escape(a.set(e.Of), returned)
		}
	}
	a.eachThrown(func(o objects) { a.g.escape(o, thrown) })
}

// eachThrown calls use with the objects that may have left the method as an exception.
func (a *analysis) eachThrown(use func(objects)) {
	if !a.threw {
		return
	}
	for _, e := range a.p.Throws {
		if a.run.Instruction(e.At) > 0 {
			use(a.set(e.Of))
		}
	}
	for i := range a.links {
		l := &a.links[i]
		if m := a.f.children[l.child].throws; m != 0 && l.captured < 0 {
			o := a.none(&a.two)
			a.receive(o, l, &a.p.Calls[l.call], m)
			use(o)
		}
	}
	for _, child := range a.back.children {
		if a.f.children[child].throws != 0 && a.options.Unknown {
			use(a.back.objects)
		}
	}
}
