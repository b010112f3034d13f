package compare

import (
	"slices"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/source"
)

// NewlyMissed is the code of the main sources that was executed before, has not changed, and is not executed now.
type NewlyMissed struct {
	Lines, Outcomes int             // number of lines, and of outcomes of branches
	Missed          []report.Missed // the places; a branch has those of its outcomes that happened before
}

// Any reports whether something is newly missed.
func (n *NewlyMissed) Any() bool { return n.Lines+n.Outcomes > 0 }

// Text returns "3 lines, 1 outcome of a branch".
func (n *NewlyMissed) Text() string {
	var list []string
	if n.Lines > 0 {
		list = append(list, words.Plural(n.Lines, "line"))
	}
	switch {
	case n.Outcomes == 1:
		list = append(list, "1 outcome of a branch")
	case n.Outcomes > 1:
		list = append(list, report.Thousands(uint64(n.Outcomes))+" outcomes of branches")
	}
	return strings.Join(list, ", ")
}

// edit finds the changed code of a comparison, and what is newly missed beside it.
type edit struct {
	*Comparison
	oldOf map[*report.File]*report.File
	then  map[[2]*report.File][]int // see thenOf
	same  map[*report.File][]bool   // methods of files after the change whose code has not changed
	files map[*report.File]*lines
}

// lines are the lines of a file.
type lines struct {
	counts map[int]report.LineCount
	method map[int]int // index of the innermost method on each line
}

// findEdit sets Changed and NewlyMissed.
func (c *Comparison) findEdit(pairs []methodPair) {
	e := &edit{c, c.fileCounterparts(), map[[2]*report.File][]int{}, map[*report.File][]bool{},
		map[*report.File]*lines{}}
	for _, p := range pairs {
		if e.same[p.new.File] == nil {
			e.same[p.new.File] = make([]bool, len(p.new.File.Methods))
		}
		e.same[p.new.File][p.new.Index] = p.same
	}
	main := c.After.MainSources()
	c.Changed = Changed(main, e.has)
	c.Changed.Since = "run " + c.Before.Run.ID
	e.newlyMissed(main, pairs)
}

// has reports whether a line of a file differs from the run before. A line of a method that was moved or reformatted
// does not. Without the source of both runs, all lines of changed methods differ.
func (e *edit) has(f *report.File, line int) bool {
	old := e.oldOf[f]
	if old != nil && old.Hash == f.Hash {
		return false
	}
	method, within := e.linesOf(f).method[line]
	if within && e.same[f] != nil && e.same[f][method] {
		return false
	}
	if old == nil {
		return !onlyOf(f, e.OnlyAfter)
	}
	if then := e.thenOf(old, f); then != nil {
		return line < len(then) && then[line] == 0
	}
	return within
}

// thenOf returns for each line of a file the line of another one before the change, as source.Then does; nil if a
// source is missing.
func (e *edit) thenOf(old, now *report.File) []int {
	key := [2]*report.File{old, now}
	if then, known := e.then[key]; known {
		return then
	}
	var then []int
	before, err := source.Load(e.Before, old)
	if after, err2 := source.Load(e.After, now); err == nil && err2 == nil {
		then = source.Then(before, after)
	}
	e.then[key] = then
	return then
}

func (e *edit) linesOf(f *report.File) *lines {
	if l := e.files[f]; l != nil {
		return l
	}
	l := &lines{map[int]report.LineCount{}, map[int]int{}}
	for _, x := range f.Lines() {
		l.counts[x.Line] = x
	}
	order := make([]int, len(f.Methods)) // the outer comes before the inner
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return int(int64(f.Methods[a].Span.Start.Offset) - int64(f.Methods[b].Span.Start.Offset))
	})
	for _, i := range order {
		for n := f.Methods[i].Span.Start.Line; n <= f.Methods[i].Span.End.Line; n++ {
			l.method[int(n)] = i
		}
	}
	e.files[f] = l
	return l
}

// newlyMissed sets NewlyMissed.
func (e *edit) newlyMissed(main *report.Model, pairs []methodPair) {
	starts := map[*report.File]map[uint32]bool{} // of statements
	outcomes := map[*report.Branch][]string{}
	has, isMain := map[*report.File]bool{}, map[*report.File]bool{}
	for _, f := range main.Files {
		isMain[f] = true
	}
	for _, p := range pairs {
		if !isMain[p.new.File] || p.old.Method().Varies || p.new.Method().Varies {
			continue
		}
		news, olds := e.parts[p.new.File], e.parts[p.old.File]
		n, o := &news[p.new.Index], &olds[p.old.Index]
		mark := func(at report.Pos) { // a line that runs in part misses outcomes of branches
			if e.linesOf(p.new.File).counts[int(at.Line)].Count > 0 {
				return
			}
			if starts[p.new.File] == nil {
				starts[p.new.File] = map[uint32]bool{}
			}
			starts[p.new.File][at.Offset], has[p.new.File] = true, true
		}
		branch := func(old, now *report.Branch) {
			before := old.Missing()
			gone := slices.DeleteFunc(now.Missing(), func(s string) bool { return slices.Contains(before, s) })
			if len(gone) > 0 && old.Kind == now.Kind {
				outcomes[now], has[p.new.File] = gone, true
			}
		}
		if p.same {
			if len(o.statements) == len(n.statements) {
				for i, s := range n.statements {
					if o.statements[i].region.Count > 0 {
						mark(s.start)
					}
				}
			}
			if len(o.branches) == len(n.branches) {
				for i, b := range n.branches {
					branch(o.branches[i], b)
				}
			}
			continue
		}
		then := e.thenOf(p.old.File, p.new.File)
		lineThen := func(line uint32) int {
			if int(line) < len(then) {
				return then[line]
			}
			return 0
		}
		for _, s := range n.statements {
			if e.linesOf(p.old.File).counts[lineThen(s.start.Line)].Count > 0 {
				mark(s.start)
			}
		}
		for _, b := range n.branches {
			line := b.Span.Start.Line
			of := func(list []*report.Branch, line int) (on []*report.Branch) {
				for _, x := range list {
					if int(x.Span.Start.Line) == line {
						on = append(on, x)
					}
				}
				return on
			}
			now, before := of(n.branches, int(line)), of(o.branches, lineThen(line))
			if len(now) == len(before) {
				branch(before[slices.Index(now, b)], b)
			}
		}
	}
	c := &e.NewlyMissed
	c.Missed = missedIn(main, func(f *report.File) bool { return has[f] },
		func(f *report.File, at report.Pos) bool { return starts[f][at.Offset] },
		func(x *report.Missed) bool {
			x.Never = outcomes[x.Branch]
			return len(x.Never) > 0
		})
	for _, x := range c.Missed {
		if x.Kind == report.MissedBranch {
			c.Outcomes += len(x.Never)
		}
	}
	for f, offsets := range starts {
		seen := map[int]bool{}
		for _, m := range e.parts[f] {
			for _, s := range m.statements {
				line := int(s.start.Line)
				if offsets[s.start.Offset] && !seen[line] {
					seen[line] = true
					c.Lines++
				}
			}
		}
	}
}
