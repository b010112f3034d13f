package follow

import (
	"cmp"
	"maps"
	"slices"
	"sort"

	"jprof/internal/java/lex"
	"jprof/report"
)

// arrange sorts the units, and finds those around them.
func (f *follower) arrange() {
	slices.SortFunc(f.units, func(a, b unit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	around := -1
	for i := range f.units {
		for around >= 0 && f.units[around].end < f.units[i].end {
			around = f.units[around].parent
		}
		f.units[i].parent, around = around, i
	}
}

// unitAt returns the innermost unit around a span, nil for none.
func (f *follower) unitAt(s report.Span) *unit {
	i := sort.Search(len(f.units), func(i int) bool { return f.units[i].start > s.Start.Offset }) - 1
	for i >= 0 && f.units[i].end < s.End.Offset {
		i = f.units[i].parent
	}
	if i < 0 {
		return nil
	}
	return &f.units[i]
}

// pos returns the place in the later text of a place in the unit. atEnd is true for the end of a span, which is at the
// end of a token. A place before the tokens that both texts have becomes the place of the first of them.
func (u *unit) pos(p report.Pos, atEnd bool) report.Pos {
	i := sort.Search(len(u.old), func(i int) bool {
		if atEnd {
			return u.old[i].End() >= int(p.Offset)
		}
		return u.old[i].End() > int(p.Offset)
	})
	if i == len(u.old) {
		i--
		return report.Pos{Offset: uint32(u.new[i].End())}
	}
	at := int(p.Offset) - u.old[i].Start
	return report.Pos{Offset: uint32(u.new[i].Start + max(0, min(at, len(u.new[i].Text))))}
}

// span moves a span. It reports whether there is a unit around it.
func (f *follower) span(s report.Span) (report.Span, bool) {
	u := f.unitAt(s)
	if u == nil {
		return report.Span{}, false
	}
	return report.Span{Start: u.pos(s.Start, false), End: u.pos(s.End, true)}, true
}

// start moves the span of code that a line may start with.
func (f *follower) start(s report.Span) (report.Span, bool) {
	moved, ok := f.span(s)
	if ok {
		f.places = append(f.places, [2]report.Pos{s.Start, moved.Start})
	} else {
		f.lost[int(s.Start.Line)] = true
	}
	return moved, ok
}

// whole returns Followed.Whole, after setLines.
func (f *follower) whole() map[int][]int {
	from, to := map[int][]int{}, map[int]int{}
	for _, p := range f.places[f.names:] {
		a, b := int(p[0].Line), int(p[1].Line)
		if n, known := to[a]; !known {
			from[b] = append(from[b], a)
		} else if n != b {
			f.lost[a] = true
			from[b] = append(from[b], a)
		}
		to[a] = b
	}
	maps.DeleteFunc(from, func(_ int, lines []int) bool {
		return slices.ContainsFunc(lines, func(a int) bool { return f.lost[a] })
	})
	return from
}

// moved returns the file with its places in the later text.
func (f *follower) moved() *report.File {
	out := *f.file
	out.BodyNames = nil
	out.Methods = slices.Clone(f.file.Methods)
	for i := range out.Methods {
		m := &out.Methods[i]
		if f.to[i] < 0 {
			m.Span, m.Name, m.Measured = report.Span{}, report.Pos{}, false
			continue
		}
		l := f.later.Methods[f.to[i]]
		f.places = append(f.places, [2]report.Pos{m.Name, l.NameAt})
		m.Span, m.Name = l.Span, l.NameAt
	}
	f.names = len(f.places)
	out.Blocks = slices.Clone(f.file.Blocks)
	for i := range out.Blocks {
		moved, ok := f.span(out.Blocks[i].Span)
		out.Blocks[i].Span, out.Blocks[i].Measured = moved, out.Blocks[i].Measured && ok
	}
	out.Regions, f.regions = nil, nil
	for i, r := range f.file.Regions {
		f.region(&out, i, r)
	}
	out.Expressions = only(f.file.Expressions, func(e *report.Expression) (ok bool) {
		e.Span, ok = f.start(e.Span)
		return ok && lex.StartsLine(f.text, int(e.Span.Start.Offset)) // else it is none
	})
	out.Branches = only(f.file.Branches, func(b *report.Branch) (ok bool) {
		b.Span, ok = f.span(b.Span)
		return ok
	})
	out.Omitted = only(f.file.Omitted, func(p *report.Part) (ok bool) {
		if p.Whole {
			return true
		}
		p.Span, ok = f.span(p.Span)
		return ok
	})
	f.setLines(&out)
	sortByPlace(&out, f)
	return &out
}

// region adds a region to a file. If a region of initialisers is not there as a whole, it adds those that are.
func (f *follower) region(out *report.File, i int, r report.Region) {
	statements := r.Statements
	moved, ok := f.span(r.Span)
	if ok {
		r.Span, r.Statements = moved, slices.Clone(statements)
		for k, s := range statements {
			r.Statements[k], _ = f.start(s)
		}
		out.Regions, f.regions = append(out.Regions, r), append(f.regions, i)
		return
	}
	for _, s := range statements {
		if moved, ok := f.start(s); ok && f.isInitialiser(r.Block, s) {
			r.Span, r.Statements = moved, []report.Span{moved}
			out.Regions, f.regions = append(out.Regions, r), append(f.regions, i)
		}
	}
}

// only returns a copy of the elements that keep accepts and may change.
func only[T any](list []T, keep func(*T) bool) []T {
	var out []T
	for _, e := range list {
		if keep(&e) {
			out = append(out, e)
		}
	}
	return out
}

// setLines sets the lines of all places that were moved.
func (w *follower) setLines(f *report.File) {
	starts := []int{0} // of lines
	for i, c := range w.text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	at := func(p *report.Pos) { p.Line = uint32(sort.SearchInts(starts, int(p.Offset)+1)) }
	span := func(s *report.Span) {
		at(&s.Start)
		last := report.Pos{Offset: s.End.Offset - min(1, s.End.Offset)} // End.Line is that of the last byte
		at(&last)
		s.End.Line = last.Line
	}
	w.lines = map[int]int{}
	for i := len(w.places) - 1; i >= 0; i-- { // methods and statements before expressions
		p := &w.places[i]
		at(&p[1])
		w.lines[int(p[1].Line)] = int(p[0].Line)
	}
	for i := range f.Blocks {
		span(&f.Blocks[i].Span)
	}
	for i := range f.Regions {
		span(&f.Regions[i].Span)
		for k := range f.Regions[i].Statements {
			span(&f.Regions[i].Statements[k])
		}
	}
	for i := range f.Expressions {
		span(&f.Expressions[i].Span)
	}
	for i := range f.Branches {
		span(&f.Branches[i].Span)
	}
	for i := range f.Omitted {
		if !f.Omitted[i].Whole {
			span(&f.Omitted[i].Span)
		}
	}
}

// sortByPlace sorts the parts of a file whose units are in another order in the later text.
func sortByPlace(out *report.File, f *follower) {
	before := func(a, b report.Span) int {
		return cmp.Or(cmp.Compare(a.Start.Offset, b.Start.Offset), cmp.Compare(b.End.Offset, a.End.Offset))
	}
	order := make([]int, len(out.Regions))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return before(out.Regions[a].Span, out.Regions[b].Span) })
	regions, from := make([]report.Region, len(order)), make([]int, len(order))
	for i, k := range order {
		regions[i], from[i] = out.Regions[k], f.regions[k]
	}
	out.Regions, f.regions = regions, from
	slices.SortStableFunc(out.Omitted, func(a, b report.Part) int { return before(a.Span, b.Span) })
}
