package cctbuild

import (
	"slices"

	"jprof/internal/format/jfr"
	"jprof/report/contexts/cct"
)

// addTimes adds the samples of a run to the tree t, which has the steps and threads that the options choose. threads
// has the names of all threads of the run. The time of a sample belongs to the deepest context that matches its stack
// from the outermost frame on. Frames without contexts, such as those of the JDK, are no part of the match, so their
// time belongs to the context that called them.
func addTimes(t *cct.Tree, s *jfr.Samples, o Options, threads map[string]bool) {
	p := &placer{t: t, options: o, threads: threads, samples: s, ids: map[[2]string]int32{},
		children: map[childKey]int32{}, folded: t.About.Recursion != "full", beyond: map[int32]int32{}}
	p.prepare()
	t.Times = &cct.Times{Clock: s.Clock, Misses: s.MissesCode(), Lost: s.Lost, JVMs: s.JVMs, Missing: s.Missing,
		Outside: s.Outside, Recording: s.Count, All: s.Outside.Plus(s.Count), OtherWaits: s.OtherWaits}
	t.Self[cct.Time] = make([]uint64, t.Len())
	if s.All.Samples > 0 {
		t.Times.Period = float64(s.All.Nanos) / float64(s.All.Samples)
	}
	for i := range s.Stacks {
		p.place(&s.Stacks[i], "", &t.Times.Stacks, &t.Times.All, &t.Times.Outside)
	}
	for _, x := range t.Times.Stacks {
		t.Self[cct.Time][x.Node] = cct.Add(t.Self[cct.Time][x.Node], x.Nanos)
	}
	for i := range s.Waits {
		p.place(&s.Waits[i].Stack, s.Waits[i].Event, &t.Times.Waits, &jfr.Amount{}, &t.Times.OtherWaits)
	}
}

// placer finds the contexts of stacks.
type placer struct {
	t        *cct.Tree
	options  Options
	threads  map[string]bool // names of all threads of the run
	samples  *jfr.Samples
	ids      map[[2]string]int32 // by class, and method with descriptor: the first method of the tree with this key
	frames   []int32             // by frame of the samples: its method; -1 if it has no contexts
	first    []int32             // by method: the first one with its key
	roots    map[string]int32    // nodes of threads
	nodes    [][]int32           // by first method: its nodes, in their order
	beyond   map[int32]int32     // by first method: its node beyond the limit
	children map[childKey]int32  // found before
	folded   bool                // a recursive call may have the node of a method above
}

type childKey struct{ node, method, line int32 }

func (p *placer) prepare() {
	t := p.t
	p.first = make([]int32, len(t.Methods))
	for i := range t.Methods {
		m := &t.Methods[i]
		key := [2]string{m.Class, m.Name + m.Descriptor}
		if _, ok := p.ids[key]; !ok {
			p.ids[key] = int32(i)
		}
		p.first[i] = p.ids[key]
	}
	p.frames = make([]int32, len(p.samples.Frames))
	for i, f := range p.samples.Frames {
		id, ok := p.ids[[2]string{f.Class, f.Method}]
		if p.frames[i] = id; !ok {
			p.frames[i] = -1
		}
	}
	p.nodes = make([][]int32, len(t.Methods))
	p.roots = map[string]int32{}
	limit := t.BeyondRoot()
	for i, m := range t.Method {
		switch {
		case m < 0:
			p.roots[t.Threads[-1-m]] = int32(i)
		case limit >= 0 && i > limit:
			p.beyond[p.first[m]] = int32(i)
		default:
			p.nodes[p.first[m]] = append(p.nodes[p.first[m]], int32(i))
		}
	}
}

// root returns the name of the thread whose tree has the contexts of a thread.
func (p *placer) root(thread string) string {
	if thread == "" {
		thread = "(unnamed)"
		if p.threads["(virtual)"] {
			thread = "(virtual)"
		}
	}
	const others = "(others)"
	if !p.threads[thread] && p.threads[others] {
		return others
	}
	return thread
}

// place adds a stack to the list to, with its node, and its amount to all. If no context matches, its amount is also
// added to outside. Stacks of other threads and steps than the chosen ones are omitted.
func (p *placer) place(s *jfr.Stack, event string, to *[]cct.PlacedStack, all, outside *jfr.Amount) {
	thread := p.root(s.Thread)
	if len(p.options.Steps) > 0 && !slices.Contains(p.options.Steps, s.Step) ||
		p.options.Threads != nil && !p.options.Threads(thread) {
		return
	}
	*all = all.Plus(s.Amount)
	var path []int // the frames with contexts, the outermost first
	for _, f := range slices.Backward(s.Frames) {
		if p.frames[f] >= 0 {
			path = append(path, f)
		}
	}
	root, known := p.roots[thread]
	best := match{node: -1}
	if known && !s.Cut {
		best = p.follow(root, path, 0)
	}
	if best.found == 0 {
		best = p.anywhere(path)
	}
	if best.found == 0 {
		*outside = outside.Plus(s.Amount)
		return
	}
	x := cct.PlacedStack{Node: best.node, Event: event, Amount: s.Amount}
	if f := s.Frames[0]; p.frames[f] < 0 {
		x.In = p.samples.Frames[f].Class + "." + p.samples.Frames[f].Name()
	}
	*to = append(*to, x)
	if event != "" {
		return
	}
	switch times := p.t.Times; {
	case s.Cut:
		times.Cut = times.Cut.Plus(s.Amount)
	case best.found < len(path):
		times.Partly = times.Partly.Plus(s.Amount)
	}
}

// match is a context that matches so many frames of a stack.
type match struct {
	node  int32
	found int
}

// anywhere returns the first context that matches most frames of a path whose outermost frame may be at any place.
func (p *placer) anywhere(path []int) match {
	best := match{node: -1}
	if len(path) == 0 {
		return best
	}
	for _, node := range p.nodes[p.frames[path[0]]] {
		if m := p.follow(node, path[1:], 1); m.found > best.found {
			best = m
		}
		if best.found == len(path) {
			break
		}
	}
	return best
}

// follow goes from a node down to the contexts of a path. found is the number of frames that were found before. A
// method that is not below the node before is skipped; if it is beyond the limit of contexts, so is the whole stack.
func (p *placer) follow(node int32, path []int, found int) match {
	line := int32(0)
	if found > 0 {
		line = -1 // not known here
	}
	for i, f := range path {
		method := p.frames[f]
		next := p.child(node, method, line)
		if next < 0 && p.folded {
			next = p.above(node, method)
		}
		if at, ok := p.beyond[method]; next < 0 && ok {
			for _, inner := range path[i:] {
				if n, ok := p.beyond[p.frames[inner]]; ok {
					at = n
				}
			}
			return match{at, found + len(path) - i}
		}
		if next >= 0 {
			node, found = next, found+1
		}
		line = int32(p.samples.Frames[f].Line)
	}
	return match{node, found}
}

// child returns the callee of a node with a method. If there are several call sites, it is the one with the line, else
// the first one. The result is -1 if there is none.
func (p *placer) child(node, method, line int32) int32 {
	t := p.t
	if t.Line == nil {
		line = 0
	}
	key := childKey{node, method, line}
	found, ok := p.children[key]
	if ok {
		return found
	}
	found = -1
	for c := node + 1; c < t.End[node]; c = t.End[c] {
		if m := t.Method[c]; m < 0 || p.first[m] != method {
			continue
		}
		if found < 0 {
			found = c
		}
		if t.Line != nil && t.Line[c] == line {
			found = c
			break
		}
	}
	p.children[key] = found
	return found
}

// above returns the nearest node with a method from a node up, -1 for none.
func (p *placer) above(node, method int32) int32 {
	for n := node; n >= 0 && p.t.Method[n] >= 0; n = p.t.Parent[n] {
		if p.first[p.t.Method[n]] == method {
			return n
		}
	}
	return -1
}
