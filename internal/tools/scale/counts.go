package main

import (
	"hash/fnv"
	"math"
	"math/rand/v2"

	"jprof/internal/format/probe"
)

// counter makes up the counters of one file.
type counter struct {
	file *probe.File
	rand *rand.Rand
	made []uint64
	set  []bool
}

// makeCounters makes up the counts of a file in the tests of who: the same for equal names. A fifth of the files is
// never executed, the others partly, up to a share of their methods, with counts from 1 to billions. All counts are
// consistent: no formula is negative.
func makeCounters(f *probe.File, who string, most float64) []uint64 {
	const least = 0.2
	h := fnv.New64a()
	h.Write([]byte(f.Path + "\x00" + who))
	c := &counter{file: f, rand: rand.New(rand.NewPCG(h.Sum64(), 0)), made: make([]uint64, f.Counters),
		set: make([]bool, f.Counters)}
	if c.rand.IntN(5) == 0 {
		return c.made
	}
	usual, magnitude := least+(most-least)*c.rand.Float64(), 6*c.rand.Float64()
	methods := make([]uint64, len(f.Methods))
	for i, m := range f.Methods {
		if c.rand.Float64() < usual {
			methods[i] = uint64(math.Pow(10, magnitude*c.rand.Float64())) + uint64(c.rand.IntN(5))
		}
		c.put(m.Count, methods[i])
	}
	blocks := make([]uint64, len(f.Blocks))
	for i, b := range f.Blocks {
		switch {
		case b.Parent < 0 && b.Method < 0:
			blocks[i] = uint64(c.rand.IntN(50))
		case b.Parent < 0:
			blocks[i] = methods[b.Method]
		default:
			blocks[i] = c.inside(b.Kind, blocks[b.Parent])
		}
		c.put(b.Count, blocks[i])
	}
	for _, r := range f.Regions {
		c.put(r.Count, blocks[r.Block])
	}
	for _, b := range f.Branches {
		n := uint64(1)
		if b.Block >= 0 {
			n = blocks[b.Block]
		}
		c.put(b.True, c.share(n))
		c.put(b.False, c.share(n))
	}
	c.repair()
	return c.made
}

// inside returns a made-up count for a block within a block that is entered n times.
func (c *counter) inside(kind probe.BlockKind, n uint64) uint64 {
	switch kind {
	case probe.LoopBlock:
		return min(n*uint64(c.rand.IntN(20)), 9e9)
	case probe.CatchBlock:
		return n / 1000
	case probe.ThenBlock, probe.ElseBlock, probe.CaseBlock, probe.LambdaBlock:
		return c.share(n)
	}
	return n
}

// share returns a part of n, in a quarter of all cases 0.
func (c *counter) share(n uint64) uint64 {
	if n == 0 || c.rand.IntN(4) == 0 {
		return 0
	}
	return 1 + c.rand.Uint64N(n)
}

// put gives a formula the value want, if none of its counters has a value yet: its first counter without one gets it.
func (c *counter) put(f probe.Formula, want uint64) {
	for _, t := range f {
		if t.Coef > 0 && !c.set[t.Counter] {
			c.set[t.Counter] = true
			c.made[t.Counter] = want
			return
		}
	}
}

// repair raises counters until no formula is negative.
func (c *counter) repair() {
	all := formulas(c.file)
	for again, rounds := true, 0; again; rounds++ {
		if rounds == 1000 {
			clear(c.made) // formulas that need more and more: none is known
		}
		again = false
		for _, f := range all {
			v := f.Value(c.made)
			if v >= 0 {
				continue
			}
			for _, t := range f {
				if t.Coef > 0 {
					c.made[t.Counter] += uint64(-v)
					again = true
					break
				}
			}
		}
	}
}

// formulas returns all formulas of a file that are counts.
func formulas(f *probe.File) (all []probe.Formula) {
	for _, m := range f.Methods {
		all = append(all, m.Count)
	}
	for _, b := range f.Blocks {
		all = append(all, b.Count)
	}
	for _, r := range f.Regions {
		all = append(all, r.Count)
		for _, s := range r.Statements {
			all = append(all, s.Count)
		}
	}
	for _, b := range f.Branches {
		all = append(all, b.True, b.False)
	}
	return all
}
