package efficiency

import (
	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
	"jprof/internal/java/flow"
)

// scratch is the memory of the node that is evaluated. The next node uses it again.
type scratch struct {
	run    flow.Run
	key    []byte
	g      graph
	p      *codeFlow
	m      *method
	f      *frame
	calls  []called
	links  []link
	from   []levels // row by origin: the places that it may be
	sets   []levels // row by set of the data flow: its places, valid if done
	done   []bool
	kinds  []levels // by origin: see kindsOf
	in     contents
	one    []levels
	two    []levels
	three  []levels
	bySig  []balance // by site.number
	back   callbacks
	threw  bool
	copied []record
	memo   memo

	copiedCost   uint64 // of calls of System.arraycopy by the node, also the next field
	copiedWrites uint64
}

// called describes a call in the data flow of the node.
type called struct {
	count   int64 // executions of the instruction
	site    *site
	linked  bool // it has called a child
	foreign bool // it has called a method that has no context
}

// balance compares two numbers for methods of one name and descriptor: the executions of calls in the node, and the
// invocations of the children that these called. If the first number is larger, some of the callees have no context.
type balance struct{ called, invoked int64 }

// callbacks describes the children that no call of the method has called. Code without a context called them.
type callbacks struct {
	children []int32
	invoked  uint64
	objects  objects // objects that the node gave to such code
	global   bool    // such code may have got any object
	mask     mask    // ways in which objects escape
}

// node evaluates a node whose subtree has ended.
func (a *analysis) node(f *frame, r *result) {
	m := &a.methods[f.method]
	r.method, r.site, r.calls = f.method, f.site, f.values.Calls
	for i := range f.children {
		c := &f.children[i]
		r.cost += c.cost
		r.writes += c.writes
		r.missed += c.missed
	}
	missedBelow, costBelow, local := r.missed, r.cost, uint64(0)
	a.copiedCost, a.copiedWrites = 0, 0
	clear(a.making.here)
	a.f, a.m, a.p, a.threw = f, m, nil, false
	if m.formulas != nil {
		contrary := !m.formulas.Evaluate(&f.values, &a.run)
		if contrary {
			a.out.Contrary++
		}
		a.p = a.pattern(m, contrary)
	}
	if a.p == nil {
		a.opaque(r)
	} else {
		r.cost += positive(m.formulas.Bytecodes.Of(&f.values))
		a.link()
		a.threw = a.throws()
		if !a.recall() {
			a.resolve()
			a.update()
		}
		local = a.count(r)
		if !a.repeat(r) {
			a.export(r)
		}
	}
	if m.declared {
		r.add(m.output, 0)
	}
	a.keep(r)
	r.writes += local
	a.finish(f, r, local, r.missed-missedBelow, r.cost-costBelow-a.copiedCost)
}

// opaque evaluates a node without known code. With the option Unknown, each object that it gets or returns may be
// global.
func (a *analysis) opaque(r *result) {
	also := mask(0)
	if a.options.Unknown {
		also = global
	}
	for i := range a.f.children {
		for _, rec := range a.f.children[i].records {
			r.add(rec.mask&final|also, rec.count)
		}
	}
	if !a.options.Unknown {
		return
	}
	r.add(global, 0)
	r.returns, r.throws = global, global
	receiver := "L"
	if h := &a.head.Methods[a.f.method]; h.Access&classfile.Static != 0 {
		receiver = ""
	}
	list, _ := dataflow.Parameters(a.m.sums.Descriptor, receiver)
	for i := range list {
		r.reach = append(r.reach, reach{i, global})
	}
}

// none returns a set without places, in the given memory.
func (a *analysis) none(memory *[]levels) objects {
	*memory = cleared(*memory, a.g.n)
	return *memory
}

// origin returns the set of places that origin i may be.
func (a *analysis) origin(i int32) objects { return a.from[int(i)*a.g.n : int(i+1)*a.g.n] }

// joinSet adds the places of the data-flow set s to another set, as far as they are known. It reports whether any is
// new.
func (a *analysis) joinSet(to objects, s dataflow.Set) bool {
	changed := false
	for _, p := range a.p.Sets[s] {
		o := p.Origin()
		switch a.p.Origins[o].Kind {
		case dataflow.Result, dataflow.Caught:
			for i, at := range a.origin(o) {
				if at != 0 {
					changed = a.compose(to, int32(i), at, p.Level()) || changed
				}
			}
		default:
			changed = a.compose(to, o, self, p.Level()) || changed
		}
	}
	return a.in.deliver(to) || changed
}

// set returns the places of the data-flow set s. It computes them again only after done was cleared.
func (a *analysis) set(s dataflow.Set) objects {
	o := objects(a.sets[int(s)*a.g.n : int(s+1)*a.g.n])
	if !a.done[s] {
		a.done[s] = true
		clear(o)
		a.joinSet(o, s)
	}
	return o
}

// resolve finds the places of each origin. For calls, the children report what they return.
func (a *analysis) resolve() {
	p := a.p
	a.g.reset(len(p.Origins))
	a.from = cleared(a.from, len(p.Origins)*a.g.n)
	a.sets = resized(a.sets, len(p.Sets)*a.g.n)
	a.done = cleared(a.done, len(p.Sets))
	a.back.objects = cleared(a.back.objects, a.g.n)
	a.in.any = false
	a.kindsOf()
	for i, o := range p.Origins {
		if o.Kind == dataflow.Caught && a.options.Thrown {
			a.origin(int32(i)).add(int32(i), self)
		}
	}
	for i := range a.calls {
		c, result := &a.calls[i], p.Calls[i].Result
		switch {
		case c.count <= 0:
		case c.site.special == arrayClone || c.site.special == dynamic:
			a.origin(result).add(result, self)
		case c.foreign:
			if a.isGlobal(c) {
				a.back.global = true
				a.origin(result).add(0, within)
			}
			if c.site.effect.fresh && a.options.Unknown {
				a.origin(result).add(result, self)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		clear(a.done)
		clear(a.in.known)
		for i := range a.calls {
			changed = a.resolveForeign(i) || changed
		}
		for i := range a.links {
			l := &a.links[i]
			c := &p.Calls[l.call]
			if l.captured < 0 {
				changed = a.receive(a.origin(c.Result), l, c, a.f.children[l.child].returns) || changed
			}
		}
		for i, o := range p.Origins {
			if o.Kind == dataflow.Caught && a.options.Thrown {
				changed = a.resolveCaught(int32(i), o.At) || changed
			}
		}
		if a.options.Aliases {
			a.eachPut(func(what, into objects) { changed = a.contain(what, into) || changed })
		}
	}
	clear(a.done)
}

// isGlobal reports whether the callee of c, which has no context, may have any effect. It has no effect of its own if
// it may be a method of the program, and children were called back as often as c was executed. These children are the
// callees then.
func (a *analysis) isGlobal(c *called) bool {
	e := &c.site.effect
	return a.options.Unknown && e.global && !(e.calls && a.back.invoked >= uint64(c.count))
}

// resolveForeign adds to the result of a call the places that a callee without a context may return: its arguments, and
// objects in them. It reports whether any is new.
func (a *analysis) resolveForeign(i int) bool {
	c := &a.calls[i]
	if !c.foreign || !a.options.Unknown || !c.site.effect.args {
		return false
	}
	changed := false
	to := a.origin(a.p.Calls[i].Result)
	args := a.p.Calls[i].Args
	for _, arg := range args[min(c.site.effect.first, len(args)):] {
		changed = a.joinSet(to, arg) || changed
		if a.options.Aliases && !c.site.immutable {
			changed = a.at(to, arg, within|deep) || changed // an element of a list
		}
	}
	if c.site.effect.calls {
		for _, child := range a.back.children {
			if a.f.children[child].returns&global != 0 {
				changed = to.add(0, within) || changed
			}
		}
	}
	return changed
}

// receive adds to a set the places that a child may have returned or thrown, given as its mask m. It reports whether
// any is new.
func (a *analysis) receive(to objects, l *link, c *dataflow.Call, m mask) bool {
	changed := false
	if m&returned != 0 {
		changed = to.add(c.Result, self)
	}
	if m&global != 0 {
		changed = to.add(0, within) || changed
	}
	if m&operands != 0 {
		for i, arg := range c.Args {
			if at := levelsOf(m, i); at != 0 && l.given(i) {
				changed = a.at(to, arg, at) || changed
			}
		}
	}
	return changed
}

// at adds to a set the places at the given levels of an argument, and reports whether any is new.
func (a *analysis) at(to objects, arg dataflow.Set, at levels) bool {
	changed := false
	for level := dataflow.Self; level <= dataflow.Deep; level++ {
		if !at.has(level) {
			continue
		}
		for i, l := range a.set(arg) {
			if l != 0 {
				changed = a.compose(to, int32(i), l, level) || changed
			}
		}
	}
	return a.in.deliver(to) || changed
}

// resolveCaught adds to an origin the exceptions that the handler at target may have caught. It reports whether any is
// new.
func (a *analysis) resolveCaught(origin int32, target int) bool {
	changed := false
	to := a.origin(origin)
	for _, h := range a.m.formulas.Code.Handlers {
		if h.Target != target {
			continue
		}
		in := func(at int) bool { return h.Start <= at && at < h.End }
		for _, t := range a.p.Throws {
			if in(t.At) {
				changed = a.joinSet(to, t.Of) || changed
			}
		}
		for i := range a.links {
			l := &a.links[i]
			if c := &a.p.Calls[l.call]; in(c.At) && l.captured < 0 {
				changed = a.receive(to, l, c, a.f.children[l.child].throws) || changed
			}
		}
		for i := range a.calls {
			c := &a.calls[i]
			if !c.foreign || !in(a.p.Calls[i].At) || !a.isGlobal(c) && len(a.back.children) == 0 {
				continue
			}
			changed = to.join(a.origin(a.p.Calls[i].Result)) || changed
			for _, arg := range a.p.Calls[i].Args {
				changed = a.joinSet(to, arg) || changed
			}
		}
	}
	return changed
}

func positive(v int64) uint64 { return uint64(max(0, v)) }
