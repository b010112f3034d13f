package efficiency

import (
	"errors"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
)

// ErrCallsOnly means that a run recorded calls only, and no bytecodes.
var ErrCallsOnly = errors.New("the run has calls only: record it without --blocks calls")

// analysis is a visitor of trees that evaluates each node when its subtree has ended.
type analysis struct {
	head    *contexts.Header
	options Options
	files   *files
	output  output
	methods []method
	callees map[classfile.Member]*callee
	copying *Method // System.arraycopy
	all     []*Method

	skip     bool    // the thread is not wanted
	beyond   bool    // these are calls beyond the limit
	path     []frame // from below the root to the current node; later frames are kept for reuse
	depth    int
	preorder int
	topmost  result // result of a node below a root: it is not needed

	outermost [kinds][]outermost // see outer

	scratch
	current Numbers // of the node that is finished
	making  making
	out     Result
	top     []Context // chosen so far: see choose
	full    bool      // the first MaxContexts of top are sorted; what would come after them is not added
}

// frame is a node whose subtree has not ended.
type frame struct {
	method   int32
	site     uint32
	preorder int
	values   flow.Values
	made     []contexts.Made
	children []result
	counted  bool // it or a caller is selected: see Options.Below
	top      bool // it is counted, and its caller is not
	recursed bool // the method is on the path above, in a node that is counted

	outermost [kinds]int // lengths of analysis.outermost when the node began
}

// result sums up a finished node for its parent.
type result struct {
	method  int32
	site    uint32
	calls   uint64
	cost    uint64
	writes  uint64
	missed  uint64 // writes that do not escape
	covered [kinds]uint64
	records []record
	returns mask // operands, global, or returned for what is fresh
	throws  mask
	reach   []reach
	shape   int32 // see memo.shapes
}

// record counts the writes that escape in one set of ways. A count of 0 means an effect that is not counted, as that of
// code without a node.
type record struct {
	mask  mask
	of    int32 // the type that they make, 0 for other writes
	count uint64
}

// reach holds the ways in which an object escapes from a method, which are its targets in the object update graph. The
// object is an operand, a fresh object that is returned or thrown, or something global.
type reach struct {
	operand int // index of the operand, or one of the constants below
	to      mask
}

const (
	fromFresh  = -1
	fromGlobal = -2
)

// Root begins the tree of a thread.
func (a *analysis) Root(r contexts.Root) error {
	a.close(0)
	a.skip = a.options.Threads != nil && !r.Beyond && !a.options.Threads(r.Name)
	a.beyond = r.Beyond
	a.preorder++
	return nil
}

// Node begins a context.
func (a *analysis) Node(n *contexts.Node) error {
	a.preorder++
	if a.skip {
		return nil
	}
	a.close(n.Depth - 1)
	if len(a.path) < n.Depth {
		a.path = append(a.path, frame{})
	}
	f := &a.path[n.Depth-1]
	f.method, f.site, f.preorder = n.Method, n.Site, a.preorder-1
	f.values.Calls = n.Calls
	f.values.Slots = append(f.values.Slots[:0], n.Slots...)
	f.values.Cuts = f.values.Cuts[:0]
	m := &a.methods[n.Method]
	for _, c := range n.Cuts {
		if m.formulas != nil && int(c.Instruction) < len(m.formulas.Code.Instructions) {
			f.values.Cuts = append(f.values.Cuts, flow.Cut{Instruction: int(c.Instruction), Count: c.Count})
		}
	}
	f.made = append(f.made[:0], n.Made...)
	f.children = f.children[:0]
	below := n.Depth > 1 && a.path[n.Depth-2].counted
	f.counted = below || m.starts
	f.top = f.counted && !below
	f.recursed = m.sums.open > 0
	for l := range kinds {
		f.outermost[l] = len(a.outermost[l])
	}
	if f.counted {
		m.sums.open++
	}
	a.depth = n.Depth
	return nil
}

// close evaluates the nodes on the path that are deeper than depth, because their subtrees have ended.
func (a *analysis) close(depth int) {
	for a.depth > depth {
		f := &a.path[a.depth-1]
		a.depth--
		to := &a.topmost
		if a.depth > 0 {
			to = a.path[a.depth-1].child()
		}
		to.reset()
		a.node(f, to)
		if f.counted {
			a.methods[f.method].sums.open--
		}
	}
}

// child appends a result for a child, and returns it. The result uses the memory of an earlier one, and may have the
// values of that.
func (f *frame) child() *result {
	if n := len(f.children); n < cap(f.children) {
		f.children = f.children[:n+1]
	} else {
		f.children = append(f.children, result{})
	}
	return &f.children[len(f.children)-1]
}

func (r *result) reset() {
	*r = result{records: r.records[:0], reach: r.reach[:0]}
}

// add counts writes that escape in the ways m.
func (r *result) add(m mask, count uint64) {
	r.addOf(m, 0, count)
}

// addOf counts writes that escape in the ways m and make objects of the type with the number of; 0 means other writes.
func (r *result) addOf(m mask, of int32, count uint64) {
	if m == 0 {
		r.missed += count
		return
	}
	for i := range r.records {
		if r.records[i].mask == m && r.records[i].of == of {
			r.records[i].count += count
			return
		}
	}
	r.records = append(r.records, record{m, of, count})
}
