package source

import (
	"bytes"
	"slices"
	"sort"

	"jprof/internal/java/lex"
	"jprof/report"
)

// Annotated is a source with its counts and marks, line by line, for pages and for terminals.
type Annotated struct {
	File   *report.File // with places in the text: see Source.Placed
	Source *Source
	Tokens []Token

	segments []segment
	methods  map[int][]int // indices of methods, by the line of their names
	starts   []start       // starts of statements, ascending
	begins   map[int]int   // index of the expression that starts a line, by line
	branches map[int][]*report.Branch
	next     int     // the first segment that ends after the start of the last line
	cut      []Piece // the pieces of all lines so far
}

// start is the place at which a statement of a region starts.
type start struct{ offset, region int }

// AnnotatedLine is a line with its counts and its mark.
type AnnotatedLine struct {
	Pieces  []Piece
	Counts  []LineEntry
	State   LineState
	Taken   report.Ratio // outcomes of Annotated.Branches
	Empty   bool         // it has no text
	Comment bool         // it has only a comment, or a part of one, and blanks
	// Block is the index in File.Blocks of the block around the start of the line, -1 for none or if it is unmeasured.
	Block int
}

// LineEntry is a count beside a line: of a method, a region, or a block.
type LineEntry struct {
	Region, Block, Method int // one of them is the index of the method, region or block; the others are -1
	Expression            int // the expression whose count the line shows in place of that of its region, else -1
	Count                 uint64
}

// LineState is the meaning of a line's mark.
type LineState int

// The states of lines. A line has the first one that applies.
const (
	LineExcluded    LineState = iota + 1 // a part of the line is excluded
	LineUnmeasured                       // a part of the line is unmeasured
	LineNotExecuted                      // one of its counts is 0
	LineNotTaken                         // none of the outcomes of its branches happened, and it has no count
	LinePartlyTaken                      // it was executed, and some outcomes of its branches did not happen
	LinePlain
)

// Annotate prepares the source of a file for Line.
func Annotate(f *report.File, src *Source) *Annotated {
	f = src.Placed(f)
	a := &Annotated{File: f, Source: src, Tokens: tokenize(src.Raw()), methods: map[int][]int{},
		branches: map[int][]*report.Branch{}, begins: map[int]int{}}
	a.segments = segments(f, len(src.Raw()))
	a.cut = make([]Piece, 0, len(a.segments)+src.Lines())
	for i, b := range f.Branches {
		if b.Measured && f.Due(b) {
			line := src.LineAt(int(b.Span.Start.Offset))
			a.branches[line] = append(a.branches[line], &f.Branches[i])
		}
	}
	for i, e := range f.Expressions {
		if e.Measured {
			a.begins[src.LineAt(int(e.Span.Start.Offset))] = i
		}
	}
	for i, m := range f.Methods {
		line := src.LineAt(int(m.Name.Offset))
		a.methods[line] = append(a.methods[line], i)
	}
	for i, r := range f.Regions {
		for _, st := range r.Statements {
			a.starts = append(a.starts, start{int(st.Start.Offset), i})
		}
	}
	slices.SortFunc(a.starts, func(a, b start) int { return a.offset - b.offset })
	return a
}

// Line returns line n with its counts. Callers must read lines in ascending order.
func (a *Annotated) Line(n int) AnnotatedLine {
	from, to := a.Source.Line(n)
	l := AnnotatedLine{Pieces: a.pieces(from, to), Empty: from == to, Comment: a.isComment(from, to),
		Block: a.blockAt(from)}
	l.Counts = a.counts(n, l.Pieces)
	for _, b := range a.branches[n] {
		l.Taken = l.Taken.Plus(b.Covered())
	}
	l.State = a.state(l)
	return l
}

// Branches returns the measured branches that start on a line and are due (see report.File.Due), in the order of the
// map.
func (a *Annotated) Branches(n int) []*report.Branch { return a.branches[n] }

// BranchCuts cuts the text into intervals, each with the index of the innermost measured branch around it.
func (a *Annotated) BranchCuts() []Interval { return cutByBranches(a.File, len(a.Source.Raw())) }

func (a *Annotated) state(l AnnotatedLine) LineState {
	for _, p := range l.Pieces {
		switch {
		case p.Part < 0:
		case a.File.Omitted[p.Part].Excluded:
			return LineExcluded
		default:
			return LineUnmeasured
		}
	}
	switch {
	case slices.ContainsFunc(l.Counts, func(e LineEntry) bool { return e.Count == 0 }):
		return LineNotExecuted
	case l.Taken.Covered == l.Taken.Total:
		return LinePlain
	case l.Taken.Covered == 0 && len(l.Counts) == 0:
		return LineNotTaken
	}
	return LinePartlyTaken
}

// counts returns the counts beside a line: those of the methods declared there, then those of the regions with code on
// the line, from left to right. If an expression starts the line, its count replaces that of its region. A line without
// methods and regions has the counts of the blocks that start there.
func (a *Annotated) counts(n int, pieces []Piece) []LineEntry {
	var out []LineEntry
	declares := len(a.methods[n]) > 0
	for _, i := range a.methods[n] {
		if m := a.File.Methods[i]; m.Measured {
			out = append(out, LineEntry{-1, -1, i, -1, m.Invocations})
		}
	}
	begins, known := a.begins[n]
	at := -1 // its start
	if known {
		at = int(a.File.Expressions[begins].Span.Start.Offset)
	}
	for _, p := range pieces {
		if known && p.Region >= 0 && p.Start <= at && at < p.End {
			out = append(out, LineEntry{p.Region, -1, -1, begins, a.File.Expressions[begins].Count})
			continue
		}
		// The head of a method of a local class is text of the region around the class.
		if p.Region < 0 || !p.hasCode || declares && !p.starts || slices.ContainsFunc(out, func(o LineEntry) bool {
			return o.Region == p.Region
		}) {
			continue
		}
		out = append(out, LineEntry{p.Region, -1, -1, -1, a.File.Regions[p.Region].Count})
	}
	if len(out) > 0 {
		return out
	}
	for _, p := range pieces {
		if p.Block >= 0 && p.Region < 0 && p.Start == int(a.File.Blocks[p.Block].Span.Start.Offset) {
			out = append(out, LineEntry{-1, p.Block, -1, -1, a.File.Blocks[p.Block].Count})
		}
	}
	return out
}

// blockAt returns the block around the start of the line, which pieces has just cut.
func (a *Annotated) blockAt(from int) int {
	if a.next == len(a.segments) || a.segments[a.next].Start > from || a.segments[a.next].Part >= 0 {
		return -1
	}
	return a.segments[a.next].Block
}

// Piece is a part of a line with one background.
type Piece struct {
	segment
	starts  bool // a statement of its region starts in it
	hasCode bool // it has text from which readers expect a count
}

// pieces cuts the line [from, to) by background. Callers must read lines in ascending order.
func (a *Annotated) pieces(from, to int) []Piece {
	first := len(a.cut)
	for a.next < len(a.segments) && a.segments[a.next].End <= from {
		a.next++
	}
	for i := a.next; i < len(a.segments) && a.segments[i].Start < to; i++ {
		s := a.segments[i]
		s.Start, s.End = max(s.Start, from), min(s.End, to)
		if s.Start == from && (s.Region >= 0 || s.Part >= 0) {
			// Indentation belongs to the block, so that only the text of regions and omitted parts is coloured.
			if indent := s.Start + a.blanks(s.Start, s.End); indent > s.Start {
				a.cut = append(a.cut, Piece{segment: segment{s.Start, indent, s.Block, -1, -1}})
				s.Start = indent
			}
		}
		if s.Start < s.End {
			word, hasCode := a.firstWord(s.Start, s.End)
			starts := a.statementIn(s)
			a.cut = append(a.cut, Piece{s, starts, hasCode && (starts || !connectors[word])})
		}
	}
	return slices.Clip(a.cut[first:])
}

// blanks returns the number of blanks and tabs at the start of [from, to).
func (a *Annotated) blanks(from, to int) int {
	text := a.Source.Raw()[from:to]
	return len(text) - len(bytes.TrimLeft(text, " \t"))
}

// connectors are the words between the parts of a statement. If a line has only such words of a region, as in "} else
// {", it does not show the count of the region.
var connectors = map[string]bool{"else": true, "catch": true, "finally": true, "case": true, "default": true,
	"while": true}

// statementIn reports whether a statement of the segment's region starts in the segment.
func (a *Annotated) statementIn(s segment) bool {
	i, _ := slices.BinarySearchFunc(a.starts, s.Start, func(st start, offset int) int { return st.offset - offset })
	for ; i < len(a.starts) && a.starts[i].offset < s.End; i++ {
		if a.starts[i].region == s.Region {
			return true
		}
	}
	return false
}

// firstWord returns the first word of [from, to) outside of comments. hasCode reports whether there is any text other
// than punctuation.
func (a *Annotated) firstWord(from, to int) (word string, hasCode bool) {
	raw := a.Source.Raw()
	tok := a.TokenAt(from)
	for i := from; i < to; i++ {
		for tok < len(a.Tokens) && a.Tokens[tok].End <= i {
			tok++
		}
		if tok < len(a.Tokens) && a.Tokens[tok].Start <= i {
			switch a.Tokens[tok].Class {
			case 'c':
				i = a.Tokens[tok].End - 1
				continue
			case 's':
				return "", true
			}
		}
		if lex.IsWordPart(raw[i]) {
			end := i
			for end < to && lex.IsWordPart(raw[end]) {
				end++
			}
			return string(raw[i:end]), true
		}
	}
	return "", false
}

// isComment reports whether [from, to) is only a comment, or a part of one, and blanks.
func (a *Annotated) isComment(from, to int) bool {
	from += a.blanks(from, to)
	i := a.TokenAt(from)
	return from < to && i < len(a.Tokens) && a.Tokens[i].Class == 'c' && a.Tokens[i].Start <= from &&
		a.Tokens[i].End >= to
}

// TokenAt returns the index of the first token that ends after offset.
func (a *Annotated) TokenAt(offset int) int {
	return sort.Search(len(a.Tokens), func(i int) bool { return a.Tokens[i].End > offset })
}
