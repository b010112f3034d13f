// Package cctbuild makes the calling context tree of a run, a [cct.Tree] with the metrics of each node. It reads the
// merged trees of the run (internal/format/contexts), and the class files of the methods in them.
//
// The trees are read once, in the order of the file, and the numbers of each node are computed when it is read: its
// slots times the factors that internal/java/flow has made for its method. So a tree needs no memory but its own
// columns. Only trees of several test steps are merged first, because nodes of two of them can be one.
//
// Files of three JVMs with 7.5 million contexts are merged to 5 million in 447 MB. The merged file has 59 MB; to write
// it, and to read it as a tree, takes 830 MB at most. Together this takes 15 s on one processor, and 72 s if 35 other
// processes compete for two processors (JPROF_CONTEXTS=5000000 go test ./report/contexts/cctbuild -run '^$' -bench
// Large -benchtime 1x).
//
// Missing data is never a reason to fail: a method without a class file that can be read has calls only, a value below
// 0 is 0, and [cct.About] reports it.
//
// The files: build.go has the options and reads nodes; methods.go makes the methods with their formulas; values.go
// computes the numbers of a node, and adds the constructor of java.lang.Object; sizes.go computes the sizes of objects;
// steps.go makes a tree of each test step; about.go collects facts about the run; times.go adds samples; effects.go
// adds effects to a finished tree; package cct folds trees (fold.go there).
package cctbuild

import (
	"fmt"
	"math"

	"jprof/internal/format/contexts"
	"jprof/internal/format/jfr"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
	"jprof/report/contexts/cct"
)

// Options choose the parts of a run that become the tree, and its form.
type Options struct {
	Steps   []string               // test steps, "" for JVMs outside of test steps; all if empty
	Threads func(name string) bool // selects threads; nil for all
	Project cct.FindSource         // may be nil: see cct.MethodOf
	Folds   []Fold
	// Effects has the effects of the contexts of Steps; for the function Steps those of the file. It is nil if they
	// were not computed.
	Effects *Effects
	// Contexts is the number of contexts of the whole run, as the tree counts them, 0 if unknown. It may be wrong.
	Contexts int
	Times    *jfr.Samples // of the run; nil for none
	// Exceptions is true for a tree with that metric. A run without exact blocks does not have it.
	Exceptions bool
}

// Fold names a way to reduce the number of contexts.
type Fold string

// The folds, by the names of their options.
const (
	Synthetic Fold = "synthetic" // bridges and accessors are joined with the method that they call
	Clinit    Fold = "clinit"    // class initialisers are below a root of their own
	Recursion Fold = "recursion" // a recursive call is joined with the node of the method above it
)

// Tree makes the tree of a merged profile and the class files of its methods.
func Tree(s contexts.Source, pack *contexts.Pack, options Options) (*cct.Tree, error) {
	steps := s.Head().Steps
	if len(options.Steps) > 0 {
		steps = options.Steps
	}
	s, err := contexts.Joined(s, options.Steps...)
	if err != nil {
		return nil, err
	}
	b := newBuilder(s.Head(), pack, options)
	b.reserve()
	if err := s.Walk(b); err != nil {
		return nil, err
	}
	return b.finish(steps)
}

func newBuilder(h *contexts.Header, pack *contexts.Pack, options Options) *builder {
	b := &builder{t: &cct.Tree{}, head: h, options: options, types: map[string]int32{}, threads: map[string]bool{}}
	b.chooseMetrics()
	b.prepare(pack)
	return b
}

// finish returns the tree when all of its nodes have been read. steps are its test steps.
func (b *builder) finish(steps []string) (*cct.Tree, error) {
	if err := b.close(0); err != nil {
		return nil, err
	}
	b.t.SetEnds()
	b.sizes()
	b.about(steps)
	if b.options.Times != nil {
		addTimes(b.t, b.options.Times, b.options, b.threads)
	}
	return b.fold(), nil
}

// chooseMetrics sets the metrics of the tree.
func (b *builder) chooseMetrics() {
	for m := range cct.NumMetrics {
		b.metrics = append(b.metrics, m)
	}
	o := &b.options
	if o.Exceptions = o.Exceptions && b.head.Blocks == contexts.Exact; o.Exceptions {
		b.metrics = append(b.metrics, cct.Exceptions)
		b.t.Self[cct.Exceptions] = []uint64{} // the tree has the metric, even without nodes
	}
}

// reserve makes room for the nodes, so that columns do not grow, which takes twice their memory.
func (b *builder) reserve() {
	if b.options.Threads != nil {
		return
	}
	t, n := b.t, room(b.head)
	if b.options.Contexts > 0 && len(b.options.Steps) == 0 {
		n = min(n, b.options.Contexts+len(b.head.Methods)+roots) // methods beyond the limit have a node each
	}
	t.Parent, t.Method, t.Allocs.At = make([]int32, 0, n), make([]int32, 0, n), append(make([]uint32, 0, n+1), 0)
	if b.head.Sites.Has(contexts.Sites) {
		t.Line = make([]int32, 0, n)
	}
	for _, m := range b.metrics {
		t.Self[m] = make([]uint64, 0, n)
	}
	if b.options.Effects != nil {
		for e := range t.Effects {
			t.Effects[e] = make([]uint64, 0, n)
		}
	}
}

// roots is more than the number of roots of most trees.
const roots = 1024

// room returns a number of nodes, roots included, that the tree of a run will hardly have more of: calls of the
// constructor of Object have nodes that the file has not.
func room(h *contexts.Header) int {
	n := int(min(h.Nodes, math.MaxInt32))
	if h.Coverage.Has(contexts.All) {
		n += n / 8
	}
	return n
}

// fold returns the tree with the folds of the options.
func (b *builder) fold() *cct.Tree {
	var f cct.Folding
	for _, name := range b.options.Folds {
		b.t.About.Folds = append(b.t.About.Folds, string(name))
		switch name {
		case Synthetic:
			f.Forwards = func(method int32) bool { return b.forwards[method] }
		case Clinit:
			f.Clinit = true
		case Recursion:
			f.Recursion = true
		}
	}
	if len(b.options.Folds) == 0 {
		return b.t
	}
	return b.t.Fold(f)
}

// builder is a visitor of trees that makes a cct.Tree.
type builder struct {
	t        *cct.Tree
	head     *contexts.Header
	options  Options
	methods  []method                         // in the order of head.Methods
	ids      []int32                          // by method of head: its index in the tree
	forwards []bool                           // by method of the tree: it is a bridge or accessor
	types    map[string]int32                 // indices in t.Allocs.Types
	files    map[contexts.SHA]*classfile.File // nil for one that is missing or damaged; until prepare has ended
	byName   map[string]class                 // by name with slashes
	skip     bool                             // the thread is not wanted
	threads  map[string]bool                  // names of all threads, also of those that are not wanted
	open     []open                           // the path to the last node, from the root
	object   int32                            // index of Object.<init> in the tree, -1 if it has no nodes
	rows     []row                            // the allocations of the current node
	at       int                              // number of roots and nodes read so far
	numbers  flow.Values                      // of the current node
	run      flow.Run                         // the same
	code     func(*cct.Method) bool           // selects methods whose code is kept; nil for none
	metrics  []cct.Metric                     // those that nodes get when they are read
}

// open is a node whose subtree has not ended.
type open struct {
	node    int32
	method  int32  // of head, -1 for a root
	objects uint64 // calls of Object.<init> that are not in the tree yet
}

// row is an allocation of a node.
type row struct {
	of             int32
	made, elements uint64
}

// Root begins the tree of a thread.
func (b *builder) Root(r contexts.Root) error {
	if err := b.close(0); err != nil {
		return err
	}
	name := r.Name
	if r.Beyond {
		name = cct.BeyondThread
	}
	b.at++
	b.threads[name] = true
	b.skip = b.options.Threads != nil && !r.Beyond && !b.options.Threads(name)
	if b.skip {
		return nil
	}
	b.t.Threads = append(b.t.Threads, name)
	b.rows = b.rows[:0]
	return b.add(-1, int32(-len(b.t.Threads)), 0, cct.Sums{}, open{method: -1})
}

// Node adds a node with its metrics.
func (b *builder) Node(n *contexts.Node) error {
	b.at++
	if b.skip {
		return nil
	}
	if err := b.close(n.Depth); err != nil {
		return err
	}
	id := b.ids[n.Method]
	if b.object >= 0 && id > b.object {
		if err := b.addObjects(n.Depth - 1); err != nil {
			return err
		}
	}
	caller := b.open[n.Depth-1]
	sums, objects := b.values(n)
	line := int32(0)
	if n.Site > 0 && caller.method >= 0 {
		line = b.methods[caller.method].line(int(n.Site) - 1)
	}
	if err := b.add(caller.node, id, line, sums, open{method: n.Method, objects: objects}); err != nil {
		return err
	}
	if b.options.Effects != nil {
		for e, n := range b.options.Effects.of(b.at - 1) {
			b.t.Effects[e][b.t.Len()-1] = n
		}
	}
	return nil
}

// add adds a node with the allocations in b.rows.
func (b *builder) add(parent, method, line int32, sums cct.Sums, o open) error {
	t := b.t
	if t.Len() == math.MaxInt32 || len(t.Allocs.Type)+len(b.rows) > math.MaxUint32 {
		return fmt.Errorf("more contexts than a report can have: choose a step or threads")
	}
	o.node = int32(t.Len())
	b.open = append(b.open, o)
	t.Parent = append(t.Parent, parent)
	t.Method = append(t.Method, method)
	if b.head.Sites.Has(contexts.Sites) {
		t.Line = append(t.Line, line)
	}
	for _, m := range b.metrics {
		t.Self[m] = append(t.Self[m], sums[m])
	}
	if b.options.Effects != nil {
		for e := range t.Effects {
			t.Effects[e] = append(t.Effects[e], 0)
		}
	}
	for _, r := range b.rows {
		t.Allocs.Type = append(t.Allocs.Type, r.of)
		t.Allocs.Made = append(t.Allocs.Made, r.made)
		t.Allocs.Elements = append(t.Allocs.Elements, r.elements)
	}
	t.Allocs.At = append(t.Allocs.At, uint32(len(t.Allocs.Type)))
	return nil
}

// close ends the subtrees of open nodes of a depth and deeper.
func (b *builder) close(depth int) error {
	for len(b.open) > depth {
		if err := b.addObjects(len(b.open) - 1); err != nil {
			return err
		}
		b.open = b.open[:len(b.open)-1]
	}
	return nil
}
