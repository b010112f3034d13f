package cli

import (
	"cmp"
	"fmt"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/runs/lookup"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/json"
	"jprof/report/export/text"
	"jprof/report/source"
	"jprof/report/tests/next"
	"jprof/report/tests/testview"
)

func showCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "show",
		Category:  categoryRead,
		Usage:     "print a source with its counts, or what never happened",
		UsageText: showUsage,
		Description: `FILE is a path, the name of a file or a class: src/app/Foo.java, Foo.java, app.Foo, Foo, ` +
			`Foo.Inner,
or HTB for HtmlTreeBuilder. METHOD is a name, with parameter types where that is not enough: parse, 'parse(String)'.
Names of methods ('Foo.new Type::run', 'Foo$1.run') and places (Foo.java:12) from other tables are accepted, too.

Before each line is how often it was executed. It has several counts if its parts differ: 3·1. ✗ was not executed,
◐ has branches that went one way only, ? is unmeasured, ⊘ is excluded. After the code
are the branches that lack an outcome; with --outcomes all branches of executed code. ` +
			`Sources that have changed since the
run are read from the copy that was built, or from Git. A run with --time has a column for it: the share of a line, and
what one execution costs.

--next lists the methods of main sources where a test is worth most. ` + words.Capital(next.Formula) +
			`. The nearest test executes much of the method and little else (--by-test), or has the name of the class.

--missed lists places instead: methods that were never called, regions of other methods that were never executed, and
outcomes that branches of executed code lack. Without FILE it lists those of all main sources, with --tests also
those of the test sources. Here FILE may be a package or folder, too: org.app, org.app.**, src/main/java/org.`,
		Flags: append(countsFlags(ofAllTests),
			&cli.BoolFlag{Name: "outcomes",
				Usage: "print the outcomes of all branches: conditions, ?:, loops, cases, catch clauses"},
			&cli.BoolFlag{Name: "missed", Usage: "list what never happened"},
			&cli.BoolFlag{Name: "next", Usage: "list where to test next, by risk × missed lines and branches"},
			&cli.BoolFlag{Name: "tests",
				Usage: "print how many tests executed each line, in a run with --by-test, and which for LINE; " +
					"with --missed and without FILE: include test sources"},
			&cli.IntFlag{Name: "top", Aliases: []string{"n"}, Value: namesOfLine,
				Usage: "print `N` tests of each line, with --tests; of --next, methods",
				DefaultText: fmt.Sprintf("%d of one line and of --next, %d of each of several lines", namesOfLine,
					namesOfLines)},
			jsonFlag(),
		),
		Action: func(c *cli.Context) error {
			what, err := readShown(c)
			if err != nil {
				return err
			}
			if c.Bool("next") {
				return s.showNext(c)
			}
			if c.Bool("tests") && !c.Bool("missed") {
				return s.showTests(c, what)
			}
			run, model, err := s.chosenModel(c)
			if err != nil {
				return err
			}
			run.warnMerged(model)
			if c.Bool("missed") && !c.Bool("tests") && what.File == "" {
				model = model.MainSources()
			}
			in := run.places(model)
			if !c.Bool("missed") {
				times := run.data.TimesBeside(s.ui, model)
				return show(s, in, what, func(f *report.File) text.Beside {
					return text.Beside{Outcomes: c.Bool("outcomes"), Time: timeColumn(times, f)}
				})
			}
			list, err := in.Missed(what)
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
		{"jprof show --tests Parser.java:42", "a line, and the tests that executed it"},
		{"jprof show --next", "where to test next, with the nearest test"},
		{"jprof show --missed --json", "what never happened in all main sources, for programs"},
	}
}

const showUsage = "jprof show FILE[:METHOD|:LINE|:FIRST-LAST] [--outcomes] [--tests [-n N]] [--run RUN]\n" +
	"jprof show --missed [FILE[:METHOD|:LINE|:FIRST-LAST]] [--tests] [--json] [--run RUN]\n" +
	"jprof show --next [-n N] [--json] [--run RUN]"

// readShown returns the place that the arguments of show name. It returns an error for options that cannot be
// combined.
func readShown(c *cli.Context) (what lookup.Place, err error) {
	switch n := c.Args().Len(); {
	case n == 1:
		what, err = lookup.Parse(c.Args().First(), showUsage)
	case n > 1:
		err = exit.Usagef(showUsage, "show: one file or class only, not %q", c.Args().Slice())
	case !c.Bool("missed") && !c.Bool("next"):
		err = exit.Usagef(showUsage, "show requires a file or class")
	}
	if err == nil {
		err = atMostOne(c, "missed", "outcomes", "next")
	}
	switch {
	case err != nil:
	case c.Bool("next") && (what.File != "" || c.Bool("tests")):
		err = exit.Usagef("jprof show --next -n 20",
			"show: --next is about all main sources: it takes no file and no --tests")
	case c.Bool("json") && !c.Bool("missed") && !c.Bool("next"):
		err = exit.Usagef("jprof show --missed --json; jprof export --format json has all counts",
			"show: --json requires --missed or --next")
	case c.Bool("tests") && c.Bool("missed") && what.File != "":
		err = exit.Usagef("", "show: --tests with --missed includes test sources: it takes no file")
	case c.IsSet("top") && !c.Bool("next") && (!c.Bool("tests") || c.Bool("missed") || what.Lines.First == 0):
		err = exit.Usagef("jprof show --tests -n 5 Parser.java:40-50", "show: -n requires --tests and lines")
	}
	return what, cmp.Or(err, checkRows(c, "-n", "jprof show --tests -n 5 Parser.java:40-50"))
}

// The largest number of tests that are named for each line: namesOfLine if the user asks for one line, namesOfLines if
// he asks for several.
const namesOfLine, namesOfLines = 10, 2

// showNext prints where to test next.
func (s *session) showNext(c *cli.Context) error {
	run, err := s.chosen(c, runs.WantShown)
	if err != nil {
		return err
	}
	model, tests, err := run.data.Models(s.ui, run.settings)
	if err != nil {
		return err
	}
	run.warnMerged(model)
	list := next.Rank(model, run.data.Next(tests), c.Int("top"))
	if c.Bool("json") {
		return json.Next(s.env.Stdout, model, list, c.Int("top"))
	}
	return text.Next(s.env.Stdout, s.screen.Width(), list, c.Int("top"))
}

// showTests prints a source with the number of tests that executed each line. If the user asks for lines, it names the
// tests as well.
func (s *session) showTests(c *cli.Context, what lookup.Place) error {
	for _, name := range []string{"map", "counts"} {
		if c.IsSet(name) {
			return exit.Usagef("", "show: --tests and --%s cannot be combined", name)
		}
	}
	run, err := s.chosenTests(c)
	if err != nil {
		return err
	}
	in := run.places(run.Report)
	most := c.Int("top")
	if !c.IsSet("top") && what.Lines.Last > what.Lines.First {
		most = namesOfLines
	}
	return show(s, in, what, func(f *report.File) text.Beside {
		of := run.File(f)
		ofRun := c.String("run")
		if _, changed := in.Now(f); changed {
			ofRun = cmp.Or(ofRun, run.Report.Run.ID) // lines are those of the run
		}
		return text.Beside{Outcomes: c.Bool("outcomes"), List: what.Lines.First > 0,
			Tests: func(line int) (int, []string) {
				all := []string{"jprof", "tests", "--for", fmt.Sprintf("%s:%d", what.File, line)}
				if ofRun != "" {
					all = append(all, "--run", ofRun)
				}
				return run.namesOf(of.Line(line), most, words.Command(all))
			}}
	})
}

// namesOf returns names of at most most tests of uses, each with its executions. If there are more tests, the last
// text gives their number, and the command all, which lists all of them.
func (r *testsRun) namesOf(uses []testview.Use, most int, all string) (int, []string) {
	var names []string
	for i, u := range uses {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more: %s lists all", len(uses)-most, report.Printable(all)))
			break
		}
		names = append(names, text.TestName(r.Model, u.Test)+" "+report.Thousands(u.Count))
	}
	return r.Cases(uses), names
}

// show prints the sources that what refers to. beside returns further columns for a file.
func show(s *session, in lookup.Run, what lookup.Place, beside func(*report.File) text.Beside) error {
	parts, err := in.Parts(what)
	if err != nil {
		return err
	}
	for i, p := range parts {
		if i > 0 {
			if _, err := fmt.Fprintln(s.env.Stdout); err != nil {
				return err
			}
		}
		if err := text.Source(s.env.Stdout, paint(s.screen), p.File, p.Source, p.Lines, beside(p.File)); err != nil {
			return err
		}
	}
	return nil
}

// paint returns a function that colours the lines of sources on a screen.
func paint(screen *term.Screen) func(state source.LineState, text string) string {
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
