package report

import (
	"cmp"
	"slices"
	"strings"
)

// MissedKind is the kind of a missed place.
type MissedKind string

// The kinds.
const (
	MissedMethod MissedKind = "method"
	MissedRegion MissedKind = "region"
	MissedBranch MissedKind = "branch"
)

// Missed is a place of the sources that was missed: a method that was never invoked, a region of another method that
// was never executed, or a branch in executed code with an outcome that never happened. Regions inside a missed method
// or region are not listed.
type Missed struct {
	File   *File
	Kind   MissedKind
	Branch *Branch // nil but for branches
	Span   Span
	Line   int // line of its start; of a method, the line of its name
	Method int // index in File.Methods: the missed method, or the innermost method around the place, -1 for none
	// Never is "invoked", "executed", or the outcomes of the branch that never happened, in the words of
	// Branch.Missing.
	Never []string
}

// inWords has the text of each outcome that never happened.
var inWords = map[string]string{"true": "never true", "false": "never false", "next element": "loop never entered",
	"no more elements": "loop never ended", "chosen": "never chosen", "no case chosen": "never without a case",
	"caught": "never caught"}

// What describes the miss in words: "never called", "not executed", "never true".
func (m Missed) What() string {
	switch m.Never[0] {
	case "invoked":
		return "never called"
	case "executed":
		return "not executed"
	}
	var outcomes []string
	for _, o := range m.Never {
		outcomes = append(outcomes, inWords[o])
	}
	return strings.Join(outcomes, ", ")
}

// Missing returns the outcomes that never happened: "true" and "false" of conditions, "next element" and "no more
// elements" of loops, "chosen" of cases, "no case chosen" of a switch without default, "caught" of catch clauses.
func (b Branch) Missing() []string {
	yes, no := "true", "false"
	switch b.Kind {
	case "loop":
		yes, no = "next element", "no more elements"
	case "case":
		yes = "chosen"
	case "default":
		yes = "no case chosen"
	case "catch":
		yes = "caught"
	}
	var list []string
	if b.True == 0 {
		list = append(list, yes)
	}
	if b.Outcomes == 2 && b.False == 0 {
		list = append(list, no)
	}
	return list
}

// Missed lists the missed places that in accepts, nil for all, of all files, by path and place.
func (m *Model) Missed(in func(*Missed) bool) []Missed {
	var all []Missed
	for _, f := range m.Files {
		all = append(all, slices.DeleteFunc(f.missed(), func(x Missed) bool { return in != nil && !in(&x) })...)
	}
	return all
}

// missed lists the missed places of a file.
func (f *File) missed() []Missed {
	var list []Missed
	add := func(kind MissedKind, span Span, method int, never ...string) *Missed {
		list = append(list, Missed{File: f, Kind: kind, Span: span, Line: int(span.Start.Line), Method: method,
			Never: never})
		return &list[len(list)-1]
	}
	for i, m := range f.Methods {
		if m.Measured && m.Invocations == 0 {
			add(MissedMethod, m.Span, i, "invoked").Line = int(m.Name.Line)
		}
	}
	for _, r := range f.Regions {
		if r.Measured && r.Count == 0 {
			add(MissedRegion, r.Span, f.MethodOf(r.Block), "executed")
		}
	}
	for i := range f.Branches {
		b := &f.Branches[i]
		if never := b.Missing(); b.Measured && len(never) > 0 && f.Due(*b) {
			add(MissedBranch, b.Span, f.MethodOf(b.Block), never...).Branch = b
		}
	}
	// Outer places come first; of one span, methods before regions.
	slices.SortStableFunc(list, func(a, b Missed) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset),
			cmp.Compare(b.Span.End.Offset, a.Span.End.Offset))
	})
	var out []Missed
	end := uint32(0) // the end of the last method or region in the list
	for _, x := range list {
		if x.Kind != MissedBranch {
			if x.Span.End.Offset <= end {
				continue
			}
			end = x.Span.End.Offset
		}
		out = append(out, x)
	}
	return out
}
