package driver

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/ui"
	"jprof/report"
	"jprof/report/text"
)

func (j *job) showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "print a source with its counts",
		UsageText: showUsage,
		Description: `FILE is a path, the name of a file or a class: src/app/Foo.java, Foo.java, app.Foo, Foo, Foo.Inner. METHOD is a name,
with parameter types where that is not enough: parse, 'parse(String)'; all methods that are matched are printed. Labels
of other tables ('Foo::parse(String)') and places (Foo.java:12) do as well.

Beside each line stands how often it was executed, with several counts where parts of it were executed more or less
often: 3·1. ✗ was not executed, ◐ has branches that went one way only, ? is not measured, ⊘ is excluded. Sources that have
changed since the run are read from where the run has them: the copy that was built, or Git.`,
		Flags: countsFlags(),
		Action: func(c *cli.Context) error {
			if c.Args().Len() != 1 {
				return usagef(showUsage, "show wants one file or class")
			}
			what, err := parseShown(c.Args().First())
			if err != nil {
				return err
			}
			s, m, model, err := j.chosenModel(c)
			if err != nil {
				return err
			}
			j.tellMerged(m, model)
			return j.show(model, absolute(s, m.run.Sources), what)
		},
	}
}

const showUsage = "jprof show FILE[:METHOD|:LINE|:FIRST-LAST] [--run RUN]"

// shown is what show is asked for.
type shown struct {
	file   string
	method string     // "" for all of the file, or for lines
	lines  text.Lines // zero for all
}

var lineRange = regexp.MustCompile(`^([0-9]+)(?:-([0-9]+))?$`)

// parseShown reads the argument of show.
func parseShown(arg string) (shown, error) {
	file, selector, given := strings.Cut(arg, "::")
	if i := strings.LastIndexByte(arg, ':'); !given && i >= 0 {
		file, selector, given = arg[:i], arg[i+1:], true
	}
	switch {
	case file == "" || given && selector == "":
		return shown{}, usagef(showUsage, "%q names no file, or nothing in it", arg)
	case !given:
		return shown{file: file}, nil
	}
	numbers := lineRange.FindStringSubmatch(selector)
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
		return shown{}, usagef(showUsage, "%s: there are no such lines", arg)
	}
	return shown{file: file, lines: text.Lines{First: first, Last: last}}, nil
}

// show prints what is asked for of a model whose paths start at root.
func (j *job) show(model *report.Model, root string, what shown) error {
	found, err := j.find(model, root, what.file)
	if err != nil {
		return err
	}
	var methods func(report.MethodRef) bool
	if what.method != "" {
		if methods, err = methodPattern(what.method); err != nil {
			return err
		}
		var names []string
		matched := slices.DeleteFunc(slices.Clone(found), func(x report.Found) bool {
			for _, r := range x.Methods() {
				names = append(names, methodName(r))
			}
			return !slices.ContainsFunc(x.Methods(), methods)
		})
		if len(matched) == 0 {
			return withNear(fmt.Errorf("%s: no method with counters is called %s", report.Printable(found[0].File.Path), what.method), simpleName(what.method), names)
		}
		found = matched
	}
	if what.lines.First > 0 { // once, also where several types of the file were found
		found = slices.CompactFunc(found, func(a, b report.Found) bool { return a.File == b.File })
	}
	for i, x := range found {
		src, err := model.Source(x.File)
		if err != nil {
			return ui.Errorf("fetch the commit of the run, or measure again", "%s", report.Printable(err.Error()))
		}
		if what.lines.First > src.Lines() {
			return fmt.Errorf("%s: has %s, not %d", report.Printable(x.File.Path), plural(src.Lines(), "line"), what.lines.First)
		}
		if i > 0 {
			if _, err := fmt.Fprintln(j.env.Stdout); err != nil {
				return err
			}
		}
		if err := text.Source(j.env.Stdout, j.paint, x.File, src, rangesOf(x, src, methods, what.lines)); err != nil {
			return err
		}
	}
	return nil
}

// find finds the file that a name stands for, relative to the folder of the user or to root. Several are the versions of one file, or types
// in one.
func (j *job) find(model *report.Model, root, name string) ([]report.Found, error) {
	var found []report.Found
	if rel, err := filepath.Rel(root, j.env.path(name)); err == nil {
		for _, f := range model.Files {
			if f.Path == filepath.ToSlash(rel) {
				found = append(found, report.Found{File: f})
			}
		}
	}
	if len(found) == 0 {
		found = model.Find(path.Clean(filepath.ToSlash(name)))
	}
	var paths []string
	for _, x := range found {
		paths = append(paths, report.Printable(x.File.Path))
	}
	slices.Sort(paths)
	switch paths = slices.Compact(paths); {
	case len(paths) == 0:
		wanted := path.Base(filepath.ToSlash(name))
		if !strings.HasSuffix(wanted, ".java") {
			wanted = simpleName(wanted)
		}
		return nil, withNear(fmt.Errorf("%s: the run has no file or class with this name", name), wanted, model.Names())
	case len(paths) > 1:
		const most = 10
		hints := slices.Clone(paths[:min(most, len(paths))])
		if more := len(paths) - most; more > 0 {
			hints = append(hints, fmt.Sprintf("and %d more", more))
		}
		return nil, ui.WithHints(fmt.Errorf("%s: %d files are called so", name, len(paths)), hints...)
	}
	return found, nil
}

// rangesOf are the lines to show of what was found: those asked for, of the methods that are matched, or of the type; nil for all.
func rangesOf(x report.Found, src *report.Source, methods func(report.MethodRef) bool, lines text.Lines) []text.Lines {
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

// paint colours the lines of sources.
func (j *job) paint(state report.LineState, s string) string {
	switch state {
	case report.LineNotExecuted, report.LineNotTaken:
		return j.screen.Bad(s)
	case report.LinePartlyTaken:
		return j.screen.Partly(s)
	case report.LineExcluded, report.LineNotMeasured:
		return j.screen.Faint(s)
	}
	return s
}
