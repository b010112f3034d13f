package contextview

import "slices"

// place is the key by which nodes share a row: the method or thread, and the line of the call.
type place struct{ method, line int32 }

func (g *grower) place(node int32) place {
	p := place{method: g.tree.Method[node]}
	if g.tree.Line != nil {
		p.line = g.tree.Line[node]
	}
	return p
}

// level collects the groups next to one: its callees, or its callers.
type level struct {
	g       *grower
	of      *group
	byPlace map[place]*group
	list    []*group
	folds   *group // the frameworks among them, nil for none
}

func newLevel(g *grower, of *group) *level { return &level{g: g, of: of, byPlace: map[place]*group{}} }

// next adds the node next to one of the group, with the node that has the numbers.
func (l *level) next(node, next, of int32) {
	if !l.g.foldsAt(l.of, node, next) {
		l.add(next, of)
		return
	}
	if l.folds == nil {
		l.folds = &group{depth: l.of.depth + 1, folded: &folded{}}
	}
	l.g.add(l.folds, next, of)
}

// add adds a node to the group of its place.
func (l *level) add(node, of int32) {
	p := l.g.place(node)
	x := l.byPlace[p]
	if x == nil {
		x = &group{depth: l.of.depth + 1}
		l.byPlace[p] = x
		l.list = append(l.list, x)
	}
	l.g.add(x, node, of)
	l.g.work--
}

// fold adds the group of the frameworks. If they lead to no method of the project, it adds each of them.
func (l *level) fold() {
	if l.folds == nil {
		return
	}
	if l.folds.divided = l.g.unfold(l.folds); l.folds.folded.levels > 0 {
		l.list = append(l.list, l.folds)
		return
	}
	for _, node := range l.folds.nodes {
		l.add(node, node)
	}
}

// sorted returns the groups in order of rank.
func (l *level) sorted() []*group {
	slices.SortFunc(l.list, l.g.compare)
	return l.list
}

// queue is a heap of the groups that may be divided, the hottest first.
type queue struct {
	g    *grower
	list []*group
}

func (q *queue) Len() int           { return len(q.list) }
func (q *queue) Less(i, j int) bool { return q.g.compare(q.list[i], q.list[j]) < 0 }
func (q *queue) Swap(i, j int)      { q.list[i], q.list[j] = q.list[j], q.list[i] }
func (q *queue) Push(x any)         { q.list = append(q.list, x.(*group)) }
func (q *queue) Pop() any {
	x := q.list[len(q.list)-1]
	q.list = q.list[:len(q.list)-1]
	return x
}
