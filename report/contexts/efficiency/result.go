package efficiency

import (
	"cmp"
	"math/bits"
	"slices"

	"jprof/report/contexts/cct"
)

// List is one of the lists of methods and contexts.
type List int

// The lists.
const (
	NoSideEffect  List = iota // writes nothing to operands, static fields and output
	NoEffect                  // the same, and returns and throws nothing
	LowEfficiency             // value / cost is below a threshold
	Capturing                 // has captured writes

	kinds
)

// Lists are all lists, in order.
var Lists = [kinds]List{NoSideEffect, NoEffect, LowEfficiency, Capturing}

// Shown has all lists in the order for people: a list that says more clearly what to do comes earlier.
var Shown = [kinds]List{NoEffect, Capturing, LowEfficiency, NoSideEffect}

// String returns the name of the list, as outputs have it.
func (l List) String() string {
	return [kinds]string{"no-side-effect", "no-effect", "low-efficiency", "capturing"}[l]
}

// Kind is a kind of output.
type Kind int

// The kinds of output.
const (
	File Kind = iota
	Socket
	Console
	Log
	Stream // of any kind: only a stream or writer is known

	outputKinds
)

// String returns the name of the kind.
func (k Kind) String() string {
	return [outputKinds]string{"file", "socket", "console", "log", "stream"}[k]
}

// Numbers holds the numbers of a context, or the sums over the contexts of a method. All but Exclusive, Captured and
// Local are inclusive.
type Numbers struct {
	Invocations uint64
	Cost        uint64
	Exclusive   uint64 // cost of its own code
	Value       uint64
	Writes      uint64
	Escaping    uint64
	NotEscaping uint64
	Captured    uint64
	Local       uint64
	Copied      uint64 // writes of System.arraycopy that its own code called; of contexts only
	Output      uint64 // of Escaping, as are the numbers below; a write may be in several of them
	Returned    uint64 // returned or thrown
	Thrown      uint64
	Operand     uint64
	Global      uint64
	Outputs     [outputKinds]uint64

	effects mask // ways of all escaping writes, and of effects that cannot be counted
	threw   bool
	Listed  [kinds]bool   // by list: see In
	Covered [kinds]uint64 // by list: inclusive cost of the topmost contexts in the list, here and below
}

// In reports whether the context or method is in a list.
func (n *Numbers) In(l List) bool { return n.Listed[l] }

// plus adds the inclusive numbers of another.
func (n *Numbers) plus(o *Numbers) {
	n.Cost, n.Value, n.Writes = cct.Add(n.Cost, o.Cost), cct.Add(n.Value, o.Value), cct.Add(n.Writes, o.Writes)
	n.Escaping, n.NotEscaping = cct.Add(n.Escaping, o.Escaping), cct.Add(n.NotEscaping, o.NotEscaping)
	n.Output, n.Returned, n.Thrown = n.Output+o.Output, n.Returned+o.Returned, n.Thrown+o.Thrown
	n.Operand, n.Global = n.Operand+o.Operand, n.Global+o.Global
	for k := range n.Outputs {
		n.Outputs[k] += o.Outputs[k]
	}
	n.effects |= o.effects
	n.threw = n.threw || o.threw
	for l := range n.Covered {
		n.Covered[l] += o.Covered[l]
	}
}

// Method is a method with the sums of its contexts: inclusive numbers are those of its topmost ones.
type Method struct {
	cct.Method
	Numbers
	Contexts uint64            // number of contexts, without those beyond the limit
	With     [kinds]Contexts   // by list: the contexts that are in it
	Captures map[string]uint64 // objects and arrays that were made and captured here, by type
	void     bool
	open     int // number of its nodes on the current path
}

// Contexts sums up those contexts of a method that are in a list.
type Contexts struct {
	Number   uint64
	Cost     uint64 // of those that are topmost contexts of the method, as is Value
	Value    uint64
	Captured uint64
	// Adds is the cost of those that are inside of no other context of the list. It adds up to the cost of the list:
	// see Result.Share.
	Adds uint64
}

// Context is a context with its numbers.
type Context struct {
	Numbers
	Method *Method
	Path   []*Method // from the root's method to this one
	Node   int       // in preorder of the file, roots included
	by     uint64    // the number by which contexts are chosen
}

// Result holds the efficiency of a run.
type Result struct {
	Total    Numbers // of the program. Covered by lists: see Share
	Contexts uint64
	Methods  []*Method // by key
	Chosen   []Context // those of Options.Contexts, most first
	Options  Options
	TopNode  uint64 // captured writes of the context with most

	Missing  []string  // classes without a class file
	Damaged  []string  // methods whose code or counts cannot be read
	Contrary uint64    // contexts whose counts contradict each other
	Beyond   uint64    // calls beyond the limit of contexts
	About    cct.About // recording of the run: coverage, blocks and recursion; and its losses
	NoOutput []string  // patterns of Options.Output that no method had
	NoValue  []string  // Options.ValueTypes that no method of the run returns: "Valu (did you mean Value?)"
}

// Share returns the cost of contexts in a list, and the cost of the program.
func (r *Result) Share(l List) (part, of uint64) { return r.Total.Covered[l], r.Total.Cost }

// ShareOf returns what a method adds to the cost of a list, and the cost of the program; for the list Capturing their
// captured writes.
func (r *Result) ShareOf(m *Method, l List) (part, of uint64) {
	if l == Capturing {
		return m.Captured, r.Total.Captured
	}
	return m.With[l].Adds, r.Total.Cost
}

// In reports whether a context of the method is in a list. Numbers.In reports whether the method as a whole would be.
func (m *Method) In(l List) bool { return m.With[l].Number > 0 || m.With[l].Adds > 0 }

// In returns the methods with a context in a list: those whose contexts in it cost most first; for Capturing, those
// that capture most.
func (r *Result) In(l List) []*Method {
	var list []*Method
	for _, m := range r.Methods {
		if m.In(l) {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b *Method) int {
		if l == Capturing {
			return cmp.Compare(b.Captured, a.Captured)
		}
		return cmp.Or(cmp.Compare(b.With[l].Adds, a.With[l].Adds), cmp.Compare(b.With[l].Cost, a.With[l].Cost))
	})
	return list
}

// numbers returns the numbers of a node, from its result and what only the node itself has.
func (a *analysis) numbers(r *result, local, captured uint64, threw bool) Numbers {
	n := Numbers{Invocations: r.calls, Cost: r.cost, Writes: r.writes, NotEscaping: r.missed, Captured: captured,
		Local: local, threw: threw}
	for _, rec := range r.records {
		n.effects |= rec.mask
		n.Escaping += rec.count
		add := func(to *uint64, of mask) {
			if rec.mask&of != 0 {
				*to += rec.count
			}
		}
		add(&n.Output, outputs)
		add(&n.Returned, returned|thrown)
		add(&n.Thrown, thrown)
		add(&n.Operand, operands)
		add(&n.Global, global)
		if rec.mask&outputs != 0 {
			n.Outputs[bits.TrailingZeros64(uint64(rec.mask&outputs))] += rec.count
		}
	}
	n.Value = n.Escaping
	return n
}

// lists sets n.Listed: the lists that the numbers belong to.
func (a *analysis) lists(m *Method, n *Numbers) {
	n.Listed[NoSideEffect] = n.effects&(outputs|global|operands) == 0
	n.Listed[NoEffect] = n.Listed[NoSideEffect] && m.void && n.effects&(returned|thrown) == 0 && !n.threw
	n.Listed[LowEfficiency] = n.Cost > 0 && below(n.Value, n.Cost, a.options.LowEfficiency)
	n.Listed[Capturing] = n.Captured > 0
}

// below reports whether a / b is less than a number of millionths.
func below(a, b, millionths uint64) bool {
	highA, lowA := bits.Mul64(a, 1_000_000)
	highB, lowB := bits.Mul64(b, millionths)
	return highA < highB || highA == highB && lowA < lowB
}

// finish adds the numbers of a node to the sums of its method and of the program.
func (a *analysis) finish(f *frame, r *result, local, captured, exclusive uint64) {
	m := &a.methods[f.method]
	n := &a.current
	*n = a.numbers(r, local, captured, a.threw)
	n.Exclusive, n.Copied = exclusive, a.copiedWrites
	if m.valued {
		n.Value += r.calls
	}
	a.lists(m.sums, n)
	for l := range kinds {
		r.covered[l] = n.Cost
		if !n.Listed[l] {
			r.covered[l] = 0
			for i := range f.children {
				r.covered[l] += f.children[i].covered[l]
			}
		}
	}
	n.Covered = r.covered
	if !f.counted {
		return
	}
	a.outer(f, n)
	a.sum(m.sums, n, f.recursed)
	a.keepMade(m.sums)
	if a.beyond {
		a.out.Beyond += r.calls
	} else {
		a.out.Contexts++
		m.sums.Contexts++
	}
	if f.top {
		a.out.Total.plus(n)
	}
	a.out.TopNode = max(a.out.TopNode, captured)
	if a.options.EachNode != nil {
		a.options.EachNode(f.preorder, n)
	}
	if m.asked {
		a.choose(f, m.sums, n)
	}
}

// sum adds numbers to those of a method.
func (a *analysis) sum(m *Method, n *Numbers, recursed bool) {
	m.Invocations += n.Invocations
	m.Exclusive = cct.Add(m.Exclusive, n.Exclusive)
	m.Captured += n.Captured
	m.Local += n.Local
	a.out.Total.Captured += n.Captured
	a.out.Total.Local += n.Local
	if !recursed {
		m.plus(n)
	}
	for l := range kinds {
		if n.Listed[l] && !a.beyond {
			m.With[l].Number++
			m.With[l].Captured += n.Captured
			if !recursed {
				m.With[l].Cost += n.Cost
				m.With[l].Value += n.Value
			}
		}
	}
}

// choose keeps a context, if it is among those that cost most, or capture most.
func (a *analysis) choose(f *frame, m *Method, n *Numbers) {
	c := Context{Numbers: *n, Method: m, Node: f.preorder, by: n.Cost}
	if a.options.MostCaptured {
		c.by = n.Captured
	}
	most := a.options.MaxContexts
	if most == 0 || a.full && compareContexts(c, a.top[most-1]) > 0 {
		return
	}
	for i := range a.depth + 1 {
		c.Path = append(c.Path, a.methods[a.path[i].method].sums)
	}
	if a.top = append(a.top, c); len(a.top) >= 2*most {
		a.cutTop()
		a.full = true
	}
}

// cutTop sorts a.top, and keeps the first MaxContexts.
func (a *analysis) cutTop() {
	slices.SortFunc(a.top, compareContexts)
	a.top = slices.Delete(a.top, min(a.options.MaxContexts, len(a.top)), len(a.top))
}

// compareContexts orders contexts: by the number that chooses them, then by cost, largest first; equal ones as in the
// file.
func compareContexts(x, y Context) int {
	return cmp.Or(cmp.Compare(y.by, x.by), cmp.Compare(y.Cost, x.Cost), cmp.Compare(x.Node, y.Node))
}

// result returns the Result, after all trees have ended.
func (a *analysis) result() *Result {
	all := a.out // a pointer to a.out would keep the analysis in memory
	out := &all
	out.Options = a.options
	out.Options.EachNode = nil // it may hold memory
	h := a.head
	out.About = cct.About{Coverage: h.Coverage.Named("app", "all"), Blocks: h.Blocks.Named("exact", "fast", "calls"),
		Recursion: h.Recursion.Named("full", "folded"), Limit: h.Limit, From: a.options.From,
		Snapshots: int(h.Snapshots),
		Lost:      h.Lost, Stopped: h.Stopped, Guessed: h.Guessed}
	out.NoOutput, out.NoValue = a.output.missing(), a.notReturned()
	for _, m := range a.all {
		if m.Invocations > 0 {
			a.lists(m, &m.Numbers)
			out.Methods = append(out.Methods, m)
		}
	}
	slices.SortStableFunc(out.Methods, func(x, y *Method) int { return cmp.Compare(x.Key(), y.Key()) })
	a.cutTop()
	out.Chosen = a.top
	a.lists(&Method{}, &out.Total)
	return out
}
