package flow

import (
	"math/rand/v2"
	"testing"

	"jprof/internal/java/classfile"
)

// walker executes a method by chance, and counts everything one by one.
type walker struct {
	*rand.Rand
	code      *classfile.Code
	passed    map[int]bool // instructions whose exceptions are not counted
	limit     int          // instructions of a walk; then it stops
	throwing  map[int]bool // the instructions that may throw beside athrow; nil for each that mayThrow
	calls     uint64
	executed  []uint64
	completed []uint64
	went      map[[2]int]uint64
	caught    map[int]uint64
	cuts      map[int]uint64
	elements  map[int]uint64
}

func newWalker(r *rand.Rand, code *classfile.Code) *walker {
	n := len(code.Instructions)
	return &walker{Rand: r, code: code, passed: map[int]bool{}, limit: 1000, executed: make([]uint64, n),
		completed: make([]uint64, n), went: map[[2]int]uint64{}, caught: map[int]uint64{}, cuts: map[int]uint64{},
		elements: map[int]uint64{}}
}

// mayThrow reports whether the walker lets an instruction throw: calls, allocations, fields, arrays, divisions.
func mayThrow(op classfile.Opcode) bool {
	return op >= classfile.GetStatic && op <= classfile.ANewArray || op == classfile.AThrow ||
		op == classfile.MultiANewArray || op.String() == "iaload" || op.String() == "idiv"
}

func (w *walker) mayThrow(at int) bool {
	if w.throwing != nil {
		return w.throwing[at]
	}
	return mayThrow(w.code.Instructions[at].Op)
}

// walk calls the method once.
func (w *walker) walk() {
	w.calls++
	at := 0
	for n := 0; at >= 0; n++ {
		w.executed[at]++
		op := w.code.Instructions[at].Op
		switch {
		case n == w.limit:
			w.cuts[at]++
			return
		case op == classfile.AThrow || w.mayThrow(at) && w.IntN(4) == 0:
			if op != classfile.AThrow && !w.passed[at] {
				w.cuts[at]++
			}
			if at = w.handler(at); at >= 0 {
				w.caught[at]++
			}
			continue
		}
		w.completed[at]++
		if to := w.next(at); to >= 0 {
			w.went[[2]int{at, to}]++
			w.elements[at] += uint64(w.IntN(10))
			at = to
			continue
		}
		return
	}
}

// handler is one that catches an exception, or -1.
func (w *walker) handler(at int) int {
	for _, h := range w.code.Handlers {
		if h.Start <= at && at < h.End && w.IntN(3) > 0 {
			return h.Target
		}
	}
	return -1
}

// next chooses the next instruction, -1 for the end.
func (w *walker) next(at int) int {
	n := w.code.Instructions[at]
	switch {
	case n.Op == classfile.TableSwitch || n.Op == classfile.LookupSwitch:
		s := w.code.Switches[n.A]
		if k := w.IntN(len(s.Targets) + 1); k < len(s.Targets) {
			return s.Targets[k]
		}
		return s.Default
	case n.Op.IsJump() && (n.Op.Ends() || w.IntN(2) == 0):
		return int(n.A)
	case n.Op.Ends():
		return -1
	}
	return at + 1
}

// values returns the numbers of slots for the counted walk.
func (w *walker) values(slots []Slot, cuts bool) *Values {
	v := &Values{Calls: w.calls}
	for _, s := range slots {
		var n uint64
		switch s.Kind {
		case Edge:
			n = w.went[[2]int{s.A, s.B}]
		case Block:
			n = w.executed[s.A]
		case Passed:
			n = w.went[[2]int{s.A, s.A + 1}]
		case Handler:
			n = w.caught[s.A]
		default:
			n = w.elements[s.A] * (uint64(s.Kind) + uint64(s.B))
		}
		v.Slots = append(v.Slots, n)
	}
	for at, n := range w.cuts {
		if cuts {
			v.Cuts = append(v.Cuts, Cut{at, n})
		}
	}
	return v
}

// chooser chooses the slots of a method by chance, as the contract between agent and reader allows.
type chooser struct {
	*rand.Rand
	g     graph
	code  *classfile.Code
	slots []Slot
}

// choose chooses slots: some instructions are passed; then edges outside of a spanning tree, or all blocks.
func (w *walker) choose(t *testing.T, m *classfile.Method, fast bool) []Slot {
	t.Helper()
	c := &chooser{Rand: w.Rand, code: w.code}
	subroutines := false
	for i, n := range w.code.Instructions {
		subroutines = subroutines || n.Op == classfile.Jsr || n.Op == classfile.JsrW
		if mayThrow(n.Op) && !n.Op.Ends() && w.IntN(10) == 0 {
			c.slots = append(c.slots, Slot{Kind: Passed, A: i})
			w.passed[i] = true
		}
	}
	if err := c.g.build(w.code, c.slots); err != nil {
		t.Fatal(err)
	}
	if subroutines || w.IntN(8) == 0 {
		c.blocks()
	} else {
		c.edges(fast)
	}
	c.sums(&m.File().Pool)
	w.Shuffle(len(c.slots), func(i, j int) { c.slots[i], c.slots[j] = c.slots[j], c.slots[i] })
	return c.slots
}

// blocks adds all blocks.
func (c *chooser) blocks() {
	for _, b := range c.g.Blocks {
		c.slots = append(c.slots, Slot{Kind: Block, A: b.First})
	}
}

// edges adds the edges outside of a spanning tree, which has all exits. Entries of handlers may be in it. For fast
// blocks, the tree has one edge out of each block at most.
func (c *chooser) edges(fast bool) {
	n := len(c.g.Blocks)
	parent := make([]int, n+1)
	for i := range parent {
		parent[i] = i
	}
	root := func(b int32) int {
		i := int(b)
		if b == outside {
			i = n
		}
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	left := make([]bool, n)
	order := c.Perm(len(c.g.edges))
	for _, exits := range []bool{true, false} {
		for _, i := range order {
			e := c.g.edges[i]
			if (e.to == outside) != exits || e.source != unknown {
				continue
			}
			from, to := root(e.from), root(e.to)
			if from != to && !(fast && (e.from == outside || left[e.from])) {
				parent[from] = to
				if e.from != outside {
					left[e.from] = true
				}
				continue
			}
			switch {
			case e.from == outside:
				c.slots = append(c.slots, Slot{Kind: Handler, A: c.g.Blocks[e.to].First})
			case e.to != outside:
				c.slots = append(c.slots, Slot{Edge, c.g.Blocks[e.from].End - 1, c.g.Blocks[e.to].First})
			}
		}
	}
}

// sums adds the slots of allocations.
func (c *chooser) sums(pool *classfile.Pool) {
	for i, n := range c.code.Instructions {
		switch n.Op {
		case classfile.NewArray, classfile.ANewArray:
			c.slots = append(c.slots, Slot{Kind: Elements, A: i})
		case classfile.MultiANewArray:
			for d := range int(n.B) {
				c.slots = append(c.slots, Slot{Elements, i, d})
			}
		case classfile.InvokeVirtual:
			if to := pool.Member(int(n.A)); to.Name == "clone" && to.Class[0] == '[' {
				c.slots = append(c.slots, Slot{Kind: Cloned, A: i})
			}
		}
	}
}
