package cctbuild

import (
	"cmp"
	"slices"

	"jprof/internal/format/contexts"
	"jprof/internal/java/flow"
	"jprof/report/contexts/cct"
)

// Lines returns what the lines of the methods that match did, in the contexts that the options select. If below is not
// nil, it counts only contexts of the methods that below matches, and of what these call. Methods with most bytecodes
// come first. Folds have no effect.
func Lines(s contexts.Source, pack *contexts.Pack, o Options, below, match func(*cct.Method) bool) (
	[]cct.MethodLines, error,
) {
	s, err := contexts.Joined(s, o.Steps...)
	if err != nil {
		return nil, err
	}
	v := &lines{builder: &builder{t: &cct.Tree{}, head: s.Head(), options: o, types: map[string]int32{}}}
	v.code = match
	v.prepare(pack)
	v.sums = make([]lineSums, len(v.methods))
	for i, id := range v.ids {
		m := &v.t.Methods[id]
		v.sums[i].wanted, v.sums[i].root = match(m), below == nil || below(m)
	}
	if err := s.Walk(v); err != nil {
		return nil, err
	}
	var out []cct.MethodLines
	for i := range v.sums {
		if v.sums[i].contexts > 0 {
			out = append(out, v.linesOf(i))
		}
	}
	slices.SortStableFunc(out, func(a, b cct.MethodLines) int { return cmp.Compare(b.Bytecodes(), a.Bytecodes()) })
	return out, nil
}

// lines is a visitor of trees that sums up the instructions of methods.
type lines struct {
	*builder
	sums   []lineSums // by method of head
	inside []bool     // by depth: the path to the last node has a root
	beyond bool
}

// lineSums has the sums of a method.
type lineSums struct {
	wanted, root    bool
	contexts, calls uint64
	began, threw    []uint64 // by instruction
}

// Root begins the tree of a thread.
func (v *lines) Root(r contexts.Root) error {
	v.beyond = r.Beyond
	v.skip = v.options.Threads != nil && !r.Beyond && !v.options.Threads(r.Name)
	v.inside = append(v.inside[:0], false)
	return nil
}

// Node adds a node to the sums of its method.
func (v *lines) Node(n *contexts.Node) error {
	m, sums := &v.methods[n.Method], &v.sums[n.Method]
	v.inside = append(v.inside[:n.Depth], v.inside[n.Depth-1] || sums.root)
	if v.skip || !sums.wanted || !v.inside[n.Depth] {
		return nil
	}
	if !v.beyond {
		sums.contexts++
	}
	sums.calls = cct.Add(sums.calls, n.Calls)
	if m.formulas == nil {
		return nil
	}
	values := flow.Values{Calls: n.Calls, Slots: n.Slots, Cuts: v.cuts(m.formulas, n)}
	m.formulas.Evaluate(&values, &v.run)
	if sums.began == nil {
		size := len(m.formulas.Code.Instructions)
		sums.began, sums.threw = make([]uint64, size), make([]uint64, size)
	}
	for i := range sums.began {
		sums.began[i] = cct.Add(sums.began[i], v.positive(v.run.Instruction(i)))
		if !m.formulas.Fast {
			sums.threw[i] = cct.Add(sums.threw[i], v.positive(v.run.Threw(i)))
		}
	}
	return nil
}

// linesOf returns the sums of a method by line.
func (v *lines) linesOf(method int) cct.MethodLines {
	m, sums := &v.methods[method], &v.sums[method]
	out := cct.MethodLines{Method: v.t.Methods[v.ids[method]], Contexts: sums.contexts, Calls: sums.calls}
	if sums.began == nil {
		return out
	}
	byLine := map[int32]*cct.LineSum{}
	returned := uint64(0)
	for i, n := range m.formulas.Code.Instructions {
		if n.Op.Returns() {
			returned = cct.Add(returned, sums.began[i])
		}
		line := int32(m.formulas.Code.LineOf(i))
		if line == 0 {
			continue
		}
		l := byLine[line]
		if l == nil {
			l = &cct.LineSum{Line: line}
			byLine[line] = l
		}
		l.Executions = max(l.Executions, sums.began[i])
		l.Bytecodes = cct.Add(l.Bytecodes, sums.began[i])
		l.Exceptions = cct.Add(l.Exceptions, sums.threw[i])
	}
	for _, l := range byLine {
		out.Lines = append(out.Lines, *l)
	}
	slices.SortFunc(out.Lines, func(a, b cct.LineSum) int { return cmp.Compare(a.Line, b.Line) })
	if !m.formulas.Fast {
		out.Failed = sums.calls - min(returned, sums.calls)
	}
	return out
}
