package flame

import (
	"bytes"
	"cmp"
	"slices"

	"jprof/report/contexts/cct"
	"jprof/report/packed"
)

// Flags of a record for data besides its columns.
const (
	flagAllocs = 1
	flagRest   = 2
	flagLine   = 4
	flagLines  = 8
	flags      = 16
)

// rest sums up the contexts that are missing below a node, because they are in another chunk, or in none.
type rest struct {
	node     int32
	contexts int32
	chunk    int32 // 0 for none
	group    int32 // the number of the group in the chunk
	dropped  bool  // they are in no chunk
}

// findRests finds the contexts that are missing below each node: first those in another chunk, then those in none. It
// needs the inclusive numbers of a column at a time only, because those of all columns take more memory than the tree.
func (c *Chunks) findRests() {
	src := c.src
	for node := range int32(len(src.Parent)) {
		if c.group[node] < 0 {
			continue
		}
		loads, lost := rest{node: node}, rest{node: node, dropped: true}
		for k := node + 1; k < src.End[node]; k = src.End[k] {
			switch g := c.group[k]; {
			case g < 0:
				lost.contexts += src.End[k] - k
			case g != c.group[node]:
				loads.contexts += src.End[k] - k
				loads.chunk, loads.group = int32(c.groups[g].chunk), int32(c.groups[g].at)
			}
		}
		for _, r := range []rest{loads, lost} {
			if r.contexts > 0 {
				c.rests = append(c.rests, r)
			}
		}
	}
	var total []uint64
	for _, self := range src.Self {
		total = cct.Inclusive(total, self, src.Parent)
		sums := make([]uint64, len(c.rests))
		for i, r := range c.rests {
			for k := r.node + 1; k < src.End[r.node]; k = src.End[k] {
				if g := c.group[k]; g != c.group[r.node] && (g < 0) == r.dropped {
					sums[i] = cct.Add(sums[i], total[k])
				}
			}
		}
		c.sums = append(c.sums, sums)
	}
}

// Chunk returns the text of a chunk: a string for each group. Several goroutines may call it at the same time.
func (c *Chunks) Chunk(i int) []string {
	out := make([]string, len(c.chunks[i]))
	for k, g := range c.chunks[i] {
		e := encoder{c: c, before: -1}
		e.group(c.groups[g].nodes)
		out[k] = e.text.String()
	}
	return out
}

// encoder writes the records of a group.
type encoder struct {
	c      *Chunks
	text   bytes.Buffer
	open   []int32 // the path to the last node, in this group
	before int     // the depth of the record before
}

func (e *encoder) group(nodes []int32) {
	src := e.c.src
	for _, node := range nodes {
		for len(e.open) > 0 && e.open[len(e.open)-1] != src.Parent[node] {
			e.close()
		}
		e.node(node)
		e.open = append(e.open, node)
	}
	for len(e.open) > 0 {
		e.close()
	}
}

// close removes the last open node, and writes its rests, which follow its callees.
func (e *encoder) close() {
	node := e.open[len(e.open)-1]
	rests := e.c.rests
	at, _ := slices.BinarySearchFunc(rests, node, func(r rest, node int32) int { return cmp.Compare(r.node, node) })
	for ; at < len(rests) && rests[at].node == node; at++ {
		r := &rests[at]
		e.head(len(e.open), flagRest)
		e.number(uint64(r.contexts))
		e.number(uint64(r.chunk))
		if r.chunk > 0 {
			e.number(uint64(r.group))
		}
		e.columns(func(m int) uint64 { return e.c.sums[m][at] })
	}
	e.open = e.open[:len(e.open)-1]
}

func (e *encoder) node(node int32) {
	src := e.c.src
	what := 0
	if src.Line != nil && src.Line[node] > 0 {
		what |= flagLine
	}
	var from, to uint32
	if a := src.Allocs; a != nil {
		if from, to = a.At[node], a.At[node+1]; from < to {
			what |= flagAllocs
		}
	}
	lines := src.Lines[node]
	if len(lines) > 0 {
		what |= flagLines
	}
	e.head(len(e.open), what)
	if m := src.Method[node]; m < 0 {
		e.number(uint64(src.Methods) + uint64(-1-m))
	} else {
		e.number(uint64(m))
	}
	if what&flagLine != 0 {
		e.number(uint64(src.Line[node]))
	}
	e.columns(func(m int) uint64 { return src.Self[m][node] })
	e.lines(lines)
	if what&flagAllocs == 0 {
		return
	}
	e.number(uint64(to - from))
	for k := from; k < to; k++ {
		a := src.Allocs
		e.number(uint64(a.Type[k]))
		e.number(a.Made[k])
		if cct.IsArray(a.Types[a.Type[k]]) {
			e.number(a.Elements[k])
		}
	}
}

// lines writes the lines of a node, if it has some.
func (e *encoder) lines(list []cct.LineSum) {
	if len(list) == 0 {
		return
	}
	e.number(uint64(len(list)))
	for _, l := range list {
		e.number(uint64(l.Line))
		e.number(l.Executions)
		e.number(l.Bytecodes)
		e.number(l.Exceptions)
	}
}

// head starts a record.
func (e *encoder) head(depth, what int) {
	e.number(uint64((e.before+1-depth)*flags + what))
	e.before = depth
}

func (e *encoder) columns(value func(m int) uint64) {
	has := uint64(0)
	for m := range e.c.src.Self {
		if value(m) != 0 {
			has |= 1 << m
		}
	}
	e.number(has)
	for m := range e.c.src.Self {
		if has&(1<<m) != 0 {
			e.number(value(m))
		}
	}
}

func (e *encoder) number(n uint64) {
	e.text.Write(packed.Append(e.text.AvailableBuffer(), n))
}
