package flame_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/flame"
)

// page holds the parts of a tree that a page knows after it has loaded some chunks: contexts.js does the same.
type page struct {
	t       *testing.T
	tree    *cct.Tree
	columns int
	nodes   []*node
	waiting map[[2]int]*node
}

// node is a record of a chunk.
type node struct {
	caller   *node
	callees  []*node
	method   uint64
	line     uint64
	values   []uint64
	made     []string // TYPE MADE ELEMENTS
	lines    []cct.LineSum
	rest     bool
	contexts uint64
	chunk    uint64
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func newPage(t *testing.T, tree *cct.Tree, columns int) *page {
	top := &node{}
	return &page{t: t, tree: tree, columns: columns, nodes: []*node{top}, waiting: map[[2]int]*node{{0, 0}: top}}
}

// load reads a chunk. Those with the nodes that miss its groups must be there.
func (p *page) load(chunk int, groups []string) {
	p.t.Helper()
	for g, text := range groups {
		rest := p.waiting[[2]int{chunk, g}]
		if rest == nil {
			p.t.Fatalf("chunk %d: nothing misses group %d", chunk, g)
		}
		delete(p.waiting, [2]int{chunk, g})
		caller := rest
		if rest.rest {
			caller = rest.caller
			caller.callees = slices.DeleteFunc(caller.callees, func(n *node) bool { return n == rest })
		}
		p.read(text, caller)
	}
}

func (p *page) read(text string, caller *node) {
	number := func() uint64 {
		n, shift := uint64(0), 0
		for {
			d := uint64(strings.IndexByte(digits, text[0]))
			text = text[1:]
			n |= d % 32 << shift
			if shift += 5; d < 32 {
				return n
			}
		}
	}
	path := []*node{caller}
	for text != "" {
		head := number()
		path = path[:len(path)-int(head/16)]
		n := &node{caller: path[len(path)-1], values: make([]uint64, p.columns), rest: head&2 != 0}
		n.caller.callees = append(n.caller.callees, n)
		p.nodes = append(p.nodes, n)
		path = append(path, n)
		if n.rest {
			n.contexts, n.chunk = number(), number()
			if n.chunk > 0 {
				p.waiting[[2]int{int(n.chunk), int(number())}] = n
			}
		} else {
			n.method = number()
			if head&4 != 0 {
				n.line = number()
			}
		}
		has := number()
		for m := range n.values {
			if has&(1<<m) != 0 {
				n.values[m] = number()
			}
		}
		if head&8 != 0 {
			for range number() {
				n.lines = append(n.lines, cct.LineSum{Line: int32(number()), Executions: number(), Bytecodes: number(),
					Exceptions: number()})
			}
		}
		if head&1 != 0 {
			for range number() {
				name := p.tree.Allocs.Types[number()]
				made, elements := number(), uint64(0)
				if strings.HasSuffix(name, "[]") {
					elements = number()
				}
				n.made = append(n.made, fmt.Sprint(name, made, elements))
			}
		}
	}
}

// check compares what the page has with the tree, and returns how many contexts it has itself.
func (p *page) check() int {
	p.t.Helper()
	sums := make([]uint64, p.columns)
	own, hidden := 0, uint64(0)
	for _, n := range p.nodes[1:] {
		if !slices.Contains(n.caller.callees, n) {
			continue // a rest that was loaded
		}
		own++
		if n.rest {
			own--
			hidden += n.contexts
		}
		for m, v := range n.values {
			sums[m] += v
		}
	}
	for m := range cct.NumMetrics {
		if want := p.tree.Sum(m); sums[m] != want {
			p.t.Errorf("%v: sum %d, want %d", m, sums[m], want)
		}
	}
	if all := uint64(own) + hidden; all != uint64(p.tree.Len()) {
		p.t.Errorf("%d nodes and %d in rests, want %d", own, hidden, p.tree.Len())
	}
	return own
}

// list is all nodes by the path to them.
func (p *page) list() []string {
	var out []string
	names := map[*node]string{}
	for _, n := range p.nodes[1:] {
		if n.rest {
			continue
		}
		names[n] = names[n.caller] + fmt.Sprintf("/%d", n.method)
		out = append(out, fmt.Sprint(names[n], n.line, n.values, n.made, n.lines))
	}
	slices.Sort(out)
	return out
}

func listOf(t *cct.Tree) []string {
	var out []string
	names := make([]string, t.Len())
	for i, method := range t.Method {
		id, before, line := int(method), "", int32(0)
		if method < 0 {
			id = len(t.Methods) + int(-1-method)
		} else {
			before = names[t.Parent[i]]
		}
		names[i] = before + fmt.Sprintf("/%d", id)
		var made []string
		for k := t.Allocs.At[i]; k < t.Allocs.At[i+1]; k++ {
			made = append(made, fmt.Sprint(t.Allocs.Types[t.Allocs.Type[k]], t.Allocs.Made[k], t.Allocs.Elements[k]))
		}
		if t.Line != nil {
			line = t.Line[i]
		}
		sums := t.Sums(i)
		out = append(out, fmt.Sprint(names[i], line, sums[:cct.NumMetrics], made, t.Lines[int32(i)]))
	}
	slices.Sort(out)
	return out
}

func TestAllChunks(t *testing.T) {
	large := ccttest.Large(3000, 1)
	withLines := ccttest.Large(500, 2)
	withLines.Line = make([]int32, withLines.Len())
	for i := range withLines.Line {
		withLines.Line[i] = int32(i % 3 * 100)
	}
	withLines.Lines = map[int32][]cct.LineSum{}
	for i := int32(2); int(i) < withLines.Len(); i += 7 {
		withLines.Lines[i] = []cct.LineSum{{Line: i, Executions: 5, Bytecodes: uint64(i) * 1e9},
			{Line: i + 1, Exceptions: 3}}
	}
	for name, tree := range map[string]*cct.Tree{"large": large, "lines": withLines,
		"small": ccttest.Tree(t, `
thread main
  A.main()V 1 18
    A.f()V 3 40000000000 int[]=2/10 java.lang.String=3
      A.g()V 0 0
    B.f()V 1 1
thread other
`)} {
		for _, first := range []int{1, 7, 40, 0} {
			src := flame.Of(tree)
			src.First = first
			c := flame.Cut(src)
			p := newPage(t, tree, int(cct.NumMetrics))
			for i := range c.Len() {
				p.load(i, c.Chunk(i))
				if own := p.check(); i == 0 && first > 10 && own > first+len(tree.Threads) {
					t.Errorf("%s: %d nodes in the first chunk, want %d", name, own, first)
				}
			}
			if len(p.waiting) > 0 {
				t.Errorf("%s: %d groups are in no chunk", name, len(p.waiting))
			}
			if got, want := p.list(), listOf(tree); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, first %d: %d nodes are not the %d of the tree", name, first, len(got), len(want))
			}
			if len(p.nodes)-1 != c.Records {
				t.Errorf("%s: %d records, want %d", name, len(p.nodes)-1, c.Records)
			}
		}
	}
}

// TestMost checks that a tree that is too large loses nodes, and no sums.
func TestMost(t *testing.T) {
	tree := ccttest.Large(3000, 1)
	src := flame.Of(tree)
	src.First, src.Max = 50, 1000
	c := flame.Cut(src)
	p := newPage(t, tree, int(cct.NumMetrics))
	for i := range c.Len() {
		p.load(i, c.Chunk(i))
	}
	if own := p.check(); own != c.Kept || own > src.Max+len(tree.Threads) || own < src.Max {
		t.Errorf("%d nodes, said %d, want %d", own, c.Kept, src.Max)
	}
	// None that is lost has a large share.
	for _, n := range p.nodes[1:] {
		if got, all := n.values[cct.Bytecodes], tree.Sum(cct.Bytecodes); n.contexts == 1 && got*100 > all {
			t.Errorf("a context with %d of %d bytecodes is not kept", got, all)
		}
	}
}

// TestEffects checks that effects are columns behind those of the metrics.
func TestEffects(t *testing.T) {
	tree := ccttest.Large(300, 1)
	var want [cct.NumEffects]uint64
	for e := range tree.Effects {
		tree.Effects[e] = make([]uint64, tree.Len())
		for i := range tree.Effects[e] {
			tree.Effects[e][i] = uint64(i * (e + 1) % 7)
			want[e] += tree.Effects[e][i]
		}
	}
	src := flame.Of(tree)
	src.First = 20
	c := flame.Cut(src)
	p := newPage(t, tree, int(cct.NumMetrics)+int(cct.NumEffects))
	p.load(0, c.Chunk(0)) // the rests have the missing contexts
	p.check()
	var got [cct.NumEffects]uint64
	for _, n := range p.nodes[1:] {
		for e := range got {
			got[e] += n.values[int(cct.NumMetrics)+e]
		}
	}
	if got != want {
		t.Errorf("sums of effects %v, want %v", got, want)
	}
}

func TestNothing(t *testing.T) {
	tree := ccttest.NewBuilder().Tree()
	c := flame.Cut(flame.Of(tree))
	if c.Len() != 1 || c.Kept != 0 || !slices.Equal(c.Chunk(0), []string{""}) {
		t.Errorf("chunks of nothing: %d, %d nodes, %q", c.Len(), c.Kept, c.Chunk(0))
	}
}
