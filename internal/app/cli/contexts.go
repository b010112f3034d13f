package cli

import (
	"cmp"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/runs/contextrun"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/export/csv"
	"jprof/report/export/json"
	"jprof/report/export/text"
	"jprof/report/gate"
)

const contextsUsage = "jprof contexts [--run RUN] [--by METRIC] [--flat|--allocations|--lines] [--min P] [--depth N] " +
	"[-n N] [--thread NAME] [--step NAME]\n" +
	"               [--root PATTERN] [--main] [--frameworks] [--fold-synthetic] [--fold-clinit]\n" +
	"               [--fold-recursion] [--json] [PATTERN]\n" +
	"jprof contexts --callers PATTERN [OPTIONS]\n" +
	"jprof contexts --csv [--run RUN]"

func contextsCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "contexts",
		Category:  categoryRead,
		Usage:     "print who called what, and at what cost, in a run with --contexts",
		UsageText: contextsUsage,
		Description: `Without PATTERN it prints the hottest methods and the hottest paths. Of the hottest method it ` +
			`also prints the callers, and what was allocated below it.
With PATTERN it prints the sums of the methods that match, their callers, what they call, and what was allocated below
them. A pattern is a name or more: next, next(int), Foo.*, com.example.**, or a key from another output.

Exclusive numbers are those of the method itself. Inclusive numbers add all that it calls; recursive calls are counted
once. jprof mvn --contexts, gradle --contexts and run --contexts record such a run: see docs/CONTEXTS.md.`,
		Flags: append(contextFlags(),
			&cli.StringFlag{Name: "by", Usage: "order and measure by `METRIC`: " + words.Either(cct.ColumnNames()),
				Value: cct.Bytecodes.String()},
			&cli.BoolFlag{Name: "flat", Usage: "list methods, hottest first, with all their contexts together"},
			&cli.StringFlag{Name: "callers", Usage: "print only the callers of the methods that match `PATTERN`"},
			&cli.BoolFlag{Name: "allocations", Usage: "list what was allocated, by type, with the methods that did it"},
			&cli.BoolFlag{Name: "lines",
				Usage: "print the lines of the methods that match PATTERN: executions, bytecodes and exceptions"},
			&cli.BoolFlag{Name: "frameworks", Usage: "show the levels of frameworks (libraries and the JDK above the " +
				"code of the project), which are one row otherwise"},
			&cli.BoolFlag{Name: "unequal",
				Usage: "of a run with --time: list methods whose shares of the bytecodes and of the time differ"},
			&cli.BoolFlag{Name: "waits", Usage: "of a run with --time: list what threads waited for, by context"},
			&cli.StringFlag{Name: "min", Usage: "omit contexts with less than `P` percent", Value: "1"},
			&cli.IntFlag{Name: "depth", Usage: "print `N` levels of a tree", DefaultText: "any number"},
			rowsFlag("print `N` rows of a table or tree", 20),
			&cli.StringSliceFlag{Name: "thread", DefaultText: "all",
				Usage: "only threads with the name `NAME`; numbers in it are any numbers, * is any text"},
			jsonFlag(),
			&cli.BoolFlag{Name: "csv", Usage: "print a line for each method, for programs: all threads together"},
		),
		Action: func(c *cli.Context) error {
			what, err := readContextsOptions(c)
			if err != nil {
				return err
			}
			return s.contexts(c, what)
		},
	}
	return command, []example{
		{"jprof contexts Parser.next", "who calls these methods, what they call, and what is allocated below them"},
		{"jprof contexts --main", "the hottest methods and paths of the main sources, without the tests"},
		{"jprof contexts --flat --by objects -n 5", "the five methods that make most objects"},
		{"jprof contexts --csv >methods.csv", "all methods, for programs"},
	}
}

// contextFlags returns the options that choose a run with contexts, and the part of it that is read.
func contextFlags() []cli.Flag {
	return []cli.Flag{
		runFlag(" with contexts"),
		&cli.StringSliceFlag{Name: "step", DefaultText: "all", Usage: "only contexts of the test step `NAME`"},
		&cli.BoolFlag{Name: "fold-synthetic", Usage: "join bridges and accessors with the methods that they call"},
		&cli.BoolFlag{Name: "fold-clinit",
			Usage: "move class initialisers to a root of their own, as they run where a class is used first"},
		&cli.BoolFlag{Name: "fold-recursion", Usage: "join recursive calls with the first call of the same method"},
		rootFlag(),
		mainFlag(),
	}
}

// rootFlag returns the option that chooses the roots of trees.
func rootFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "root", Aliases: []string{"from"}, DefaultText: "all threads",
		Usage: "start at the methods that match `PATTERN`, such as main or a test: omit all that is not below them"}
}

// mainFlag returns the option that omits tests.
func mainFlag() cli.Flag {
	return &cli.BoolFlag{Name: "main",
		Usage: "start at the methods of main sources: omit tests, and what only they execute"}
}

// laterMetrics maps names that users may expect as metrics to the reason why they are not.
var laterMetrics = map[string]string{
	"statements": "contexts are recorded from bytecode, which has no statements: use bytecodes",
	"writes":     "jprof efficiency has writes; the report and jprof export --format pprof have them for each context",
	"discarded": "jprof efficiency has discarded writes; the report and jprof export --format pprof (as captured) " +
		"have them for each context",
}

// metricNamed returns the metric with this name, one of the known ones. Its error names the option, such as --by.
func metricNamed(option, name string, known []string) (cct.Metric, error) {
	if i := slices.Index(known, name); i >= 0 {
		return cct.Metric(i), nil
	}
	if reason, ok := laterMetrics[name]; ok {
		return 0, exit.Usagef(option+" bytecodes", "%s %s: %s", option, name, reason)
	}
	return 0, exit.Usagef(option+" bytecodes", "%s must be %s, not %s", option, words.Either(known), name)
}

// contextsOptions holds the options that choose the output of jprof contexts.
type contextsOptions struct {
	contextview.Options
	pattern string // pattern for the names of methods; "" for all
}

// readContextsOptions reads the options, and checks that they can be combined.
func readContextsOptions(c *cli.Context) (o contextsOptions, err error) {
	o.pattern = c.Args().First()
	err = cmp.Or(atMostOne(c, "flat", "callers", "allocations", "lines", "unequal", "waits", "csv"),
		atMostOne(c, "csv", "json"),
		checkRows(c, "-n", "jprof contexts -n 20"))
	share, bad := gate.ParsePercent(c.String("min"))
	switch {
	case err != nil:
	case c.Args().Len() > 1:
		err = exit.Usagef(contextsUsage, "contexts takes one pattern, not %d", c.Args().Len())
	case c.Bool("lines") && o.pattern == "":
		err = exit.Usagef("jprof contexts --lines Parser.next", "--lines needs a pattern for the methods")
	case c.IsSet("callers") && o.pattern != "":
		err = exit.Usagef("jprof contexts --callers "+o.pattern, "--callers already has a pattern: %q is one too many",
			o.pattern)
	case c.Bool("csv") && (o.pattern != "" || c.IsSet("thread")):
		err = exit.Usagef("jprof contexts --flat --json PATTERN", "--csv prints all methods and threads: it takes "+
			"no PATTERN and no --thread")
	case bad != nil:
		err = exit.Usagef("jprof contexts --min 0.5", "--min: %w", bad)
	case share > 100_000:
		err = exit.Usagef("jprof contexts --min 0.5", "--min must be 0 to 100, not %v", share)
	case c.IsSet("depth") && c.Int("depth") < 1:
		err = exit.Usagef("jprof contexts --depth 10", "--depth must be at least 1, not %d", c.Int("depth"))
	}
	if err != nil {
		return o, err
	}
	o.By, err = metricNamed("--by", c.String("by"), cct.ColumnNames())
	o.Makers = 3
	o.Limits = contextview.Limits{Rows: c.Int("top"), Depth: c.Int("depth"), Share: float64(share) / 100_000,
		Frameworks: c.Bool("frameworks")}
	return o, err
}

// finderFor returns a finder for the run that the option --run names. Without --run, it returns an error if the
// project has no runs. The caller must close the finder.
func (s *session) finderFor(c *cli.Context) (*runs.Finder, error) {
	r := s.reader()
	return r.Finder, r.HasRuns(c.String("run"))
}

// partOf returns the part of a run that the options of contextFlags choose.
func partOf(c *cli.Context) contextrun.Options {
	return contextrun.Options{Steps: c.StringSlice("step"), Threads: c.StringSlice("thread"),
		Roots: c.StringSlice("root"), Main: c.Bool("main"), Folds: runmodel.Folds(c.Bool)}
}

// contexts prints the view that options choose of a run with contexts.
func (s *session) contexts(c *cli.Context, o contextsOptions) error {
	f, err := s.finderFor(c)
	if err != nil {
		return err
	}
	defer f.Close()
	part := partOf(c)
	part.By = o.By
	run, err := contextrun.Open(f, c.String("run"), part)
	if err != nil {
		return err
	}
	if c.Bool("csv") {
		run.WarnNotes(s.ui)
		run.WarnBounds(s.ui)
		return csv.Contexts(s.env.Stdout, run.Tree)
	}
	if o.By, err = run.Metric("--by", c.IsSet("by"), o.By); err != nil {
		return err
	}
	if c.Bool("allocations") && !run.Tree.Has(cct.Objects) {
		return exit.Usagef("record it without --blocks calls", "--allocations: the run has calls only")
	}
	if c.Bool("unequal") || c.Bool("waits") {
		if _, err := run.Metric("--by", true, cct.Time); err != nil {
			return err
		}
	}
	view, err := viewOf(c, run, o)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return json.ContextView(s.env.Stdout, view, run.Info)
	}
	next := ""
	if view.Hot != nil && len(view.Hot.List) > 0 {
		next = "next: " + nextCommand(c, "contexts", run.ShortName(view.Hot.List[0].Of)) +
			" prints its callers, what it calls, and what is allocated below it"
	}
	return text.Contexts(s.env.Stdout, s.screen.Width(), view, run.Info, next)
}

// nextCommand returns a command line for more about the run that c has read. It repeats the options of c that choose
// the run and its part, and adds more.
func nextCommand(c *cli.Context, command string, more ...string) string {
	args := []string{"jprof", command}
	for _, name := range []string{"run", "by", "native-cost", "value-types"} {
		if c.IsSet(name) {
			args = append(args, "--"+name, c.String(name))
		}
	}
	for _, name := range []string{"step", "thread", "root"} {
		for _, value := range c.StringSlice(name) {
			args = append(args, "--"+name, value)
		}
	}
	for _, name := range []string{"main", "frameworks", "fold-synthetic", "fold-clinit", "fold-recursion", "as-paper",
		"no-aliases"} {
		if c.Bool(name) {
			args = append(args, "--"+name)
		}
	}
	return words.Command(append(args, more...))
}

// viewOf returns the view of a run that the options choose.
func viewOf(c *cli.Context, r *contextrun.Run, o contextsOptions) (*contextview.View, error) {
	var match func(*cct.Method) bool
	if asked := c.String("callers") + o.pattern; asked != "" { // one of them is empty
		var err error
		if match, err = r.Matching(asked); err != nil {
			return nil, err
		}
	}
	switch {
	case c.Bool("flat"):
		return contextview.Flat(r.Tree, o.Options, match), nil
	case c.Bool("allocations"):
		return contextview.Allocations(r.Tree, o.Options, match), nil
	case c.Bool("lines"):
		lines, err := r.Lines(match)
		return &contextview.View{Tree: r.Tree, By: o.By, Lines: lines}, err
	case c.Bool("unequal"):
		return contextview.Clock(r.Tree, o.Options, match), nil
	case c.Bool("waits"):
		return contextview.Waiting(r.Tree, o.Options, match), nil
	case c.IsSet("callers"):
		return contextview.OnlyCallers(r.Tree, o.Options, match), nil
	case match != nil:
		return contextview.OfMethods(r.Tree, o.Options, match), nil
	}
	return contextview.Overview(r.Tree, o.Options), nil
}
