package flow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/java/classfile"
)

// term is a part of a result: a slot, or the number of times that an instruction began, or completed normally.
type term struct {
	at        int // the slot or instruction
	factor    int64
	slot      bool
	completed bool
}

// Allocation has the factors for the objects or arrays of one type that a method makes.
type Allocation struct {
	Type     string // java.lang.String, int[]
	Array    bool
	Made     Vector // objects, or arrays
	Elements Vector // of arrays
}

// made holds the terms of an allocation.
type made struct {
	of             string
	array          bool
	made, elements []term
}

// metrics sets the vectors of the metrics.
func (f *Formulas) metrics() error {
	var executed []term
	for i := range f.Code.Instructions {
		if f.live[f.blockOf[i]] {
			executed = append(executed, term{at: i, factor: 1})
		}
	}
	f.Bytecodes = f.vector(executed)
	all, err := f.allocations()
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b made) int { return cmp.Compare(a.of, b.of) })
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].of == all[0].of {
			all[0].made = append(all[0].made, all[n].made...)
			all[0].elements = append(all[0].elements, all[n].elements...)
			n++
		}
		one := all[0]
		all = all[n:]
		f.Allocations = append(f.Allocations, Allocation{one.of, one.array, f.vector(one.made), f.vector(one.elements)})
	}
	f.scratch = nil
	return nil
}

// allocations returns the objects and arrays that the instructions make. It returns an error if a slot is missing.
func (f *Formulas) allocations() (all []made, err error) {
	slots := map[Slot]int{}
	for i, s := range f.Slots {
		slots[s] = i
	}
	slot := func(kind Kind, at, dimension int) []term {
		i, ok := slots[Slot{kind, at, dimension}]
		if !ok && f.live[f.blockOf[at]] && err == nil {
			err = fmt.Errorf("no slot %v", Slot{kind, at, dimension})
		}
		if !ok {
			return nil
		}
		return []term{{at: i, factor: 1, slot: true}}
	}
	pool := &f.Method.File().Pool
	for i, n := range f.Code.Instructions {
		switch n.Op {
		case classfile.New:
			class := classfile.TypeName(pool.Class(int(n.A)))
			all = append(all, made{of: class, made: []term{{at: i, factor: 1}}})
		case classfile.NewArray:
			all = append(all, made{classfile.TypeName("[" + string(n.ElementType())), true, f.completed(i),
				slot(Elements, i, 0)})
		case classfile.ANewArray:
			class := classfile.TypeName(pool.Class(int(n.A)))
			all = append(all, made{class + "[]", true, f.completed(i), slot(Elements, i, 0)})
		case classfile.MultiANewArray:
			count := f.completed(i)
			for d := range int(n.B) { // each element is an array of the next dimension
				elements := slot(Elements, i, d)
				all = append(all, made{classfile.TypeName(pool.Class(int(n.A))[d:]), true, count, elements})
				count = elements
			}
		case classfile.InvokeVirtual:
			if to := pool.Member(int(n.A)); to.Name == "clone" && strings.HasPrefix(to.Class, "[") {
				all = append(all, made{classfile.TypeName(to.Class), true, f.completed(i), slot(Cloned, i, 0)})
			}
		}
	}
	return all, err
}

// completed returns the terms for the number of times that an instruction completed normally.
func (f *Formulas) completed(i int) []term {
	if slot, ok := f.passed[i]; ok {
		return []term{{at: int(slot), factor: 1, slot: true}}
	}
	return []term{{at: i, factor: 1, completed: true}}
}

// At returns the factors for the number of times that an instruction began; for a call, the number of calls.
func (f *Formulas) At(instruction int) Vector {
	return f.vector([]term{{at: instruction, factor: 1}})
}

// LineCount is an entry of a line number table with its count.
type LineCount struct {
	Line, Instruction int
	Count             int64
}

// Lines returns the number of times that each entry of the line number table was reached, in the order of the code.
func (r *Run) Lines() []LineCount {
	out := make([]LineCount, 0, len(r.f.Code.Lines))
	for _, l := range r.f.Code.Lines {
		out = append(out, LineCount{l.Line, l.Instruction, r.Instruction(l.Instruction)})
	}
	return out
}
