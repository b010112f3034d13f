package cli

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/util/exit"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/export/text"
	"jprof/report/source"
)

// shown is the part of the sources that show prints.
type shown struct {
	file   string
	method string     // "" for all of the file, or for lines
	lines  text.Lines // zero for all
}

var lineRange = lazyregexp.New(`^([0-9]+)(?:-([0-9]+))?$`)

// parseShown reads the argument of show.
func parseShown(arg string) (shown, error) {
	file, selector, given := strings.Cut(arg, "::")
	if i := strings.LastIndexByte(arg, ':'); !given && i >= 0 {
		file, selector, given = arg[:i], arg[i+1:], true
	}
	if i := strings.LastIndexByte(arg, '#'); !given && i >= 0 && !strings.ContainsAny(arg[i:], `/\`) {
		file, selector, given = arg[:i], arg[i+1:], true // Parser#parse
	}
	switch {
	case file == "" || given && selector == "":
		return shown{}, exit.Usagef(showUsage, "%q: a file or class is required, and a method or lines after the colon",
			arg)
	case !given:
		return shown{file: file}, nil
	}
	numbers := lineRange().FindStringSubmatch(selector)
	if numbers == nil {
		_, err := methodPattern(selector)
		return shown{file: file, method: selector}, err
	}
	first, err := strconv.Atoi(numbers[1])
	last := first
	if err == nil && numbers[2] != "" {
		last, err = strconv.Atoi(numbers[2])
	}
	if err != nil || first < 1 || last < first {
		return shown{}, exit.Usagef(showUsage, "%s: not a range of lines", arg)
	}
	return shown{file: file, lines: text.Lines{First: first, Last: last}}, nil
}

// shownPart is a source, and the lines of it to show, nil for all.
type shownPart struct {
	file  *report.File
	src   *source.Source
	lines []text.Lines
}

// shownIn is the run whose sources are shown: its model, and the folder that the paths of the model start at.
type shownIn struct {
	model *report.Model
	root  string
	env   Env
	ui    *term.UI
	named bool // by the user: lines are those of the run, also where the sources have changed
}

// shownIn is the run with a model of it.
func (c *chosen) shownIn(model *report.Model) shownIn {
	return shownIn{model, c.sources(), c.env, c.ui, c.named}
}

// missed lists the missed places of the named parts, or of all files.
func (in shownIn) missed(what shown) ([]report.Missed, error) {
	if what.file == "" {
		return in.model.Missed(nil), nil
	}
	parts, err := in.parts(what)
	if err != nil {
		return nil, err
	}
	return in.model.Missed(func(x *report.Missed) bool {
		return slices.ContainsFunc(parts, func(p shownPart) bool {
			return p.file == x.File && (p.lines == nil || slices.ContainsFunc(p.lines, func(l text.Lines) bool {
				return l.First <= int(x.Span.End.Line) && x.Line <= l.Last
			}))
		})
	}), nil
}

// parts finds the named parts.
func (in shownIn) parts(what shown) ([]shownPart, error) {
	what = in.resolved(what)
	found, err := in.find(what.file)
	if err != nil {
		return nil, err
	}
	var methods func(report.MethodRef) bool
	if what.method != "" {
		if found, methods, err = methodsIn(found, what.method); err != nil {
			return nil, err
		}
	}
	if what.lines.First > 0 { // once, also where several types of the file were found
		found = slices.CompactFunc(found, func(a, b report.Found) bool { return a.File == b.File })
	}
	var parts []shownPart
	for _, x := range found {
		src, err := source.Load(in.model, x.File)
		if err != nil {
			return nil, term.Errorf("fetch the commit of the run, or run jprof again", "%s",
				report.Printable(err.Error()))
		}
		lines := what.lines
		if lines.First > 0 {
			if lines, err = in.runLines(x.File, src, lines); err != nil {
				return nil, err
			}
		}
		parts = append(parts, shownPart{x.File, src, rangesOf(x, src, methods, lines)})
	}
	return parts, nil
}

// methodsIn returns those of found with a method that a pattern matches, and the function that reports a match.
func methodsIn(found []report.Found, pattern string) ([]report.Found, func(report.MethodRef) bool, error) {
	methods, err := methodPattern(pattern)
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
		return nil, nil, withNear(fmt.Errorf("%s: no method with counters matches %s",
			report.Printable(found[0].File.Path), pattern), simpleName(pattern), names)
	}
	return matched, methods, nil
}

// resolved reads Foo.parse and Foo.parse(String), as tables of methods have them, as a class and a method, unless the
// run has a file or class with this name. Without parameters, the method has to exist.
func (in shownIn) resolved(what shown) shown {
	name, _, hasParameters := strings.Cut(what.file, "(")
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || what.method != "" || what.lines.First > 0 || len(in.look(what.file)) > 0 {
		return what
	}
	class, method := what.file[:i], what.file[i+1:]
	found := in.look(class)
	if len(found) == 0 {
		return what
	}
	if _, _, err := methodsIn(found, method); err != nil && !hasParameters {
		return what
	}
	return shown{file: class, method: method}
}

// look looks for the files and types of a name, relative to the folder of the user or to root.
func (in shownIn) look(name string) []report.Found {
	var found []report.Found
	if rel, err := filepath.Rel(in.root, in.env.Path(name)); err == nil {
		for _, f := range in.model.Files {
			if f.Path == filepath.ToSlash(rel) {
				found = append(found, report.Found{File: f})
			}
		}
	}
	if len(found) == 0 {
		found = in.model.Find(path.Clean(filepath.ToSlash(name)))
	}
	return found
}

// find finds the file of a name. Several are the versions of one file, or types in one.
func (in shownIn) find(name string) ([]report.Found, error) {
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
		return nil, withNear(fmt.Errorf("%s: the run has no file or class with this name", name), wanted,
			in.model.Names())
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

// rangesOf are the lines to show: the named lines, those of matching methods, or those of the type; nil for all.
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
