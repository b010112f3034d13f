package unused

import (
	"cmp"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
	"jprof/report"
)

// Find finds the code of the main sources that nobody executed.
func Find(in Input) *Result {
	main := in.Model.MainSources()
	r := &Result{Model: in.Model, Observed: in.Observed, Tests: in.Tests, Foreign: in.Foreign,
		code: newCode(main, in.Resources)}
	f := &finder{Input: in, Result: r, main: main, ran: map[methodKey]bool{},
		unobserved: map[methodKey]bool{}, tested: testedMethods(in.Tests)}
	f.note()
	for versions := range main.Paths() {
		f.file(versions)
	}
	f.branches()
	f.hot()
	return r
}

// methodKey identifies a method in all versions of its file, and in other runs.
type methodKey struct{ path, label string }

func keyOf(r report.MethodRef) methodKey { return methodKey{r.File.Path, r.Method().Label} }

// finder is the state of Find.
type finder struct {
	Input
	*Result
	main   *report.Model
	ran    map[methodKey]bool
	tested map[methodKey]report.MethodRef // methods of the run of tests
	// unobserved has the methods whose code no observed JVM had.
	unobserved map[methodKey]bool
}

// note fills the set of the methods that were executed in any version of their file.
func (f *finder) note() {
	for _, file := range f.main.Files {
		for i := range file.Methods {
			ref := report.MethodRef{File: file, Index: i}
			if ref.Method().Invocations > 0 || ref.Method().Executed > 0 || f.Ran != nil && f.Ran(ref) {
				f.ran[keyOf(ref)] = true
			}
		}
	}
}

// seen returns where the code of a method was observed.
func (f *finder) seen(ref report.MethodRef) Seen {
	if f.Input.Seen == nil {
		return Seen{Days: len(f.Input.Observed.Days), Hosts: f.Input.Observed.Hosts,
			Versions: f.Input.Observed.Versions}
	}
	return f.Input.Seen(ref)
}

// seenAll returns where most of the methods of a type, or of a file with type -1, were observed.
func (f *finder) seenAll(file *report.File, in func(i int) bool) (s Seen) {
	found := false
	for i := range file.Methods {
		if in(i) {
			if x := f.seen(report.MethodRef{File: file, Index: i}); !found || x.Days > s.Days {
				s, found = x, true
			}
		}
	}
	if !found {
		s = Seen{Days: len(f.Input.Observed.Days), Hosts: f.Input.Observed.Hosts,
			Versions: f.Input.Observed.Versions}
	}
	return s
}

// file adds the dead code of a source. The newest version of it is the first.
func (f *finder) file(versions []*report.File) {
	file := versions[0]
	if !file.Measured {
		return
	}
	src := f.code.sourceOf(file)
	methods := map[int]Method{} // by index
	for i := range file.Methods {
		m := &file.Methods[i]
		ref := report.MethodRef{File: file, Index: i}
		if !m.Measured || m.Kind == probe.StaticInit || m.Kind == probe.InstanceInit {
			continue
		}
		seen := f.seen(ref)
		if in := f.in(file, int(m.Span.Start.Line), int(m.Span.End.Line)); seen.Days == 0 && f.Input.Seen != nil {
			if in {
				f.Unobserved++
			}
			f.unobserved[keyOf(ref)] = true
			continue
		} else if in {
			f.Of++
		}
		if f.ran[keyOf(ref)] {
			continue
		}
		x := Method{MethodRef: ref, Seen: seen, member: src.memberOf(i)}
		x.Size = src.sizeOf(int(m.Span.Start.Offset), int(m.Span.End.Offset), x.member)
		x.Mark, x.Tests = f.code.mark(src, ref), f.testsOf(ref)
		methods[i] = x
	}
	dead := f.classes(versions, src, methods)
	for i := range file.Methods {
		x, ok := methods[i]
		if !ok || !f.in(file, int(x.Method().Span.Start.Line), int(x.Method().Span.End.Line)) {
			continue
		}
		if x.Mark.Kind != "" {
			f.Marked = append(f.Marked, x)
			continue
		}
		for t := x.Method().Type; t >= 0; t = file.Types[t].Parent {
			if c := dead[int(t)]; c != nil {
				x.Class = c
			}
		}
		if x.Inner = src.within(x, methods); x.Class == nil && !x.Inner {
			f.Total = f.Total.plus(x.Size)
		}
		f.Methods = append(f.Methods, x)
	}
}

func (f *finder) in(file *report.File, first, last int) bool {
	return f.In == nil || f.In(file, first, last)
}

// classes adds the classes of which nothing was executed, and returns the outermost dead ones by their types.
func (f *finder) classes(versions []*report.File, src *source, methods map[int]Method) map[int]*Class {
	file := versions[0]
	dead := map[int]*Class{}
	all := len(file.Types) > 0
	var list []*Class
	for i, t := range file.Types {
		outer := t.Parent >= 0 && dead[int(t.Parent)] != nil
		if outer {
			dead[i] = dead[int(t.Parent)]
			continue
		}
		if t.Kind == probe.Anonymous || src.typeAt(i) == nil || src.typeAt(i).Type == nil || f.executed(versions, i) {
			all = all && t.Parent >= 0
			continue
		}
		c := &Class{File: file, Type: i, Name: decl.Qualified(file.Package, file.DottedName(i)),
			Line: src.typeAt(i).Line, Mark: f.code.classMark(src, i)}
		inside := func(m int) bool { return src.isIn(int(file.Methods[m].Type), i) }
		for m := range file.Methods {
			x, ok := methods[m]
			if !ok || !inside(m) {
				continue
			}
			c.Methods.add(x)
			if x.Mark.Enters() && c.Mark.Kind == "" {
				c.Mark = x.Mark
				c.Mark.Text = "is entered by " + x.Method().VMName() + ", which " + x.Mark.Text
			}
		}
		c.Seen = f.seenAll(file, inside)
		c.Size = src.sizeOfType(i)
		if !f.in(file, c.Line, c.Line) {
			all = all && t.Parent >= 0
			continue
		}
		if c.Mark.Kind != "" {
			all = all && t.Parent >= 0
			f.MarkedClasses = append(f.MarkedClasses, *c)
			continue
		}
		dead[i] = c
		list = append(list, c)
		f.Total = f.Total.plus(c.Size)
	}
	if all && len(list) > 0 {
		x := File{File: file, Size: Size{Lines: src.lines(), Statements: file.Totals.Statements.Total}}
		x.Seen = f.seenAll(file, func(int) bool { return true })
		for _, m := range methods {
			x.Tests.add(m)
		}
		for _, c := range list {
			c.Whole = true
			f.Total.Lines -= c.Size.Lines
		}
		f.Total.Lines += x.Size.Lines
		f.Files = append(f.Files, x)
	}
	for _, c := range list {
		f.Classes = append(f.Classes, *c)
	}
	return dead
}

// add adds a method.
func (t *TestedMethods) add(m Method) {
	t.Known = t.Known || m.Tests.Known
	if t.Of++; m.Tests.Executed {
		t.Tested++
	}
}

// executed reports whether anything in a type, or in a type within it, was executed in any version of the file, or
// cannot be known: because a part of it is unmeasured, or because it has no code.
func (f *finder) executed(versions []*report.File, typ int) bool {
	name, code := versions[0].Types[typ].Name, false
	for _, v := range versions {
		i := slices.IndexFunc(v.Types, func(t probe.Type) bool { return t.Name == name })
		if i < 0 {
			continue
		}
		span := v.Types[i].Span
		inside := func(s report.Span) bool {
			return span.Start.Offset <= s.Start.Offset && s.End.Offset <= span.End.Offset
		}
		if v.OmittedAt(span.Start.Offset, span.End.Offset) != nil ||
			slices.ContainsFunc(v.Omitted, func(p report.Part) bool { return inside(p.Span) }) {
			return true
		}
		for m := range v.Methods {
			if inside(v.Methods[m].Span) {
				code = true
				if key := keyOf(report.MethodRef{File: v, Index: m}); f.ran[key] || f.unobserved[key] {
					return true
				}
			}
		}
		for _, r := range v.Regions {
			if inside(r.Span) {
				code = true
				if r.Count > 0 {
					return true
				}
			}
		}
	}
	return !code
}

// branches adds the branches of executed methods with outcomes that never happened.
func (f *finder) branches() {
	for _, x := range f.main.Missed(func(x *report.Missed) bool {
		return x.Kind == report.MissedBranch && x.Method >= 0 && x.File.Version <= 1
	}) {
		ref := report.MethodRef{File: x.File, Index: x.Method}
		if ref.Method().Invocations > 0 && f.in(x.File, x.Line, int(x.Span.End.Line)) {
			f.Branches = append(f.Branches, Branch{x, f.seen(ref)})
		}
	}
}

// hot adds the methods that were executed, but not by tests, most executions first.
func (f *finder) hot() {
	if f.Input.Tests == nil {
		return
	}
	for _, ref := range f.main.AllMethods() {
		m := ref.Method()
		t := f.testsOf(ref)
		if !m.Measured || m.Invocations == 0 || !t.Known || t.Executed ||
			!f.in(ref.File, int(m.Span.Start.Line), int(m.Span.End.Line)) {
			continue
		}
		f.Hot = append(f.Hot, Hot{ref, m.Invocations, m.Executed})
	}
	slices.SortStableFunc(f.Hot, func(a, b Hot) int {
		return cmp.Or(cmp.Compare(b.Executed, a.Executed), cmp.Compare(b.Calls, a.Calls),
			strings.Compare(a.File.Path, b.File.Path))
	})
}

// testedMethods returns the methods of a run of tests.
func testedMethods(t *Tests) map[methodKey]report.MethodRef {
	known := map[methodKey]report.MethodRef{}
	if t == nil {
		return known
	}
	for _, ref := range t.Model.AllMethods() {
		if old, ok := known[keyOf(ref)]; !ok || old.Method().Invocations < ref.Method().Invocations {
			known[keyOf(ref)] = ref
		}
	}
	return known
}

// testsOf returns the tests that execute a method.
func (f *finder) testsOf(ref report.MethodRef) TestedBy {
	in, known := f.tested[keyOf(ref)]
	if !known || !in.Method().Measured {
		return TestedBy{}
	}
	t := TestedBy{Known: true, Executed: in.Method().Invocations > 0}
	by := f.Input.Tests.ByTest
	if by == nil || !t.Executed {
		return t
	}
	t.Executed = false // by tests, or by their set-up: the run may have counts outside of tests
	seen := map[int32]bool{}
	for _, use := range by.File(in.File).Invocations(in.Index) {
		x := &by.Tests[use.Test]
		t.Executed = t.Executed || !x.IsOutside()
		if first := by.First(use.Test); x.IsTest() && !seen[first] { // attempts of a test are one
			seen[first] = true
			if t.Count++; len(t.Names) < maxNames {
				t.Names = append(t.Names, x.Name())
			}
		}
	}
	return t
}
