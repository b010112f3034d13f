package cli

import (
	"cmp"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs/lookup"
	"jprof/internal/util/exit"
	"jprof/report"
	"jprof/report/export/json"
	"jprof/report/export/text"
)

func topCommand(s *session) (*cli.Command, []example) {
	const usage = "jprof top [--run RUN] [-n N] [--methods|--classes|--regions|--lines] " +
		"[--by executions|calls|time] [--tests] [--json] [PATTERN]"
	command := &cli.Command{
		Name:      "top",
		Category:  categoryRead,
		Usage:     "print the hottest methods, classes, regions or lines of a run",
		UsageText: usage,
		Description: `Methods are ordered by executions: how often the statements in them were executed. That is ` +
			`where the work is, even if a method is called once and holds a loop. --by calls orders them by how ` +
			`often they were called. --by time orders methods, or lines with --lines, by the time that they take ` +
			`themselves. It needs a run with --time. It also says what one call or execution costs, with its ` +
			`confidence interval of 95 %.
PATTERN selects methods, and regions by their method: parse, parse(String), Foo.*, com.example.**; with --classes
classes: Foo, com.example.**. Test sources are in the list with --tests, or where PATTERN matches nothing else.`,
		Flags: append(countsFlags(ofAllTests),
			rowsFlag("print `N` of them", 20),
			&cli.BoolFlag{Name: "methods", Usage: "list methods (the default)"},
			&cli.BoolFlag{Name: "classes", Usage: "list top-level classes, with all that is in them"},
			&cli.BoolFlag{Name: "regions", Usage: "list regions: statements that are executed together"},
			&cli.BoolFlag{Name: "lines", Usage: "list lines, with --by time"},
			&cli.BoolFlag{Name: "tests", Usage: "include test sources"},
			jsonFlag(),
			&cli.StringFlag{Name: "by", Usage: "order methods and classes by `COUNT`: executions or calls; " +
				"methods and lines by time",
				Value: "executions"},
		),
		Action: func(c *cli.Context) error {
			err := cmp.Or(checkRows(c, "-n", "jprof top -n 20"), atMostOne(c, "methods", "classes", "regions", "lines"))
			order, known := map[string]report.Order{"executions": report.ByExecutions, "calls": report.ByInvocations,
				"invocations": report.ByInvocations}[c.String("by")] // the last is the older word
			byTime := c.String("by") == "time"
			switch {
			case c.Args().Len() > 1:
				return exit.Usagef(usage, "top takes one pattern, not %d", c.Args().Len())
			case err != nil:
				return err
			case c.Bool("lines") && !byTime:
				return exit.Usagef("jprof top --by time --lines", "--lines requires --by time")
			case byTime && (c.Bool("classes") || c.Bool("regions")):
				return exit.Usagef("jprof top --by time --lines", "--by time is for methods and lines")
			case byTime:
				return s.topTimes(c, c.Args().First())
			case !known:
				return exit.Usagef("jprof top --by calls", "--by must be executions, calls or time, not %s",
					c.String("by"))
			case c.Bool("regions") && c.IsSet("by"):
				return exit.Usagef("", "--by is not for regions: they have one count")
			}
			return s.top(c, order, c.Args().First())
		},
	}
	return command, []example{
		{`jprof top -n 5 "com.example.**"`, "the five hottest methods of a package and of those below it"},
		{"jprof top --by time --lines", "the lines that take most time, and what one execution of each costs"},
		{"jprof top --classes --by calls", "the classes whose methods were called most often"},
	}
}

// top prints methods, classes or regions that match pattern, as the options choose; "" matches all.
func (s *session) top(c *cli.Context, order report.Order, pattern string) error {
	var inMethods func(report.MethodRef) bool
	var inClasses func(*report.Class) bool
	switch {
	case pattern == "":
	case c.Bool("classes"):
		matches, err := lookup.ClassPattern(pattern)
		if err != nil {
			return err
		}
		inClasses = matches
	default:
		matches, err := lookup.MethodPattern(pattern)
		if err != nil {
			return err
		}
		inMethods = matches
	}
	run, model, err := s.chosenModel(c)
	if err != nil {
		return err
	}
	if !c.Bool("tests") && lookup.MatchesSome(model.MainSources(), inMethods, inClasses, pattern) == nil {
		model = model.MainSources()
	}
	if err := lookup.MatchesSome(model, inMethods, inClasses, pattern); err != nil {
		return err
	}
	run.warnMerged(model)
	out, width, n := s.env.Stdout, s.screen.Width(), c.Int("top")
	switch inJSON := c.Bool("json"); {
	case inJSON && c.Bool("classes"):
		return json.TopClasses(out, model, model.ClassesBy(order, inClasses), order, n)
	case inJSON && c.Bool("regions"):
		return json.TopRegions(out, model, model.RegionsIn(inMethods), n)
	case inJSON:
		return json.TopMethods(out, model, model.MethodsBy(order, inMethods), order, n)
	case c.Bool("classes"):
		return text.TopClasses(out, width, model.ClassesBy(order, inClasses), order, n)
	case c.Bool("regions"):
		return text.TopRegions(out, width, model, model.RegionsIn(inMethods), n)
	}
	return text.TopMethods(out, width, model.MethodsBy(order, inMethods), order, n)
}
