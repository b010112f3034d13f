package cli

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/exit"
	"jprof/internal/ui"
	"jprof/internal/words"
	"jprof/report"
	"jprof/report/json"
	"jprof/report/source"
	"jprof/report/text"
)

func showCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "show",
		Category:  categoryRead,
		Usage:     "print a source with its counts, or what never happened",
		UsageText: showUsage,
		Description: `FILE is a path, the name of a file or a class: src/app/Foo.java, Foo.java, app.Foo, Foo, ` +
			`Foo.Inner. METHOD is a name,
with parameter types where that is not enough: parse, 'parse(String)'; all methods that match are printed. Labels
('Foo::parse(String)') and places (Foo.java:12) from other tables are accepted, too.

Before each line is how often it was executed, with several counts where parts of it were executed more or less
often: 3·1. ✗ was not executed, ◐ has branches that went one way only, ? is unmeasured, ⊘ is excluded. After the code
are the branches that lack an outcome; with --outcomes all branches of executed code. ` +
			`Sources that have changed since the
run are read from the copy that was built, or from Git.

--missed lists places instead: methods that were never invoked, regions of others that were never executed, and branches
of executed code with the outcomes that never were. Without FILE it lists those of all main sources, with --tests also
those of the test sources.`,
		Flags: append(countsFlags(),
			&cli.BoolFlag{Name: "outcomes",
				Usage: "print the outcomes of all branches: conditions, ?:, loops, cases, catch clauses"},
			&cli.BoolFlag{Name: "missed", Usage: "list what never happened"},
			&cli.BoolFlag{Name: "tests", Usage: "include test sources in --missed without FILE"},
			jsonFlag(),
		),
		Action: func(c *cli.Context) error {
			what, err := readShown(c)
			if err != nil {
				return err
			}
			run, model, err := s.chosenModel(c)
			if err != nil {
				return err
			}
			run.warnMerged(model)
			if c.Bool("missed") && !c.Bool("tests") && what.file == "" {
				model = model.MainSources()
			}
			in := shownIn{model, run.store.Abs(run.data.Run.Sources), s.env}
			if !c.Bool("missed") {
				return show(s, in, what, c.Bool("outcomes"))
			}
			list, err := in.missed(what)
			switch {
			case err != nil:
				return err
			case c.Bool("json"):
				return json.Missed(s.env.Stdout, model, list)
			}
			return text.Missed(s.env.Stdout, s.screen.Width(), model, list)
		},
	}
	return command, []example{
		{"jprof show Parser.java:parse", "the methods named parse of a file"},
		{"jprof show com.example.Parser:12-40 --run base",
			"lines of the file of a class, with the counts of the run base"},
		{"jprof show --missed --json", "what never happened in all main sources, for programs"},
	}
}

const showUsage = "jprof show FILE[:METHOD|:LINE|:FIRST-LAST] [--outcomes] [--run RUN]\n" +
	"jprof show --missed [FILE[:METHOD|:LINE|:FIRST-LAST]] [--tests] [--json] [--run RUN]"

// shown is the part of the sources that show prints.
type shown struct {
	file   string
	method string     // "" for all of the file, or for lines
	lines  text.Lines // zero for all
}

// readShown reads the arguments of show, and checks which options go together.
func readShown(c *cli.Context) (what shown, err error) {
	switch n := c.Args().Len(); {
	case n == 1:
		what, err = parseShown(c.Args().First())
	case n > 1:
		err = exit.Usagef(showUsage, "show: one file or class only, not %q", c.Args().Slice())
	case !c.Bool("missed"):
		err = exit.Usagef(showUsage, "show requires a file or class")
	}
	switch {
	case err != nil:
	case c.Bool("missed") && c.Bool("outcomes"):
		err = exit.Usagef("", "show: --missed and --outcomes cannot be combined")
	case c.Bool("json") && !c.Bool("missed"):
		err = exit.Usagef("jprof show --missed --json; jprof export --format json has all counts",
			"show: --json requires --missed")
	case c.Bool("tests") && (!c.Bool("missed") || what.file != ""):
		err = exit.Usagef("", "show: --tests requires --missed, and no file")
	}
	return what, err
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
		return shown{}, exit.Usagef(showUsage, "%q: a file or class is required, and a method or lines after the colon",
			arg)
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
}

// show prints what is asked for, with the outcomes of all branches or of those that lack some.
func show(s *session, in shownIn, what shown, outcomes bool) error {
	parts, err := in.parts(what)
	if err != nil {
		return err
	}
	for i, p := range parts {
		if i > 0 {
			if _, err := fmt.Fprintln(s.env.Stdout); err != nil {
				return err
			}
		}
		if err := text.Source(s.env.Stdout, paint(s.screen), p.file, p.src, p.lines, outcomes); err != nil {
			return err
		}
	}
	return nil
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
	found, err := in.find(what.file)
	if err != nil {
		return nil, err
	}
	var methods func(report.MethodRef) bool
	if what.method != "" {
		if methods, err = methodPattern(what.method); err != nil {
			return nil, err
		}
		var names []string
		matched := slices.DeleteFunc(slices.Clone(found), func(x report.Found) bool {
			for _, r := range x.Methods() {
				names = append(names, methodName(r))
			}
			return !slices.ContainsFunc(x.Methods(), methods)
		})
		if len(matched) == 0 {
			return nil, withNear(fmt.Errorf("%s: no method with counters matches %s",
				report.Printable(found[0].File.Path), what.method), simpleName(what.method), names)
		}
		found = matched
	}
	if what.lines.First > 0 { // once, also where several types of the file were found
		found = slices.CompactFunc(found, func(a, b report.Found) bool { return a.File == b.File })
	}
	var parts []shownPart
	for _, x := range found {
		src, err := source.Load(in.model, x.File)
		if err != nil {
			return nil, ui.Errorf("fetch the commit of the run, or run jprof again", "%s",
				report.Printable(err.Error()))
		}
		if what.lines.First > src.Lines() {
			return nil, exit.Usagef("", "%s: has %s, not %d", report.Printable(x.File.Path),
				words.Plural(src.Lines(), "line"), what.lines.First)
		}
		parts = append(parts, shownPart{x.File, src, rangesOf(x, src, methods, what.lines)})
	}
	return parts, nil
}

// find finds the file of a name, relative to the folder of the user or to root. Several are the versions of one file,
// or types in one.
func (in shownIn) find(name string) ([]report.Found, error) {
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
		return nil, withNear(fmt.Errorf("%s: the run has no file or class with this name", name), wanted,
			in.model.Names())
	case len(paths) > 1:
		const most = 10
		hints := slices.Clone(paths[:min(most, len(paths))])
		if more := len(paths) - most; more > 0 {
			hints = append(hints, fmt.Sprintf("and %d more", more))
		}
		return nil, ui.WithHints(exit.Usagef("", "%s is ambiguous: %d files match", name, len(paths)), hints...)
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

// paint returns a function that colours the lines of sources on a screen.
func paint(screen *ui.Screen) func(state source.LineState, text string) string {
	return func(state source.LineState, text string) string {
		switch state {
		case source.LineNotExecuted, source.LineNotTaken:
			return screen.Bad(text)
		case source.LinePartlyTaken:
			return screen.Partly(text)
		case source.LineExcluded, source.LineUnmeasured:
			return screen.Faint(text)
		}
		return text
	}
}
