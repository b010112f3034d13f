package cctbuild

import (
	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
	"jprof/report/contexts/cct"
)

// objectInit is the constructor of java.lang.Object. It is not instrumented, because that would cost too much. Its
// calls are known from the instructions that call it, and each executes one bytecode.
var objectInit = cct.Method{Class: "java.lang.Object", Name: "<init>", Descriptor: "()V", Source: "Object.java",
	Kind: cct.JDK}

// objectReason explains the contexts of java.lang.Object.
const objectReason = "it is not instrumented; only calls of its constructor have contexts, as the instructions that " +
	"call it are known: one bytecode each"

// constructors sets the formula of calls of the constructor of java.lang.Object.
func (m *method) constructors(file *classfile.File) {
	for i, n := range m.formulas.Code.Instructions {
		if n.Op != classfile.InvokeSpecial {
			continue
		}
		if to := file.Pool.Member(int(n.A)); to.Class != "java/lang/Object" || to.Name != "<init>" {
			continue
		}
		at := m.formulas.At(i)
		if !m.hasCalls {
			m.objects, m.hasCalls = at, true
			continue
		}
		m.objects = plus(m.objects, at)
	}
}

// plus returns the sum of two vectors. It may change a.
func plus(a, b flow.Vector) flow.Vector {
	a.Calls += b.Calls
	for i := range a.Slots {
		a.Slots[i] += b.Slots[i]
	}
	if a.Cuts == nil {
		a.Cuts = b.Cuts
	} else {
		for i := range b.Cuts {
			a.Cuts[i] += b.Cuts[i]
		}
	}
	return a
}

// addObjects adds a node for the calls of Object.<init> by an open node, at its place among the siblings.
func (b *builder) addObjects(depth int) error {
	o := &b.open[depth]
	n := o.objects
	if n == 0 {
		return nil
	}
	o.objects = 0
	b.rows = b.rows[:0]
	parent, size := o.node, len(b.open)
	err := b.add(parent, b.object, 0, cct.Sums{cct.Calls: n, cct.Bytecodes: n}, open{method: -1})
	b.open = b.open[:size] // it has no callees
	return err
}

// values returns the metrics of a node and the number of its calls of Object.<init>. It sets b.rows to the allocations.
func (b *builder) values(n *contexts.Node) (sums cct.Sums, objects uint64) {
	b.rows = b.rows[:0]
	sums[cct.Calls] = n.Calls
	m := &b.methods[n.Method]
	if f := m.formulas; f != nil {
		values := &b.numbers
		*values = flow.Values{Calls: n.Calls, Slots: n.Slots, Cuts: b.cuts(f, n)}
		if !f.Evaluate(values, &b.run) {
			b.t.About.Contrary++
		}
		sums[cct.Bytecodes] = b.positive(f.Bytecodes.Of(values))
		for i := range f.Allocations {
			a := &f.Allocations[i]
			made := b.positive(a.Made.Of(values))
			elements := uint64(0)
			if a.Array {
				elements = b.positive(a.Elements.Of(values))
			}
			b.row(m.types[i], made, elements)
		}
		if b.options.Exceptions {
			sums[cct.Exceptions] = b.failed(m, n.Calls)
		}
		if m.hasCalls {
			objects = b.positive(m.objects.Of(values))
		}
	}
	for _, made := range n.Made {
		b.row(b.typeID(classfile.TypeName(made.Class)), cct.Add(made.Objects, made.Arrays), made.Elements)
	}
	for _, r := range b.rows {
		if cct.IsArray(b.t.Allocs.Types[r.of]) {
			if r.elements == 0 && b.head.Snapshots > 0 {
				b.t.About.Unmade = cct.Add(b.t.About.Unmade, r.made)
			}
			sums[cct.Arrays] = cct.Add(sums[cct.Arrays], r.made)
			sums[cct.Elements] = cct.Add(sums[cct.Elements], r.elements)
		} else {
			sums[cct.Objects] = cct.Add(sums[cct.Objects], r.made)
		}
	}
	return sums, objects
}

// failed returns the number of calls that did not return.
func (b *builder) failed(m *method, calls uint64) uint64 {
	for _, i := range m.returns {
		calls -= min(calls, b.positive(b.run.Instruction(i)))
	}
	return calls
}

// row adds an allocation of the node.
func (b *builder) row(of int32, made, elements uint64) {
	if made == 0 && elements == 0 {
		return
	}
	for i := range b.rows {
		if r := &b.rows[i]; r.of == of {
			r.made, r.elements = cct.Add(r.made, made), cct.Add(r.elements, elements)
			return
		}
	}
	b.rows = append(b.rows, row{of, made, elements})
}

// positive returns a value, or 0 if it is negative, and counts negative ones.
func (b *builder) positive(v int64) uint64 {
	if v < 0 {
		b.t.About.Negative++
		return 0
	}
	return uint64(v)
}

// cuts returns the cuts of a node, without those at instructions that its code does not have.
func (b *builder) cuts(f *flow.Formulas, n *contexts.Node) []flow.Cut {
	if len(n.Cuts) == 0 {
		return nil
	}
	cuts := make([]flow.Cut, 0, len(n.Cuts))
	for _, c := range n.Cuts {
		if int(c.Instruction) >= f.Instructions() {
			b.t.About.Negative++
			continue
		}
		cuts = append(cuts, flow.Cut{Instruction: int(c.Instruction), Count: c.Count})
	}
	return cuts
}
