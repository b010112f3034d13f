package dataflow

import (
	"errors"
	"slices"

	"jprof/internal/java/classfile"
)

var (
	errStack = errors.New("the operand stack does not fit: the code is not verifiable")
	errLocal = errors.New("there is no such local: the code is not verifiable")
	errEnd   = errors.New("its code has no end")
)

// follower follows the origins in a method.
type follower struct {
	m        *classfile.Method
	code     *classfile.Code
	pool     *classfile.Pool
	ran      Ran
	constant func(classfile.Member) bool
	out      *Method

	sets    sets
	ids     map[Origin]int32
	entries []*entry // by instruction at which paths join: the state in front of it; else nil
	open    []int    // instructions whose states have changed
	ranges  []bool   // by instruction: a handler begins to cover here
	jsrs    []int
	state        // in front of the current instruction
	final   bool // states do not change any more: the effects of instructions are recorded
	err     error
}

// state holds a set for each word of the locals and of the stack.
type state struct {
	locals, stack []Set
}

// entry is the state at an instruction at which paths join.
type entry struct {
	state
	waits bool // the list follower.open contains the instruction
}

// prepare finds the instructions at which paths join.
func (f *follower) prepare() {
	n := len(f.code.Instructions)
	f.sets, f.ids = newSets(), map[Origin]int32{}
	f.origin(Global, 0)
	f.entries, f.ranges = make([]*entry, n), make([]bool, n)
	join := func(i int) { f.entries[i] = &entry{} }
	join(0)
	for i, c := range f.code.Instructions {
		if c.Op.IsJump() {
			join(int(c.A))
		}
		if (c.Op == classfile.Jsr || c.Op == classfile.JsrW) && i+1 < n {
			f.jsrs = append(f.jsrs, i)
			join(i + 1)
		}
	}
	for _, s := range f.code.Switches {
		join(s.Default)
		for _, t := range s.Targets {
			join(t)
		}
	}
	for _, h := range f.code.Handlers {
		join(h.Target)
		f.ranges[h.Start] = true
	}
}

// origin returns the index of an origin, and adds the origin if missing.
func (f *follower) origin(kind Kind, at int) int32 {
	o := Origin{kind, at}
	id, ok := f.ids[o]
	if !ok {
		id = int32(len(f.out.Origins))
		f.ids[o] = id
		f.out.Origins = append(f.out.Origins, o)
	}
	return id
}

// of returns the set with one origin, at level Self.
func (f *follower) of(kind Kind, at int) Set { return f.sets.single(At(f.origin(kind, at), Self)) }

// typed returns the set with one origin, whose object has a type.
func (f *follower) typed(kind Kind, at int, descriptor string) Set {
	level := Self
	if immutable[descriptor] {
		level = Immutable
	}
	return f.sets.single(At(f.origin(kind, at), level))
}

// follow follows all paths until no state changes, and then once more to record the effects of the instructions.
func (f *follower) follow() error {
	f.enter()
	for len(f.open) > 0 && f.err == nil {
		at := f.open[len(f.open)-1]
		f.open = f.open[:len(f.open)-1]
		f.entries[at].waits = false
		f.block(at)
	}
	f.final = true
	for at, e := range f.entries {
		if e != nil && e.locals != nil && f.err == nil {
			f.block(at)
		}
	}
	f.out.Sets = f.sets.list
	return f.err
}

// enter sets the state in front of the first instruction.
func (f *follower) enter() {
	receiver := ""
	if f.m.Access&classfile.Static == 0 {
		receiver = "L" + f.m.File().Name + ";"
	}
	var words int
	f.out.Operands, words = Parameters(f.m.Descriptor, receiver)
	if words > f.code.MaxLocals {
		f.fail(errLocal)
		return
	}
	locals := make([]Set, f.code.MaxLocals)
	first, n := 0, 0
	if receiver != "" {
		locals[0] = f.of(Operand, 0)
		first, n = 1, 1
	}
	each(f.m.Descriptor, func(of string, word int) {
		if isReference(of) {
			locals[first+word] = f.typed(Operand, n, of)
			n++
		}
	})
	f.locals, f.stack = locals, nil
	f.reach(0, locals, nil)
}

// reach joins a state with that of an instruction to which control comes, and queues the instruction if its state
// changes.
func (f *follower) reach(at int, locals, stack []Set) {
	if f.final || f.ran != nil && !f.ran.Began(at) {
		return
	}
	e := f.entries[at]
	changed := false
	switch {
	case e.locals == nil:
		e.locals = append(make([]Set, 0, len(locals)), locals...)
		e.stack = slices.Clone(stack)
		changed = true
	case len(e.stack) != len(stack):
		f.fail(errStack)
		return
	default:
		changed = f.join(e.locals, locals)
		changed = f.join(e.stack, stack) || changed
	}
	if changed && !e.waits {
		e.waits = true
		f.open = append(f.open, at)
	}
}

// join unites the sets to with others, and reports whether any has changed.
func (f *follower) join(to, with []Set) bool {
	changed := false
	for i, s := range with {
		if u := f.sets.union(to[i], s); u != to[i] {
			to[i], changed = u, true
		}
	}
	return changed
}

// block follows the instructions from one at which paths join up to the next.
func (f *follower) block(at int) {
	e := f.entries[at]
	f.locals = append(f.locals[:0], e.locals...)
	f.stack = append(f.stack[:0], e.stack...)
	fresh := true // the locals have changed since the last call of catch
	for i := at; ; {
		n := f.code.Instructions[i]
		if !f.final && (fresh || f.ranges[i]) {
			f.catch(i)
		}
		if f.final {
			f.record(i, n)
		}
		f.step(i, n)
		if f.err != nil {
			return
		}
		_, fresh = n.Op.Local()
		f.leave(i, n)
		if n.Op.Ends() {
			return
		}
		if i++; i == len(f.code.Instructions) {
			f.fail(errEnd)
			return
		}
		if f.ran != nil && (!f.ran.Began(i) || !f.ran.Went(i-1, i)) {
			return
		}
		if f.entries[i] != nil {
			f.reach(i, f.locals, f.stack)
			return
		}
	}
}

// catch joins the locals in front of an instruction with the state of each handler that covers it.
func (f *follower) catch(i int) {
	for _, h := range f.code.Handlers {
		if h.Start <= i && i < h.End && (f.ran == nil || f.ran.Caught(h.Target)) {
			f.reach(h.Target, f.locals, []Set{f.of(Caught, h.Target)})
		}
	}
}

// leave follows the jumps of an instruction to their targets.
func (f *follower) leave(i int, n classfile.Instruction) {
	to := func(target int) {
		if f.ran == nil || f.ran.Went(i, target) {
			f.reach(target, f.locals, f.stack)
		}
	}
	switch {
	case n.Op == classfile.TableSwitch || n.Op == classfile.LookupSwitch:
		s := f.code.Switches[n.A]
		for _, t := range s.Targets {
			to(t)
		}
		to(s.Default)
	case n.Op == classfile.Ret:
		for _, j := range f.jsrs {
			if e := f.entries[j+1]; e.locals == nil || len(e.stack) == len(f.stack) { // else of another jsr
				f.reach(j+1, f.locals, f.stack)
			}
		}
	case n.Op.IsJump():
		to(int(n.A))
	}
}
