package contextview

import (
	"cmp"
	"container/heap"
	"slices"

	"jprof/report/contexts/cct"
)

// Limits bound the part of a tree that is shown.
type Limits struct {
	Rows  int     // at most
	Depth int     // levels, 0 for any number
	Share float64 // part of the whole; rows with less are not shown
	// Frameworks is true to show the levels of libraries and the JDK above the first method of the project. Otherwise
	// they are one row.
	Frameworks bool
}

// Row is a line of a tree as people see it.
type Row struct {
	Depth    int    `json:"depth"`          // 0 for the first level; a row in place of several levels is one
	Name     string `json:"name,omitempty"` // the method's Label, or the name of the thread
	Title    string `json:"-"`              // Name for people
	Key      string `json:"key,omitempty"`  // of the method; "" for a thread
	Line     int32  `json:"line,omitempty"` // of the call, with call sites; 0 if unknown
	Contexts int    `json:"contexts"`       // number of contexts that the row represents
	Calls    uint64 `json:"calls"`
	// Exclusive and Inclusive have the metric that was asked for. In a row of callers, they are the numbers of the
	// called method, but only for calls by these callers.
	Exclusive uint64 `json:"exclusive"`
	Inclusive uint64 `json:"inclusive"`
	// ExclusiveTime and InclusiveTime are the intervals of these numbers if the metric is time, else nil.
	ExclusiveTime *Interval `json:"exclusiveTime,omitempty"`
	InclusiveTime *Interval `json:"inclusiveTime,omitempty"`
	// Recursive marks a row of callers whose calls of the method are all below another call of it. Their cost is
	// omitted here, because the inclusive number of the other call contains it.
	Recursive bool `json:"recursive,omitempty"`
	// Skipped is the number of levels that this row replaces, 0 for other rows. These levels have one callee each and
	// almost no cost of their own. First and Last are the names of the first and the last one; the numbers are those of
	// the first.
	Skipped int    `json:"skipped,omitempty"`
	First   string `json:"first,omitempty"`
	Last    string `json:"last,omitempty"`
	// FirstTitle and LastTitle are First and Last for people.
	FirstTitle string `json:"-"`
	LastTitle  string `json:"-"`
	// Frameworks is true if the levels that the row replaces are those of libraries and the JDK above the project.
	// Skipped is then their largest number, and the numbers are those of all of them.
	Frameworks bool `json:"frameworks,omitempty"`
	// Hidden is the number of callees, or callers, without a row. Their share is too small, or all rows are in use.
	Hidden int `json:"hidden,omitempty"`
}

// Rows holds the rows of a part of a view. The number Whole is 100 % in these rows.
type Rows struct {
	List  []Row
	Whole uint64
	Left  Left
}

// Share returns a number as a percentage of the whole.
func (r *Rows) Share(n uint64) float64 { return Share(n, r.Whole) }

// Share returns a number as a percentage of a whole, 0 if the whole is 0.
func Share(n, whole uint64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(n) / float64(whole)
}

// group holds the nodes that a row represents.
type group struct {
	nodes []int32
	// of has, for each element of nodes, the node whose numbers count. For callees it is the same node.
	of              []int32
	calls           uint64
	self, inclusive uint64

	depth   int // in the tree
	shown   int // depth of its row
	skipped int
	skip    *group // the first level that was skipped in front of it
	last    *group // the last level that was skipped
	// skippedSelf is the exclusive number of the skipped levels, and skippedNodes the number of their nodes.
	skippedSelf  uint64
	skippedNodes int
	folded       *folded // the frameworks that the group replaces; nil for others
	hidden       int
	children     []*group
	divided      []*group // the result of divide, once computed
}

// grower shows the hottest part of a tree.
type grower struct {
	tree       *cct.Tree
	by         cct.Metric
	limits     Limits
	whole      uint64 // 100 %
	up         bool   // divides groups by callers, not by callees
	frameworks []bool // by node: see frameworksOf; nil if none are one row
	topmost    func(node int32) bool
	inclusive  []uint64
	work       int  // number of nodes that may still be visited
	contexts   int  // number of contexts in the whole, if it is divided by callees
	cut        Left // reasons why groups are not divided
}

// maxWork limits the nodes that are visited, and so the time. A method that recurs 100,000 deep has 5 billion callers
// of callers.
const maxWork = 50_000_000

func newGrower(t *cct.Tree, by cct.Metric, limits Limits) *grower {
	g := &grower{tree: t, by: by, limits: limits, topmost: func(int32) bool { return true },
		inclusive: t.Total(by), work: maxWork}
	if !limits.Frameworks {
		g.frameworks = frameworksOf(t)
	}
	return g
}

// rank returns the number by which rows are ordered and chosen.
func (g *grower) rank(x *group) uint64 {
	if g.up && g.by == cct.Calls {
		return x.self // the calls of the method, not those that it makes
	}
	return max(x.inclusive, x.self)
}

func (g *grower) matters(x *group) bool {
	r := g.rank(x)
	return r > 0 && float64(r) >= g.limits.Share*float64(g.whole)
}

// add adds a node to a group. The group also gets the numbers of the node in the last argument.
func (g *grower) add(x *group, node, of int32) {
	x.nodes = append(x.nodes, node)
	if g.up {
		x.of = append(x.of, of)
	}
	x.calls = cct.Add(x.calls, g.tree.Self[cct.Calls][of])
	x.self = cct.Add(x.self, g.tree.Self[g.by][of])
	if g.topmost(of) {
		x.inclusive = cct.Add(x.inclusive, g.inclusive[of])
	}
}

// divide returns the groups on the next level, in order of rank. It returns none if the limit for depth or work is
// reached.
func (g *grower) divide(x *group) []*group {
	if x.divided == nil {
		x.divided = g.nextLevel(x)
	}
	return x.divided
}

func (g *grower) nextLevel(x *group) []*group {
	if g.limits.Depth > 0 && x.depth+1 >= g.limits.Depth {
		g.cut.Depth = g.cut.Depth || slices.ContainsFunc(x.nodes, g.goesOn)
		return nil
	}
	if g.work <= 0 {
		return nil
	}
	if x.folded != nil {
		return g.unfold(x)
	}
	l := newLevel(g, x)
	for i, node := range x.nodes {
		if g.up {
			if parent := g.tree.Parent[node]; parent >= 0 {
				l.next(node, parent, x.of[i])
			}
			continue
		}
		for c := node + 1; c < g.tree.End[node]; c = g.tree.End[c] {
			l.next(node, c, c)
		}
	}
	l.fold()
	return l.sorted()
}

// goesOn reports whether a node has a next level: callees, or a caller.
func (g *grower) goesOn(node int32) bool {
	if g.up {
		return g.tree.Parent[node] >= 0
	}
	return g.tree.End[node] > node+1
}

// compare orders groups of one level by rank, the largest first.
func (g *grower) compare(a, b *group) int {
	return cmp.Or(cmp.Compare(g.rank(b), g.rank(a)), cmp.Compare(b.calls, a.calls), cmp.Compare(a.nodes[0], b.nodes[0]))
}

// grow returns the rows of the trees that start at roots, the hottest first on each level.
func (g *grower) grow(roots []*group) Rows {
	slices.SortFunc(roots, g.compare)
	q := &queue{g: g}
	shown := 0
	add := func(x *group) {
		shown += 1 + min(x.skipped, 1)
		heap.Push(q, x)
	}
	var top []*group
	for _, r := range roots {
		if g.isCut(r, shown) {
			break
		}
		top = append(top, r)
		add(r)
	}
	for q.Len() > 0 && shown < g.limits.Rows {
		x := heap.Pop(q).(*group)
		next := g.divide(x)
		for _, c := range next {
			if g.isCut(c, shown) {
				break
			}
			c = g.alongChain(c)
			c.shown = x.shown + 1 + min(c.skipped, 1)
			x.children = append(x.children, c)
			add(c)
		}
		x.hidden, x.divided = len(next)-len(x.children), nil
	}
	return Rows{g.rows(top), g.whole, g.left(top, q.list)}
}

// isCut reports whether a group, and the groups after it, have no row, and records the reason.
func (g *grower) isCut(x *group, shown int) bool {
	switch {
	case !g.matters(x):
		g.cut.Share = g.cut.Share || g.isSmall(x)
	case shown >= g.limits.Rows:
		g.cut.Rows = true
	default:
		return false
	}
	return true
}

// minSkipped is the smallest number of levels to skip. Fewer skipped levels would save no line.
const minSkipped = 3

// nearby is the number of levels of callers on which only recursion is skipped. The user has asked for these callers.
const nearby = 6

// alongChain follows a chain of groups to its end, and returns the last group, with the number of levels before it.
// Groups of a chain have one child that matters, and almost no cost of their own.
func (g *grower) alongChain(first *group) *group {
	x, last, skipped := first, (*group)(nil), 0
	self, nodes := uint64(0), 0
	for {
		own := float64(x.self)
		if g.up {
			own = 0 // all rows have the numbers of one method
		}
		if own > 0 && own >= g.limits.Share*float64(g.whole) {
			break
		}
		next := g.divide(x)
		if len(next) == 0 || !g.matters(next[0]) || len(next) > 1 && g.matters(next[1]) || g.isRoot(next[0]) {
			break
		}
		if g.up && first.depth < nearby && g.place(next[0].nodes[0]) != g.place(first.nodes[0]) {
			break
		}
		if g.ofProject(next[0]) != g.ofProject(first) {
			break // calls between a library and the project matter
		}
		if len(next) > 1 {
			g.cut.Share = g.cut.Share || g.isSmall(next[1])
		}
		self, nodes = cct.Add(self, x.self), nodes+len(x.nodes)
		last, x = x, next[0]
		skipped++
		if skipped > minSkipped {
			last.divided = nil // it is not needed again, and chains are long
		}
	}
	if skipped >= minSkipped {
		x.skipped, x.skip, x.last = skipped, first, last
		x.skippedSelf, x.skippedNodes = self, nodes
		first.divided = nil
		return x
	}
	return first
}

// ofProject reports whether a group belongs to a method of the project.
func (g *grower) ofProject(x *group) bool {
	m := g.tree.Method[x.nodes[0]]
	return m >= 0 && g.tree.Methods[m].Kind == cct.App
}

func (g *grower) isRoot(x *group) bool { return g.tree.Method[x.nodes[0]] < 0 }

// rows returns the rows of groups and of all below them, in the order in which they are printed.
func (g *grower) rows(top []*group) []Row {
	var rows []Row
	stack := slices.Clone(top)
	slices.Reverse(stack)
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x.skipped > 0 {
			r, last := g.row(x.skip), g.row(x.last)
			r.Depth, r.Skipped = x.shown-1, x.skipped
			r.First, r.Last, r.FirstTitle, r.LastTitle = r.Name, last.Name, r.Title, last.Title
			r.Name, r.Title, r.Key = "", "", ""
			rows = append(rows, r)
		}
		rows = append(rows, g.row(x))
		for _, c := range slices.Backward(x.children) {
			stack = append(stack, c)
		}
	}
	return rows
}

func (g *grower) row(x *group) Row {
	node := x.nodes[0]
	r := Row{Depth: x.shown, Contexts: len(x.nodes), Calls: x.calls, Exclusive: x.self,
		Inclusive: x.inclusive, ExclusiveTime: IntervalOf(g.tree, g.by, x.self),
		InclusiveTime: IntervalOf(g.tree, g.by, x.inclusive), Line: g.place(node).line, Hidden: x.hidden,
		Recursive: g.up && !slices.ContainsFunc(x.of, g.topmost)}
	if f := x.folded; f != nil {
		r.Frameworks, r.Skipped = true, f.levels
		r.First, r.FirstTitle = names(g.tree, int(f.first))
		r.Last, r.LastTitle = names(g.tree, int(f.last))
		return r
	}
	r.Name, r.Title = names(g.tree, int(node))
	if m := g.tree.Method[node]; m >= 0 {
		r.Key = g.tree.Methods[m].Key()
	}
	return r
}

// names returns the name of a node, and that for people: the label and the title of its method, or the thread.
func names(t *cct.Tree, node int) (name, title string) {
	if m := t.Method[node]; m >= 0 {
		return t.Methods[m].Label(), t.Methods[m].Title()
	}
	name = "thread " + t.Threads[-1-t.Method[node]]
	return name, name
}
