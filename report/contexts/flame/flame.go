package flame

import "jprof/report/contexts/cct"

// Sizes of chunks, in nodes.
const (
	// MaxNodes is the largest number of nodes of a tree in a report. Lighter nodes are in sums only.
	MaxNodes = 1 << 20

	firstChunk = 1 << 14 // nodes of the first chunk
	chunkSize  = 1 << 14 // nodes from which on a chunk is full
)

// Source is a tree: nodes in preorder, as in cct.Tree, with any number of columns.
type Source struct {
	Methods     int // number of methods; numbers of threads follow theirs
	Parent, End []int32
	Method      []int32 // -1-i for the root of thread i
	Line        []int32 // of the call, nil for unknown
	Self        [][]uint64
	Allocs      *cct.Allocs // nil for unknown
	Lines       map[int32][]cct.LineSum
	Max         int // largest number of nodes that are kept, 0 for MaxNodes
	First       int // number of nodes in the first chunk, 0 for the usual one
}

// Of returns the source for a tree: a column for each metric that it has, then one for each effect if it has them.
func Of(t *cct.Tree) Source {
	s := Source{Methods: len(t.Methods), Parent: t.Parent, End: t.End, Method: t.Method, Line: t.Line,
		Allocs: &t.Allocs, Lines: t.Lines}
	if t.Allocs.At == nil {
		s.Allocs = nil
	}
	for _, m := range t.Columns() {
		s.Self = append(s.Self, t.Self[m])
	}
	if t.HasEffects() {
		for e := range cct.NumEffects {
			s.Self = append(s.Self, t.Effects[e])
		}
	}
	return s
}

// Chunks are the parts of a tree, ready to be written.
type Chunks struct {
	Records int // of nodes and rests, in all chunks
	Kept    int // nodes in chunks, roots included
	src     *Source
	tiers   []uint8 // of each node: the tier of its chunk; dropped for none
	group   []int32 // of each node, -1 for none
	groups  []group
	chunks  [][]int32  // the groups of each chunk
	rests   []rest     // in the order of their nodes
	sums    [][]uint64 // by column: the inclusive number of each rest
}

// group holds nodes that are loaded together.
type group struct {
	parent int32 // the node with these callees, -1 for the first group
	tier   uint8
	nodes  []int32 // in preorder
	chunk  int     // index of its chunk
	at     int     // its index in the chunk
}

// Len returns the number of chunks.
func (c *Chunks) Len() int { return len(c.chunks) }

// Cut distributes the nodes of a tree among chunks.
func Cut(src Source) *Chunks {
	if src.Max == 0 {
		src.Max = MaxNodes
	}
	if src.First == 0 {
		src.First = firstChunk
	}
	c := &Chunks{src: &src}
	c.setTiers(tiers(weights(&src), limits(src.First, src.Max)))
	c.collect()
	c.findRests()
	c.Records = c.Kept + len(c.rests)
	return c
}

// limits returns for each tier the number of nodes up to it, four times that of the tier before.
func limits(first, most int) []int {
	var out []int
	for n := first; n < most; n *= 4 {
		out = append(out, n)
	}
	return append(out, most)
}
