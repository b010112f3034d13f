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
	instructions
}

// instructions has numbers by instruction: how often it began, and how many exceptions ended it.
type instructions struct{ began, threw []uint64 }

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
	if m.formulas != nil {
		v.count(&sums.instructions, m.formulas, n)
	}
	return nil
}

// count adds the instructions of a node to sums.
func (b *builder) count(to *instructions, f *flow.Formulas, n *contexts.Node) {
	values := flow.Values{Calls: n.Calls, Slots: n.Slots, Cuts: b.cuts(f, n)}
	f.Evaluate(&values, &b.run)
	if to.began == nil {
		to.began, to.threw = make([]uint64, f.Instructions()), make([]uint64, f.Instructions())
	}
	for i := range to.began {
		to.began[i] = cct.Add(to.began[i], b.positive(b.run.Instruction(i)))
		if !f.Fast {
			to.threw[i] = cct.Add(to.threw[i], b.positive(b.run.Threw(i)))
		}
	}
}

// linesOf returns the sums of a method by line.
func (v *lines) linesOf(method int) cct.MethodLines {
	m, sums := &v.methods[method], &v.sums[method]
	out := cct.MethodLines{Method: v.t.Methods[v.ids[method]], Contexts: sums.contexts, Calls: sums.calls}
	if sums.began == nil {
		return out
	}
	out.Lines = sums.byLine(m.formulas)
	returned := uint64(0)
	for i, n := range m.formulas.Code.Instructions {
		if n.Op.Returns() {
			returned = cct.Add(returned, sums.began[i])
		}
	}
	if !m.formulas.Fast {
		out.Failed = sums.calls - min(returned, sums.calls)
	}
	return out
}

// byLine returns the sums of the lines of a method, in their order.
func (s *instructions) byLine(f *flow.Formulas) []cct.LineSum {
	byLine := map[int32]*cct.LineSum{}
	for i := range s.began {
		line := int32(f.Code.LineOf(i))
		if line == 0 {
			continue
		}
		l := byLine[line]
		if l == nil {
			l = &cct.LineSum{Line: line}
			byLine[line] = l
		}
		l.Executions = max(l.Executions, s.began[i])
		l.Bytecodes = cct.Add(l.Bytecodes, s.began[i])
		l.Exceptions = cct.Add(l.Exceptions, s.threw[i])
	}
	var out []cct.LineSum
	for _, l := range byLine {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b cct.LineSum) int { return cmp.Compare(a.Line, b.Line) })
	return out
}
