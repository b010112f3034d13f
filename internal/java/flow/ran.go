package flow

import (
	"encoding/binary"

	"jprof/internal/java/classfile"
)

// A Run implements dataflow.Ran: it knows the parts of a method that ran. If no slot counts an edge, control went along
// it if both ends ran.

// Began reports whether an instruction began to execute.
func (r *Run) Began(instruction int) bool { return r.Instruction(instruction) > 0 }

// Went reports whether control went from an instruction, the last one of its block, to another.
func (r *Run) Went(from, to int) bool {
	a, b := r.f.blockOf[from], r.f.blockOf[to]
	if a == b && from+1 == to {
		return r.Began(to)
	}
	for i := r.f.out[a]; i >= 0; i = r.f.edges[i].nextLeft {
		if r.f.edges[i].to == b {
			return r.edge(i)
		}
	}
	return false
}

// Caught reports whether the handler that starts at an instruction was entered by an exception.
func (r *Run) Caught(instruction int) bool {
	for i := r.f.in[r.f.blockOf[instruction]]; i >= 0; i = r.f.edges[i].nextIn {
		if e := &r.f.edges[i]; e.from == outside && e.source != fromCalls {
			return r.edge(i)
		}
	}
	return false
}

// edge reports whether control went along an edge.
func (r *Run) edge(i int32) bool {
	v := int32(len(r.f.Blocks)) + i
	if r.f.known[v] {
		return r.values[v] > 0
	}
	e := &r.f.edges[i]
	return (e.from == outside || r.values[e.from] > 0) && (e.to == outside || r.values[e.to] > 0)
}

// AppendPattern appends bytes that identify the parts of the method that ran. For equal bytes, Began, Went and Caught
// return the same.
func (r *Run) AppendPattern(to []byte) []byte {
	var word byte
	n := 0
	put := func(bit bool) {
		word <<= 1
		if bit {
			word |= 1
		}
		if n++; n%8 == 0 {
			to = append(to, word)
		}
	}
	for v, known := range r.f.known {
		put(known && r.values[v] > 0 || !known && r.edge(int32(v-len(r.f.Blocks)))) // all blocks are known
	}
	to = append(to, word)
	for b, cuts := range r.cuts {
		if cuts == 0 {
			continue
		}
		i := r.f.Blocks[b].First
		for i < r.f.Blocks[b].End && r.Began(i) {
			i++
		}
		to = binary.BigEndian.AppendUint32(to, uint32(i))
	}
	return to
}

// Completed returns the number of times that an instruction completed normally.
func (r *Run) Completed(i int) int64 {
	count := r.Instruction(i)
	if r.cuts[r.f.blockOf[i]] != 0 {
		for _, c := range r.node.Cuts {
			if c.Instruction == i {
				count -= int64(c.Count)
			}
		}
	}
	return count
}

// Threw returns the number of exceptions that ended an instruction: those that it threw, or that what it called threw.
// Fast blocks do not know them.
func (r *Run) Threw(i int) int64 {
	if r.f.Code.Instructions[i].Op == classfile.AThrow {
		return r.Instruction(i)
	}
	if slot, ok := r.f.passed[i]; ok {
		return r.Instruction(i) - int64(r.node.Slots[slot])
	}
	return r.Instruction(i) - r.Completed(i)
}
