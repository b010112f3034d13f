package flow

import (
	"fmt"

	"jprof/internal/java/classfile"
)

// Range is a block: its instructions from First up to, but without, End.
type Range struct{ First, End int }

// outside is in place of a block at the start of edges from callers and to handlers, and at the end of exits.
const outside = -1

// Sources of the value of a variable that are not slots. A source that is not negative is the index of a slot.
const (
	unknown   = -1
	nothing   = -2 // the value is 0, because the code is never reached
	fromCalls = -3
)

// edge is a way for control from one block to another. Parallel edges are one edge.
type edge struct {
	from, to         int32 // blocks, or outside
	source           int32
	nextIn, nextLeft int32 // the next edge into the same block, out of the same block; -1 for none
}

// graph is the control flow of a method.
type graph struct {
	Blocks  []Range
	blockOf []int32 // by instruction
	live    []bool  // by block: it can be reached
	source  []int32 // by block: the source of the number of its entries
	edges   []edge
	in, out []int32 // the first edge into each block, out of it; -1 for none
	passed  map[int]int32
}

// build sets the blocks and edges, and the slots that count them.
func (g *graph) build(code *classfile.Code, slots []Slot) error {
	g.passed = map[int]int32{}
	for i, s := range slots {
		if s.A < 0 || s.A >= len(code.Instructions) || s.Kind >= kinds {
			return fmt.Errorf("slot %v: there is no such instruction", s)
		}
		if s.Kind == Passed {
			if s.A+1 >= len(code.Instructions) || code.Instructions[s.A].Op.Ends() {
				return fmt.Errorf("slot %v: no instruction follows it", s)
			}
			g.passed[s.A] = int32(i)
		}
	}
	g.split(code)
	n := len(g.Blocks)
	g.in, g.out, g.source = make([]int32, n), make([]int32, n), make([]int32, n)
	for b := range n {
		g.in[b], g.out[b], g.source[b] = -1, -1, unknown
	}
	g.connect(outside, 0, fromCalls)
	for b, r := range g.Blocks {
		if err := g.leave(code, b, r.End-1); err != nil {
			return err
		}
	}
	g.reach(code)
	for _, h := range code.Handlers {
		g.connect(outside, g.blockOf[h.Target], unknown)
	}
	if err := g.count(code, slots); err != nil {
		return err
	}
	for i := range g.edges {
		e := &g.edges[i]
		end := e.from
		if end == outside {
			end = e.to
		}
		if e.source == unknown && !g.live[end] {
			e.source = nothing
		}
	}
	return nil
}

// split sets the blocks.
func (g *graph) split(code *classfile.Code) {
	count := len(code.Instructions)
	leader := make([]bool, count+1)
	leader[0] = true
	for i, n := range code.Instructions {
		if n.Op.IsJump() {
			leader[n.A], leader[i+1] = true, true
		}
		if n.Op.Ends() {
			leader[i+1] = true
		}
	}
	for _, s := range code.Switches {
		leader[s.Default] = true
		for _, t := range s.Targets {
			leader[t] = true
		}
	}
	for _, h := range code.Handlers {
		leader[h.Target] = true
	}
	for a := range g.passed {
		leader[a+1] = true
	}
	g.blockOf = make([]int32, count)
	for i := range count {
		if leader[i] {
			g.Blocks = append(g.Blocks, Range{First: i})
		}
		g.blockOf[i] = int32(len(g.Blocks) - 1)
		g.Blocks[len(g.Blocks)-1].End = i + 1
	}
}

// connect adds an edge, unless it exists.
func (g *graph) connect(from, to, source int32) {
	if g.find(from, to) != nil {
		return
	}
	e := edge{from, to, source, -1, -1}
	at := int32(len(g.edges))
	if to != outside {
		e.nextIn, g.in[to] = g.in[to], at
	}
	if from != outside {
		e.nextLeft, g.out[from] = g.out[from], at
	}
	g.edges = append(g.edges, e)
}

// find returns an edge, nil if there is none. It never returns the edge from callers. An edge from outside to the first
// block is the edge of a handler at its start.
func (g *graph) find(from, to int32) *edge {
	if from == outside {
		for i := g.in[to]; i >= 0; i = g.edges[i].nextIn {
			if g.edges[i].from == outside && g.edges[i].source != fromCalls {
				return &g.edges[i]
			}
		}
		return nil
	}
	for i := g.out[from]; i >= 0; i = g.edges[i].nextLeft {
		if g.edges[i].to == to {
			return &g.edges[i]
		}
	}
	return nil
}

// leave adds the edges out of a block, given its last instruction.
func (g *graph) leave(code *classfile.Code, block, last int) error {
	from, n := int32(block), code.Instructions[last]
	if slot, ok := g.passed[last]; ok {
		g.connect(from, from+1, slot)
		g.connect(from, outside, unknown)
		return nil
	}
	switch n.Op {
	case classfile.Jsr, classfile.JsrW: // ret is an exit; control comes back from outside
		g.connect(from, g.blockOf[n.A], unknown)
		if last+1 < len(code.Instructions) {
			g.connect(outside, from+1, unknown)
		}
		return nil
	case classfile.TableSwitch, classfile.LookupSwitch:
		s := code.Switches[n.A]
		g.connect(from, g.blockOf[s.Default], unknown)
		for _, t := range s.Targets {
			g.connect(from, g.blockOf[t], unknown)
		}
		return nil
	}
	if n.Op.IsJump() {
		g.connect(from, g.blockOf[n.A], unknown)
	}
	if !n.Op.Ends() {
		if last+1 == len(code.Instructions) {
			return fmt.Errorf("its code has no end")
		}
		g.connect(from, from+1, unknown)
	} else if !n.Op.IsJump() {
		g.connect(from, outside, unknown)
	}
	return nil
}

// reach marks the blocks that control can reach, even if only by exceptions.
func (g *graph) reach(code *classfile.Code) {
	g.live = make([]bool, len(g.Blocks))
	var next []int32
	visit := func(b int32) {
		if b != outside && !g.live[b] {
			g.live[b] = true
			next = append(next, b)
		}
	}
	visit(0)
	for len(next) > 0 {
		b := next[len(next)-1]
		next = next[:len(next)-1]
		for i := g.out[b]; i >= 0; i = g.edges[i].nextLeft {
			visit(g.edges[i].to)
		}
		r := g.Blocks[b]
		if op := code.Instructions[r.End-1].Op; (op == classfile.Jsr || op == classfile.JsrW) &&
			int(b)+1 < len(g.Blocks) {
			visit(b + 1)
		}
		for _, h := range code.Handlers {
			if h.Start < r.End && r.First < h.End {
				visit(g.blockOf[h.Target])
			}
		}
	}
}

// count sets the slot of each block and edge that has one. It returns an error for a slot that does not fit the code.
func (g *graph) count(code *classfile.Code, slots []Slot) error {
	for i, s := range slots {
		block := g.blockOf[s.A]
		starts := g.Blocks[block].First == s.A
		var source *int32
		switch s.Kind {
		case Edge:
			if s.B < 0 || s.B >= len(code.Instructions) || g.Blocks[block].End != s.A+1 ||
				g.Blocks[g.blockOf[s.B]].First != s.B {
				return fmt.Errorf("slot %v: there is no such edge", s)
			}
			if e := g.find(block, g.blockOf[s.B]); e != nil {
				source = &e.source
			}
		case Block:
			if starts {
				source = &g.source[block]
			}
		case Handler:
			if e := g.find(outside, block); e != nil && starts {
				source = &e.source
			}
		case Passed:
			if g.passed[s.A] != int32(i) {
				return fmt.Errorf("slot %v occurs twice", s)
			}
			continue
		default:
			continue
		}
		if source == nil {
			return fmt.Errorf("slot %v: there is no such %s", s, kindNames[s.Kind])
		}
		if *source != unknown {
			return fmt.Errorf("slot %v occurs twice", s)
		}
		*source = int32(i)
	}
	return nil
}
