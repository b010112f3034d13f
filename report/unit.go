package report

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"jprof/internal/format/probe"
)

// Unit is a compilation unit: all versions of one path together. It is for formats in which a path, a class and a
// method must be unique.
type Unit struct {
	Path    string
	Package string
	Sets    []SetName // source sets that compile any version, sorted
	Lines   []LineCount
	// Branches are the measured branches of each line, in the order of the source. They are those in the LineCount of
	// the line.
	Branches map[int][]Branch
	Types    []UnitType // types with a line or a method, in the order of the source
}

// UnitType is a type with its own code, as in class files: nested types are separate.
type UnitType struct {
	Name    string      // binary name without the package: Outer$Inner
	Lines   []LineCount // lines of Unit.Lines whose first statement is in the type, so that each line is in one type
	Methods []UnitMethod
}

// UnitMethod is a measured method.
type UnitMethod struct {
	Code
	Name   string // as in class files: see Method.VMName
	Params string // see Method.Params; a number follows if several methods are the same, as initialisers may be
	Line   int    // of its name
	Count  uint64 // invocations
}

// Code holds the code of a method, without that of methods of classes within it.
type Code struct {
	Lines    []LineCount
	Branches Ratio

	decisions Ratio // the paths that decisions add to the one that each method has
}

// Complexity returns the cyclomatic complexity, as in Method.Complexity. Covered is that of JaCoCo: 1 if the method was
// invoked, plus the number of executed outcomes minus 1 for each decision.
func (m UnitMethod) Complexity() Ratio {
	c := m.decisions
	c.add(m.Count)
	return c
}

// LineRatio returns the number of lines that were executed, and of all.
func LineRatio(lines []LineCount) Ratio {
	var r Ratio
	for _, l := range lines {
		r.add(l.Count)
	}
	return r
}

// VMName returns the name of the method in class files: <init> for constructors and instance initialisers, <clinit> for
// static initialisers.
func (m *Method) VMName() string {
	switch m.Kind {
	case probe.Constructor, probe.InstanceInit:
		return "<init>"
	case probe.StaticInit:
		return "<clinit>"
	}
	_, rest, _ := strings.Cut(m.Label, "::")
	name, _, _ := strings.Cut(rest, "(")
	return name
}

// Params returns the list of parameters in parentheses, as in the source. It returns () for static initialisers, and
// {...} for instance initialisers, which distinguishes them from constructors.
func (m *Method) Params() string {
	switch m.Kind {
	case probe.InstanceInit:
		return "{...}"
	case probe.StaticInit:
		return "()"
	}
	return m.Label[strings.Index(m.Label, "("):]
}

// Owner returns the binary name, without the package, of the type that declares the method.
func (m *Method) Owner() string {
	owner, _, _ := strings.Cut(m.Label, "::")
	return owner
}

// codes returns the code of each method, and in the last element the code in no method.
func (f *File) codes() []Code {
	parts := make([]measurable, len(f.Methods)+1)
	codes := make([]Code, len(parts))
	part := func(block int) int {
		if m := f.MethodOf(block); m >= 0 {
			return m
		}
		return len(f.Methods)
	}
	for _, r := range f.Regions {
		i := part(r.Block)
		parts[i].regions = append(parts[i].regions, r)
	}
	for _, e := range f.Expressions {
		i := part(e.Block)
		parts[i].expressions = append(parts[i].expressions, e)
	}
	for _, b := range f.Branches {
		i := part(b.Block)
		parts[i].branches = append(parts[i].branches, b)
		if b.Measured {
			codes[i].Branches.plus(b.Covered())
		}
	}
	for _, d := range f.Decisions() {
		codes[part(d.Block)].decisions.plus(d.Paths())
	}
	for i := range codes {
		codes[i].Lines = parts[i].lines()
	}
	return codes
}

// Paths returns the versions of each path, by path.
func (m *Model) Paths() iter.Seq[[]*File] {
	return func(yield func([]*File) bool) {
		for start := 0; start < len(m.Files); {
			end := start + 1
			for end < len(m.Files) && m.Files[end].Path == m.Files[start].Path {
				end++
			}
			if !yield(m.Files[start:end]) {
				return
			}
			start = end
		}
	}
}

// SetsOf returns the source sets that compile any of the versions of a path, sorted.
func SetsOf(versions []*File) []SetName {
	var sets []SetName
	for _, f := range versions {
		sets = append(sets, f.Sets...)
	}
	slices.SortFunc(sets, SetName.Compare)
	return slices.Compact(sets)
}

// HasCode reports whether any of the versions of a path has measured code, so that their unit has types.
func HasCode(versions []*File) bool {
	return slices.ContainsFunc(versions, func(f *File) bool {
		return f.Measured && (slices.ContainsFunc(f.Methods, func(m Method) bool { return m.Measured }) ||
			len(f.Lines()) > 0)
	})
}

// UnitOf returns the unit of the versions of a path. It adds up lines with the same number, and methods with the same
// name. The unit has no types if it has no measured code: see HasCode.
func UnitOf(versions []*File) *Unit {
	u := &Unit{Path: versions[0].Path, Package: versions[0].Package, Sets: SetsOf(versions),
		Branches: map[int][]Branch{}}
	for _, f := range versions {
		if f.Measured {
			u.addFile(f)
		}
	}
	u.Lines, u.Types = sumLines(u.Lines), slices.DeleteFunc(u.Types, func(t UnitType) bool {
		return len(t.Lines) == 0 && len(t.Methods) == 0
	})
	seen := map[int]bool{} // a line belongs to the type of the first version that has it
	for i := range u.Types {
		t := &u.Types[i]
		t.Lines = slices.DeleteFunc(sumLines(t.Lines), func(l LineCount) bool {
			old := seen[l.Line]
			seen[l.Line] = true
			return old
		})
		for j, l := range t.Lines {
			at, _ := slices.BinarySearchFunc(u.Lines, l.Line, func(l LineCount, line int) int {
				return cmp.Compare(l.Line, line)
			})
			t.Lines[j] = u.Lines[at]
		}
	}
	return u
}

// addFile adds one version.
func (u *Unit) addFile(f *File) {
	for _, t := range f.Types {
		u.typeNamed(t.Name)
	}
	codes := f.codes()
	numbers := map[string]int{}
	for i := range f.Methods {
		m := &f.Methods[i]
		if !m.Measured {
			continue
		}
		t := u.typeNamed(m.Owner())
		next := UnitMethod{Code: codes[i], Name: m.VMName(), Params: m.Params(), Line: int(m.Name.Line),
			Count: m.Invocations}
		key := m.Owner() + "::" + next.Name + next.Params
		numbers[key]++
		if n := numbers[key]; n > 1 {
			next.Params += "#" + Thousands(uint64(n))
		}
		same := slices.IndexFunc(t.Methods, func(o UnitMethod) bool {
			return o.Name == next.Name && o.Params == next.Params
		})
		if same < 0 {
			t.Methods = append(t.Methods, next)
			continue
		}
		old := &t.Methods[same]
		old.Count = Add(old.Count, next.Count)
		old.Lines = sumLines(append(old.Lines, next.Lines...))
		old.Branches.plus(next.Branches)
		old.decisions.plus(next.decisions)
	}
	lines := f.Lines()
	u.Lines = append(u.Lines, lines...)
	firsts := map[int]uint32{}
	starts := func(at Pos, measured bool) {
		if old, ok := firsts[int(at.Line)]; measured && (!ok || at.Offset < old) {
			firsts[int(at.Line)] = at.Offset
		}
	}
	for _, r := range f.Regions {
		for _, s := range r.Statements {
			starts(s.Start, r.Measured)
		}
	}
	for _, e := range f.Expressions {
		starts(e.Span.Start, e.Measured)
	}
	for _, b := range f.Branches {
		if i := LineOf(lines, b); b.Measured && i >= 0 {
			u.Branches[lines[i].Line] = append(u.Branches[lines[i].Line], b)
		}
	}
	for _, l := range lines {
		t := u.typeNamed(f.typeAt(firsts[l.Line]))
		t.Lines = append(t.Lines, l)
	}
}

// typeNamed returns the type of a name, adding it if missing.
func (u *Unit) typeNamed(name string) *UnitType {
	i := slices.IndexFunc(u.Types, func(t UnitType) bool { return t.Name == name })
	if i < 0 {
		i = len(u.Types)
		u.Types = append(u.Types, UnitType{Name: name})
	}
	return &u.Types[i]
}

// typeAt returns the binary name of the innermost type around a byte. Code in no type belongs to a class with the name
// of the file.
func (f *File) typeAt(offset uint32) string {
	for _, t := range slices.Backward(f.Types) { // a type comes after the one around it
		if t.Span.Start.Offset <= offset && offset < t.Span.End.Offset {
			return t.Name
		}
	}
	return strings.TrimSuffix(path.Base(f.Path), ".java")
}

// sumLines adds up lines with the same number, and sorts them.
func sumLines(lines []LineCount) []LineCount {
	slices.SortStableFunc(lines, func(a, b LineCount) int { return cmp.Compare(a.Line, b.Line) })
	out := lines[:0]
	for _, l := range lines {
		if n := len(out); n > 0 && out[n-1].Line == l.Line {
			last := &out[n-1]
			last.Count = Add(last.Count, l.Count)
			last.Statements.plus(l.Statements)
			last.Branches.plus(l.Branches)
			continue
		}
		out = append(out, l)
	}
	return out
}
