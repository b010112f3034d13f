package lookup

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/export/text"
	"jprof/report/source"
)

// Place is a part of the sources as a user names it.
type Place struct {
	File   string
	Method string     // "" for the whole file or for lines
	Lines  text.Lines // zero for all
}

var lineRange = lazyregexp.New(`^([0-9]+)(?:-([0-9]+))?$`)

// Parse reads FILE, FILE:METHOD, FILE:LINE or FILE:FIRST-LAST. usage is the hint of its errors.
func Parse(arg, usage string) (Place, error) {
	file, selector, given := strings.Cut(arg, "::")
	if i := strings.LastIndexByte(arg, ':'); !given && i >= 0 {
		file, selector, given = arg[:i], arg[i+1:], true
	}
	if i := strings.LastIndexByte(arg, '#'); !given && i >= 0 && !strings.ContainsAny(arg[i:], `/\`) {
		file, selector, given = arg[:i], arg[i+1:], true // Parser#parse
	}
	switch {
	case file == "" || given && selector == "":
		return Place{}, exit.Usagef(usage, "%q: a file or class is required, and a method or lines after the colon",
			arg)
	case !given:
		return Place{File: file}, nil
	}
	numbers := lineRange().FindStringSubmatch(selector)
	if numbers == nil {
		_, err := MethodPattern(selector)
		return Place{File: file, Method: selector}, err
	}
	first, err := strconv.Atoi(numbers[1])
	last := first
	if err == nil && numbers[2] != "" {
		last, err = strconv.Atoi(numbers[2])
	}
	if err != nil || first < 1 || last < first {
		return Place{}, exit.Usagef(usage, "%s: not a range of lines", arg)
	}
	return Place{File: file, Lines: text.Lines{First: first, Last: last}}, nil
}

// Part is a source and some lines of it, nil for all lines.
type Part struct {
	File   *report.File
	Source *source.Source
	Lines  []text.Lines
}

// Run is a run in which users name places. It has the model, and the folder that the paths of the model are relative
// to.
type Run struct {
	Model *report.Model
	Root  string
	Env   environ.Env
	UI    *term.UI
	Named bool // the user named the run: lines are those of the run, even if the sources have changed
}

// Missed lists the missed places of the parts that the user names. It lists those of all files if what names no file.
func (in Run) Missed(what Place) ([]report.Missed, error) {
	holds, err := in.Scope(what)
	if err != nil {
		return nil, err
	}
	return in.Model.Missed(func(x *report.Missed) bool {
		return holds(x.File, text.Lines{First: x.Line, Last: int(x.Span.End.Line)})
	}), nil
}

// Scope returns a function that reports whether the code that the user names has any of these lines. It may be a
// package (org.app, or org.app.** with those below it), a folder, or what Parts finds; all code if what names no file.
func (in Run) Scope(what Place) (func(*report.File, text.Lines) bool, error) {
	if what.File == "" {
		return func(*report.File, text.Lines) bool { return true }, nil
	}
	pkg, below := strings.CutSuffix(what.File, ".**")
	folder := strings.TrimSuffix(filepath.ToSlash(what.File), "/") + "/"
	isIn := func(f *report.File) bool {
		return f.Package == pkg || below && strings.HasPrefix(f.Package, pkg+".") || strings.HasPrefix(f.Path, folder)
	}
	if what.Method == "" && what.Lines.First == 0 && slices.ContainsFunc(in.Model.Files, isIn) {
		return func(f *report.File, _ text.Lines) bool { return isIn(f) }, nil
	}
	parts, err := in.Parts(what)
	return func(f *report.File, lines text.Lines) bool {
		return slices.ContainsFunc(parts, func(p Part) bool {
			return p.File == f && (p.Lines == nil || slices.ContainsFunc(p.Lines, func(l text.Lines) bool {
				return l.First <= lines.Last && lines.First <= l.Last
			}))
		})
	}, err
}

// Parts finds the parts that the user names.
func (in Run) Parts(what Place) ([]Part, error) {
	what = in.resolved(what)
	found, err := in.find(what.File)
	if err != nil {
		return nil, err
	}
	var methods func(report.MethodRef) bool
	if what.Method != "" {
		if found, methods, err = methodsIn(found, what.Method); err != nil {
			return nil, err
		}
	}
	if what.Lines.First > 0 { // once, also where several types of the file were found
		found = slices.CompactFunc(found, func(a, b report.Found) bool { return a.File == b.File })
	}
	var parts []Part
	for _, x := range found {
		src, err := source.Load(in.Model, x.File)
		if err != nil {
			return nil, term.Errorf("fetch the commit of the run, or run jprof again", "%s",
				report.Printable(err.Error()))
		}
		lines := what.Lines
		if lines.First > 0 {
			if lines, err = in.runLines(x.File, src, lines); err != nil {
				return nil, err
			}
		}
		parts = append(parts, Part{x.File, src, rangesOf(x, src, methods, lines)})
	}
	return parts, nil
}

// methodsIn returns the elements of found with a method that the pattern matches, and a function that matches methods
// by it.
func methodsIn(found []report.Found, pattern string) ([]report.Found, func(report.MethodRef) bool, error) {
	methods, err := MethodPattern(pattern)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	matched := slices.DeleteFunc(slices.Clone(found), func(x report.Found) bool {
		for _, r := range x.Methods() {
			names = append(names, methodName(r))
		}
		return !slices.ContainsFunc(x.Methods(), methods)
	})
	if len(matched) == 0 {
		return nil, nil, WithNear(fmt.Errorf("%s: no method with counters matches %s",
			report.Printable(found[0].File.Path), pattern), simpleName(pattern), names)
	}
	return matched, methods, nil
}

// resolved splits a name such as Foo.parse or Foo.parse(String), as tables of methods have it, into class and method.
// It does not split the name of a file or class of the run. A name without parameters is split only if the method
// exists.
func (in Run) resolved(what Place) Place {
	name, _, hasParameters := strings.Cut(what.File, "(")
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || what.Method != "" || what.Lines.First > 0 || len(in.look(what.File)) > 0 {
		return what
	}
	class, method := what.File[:i], what.File[i+1:]
	found := in.look(class)
	if len(found) == 0 {
		return what
	}
	if _, _, err := methodsIn(found, method); err != nil && !hasParameters {
		return what
	}
	return Place{File: class, Method: method}
}

// look returns the files and types with a name. The name may be a path relative to the user's folder or to root.
func (in Run) look(name string) []report.Found {
	var found []report.Found
	if rel, err := filepath.Rel(in.Root, in.Env.Path(name)); err == nil {
		for _, f := range in.Model.Files {
			if f.Path == filepath.ToSlash(rel) {
				found = append(found, report.Found{File: f})
			}
		}
	}
	if len(found) == 0 {
		found = in.Model.Find(path.Clean(filepath.ToSlash(name)))
	}
	return found
}

// find returns the file with a name. Several results are versions of one file, or types in one file.
func (in Run) find(name string) ([]report.Found, error) {
	found := in.look(name)
	var paths []string
	for _, x := range found {
		paths = append(paths, report.Printable(x.File.Path))
	}
	slices.Sort(paths)
	switch paths = slices.Compact(paths); {
	case len(paths) == 0:
		if err := in.notBuilt(name); err != nil {
			return nil, err
		}
		wanted := path.Base(filepath.ToSlash(name))
		if !strings.HasSuffix(wanted, ".java") {
			wanted = simpleName(wanted)
		}
		return nil, WithNear(fmt.Errorf("%s: the run has no file or class with this name", name), wanted,
			in.Model.Names())
	case len(paths) > 1:
		const most = 10
		hints := slices.Clone(paths[:min(most, len(paths))])
		if more := len(paths) - most; more > 0 {
			hints = append(hints, fmt.Sprintf("and %d more", more))
		}
		return nil, term.WithHints(exit.Usagef("", "%s is ambiguous: %d files match", name, len(paths)), hints...)
	}
	return found, nil
}

// rangesOf returns the lines to show, nil for all. These are the named lines, else the lines of matching methods, else
// the lines of the type.
func rangesOf(x report.Found, src *source.Source, methods func(report.MethodRef) bool, lines text.Lines) []text.Lines {
	of := func(s report.Span) text.Lines {
		first, last := src.At(s.Start.Offset), src.At(s.End.Offset)
		return text.Lines{First: src.LineAt(first), Last: src.LineAt(max(first, last-1))}
	}
	switch {
	case lines.First > 0:
		return []text.Lines{lines}
	case methods != nil:
		var list []text.Lines
		for _, r := range x.Methods() {
			if methods(r) {
				list = append(list, of(r.Method().Span))
			}
		}
		return list
	case x.Type != nil:
		return []text.Lines{of(*x.Type)}
	}
	return nil
}
