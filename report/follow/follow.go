// Package follow finds the code that a run has counted in a later text of its source, so that editors show counts
// beside code that is being changed.
//
// Code is followed in units: methods, and initialisers of fields. A unit is unchanged if both texts have the same
// tokens for it. Methods are paired as between two runs (package pair), by the hash of their tokens. Initialisers are
// paired by their tokens and the class around them. The tokens of an unchanged unit are the same one by one, so each
// place in it has exactly one place in the later text: that of the same token. Nothing else is followed.
package follow

import (
	"slices"

	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
	"jprof/report"
	"jprof/report/pair"
)

// Followed is the file of a run with its places in a later text.
type Followed struct {
	// File has all methods and blocks of the run's file, in the same order. Those that the later text does not have
	// unchanged have Measured false. Regions, expressions, branches and omitted parts are only those of unchanged code.
	File *report.File
	// Regions has for each region of File the index of the region of the run's file that it is, or is a part of.
	Regions []int
	// Lines maps lines of the later text, at which code that is the same starts, to lines of the run's file. It is nil
	// if the text is that of the run.
	Lines map[int]int
	// Whole maps a line of the later text to the lines of the run's file that have the same code. It has no entry if
	// other code, too, starts on these. It is nil if the text is that of the run.
	Whole map[int][]int
	// Changed lists the methods of the later text that are new or have changed, in their order.
	Changed []Changed
}

// RunLine returns the line of the run's file for a line of the later text at which code that is the same starts, 0 for
// other lines.
func (f *Followed) RunLine(n int) int {
	if f.Lines == nil {
		return n
	}
	return f.Lines[n]
}

// RunLines returns the lines of the run's file that have the code that starts on a line of the later text, and no
// other code.
func (f *Followed) RunLines(n int) []int {
	if f.Whole == nil {
		return []int{n}
	}
	return f.Whole[n]
}

// Same returns a file as followed to its own text.
func Same(file *report.File) *Followed {
	f := &Followed{File: file, Regions: make([]int, len(file.Regions))}
	for i := range f.Regions {
		f.Regions[i] = i
	}
	return f
}

// Changed is a method of a later text that has no counts, because its code is not that of the run.
type Changed struct {
	Label string     // as report.Method.Label
	Name  report.Pos // the start of its name
	Span  report.Span
	New   bool // the run has no such method
}

// To follows a file of a run to a later text. old is the text of the file, and later the map of the later text; places
// in both are those of the texts. It returns nil if the map has no code of the later text, as that cannot be parsed.
func To(file *report.File, old []byte, later *probe.File, text []byte) *Followed {
	if later.Omitted() {
		return nil
	}
	f := &follower{file: file, later: later, old: old, text: text, lost: map[int]bool{}}
	paired := f.methods()
	f.initialisers()
	f.arrange()
	f.inner()
	moved := f.moved()
	return &Followed{File: moved, Regions: f.regions, Lines: f.lines, Whole: f.whole(),
		Changed: f.changed(paired)}
}

// follower follows the code of a file.
type follower struct {
	file      *report.File
	later     *probe.File
	old, text []byte

	units   []unit
	to      []int32 // the method of the later map for each one of the file, -1 if there is none that is the same
	regions []int   // see Followed
	lines   map[int]int
	places  [][2]report.Pos // starts of code in both texts: of methods, then of statements and expressions
	names   int             // the number of methods in places
	lost    map[int]bool    // lines of the run's file with code that the later text does not have
}

// unit is a piece of code that both texts have.
type unit struct {
	start, end uint32      // in the old text
	parent     int         // the index of the unit around it, -1 for none
	old, new   []lex.Token // the same tokens, with their places in both texts
}

// methods finds the methods that are the same. It returns the pairs, with the methods that have changed.
func (f *follower) methods() []pair.Pair {
	own := pair.File{Path: f.file.Path, Package: f.file.Package, Types: f.file.Types}
	sizes := f.file.MethodSizes()
	for i, m := range f.file.Methods {
		own.Methods = append(own.Methods, pair.Method{Label: m.Label, Hash: m.Hash, Type: m.Type, Span: m.Span,
			Size: sizes[i]})
	}
	later := pair.Of(f.later, f.file.Package)
	later.Path = f.file.Path
	f.to = slices.Repeat([]int32{-1}, len(own.Methods))
	pairs := pair.Methods([]pair.File{own}, []pair.File{later})
	for _, p := range pairs {
		m, n := &f.file.Methods[p.Old.Method], &f.later.Methods[p.New.Method]
		if p.Same && f.add(m.Span, n.Span, m.Name, n.NameAt) {
			f.to[p.Old.Method] = int32(p.New.Method)
		}
	}
	return pairs
}

// inner finds the methods of classes in methods that are the same. They are the same, too, also where package pair
// finds several candidates.
func (f *follower) inner() {
	named := map[uint32]int32{} // methods of the later text, by their names
	for i, m := range f.later.Methods {
		named[m.NameAt.Offset] = int32(i)
	}
	for i, m := range f.file.Methods {
		if u := f.unitAt(m.Span); u != nil {
			if to, ok := named[u.pos(m.Name, false).Offset]; ok {
				f.to[i] = to
			}
		}
	}
}

// changed lists the methods of the later text that are not the same.
func (f *follower) changed(paired []pair.Pair) (list []Changed) {
	same, known := map[int]bool{}, map[int]bool{}
	for _, to := range f.to {
		same[int(to)] = true
	}
	for _, p := range paired {
		known[p.New.Method] = true
	}
	for i, m := range f.later.Methods {
		if !same[i] {
			list = append(list, Changed{Label: m.Label(f.later.Types), Name: m.NameAt, Span: m.Span, New: !known[i]})
		}
	}
	return list
}

// initialisers finds the initialisers of fields that are the same: first those in a class of the same name.
func (f *follower) initialisers() {
	type place struct{ old, new []report.Span }
	taken, takenNew := map[uint32]bool{}, map[uint32]bool{} // starts of initialisers that are units, in both texts
	for _, named := range []bool{true, false} {
		places := map[string]*place{}
		add := func(text []byte, types []probe.Type, s report.Span) *place {
			key := ""
			if named {
				key = typeAt(types, s.Start.Offset) + " "
			}
			for _, t := range tokens(text, s) {
				key += string(t.Text) + " "
			}
			if places[key] == nil {
				places[key] = &place{}
			}
			return places[key]
		}
		for _, r := range f.file.Regions {
			for _, s := range r.Statements {
				if f.isInitialiser(r.Block, s) && !taken[s.Start.Offset] {
					p := add(f.old, f.file.Types, s)
					p.old = append(p.old, s)
				}
			}
		}
		for _, r := range f.later.Regions {
			if b := f.later.Blocks[r.Block]; b.Kind != probe.FieldBlock || b.Method >= 0 {
				continue
			}
			for _, s := range r.Statements {
				if !takenNew[s.Span.Start.Offset] {
					p := add(f.text, f.later.Types, s.Span)
					p.new = append(p.new, s.Span)
				}
			}
		}
		for _, p := range places {
			for i := range p.old {
				if len(p.old) == len(p.new) && f.add(p.old[i], p.new[i], p.old[i].Start, p.new[i].Start) {
					taken[p.old[i].Start.Offset], takenNew[p.new[i].Start.Offset] = true, true
				}
			}
		}
	}
}

// isInitialiser reports whether a statement of the run's file is the initialiser of a field, outside of all methods.
func (f *follower) isInitialiser(block int, s report.Span) bool {
	b := f.file.Blocks[block]
	return b.Kind == probe.FieldBlock.String() && b.Method < 0 && s.Start.Offset < s.End.Offset
}

// add adds a unit. The tokens of both spans are the same from their ends back to a place, which names is the latest
// that is good for. Modifiers and annotations before a method may differ.
func (f *follower) add(old, later report.Span, name, laterName report.Pos) bool {
	a, b := tokens(f.old, old), tokens(f.text, later)
	n := 0
	for n < len(a) && n < len(b) && string(a[len(a)-1-n].Text) == string(b[len(b)-1-n].Text) {
		n++
	}
	a, b = a[len(a)-n:], b[len(b)-n:]
	if n == 0 || a[0].Start > int(name.Offset) || b[0].Start > int(laterName.Offset) {
		return false
	}
	f.units = append(f.units, unit{start: old.Start.Offset, end: old.End.Offset, old: a, new: b})
	return true
}

// tokens returns the tokens of a span, with their places in the text.
func tokens(text []byte, s report.Span) []lex.Token {
	end := min(int(s.End.Offset), len(text))
	start := min(int(s.Start.Offset), end)
	list := lex.AppendTokens(nil, text[start:end])
	for i := range list {
		list[i].Start += start
	}
	return list
}

// typeAt returns the name of the innermost type around a place, "" for none.
func typeAt(types []probe.Type, offset uint32) string {
	name := ""
	for _, t := range types { // types come after those around them
		if t.Start.Offset <= offset && offset < t.End.Offset {
			name = t.Name
		}
	}
	return name
}
