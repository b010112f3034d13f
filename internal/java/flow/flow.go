// Package flow computes all that a method did from the few numbers that were counted in it. The input is the code of
// the method, its slots, and the numbers of a context. The output is the executions of each block and instruction,
// bytecodes, allocations by type, calls of each call site, and the counts of lines.
//
// Only some edges in the control flow of a method have counters. The others follow as in Kirchhoff's law: all that
// enters a block leaves it. That gives an equation for each side of a block (graph.go). The equations are solved once
// for each method, by peeling: an equation with one unknown number gives this number, and other equations then have one
// unknown less (solve.go). The edges without counters are a spanning tree, so peeling finds all numbers. If it does
// not, the slots belong to other code, and New returns an error.
//
// Exceptions leave a block in its middle. They are counted as cuts, by instruction: an instruction that throws has been
// executed, the instructions after it in the block have not. Fast blocks have no cuts. Their numbers are upper bounds,
// as if each block had been executed to its end. They need other slots, so that at most one edge out of each block is
// unknown.
//
// Each result is a sum of the numbers with constant factors, which a Vector holds. New makes the vectors of the
// metrics, so that a node of a tree costs as many multiplications as it has numbers. Vectors are computed backwards
// through the solution, from the result to the numbers: the vector of a large method costs as much as one evaluation of
// the method. There is no vector for results that are needed for few nodes, or for the sum over all nodes of a method.
// Evaluate computes the executions of each instruction for these.
//
// Contradictory numbers (of a damaged file, or a file that was written while its threads ran) give negative executions.
// Evaluate reports them, and never changes them.
//
// A new metric is a list of terms in metrics.go.
package flow

import (
	"fmt"

	"jprof/internal/java/classfile"
)

// Kind is the kind of events that a slot counts. A and B are the operands of the slot.
type Kind byte

// The kinds of slots, with the numbers that files have.
const (
	Edge     Kind = iota // control went from instruction A, the last of its block, to B, the first of its block
	Block                // the block that starts at A was entered
	Passed               // A completed normally, and control went on to the next instruction: A ends a block
	Handler              // the handler that starts at A was entered by an exception
	Elements             // elements of the arrays made at newarray, anewarray A, or multianewarray A in dimension B
	_                    // 5 to 8: free
	_
	_
	_
	Cloned      // elements of the arrays cloned at call A
	CopiedBasic // elements of arrays of basic types copied by the call of System.arraycopy A
	CopiedRefs  // the same for arrays of references
	kinds
)

var kindNames = [kinds]string{Edge: "edge", Block: "block", Passed: "passed", Handler: "handler", Elements: "elements",
	Cloned: "cloned", CopiedBasic: "copiedBasic", CopiedRefs: "copiedRefs"}

// A Slot is the meaning of a number of a node. Operands are instructions by their ordinals.
type Slot struct {
	Kind Kind
	A, B int
}

func (s Slot) String() string {
	switch {
	case s.Kind >= kinds:
		return fmt.Sprintf("kind %d(%d)", s.Kind, s.A)
	case s.Kind == Edge || s.B != 0:
		return fmt.Sprintf("%s(%d,%d)", kindNames[s.Kind], s.A, s.B)
	}
	return fmt.Sprintf("%s(%d)", kindNames[s.Kind], s.A)
}

// A Cut counts the exceptions that ended a block at an instruction that had begun, and methods that had not ended
// there: see Stopped.
type Cut struct {
	Instruction int
	Count       uint64
}

// Values holds the numbers of a node, or their sums over several nodes of one method.
type Values struct {
	Calls uint64
	Slots []uint64 // as many as the method has slots
	Cuts  []Cut    // in any order
}

// Vector is a result as a sum: the factor of each number.
type Vector struct {
	Calls int64
	Slots []int64
	Cuts  []int64 // by instruction; nil if cuts change nothing
}

// Of returns the result for a node.
func (v *Vector) Of(n *Values) int64 {
	sum := v.Calls * int64(n.Calls)
	for i, factor := range v.Slots {
		sum += factor * int64(n.Slots[i])
	}
	if v.Cuts != nil {
		for _, c := range n.Cuts {
			sum += v.Cuts[c.Instruction] * int64(c.Count)
		}
	}
	return sum
}

// Formulas holds the results that can be computed for a method.
type Formulas struct {
	Method *classfile.Method
	Code   *classfile.Code
	Slots  []Slot
	Fast   bool // no cuts were counted: all results are upper bounds

	Bytecodes   Vector
	Allocations []Allocation // objects, arrays and elements by type, sorted by type

	graph
	solution
	scratch []int64 // of vector
}

// New prepares the formulas of a method. It returns an error if the method has no code, or if the slots do not fit its
// code.
func New(m *classfile.Method, slots []Slot, fast bool) (*Formulas, error) {
	code, err := m.Decode()
	if err != nil {
		return nil, err
	}
	if code == nil {
		return nil, fmt.Errorf("%v has no code", m)
	}
	f := &Formulas{Method: m, Code: code, Slots: slots, Fast: fast}
	if err := f.build(code, slots); err != nil {
		return nil, fmt.Errorf("%v: %w", m, err)
	}
	if err := f.solve(); err != nil {
		return nil, fmt.Errorf("%v: %w", m, err)
	}
	if err := f.metrics(); err != nil {
		return nil, fmt.Errorf("%v: %w", m, err)
	}
	return f, nil
}

// Forget drops the code, so that the memory of the class file can be used again. Evaluate and the vectors work without
// it.
func (f *Formulas) Forget() {
	f.Method, f.Code, f.passed, f.live = nil, nil, nil, nil
	f.steps = nil
}

// Instructions returns the number of instructions of the code.
func (f *Formulas) Instructions() int { return len(f.blockOf) }

// Check returns an error if numbers cannot be those of a node of this method, as in a damaged file.
func (f *Formulas) Check(n *Values) error {
	if len(n.Slots) != len(f.Slots) {
		return fmt.Errorf("%v has %d slots, not %d", f.Method, len(f.Slots), len(n.Slots))
	}
	for _, c := range n.Cuts {
		if c.Instruction < 0 || c.Instruction >= len(f.Code.Instructions) {
			return fmt.Errorf("%v has no instruction %d", f.Method, c.Instruction)
		}
	}
	return nil
}
