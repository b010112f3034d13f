package flow

import "fmt"

// Variables are numbered: the entries of each block, then the edges. Equations are numbered, too: in 2b, the entries of
// block b are the sum of its edges in; in 2b+1, they are the sum of its edges out and its cuts.

// step is an equation, with the unknown variable that is computed from it.
type step struct{ equation, variable int32 }

// solution holds the order in which equations give the unknown variables.
type solution struct {
	steps []step
	known []bool // by variable: its value follows from the slots

	// sources, program and checks are the same for Evaluate, which is called for each node.
	sources []int32 // by variable
	program []int32 // of each step: see compile
	checks  []int32 // the same for equations that compute no variable; they must hold
}

// sourceOf returns the source of the value of a variable.
func (g *graph) sourceOf(v int32) int32 {
	if n := int32(len(g.Blocks)); v >= n {
		return g.edges[v-n].source
	}
	return g.source[v]
}

// first and next loop over the edges of an equation, as variables. They return -1 at the end.
func (g *graph) first(equation int32) int32 {
	heads := g.in
	if equation%2 == 1 {
		heads = g.out
	}
	return g.variable(heads[equation/2])
}

func (g *graph) next(equation, v int32) int32 {
	e := &g.edges[v-int32(len(g.Blocks))]
	if equation%2 == 1 {
		return g.variable(e.nextLeft)
	}
	return g.variable(e.nextIn)
}

func (g *graph) variable(edge int32) int32 {
	if edge < 0 {
		return -1
	}
	return int32(len(g.Blocks)) + edge
}

// solve finds the order. It returns an error if the entries of a block stay unknown. Fast blocks have no cuts, so fewer
// executions may leave such a block than enter it. So entries are computed only from edges in, and edges only from
// those out of the same block. That overestimates both.
func (f *Formulas) solve() error {
	n := int32(len(f.Blocks))
	open := make([]int32, 2*n) // the unknown variables of each equation
	known := make([]bool, int(n)+len(f.edges))
	var ready []int32
	for v := range known {
		known[v] = f.sourceOf(int32(v)) != unknown
	}
	for e := range open {
		if !known[e/2] {
			open[e]++
		}
		for v := f.first(int32(e)); v >= 0; v = f.next(int32(e), v) {
			if !known[v] {
				open[e]++
			}
		}
		if open[e] == 1 {
			ready = append(ready, int32(e))
		}
	}
	used := make([]bool, 2*n)
	for len(ready) > 0 {
		e := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		if open[e] != 1 {
			continue
		}
		v := e / 2
		for at := f.first(e); known[v]; at = f.next(e, at) {
			v = at
		}
		if f.Fast && (e%2 == 0) != (v == e/2) {
			continue
		}
		f.steps = append(f.steps, step{e, v})
		known[v], used[e] = true, true
		for _, other := range f.equations(v) {
			if other < 0 {
				continue
			}
			if open[other]--; open[other] == 1 {
				ready = append(ready, other)
			}
		}
	}
	f.known = known
	for b := range n {
		if !known[b] {
			return fmt.Errorf("slots are missing: the count of the block at instruction %d is unknown",
				f.Blocks[b].First)
		}
	}
	for e := range open {
		if open[e] == 0 && !used[e] && !f.Fast {
			f.checks = f.compile(f.checks, step{int32(e), int32(e / 2)})
		}
	}
	for _, s := range f.steps {
		f.program = f.compile(f.program, s)
	}
	for v := range known {
		f.sources = append(f.sources, f.sourceOf(int32(v)))
	}
	return nil
}

// compile appends a step in the form for Run.sum: the variable; the block whose entries are its value and all that is
// summed, -1 if the sum is the value; the block whose cuts are summed, -1 for none; the number of summed variables, and
// these.
func (g *graph) compile(to []int32, s step) []int32 {
	block, cuts, at := int32(-1), int32(-1), len(to)
	if s.variable != s.equation/2 {
		block = s.equation / 2
	}
	if s.equation%2 == 1 {
		cuts = s.equation / 2
	}
	to = append(to, s.variable, block, cuts, 0)
	for v := g.first(s.equation); v >= 0; v = g.next(s.equation, v) {
		if v != s.variable {
			to = append(to, v)
			to[at+3]++
		}
	}
	return to
}

// equations returns the equations of a variable, -1 for none.
func (g *graph) equations(v int32) [2]int32 {
	n := int32(len(g.Blocks))
	if v < n {
		return [2]int32{2 * v, 2*v + 1}
	}
	e, result := &g.edges[v-n], [2]int32{-1, -1}
	if e.to != outside {
		result[0] = 2 * e.to
	}
	if e.from != outside {
		result[1] = 2*e.from + 1
	}
	return result
}

// Run holds the executions of the blocks for a node. The zero value is ready. A Run that is used again allocates
// nothing.
type Run struct {
	f      *Formulas
	values []int64 // of the variables
	cuts   []int64 // by block
	node   *Values
}

// Evaluate computes the executions of a node. It returns false if the numbers of the node contradict each other: an
// execution count is negative, or an equation that computed no variable does not hold.
func (f *Formulas) Evaluate(n *Values, r *Run) bool {
	blocks := len(f.Blocks)
	r.f, r.node = f, n
	r.values = resized(r.values, blocks+len(f.edges))
	r.cuts = resized(r.cuts, blocks)
	for _, c := range n.Cuts {
		r.cuts[f.blockOf[c.Instruction]] += int64(c.Count)
	}
	for v, source := range f.sources {
		switch {
		case source >= 0:
			r.values[v] = int64(n.Slots[source])
		case source == fromCalls:
			r.values[v] = int64(n.Calls)
		}
	}
	for p := f.program; len(p) > 0; {
		r.values[p[0]], p = r.sum(p)
	}
	good := true
	for _, n := range r.values {
		good = good && n >= 0
	}
	for p := f.checks; len(p) > 0; {
		v, sum := p[0], int64(0)
		sum, p = r.sum(p)
		good = good && sum == r.values[v]
	}
	if len(n.Cuts) > 0 {
		for b, n := range r.cuts {
			good = good && n <= r.values[b]
		}
	}
	return good
}

// sum returns the value of a compiled step, and the steps after it.
func (r *Run) sum(p []int32) (int64, []int32) {
	end := 4 + p[3]
	sum := int64(0)
	for _, v := range p[4:end] {
		sum += r.values[v]
	}
	if cuts := p[2]; cuts >= 0 {
		sum += r.cuts[cuts]
	}
	if block := p[1]; block >= 0 {
		sum = r.values[block] - sum
	}
	return sum, p[end:]
}

// Block returns the number of times that a block was entered.
func (r *Run) Block(b int) int64 { return r.values[b] }

// Instruction returns the number of times that an instruction began to execute.
func (r *Run) Instruction(i int) int64 {
	block := r.f.blockOf[i]
	count := r.values[block]
	if r.cuts[block] != 0 {
		for _, c := range r.node.Cuts {
			if c.Instruction < i && r.f.blockOf[c.Instruction] == block {
				count -= int64(c.Count)
			}
		}
	}
	return count
}

func resized(s []int64, n int) []int64 {
	if cap(s) < n {
		return make([]int64, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// vector returns the sum of terms as factors of the numbers of a node.
func (f *Formulas) vector(terms []term) Vector {
	blocks, n := len(f.Blocks), len(f.Code.Instructions)
	all := resized(f.scratch, blocks+len(f.edges)+2*n+blocks)
	f.scratch = all
	factors, all := all[:blocks+len(f.edges)], all[blocks+len(f.edges):] // by variable
	cuts, begun, byBlock := all[:n], all[n:2*n], all[2*n:]               // byBlock: factor of each cut in a block
	out := Vector{Slots: make([]int64, len(f.Slots))}
	for _, t := range terms {
		switch {
		case t.slot:
			out.Slots[t.at] += t.factor
			continue
		case t.completed:
			cuts[t.at] -= t.factor
		}
		begun[t.at] += t.factor
	}
	for b, r := range f.Blocks {
		behind := int64(0)
		for i := r.End - 1; i >= r.First; i-- {
			cuts[i] -= behind
			behind += begun[i]
		}
		factors[b] = behind
	}
	for i := len(f.steps) - 1; i >= 0; i-- {
		s := f.steps[i]
		b := s.equation / 2
		factor := factors[s.variable]
		if factor == 0 {
			continue
		}
		factors[s.variable] = 0
		if s.variable != b {
			factors[b] += factor
			factor = -factor
		}
		for v := f.first(s.equation); v >= 0; v = f.next(s.equation, v) {
			if v != s.variable {
				factors[v] += factor
			}
		}
		if s.equation%2 == 1 {
			byBlock[b] += factor
		}
	}
	for v, factor := range factors {
		switch source := f.sourceOf(int32(v)); {
		case source >= 0:
			out.Slots[source] += factor
		case source == fromCalls:
			out.Calls += factor
		}
	}
	for i := range cuts {
		cuts[i] += byBlock[f.blockOf[i]]
		if cuts[i] != 0 && out.Cuts == nil {
			out.Cuts = make([]int64, n)
		}
	}
	copy(out.Cuts, cuts)
	return out
}
