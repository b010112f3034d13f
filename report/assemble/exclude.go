package assemble

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"jprof/internal/format/probe"
	"jprof/internal/util/lazyregexp"
	"jprof/report"
	"jprof/report/pattern"
)

// Exclude lists the code that a report excludes: it is in no ratio, and is listed with the reason. Code whose
// annotation has a name that ends with Generated, and code between the comments jprof:off and jprof:on, is always
// excluded. Exclusion is the user's choice. Package instrument has the reasons for code that cannot be counted
// (refuse.go).
type Exclude struct {
	// Paths are patterns for paths of files, relative to the root of the project, with / in them; ** matches any number
	// of folders.
	Paths []string
	// Methods are patterns for methods with their classes and packages: com.example.Foo.bar. In them * matches any text
	// without a dot, and ** any text. Parameters, as written in the source, may follow: com.example.Foo.bar(int,
	// List<String>); with () the pattern matches only the method without parameters. Nested classes may be written with
	// a dot or a dollar sign, constructors as Foo.Foo or Foo.<init>, initialisers as Foo.<clinit> and Foo.<init>.
	Methods []string
	// Annotations are names of annotations on types, methods and constructors, simple or qualified, in which * matches
	// any text. A qualified name without * also matches the simple name in the source.
	Annotations []string
	// PathsFrom and MethodsFrom name the files that have the patterns, for the reasons in the report; "" for none.
	PathsFrom, MethodsFrom string
}

// Hides reports whether a file with this path is excluded as a whole.
func (e Exclude) Hides(path string) bool {
	return (&excluder{Exclude: e}).path(path) != ""
}

// Folders separates folders of sources without counters into omitted and excluded ones. Sources that match a pattern of
// Paths are excluded, with the pattern as the reason. A folder without names of files is excluded if a pattern matches
// the whole folder.
func (e Exclude) Folders(list []report.SourceFolder) (omitted, excluded []report.SourceFolder) {
	x := &excluder{Exclude: e}
	for _, f := range list {
		all := f.Names
		if len(all) == 0 {
			all = []string{""}
		}
		names := map[string][]string{} // by the reason
		for _, name := range all {
			why := x.path(strings.TrimPrefix(f.Path+"/"+name, "./"))
			names[why] = append(names[why], name)
		}
		for _, why := range slices.Sorted(maps.Keys(names)) {
			part := f
			if len(names) > 1 {
				part.Names, part.Files = names[why], len(names[why])
			}
			if why == "" {
				omitted = append(omitted, part)
				continue
			}
			part.Reason = why
			excluded = append(excluded, part)
		}
	}
	return omitted, excluded
}

// Check returns an error for the first invalid pattern.
func (e Exclude) Check() error {
	_, err := e.compile()
	return err
}

// generated matches the annotations that tools put on code they generate.
var generated = pattern.NewGlob("*Generated", ".*", "")

// excluder is an Exclude whose patterns are compiled.
type excluder struct {
	Exclude
	methods     []pattern.Method
	annotations []*pattern.Glob // for simple or qualified names
}

var annotationPattern = lazyregexp.New(`^[\pL\pN_$*]+(\.[\pL\pN_$*]+)*$`)

func (e Exclude) compile() (*excluder, error) {
	x := &excluder{Exclude: e}
	for _, p := range e.Paths {
		if !doublestar.ValidatePattern(p) {
			return nil, fmt.Errorf("%q is not a pattern for paths", p)
		}
	}
	for _, p := range e.Methods {
		m, err := pattern.ParseMethod(p)
		if err != nil {
			return nil, err
		}
		x.methods = append(x.methods, m)
	}
	for _, p := range e.Annotations {
		name := strings.TrimPrefix(p, "@")
		if !annotationPattern().MatchString(name) {
			return nil, fmt.Errorf("%q is not the name of an annotation", p)
		}
		x.annotations = append(x.annotations, pattern.NewGlob(name, ".*", ".*"))
		if i := strings.LastIndexByte(name, '.'); i >= 0 && !strings.Contains(name[i:], "*") {
			x.annotations = append(x.annotations, pattern.NewGlob(name[i+1:], ".*", ".*"))
		}
	}
	return x, nil
}

// path returns the reason why a file is excluded, "" if it is not.
func (x *excluder) path(path string) string {
	for _, p := range x.Paths {
		if doublestar.MatchUnvalidated(p, path) {
			return by(p, x.PathsFrom)
		}
	}
	return ""
}

// by returns the reason for what a pattern of a file excludes.
func by(pattern, file string) string {
	if file == "" {
		return fmt.Sprintf("excluded by %q", pattern)
	}
	return fmt.Sprintf("excluded by %q in %s", pattern, file)
}

// Annotated returns a function that reports whether Annotations exclude declarations with an annotation of the given
// name.
func (e Exclude) Annotated() (func(name string) bool, error) {
	x, err := e.compile()
	if err != nil {
		return nil, err
	}
	return x.named, nil
}

// named reports whether a pattern matches the name of an annotation.
func (x *excluder) named(name string) bool {
	simple := name[strings.LastIndexByte(name, '.')+1:]
	return slices.ContainsFunc(x.annotations, func(a *pattern.Glob) bool {
		return a.MatchString(simple) || a.MatchString(name)
	})
}

// annotation returns the reason why a declaration with an annotation of this name is excluded, "" if it is not.
func (x *excluder) annotation(name string) string {
	if generated.MatchString(name[strings.LastIndexByte(name, '.')+1:]) || x.named(name) {
		return "excluded by @" + name
	}
	return ""
}

// method returns the reason why a method is excluded, "" if it is not.
func (x *excluder) method(r report.MethodRef) string {
	for _, p := range x.methods {
		if p.Matches(r) {
			return by(p.String(), x.MethodsFrom)
		}
	}
	return ""
}

// parts returns the omitted parts of a file, in order. If parts overlap, the first one keeps the overlap. A part of the
// whole file is the only one. The warnings are about comments.
func (x *excluder) parts(f *report.File, m *probe.File) (parts []report.Part, warnings []report.Problem) {
	var all report.Span
	all.Start.Line, all.End.Line = 1, 1
	for _, t := range m.Types {
		if t.Span.End.Offset > all.End.Offset {
			all.End = t.Span.End
		}
	}
	if m.Omitted() {
		all = m.Unmeasured[0].Span
	}
	if why := x.path(f.Path); why != "" {
		return []report.Part{{Span: all, Reason: why, Excluded: true, Whole: true}}, nil
	}
	if m.Omitted() {
		return []report.Part{{Span: all, Reason: m.Unmeasured[0].Reason, Whole: true}}, nil
	}
	for _, a := range m.Annotations {
		if why := x.annotation(a.Name); why != "" {
			parts = append(parts, report.Part{Span: a.Span, Reason: why, Excluded: true})
		}
	}
	for i, method := range f.Methods {
		if why := x.method(report.MethodRef{File: f, Index: i}); why != "" {
			parts = append(parts, report.Part{Span: method.Span, Reason: why, Excluded: true})
		}
	}
	off, warnings := toggled(m, all.End)
	parts = append(parts, off...)
	for _, u := range m.Unmeasured {
		parts = append(parts, report.Part{Span: u.Span, Reason: u.Reason, Method: u.Method})
	}
	return disjoint(parts), warnings
}

// toggled returns the parts from each jprof:off to the next jprof:on, or to the end of the code.
func toggled(f *probe.File, end report.Pos) (parts []report.Part, warnings []report.Problem) {
	warn := func(at report.Span, format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		warnings = append(warnings, report.Problem{Path: f.Path, Line: int(at.Start.Line), Text: text})
	}
	var open *probe.Toggle
	part := func(end report.Pos) {
		reason := "excluded by jprof:off"
		if open.Reason != "" {
			reason += ": " + open.Reason
		}
		span := report.Span{Start: open.Span.Start, End: end}
		parts = append(parts, report.Part{Span: span, Reason: reason, Excluded: true})
	}
	for i := range f.Toggles {
		switch t := &f.Toggles[i]; {
		case t.On && open == nil:
			warn(t.Span, "jprof:on without a jprof:off before it")
		case t.On:
			part(t.Span.End)
			open = nil
		case open != nil:
			warn(t.Span, "jprof:off has no effect: the one in line %d still applies", open.Span.Start.Line)
		default:
			open = t
		}
	}
	if open != nil {
		warn(open.Span, "jprof:off without a jprof:on after it: the rest of the file is excluded")
		if end.Offset < open.Span.End.Offset {
			end = open.Span.End
		}
		part(end)
	}
	return parts, warnings
}

// disjoint sorts parts and removes from each one the overlap with an earlier one.
func disjoint(parts []report.Part) []report.Part {
	slices.SortStableFunc(parts, func(a, b report.Part) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset),
			cmp.Compare(b.Span.End.Offset, a.Span.End.Offset))
	})
	var out []report.Part
	for _, p := range parts {
		if n := len(out); n > 0 {
			before := out[n-1].Span.End
			if p.Span.End.Offset <= before.Offset {
				continue
			}
			if p.Span.Start.Offset < before.Offset {
				p.Span.Start = before
			}
		}
		out = append(out, p)
	}
	return out
}
