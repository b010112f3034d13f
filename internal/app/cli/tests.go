package cli

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs/history"
	"jprof/internal/runs/lookup"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/csv"
	"jprof/report/export/json"
	"jprof/report/export/text"
	"jprof/report/tests/testview"
)

const testsUsage = "jprof tests [--run RUN] [-n N] [--by COLUMN] [--status STATUS] [--csv|--json] [PATTERN]\n" +
	"jprof tests --for FILE[:METHOD|:LINE|:FIRST-LAST] [--run RUN] [-n N] [--json]\n" +
	"jprof tests --test PATTERN [--run RUN] [-n N] [--json]\n" +
	"jprof tests --idle|--alike|--order|--redundant|--flaky [--run RUN] [-n N] [--json]"

func testsCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "tests",
		Category:  categoryRead,
		Usage:     "print which tests ran which code, and what each alone ran, in a run with --by-test",
		UsageText: testsUsage,
		Description: `It reads a run with counts by test: record one by jprof mvn --by-test verify, or jprof gradle ` +
			`--by-test test.

Without an option it lists the tests with their executions of statements in main sources, and their regions. "Only" is
the number of regions that no other test executed. PATTERN selects tests: ParserTest, ParserTest#digits, *Test#parse*,
com.example.**; a whole name: 'com.example.ParserTest#digits[1]'.

--for lists the tests that executed a line, a method, a class or a file, most executions first. --test prints what the
tests that match executed, and what no other test did.

--order, --redundant and --alike compare what tests execute. What tests assert is not known. docs/TESTS.md says more.`,
		Flags: []cli.Flag{
			runFlag(ofAllTests),
			&cli.StringFlag{Name: "for",
				Usage: "list the tests that executed `CODE`: Foo.java:42, Foo.java:40-50, Foo.java:parse, Foo, " +
					"Foo.parse(String)"},
			&cli.StringFlag{Name: "test", Usage: "print what the tests that match `PATTERN` executed"},
			&cli.BoolFlag{Name: "idle", Usage: "list tests that executed nothing of the main sources"},
			&cli.BoolFlag{Name: "alike", Usage: "list tests that executed the same regions"},
			&cli.BoolFlag{Name: "order",
				Usage: "list tests in the order that executes the most regions soonest: by new regions per second"},
			&cli.BoolFlag{Name: "redundant",
				Usage: "list tests without which the others execute the same regions and outcomes of branches"},
			&cli.BoolFlag{Name: "flaky",
				Usage: "list tests that ended differently with the same code, in any runs; that vary between equal " +
					"runs (--by-test --repeat 3); or were tried again"},
			&cli.StringFlag{Name: "by", Usage: "order by `COLUMN`: " + words.Either(testOrderNames()),
				DefaultText: "executions"},
			&cli.StringSliceFlag{Name: "status", DefaultText: "all",
				Usage: "only tests with the status `STATUS`: " + words.Either(testview.Statuses()) +
					"; or several, with commas in between"},
			rowsFlag("print `N` rows of a table", 20),
			&cli.BoolFlag{Name: "all", Usage: "print each row"},
			jsonFlag(),
			&cli.BoolFlag{Name: "csv", Usage: "print a line for each test, for programs"},
		},
		Action: func(c *cli.Context) error {
			o, err := readTestsOptions(c)
			if err != nil {
				return err
			}
			return s.tests(c, o)
		},
	}
	return command, []example{
		{"jprof tests --for Parser.java:42", "the tests that executed this line"},
		{"jprof tests --test ParserTest#digits", "what this test executed, and what it alone did"},
		{"jprof tests --by seconds --status failed", "the failed tests, the slowest first"},
		{"jprof tests --csv >tests.csv", "all tests, for programs"},
	}
}

// testOrders lists the orders of tests.
var testOrders = []struct {
	name    string
	compare func(a, b *testview.Test) int
}{
	{"executions", func(a, b *testview.Test) int { return cmp.Compare(b.Executions, a.Executions) }},
	{"regions", func(a, b *testview.Test) int { return cmp.Compare(b.Regions, a.Regions) }},
	{"only", func(a, b *testview.Test) int { return cmp.Compare(b.Only, a.Only) }},
	{"seconds", func(a, b *testview.Test) int { return cmp.Compare(b.Seconds, a.Seconds) }},
	{"name", func(a, b *testview.Test) int { return 0 }},
}

func testOrderNames() []string {
	var names []string
	for _, o := range testOrders {
		names = append(names, o.name)
	}
	return names
}

// testsOptions holds the options that choose the output of jprof tests.
type testsOptions struct {
	view     string // the option that chooses a view; "" for the list of tests
	pattern  string // pattern for the names of the listed tests; "" for all
	order    int    // index in testOrders
	statuses []string
}

// readTestsOptions reads the options, and checks that they can be combined.
func readTestsOptions(c *cli.Context) (o testsOptions, err error) {
	o.pattern, o.statuses = c.Args().First(), nameList(c, "status")
	views := []string{"for", "test", "idle", "alike", "order", "redundant", "flaky", "csv"}
	err = cmp.Or(atMostOne(c, slices.Clone(views)...), atMostOne(c, "csv", "json"),
		checkRows(c, "-n", "jprof tests -n 20"))
	if c.IsSet("by") {
		o.order = slices.Index(testOrderNames(), c.String("by"))
	} else if c.Bool("csv") {
		o.order = slices.Index(testOrderNames(), "name")
	}
	if i := slices.IndexFunc(views[:len(views)-1], func(view string) bool { return c.IsSet(view) }); i >= 0 {
		o.view = views[i]
	}
	wrong := slices.IndexFunc(o.statuses, func(s string) bool { return !slices.Contains(testview.Statuses(), s) })
	switch {
	case err != nil:
	case c.Args().Len() > 1:
		err = exit.Usagef(testsUsage, "tests takes one pattern, not %d", c.Args().Len())
	case o.view != "" && o.pattern != "":
		err = exit.Usagef("jprof tests "+words.Command([]string{o.pattern}),
			"--%s takes no pattern of tests: %q is one", o.view, o.pattern)
	case o.view != "" && (c.IsSet("by") || c.IsSet("status")):
		err = exit.Usagef("jprof tests --by seconds", "--by and --status are for the list of tests, not for --%s",
			o.view)
	case o.order < 0:
		err = exit.Usagef("jprof tests --by seconds", "--by must be %s, not %s", words.Either(testOrderNames()),
			c.String("by"))
	case wrong >= 0:
		err = exit.Usagef("jprof tests --status failed", "--status must be %s, not %s",
			words.Either(testview.Statuses()), o.statuses[wrong])
	}
	return o, err
}

// testsRun is a run with counts by test.
type testsRun struct {
	*chosen
	*testview.Model
}

// chosenTests reads the run that the option --run names, or else the newest run. The run must have counts by test.
func (s *session) chosenTests(c *cli.Context) (*testsRun, error) {
	f := s.reader()
	defer f.Close()
	o, err := f.Tested(c.String("run"))
	if err != nil {
		return nil, err
	}
	conf, err := f.Settings()
	if err != nil {
		return nil, err
	}
	data, err := runmodel.Open(o)
	if err != nil {
		return nil, err
	}
	run := s.chosenData(c, conf, data)
	m, err := data.ByTest(s.ui, conf)
	if err != nil {
		return nil, err
	}
	run.warnMerged(m.Report)
	return &testsRun{run, m}, nil
}

// tests prints the view that options choose of the counts by test of a run.
func (s *session) tests(c *cli.Context, o testsOptions) error {
	run, err := s.chosenTests(c)
	if o.view == "flaky" {
		return s.flakyTests(c, run, err)
	}
	if err != nil {
		return err
	}
	out, width, n, inJSON := s.env.Stdout, s.screen.Width(), testRows(c), c.Bool("json")
	m := run.Model
	switch o.view {
	case "for":
		return s.testsFor(c, run)
	case "test":
		list, err := lookup.MatchingTests(m, c.String("test"))
		if err != nil {
			return err
		}
		if !strings.Contains(c.String("test"), "#") { // classes
			list = m.WithSetUp(list)
		}
		if inJSON {
			return json.TestPage(out, m, m.Together(list))
		}
		return text.TestPage(out, width, m, m.Together(list), c.String("test"), n)
	case "idle":
		if inJSON {
			return json.IdleTests(out, m)
		}
		return text.IdleTests(out, width, m, n)
	case "alike":
		if inJSON {
			return json.AlikeTests(out, m, m.Alike())
		}
		return text.AlikeTests(out, width, m, m.Alike(), n)
	case "order":
		if inJSON {
			return json.OrderedTests(out, m, m.Order())
		}
		return text.OrderedTests(out, width, m, m.Order(), n)
	case "redundant":
		if inJSON {
			return json.RedundantTests(out, m, m.Redundant())
		}
		return text.RedundantTests(out, width, m, m.Redundant(), n)
	}
	list, err := run.list(o)
	switch {
	case err != nil:
		return err
	case c.Bool("csv"):
		return csv.Tests(out, m, list)
	case inJSON:
		return json.Tests(out, m, list)
	}
	err = text.Tests(out, width, m, list, testsHeading(o), n)
	if err != nil || o.pattern != "" || len(o.statuses) > 0 {
		return err
	}
	return text.TestsSummary(out, m)
}

// flakyTests prints the tests that vary between equal runs, and those that ended differently with the same code. The
// run has counts by test; without one, as err says, only the history has tests.
func (s *session) flakyTests(c *cli.Context, run *testsRun, err error) error {
	h := &history.History{} // without a project, that of a run from elsewhere is not known
	if store, storeErr := s.store(); storeErr == nil {
		var err error
		if h, err = history.Of(store); err != nil {
			return err
		}
	}
	switch {
	case err != nil && (c.IsSet("run") || len(h.Tested) == 0):
		return err
	case err != nil:
		s.ui.Info("no counts by test, so only results of tests are compared: %v", err)
	}
	flaky, out, width, n := h.Flaky(), s.env.Stdout, s.screen.Width(), testRows(c)
	inHistory := json.FlakyHistory{Runs: len(h.Tested), Tests: flaky}
	if c.Bool("json") && err != nil {
		return json.FlakyOverTime(out, h.Newest(), inHistory)
	}
	if err == nil {
		runs, varying := keptVariations(run.data.Run)
		if c.Bool("json") {
			return json.FlakyTests(out, run.Model, runs, varying, inHistory)
		}
		err := text.FlakyTests(out, width, run.Model, text.Repeated{Runs: runs, Varying: varying,
			Again: run.data.Run.Again("--by-test --repeat 3", true)}, n)
		if err != nil || len(h.Tested) == 0 {
			return err
		}
		fmt.Fprintln(out)
	}
	return text.FlakyOverTime(out, width, len(h.Tested), history.FlakyRows(flaky), n)
}

// testRows returns the largest number of rows of a table.
func testRows(c *cli.Context) int {
	if c.Bool("all") {
		return math.MaxInt
	}
	return c.Int("top")
}

// testsHeading returns the heading of the list of tests: its content and order.
func testsHeading(o testsOptions) string {
	what := "tests"
	if o.pattern != "" {
		what += " of " + report.Printable(o.pattern)
	}
	if len(o.statuses) > 0 {
		what = words.Either(o.statuses) + " " + what
	}
	switch name := testOrders[o.order].name; name {
	case "executions":
		return what + " by executions of statements in main sources"
	case "only":
		return what + " by regions that no other test executed"
	default:
		return what + " by " + name
	}
}

// list returns the tests that the options choose, in the order that they choose.
func (r *testsRun) list(o testsOptions) ([]int32, error) {
	var list []int32
	if o.pattern != "" {
		var err error
		if list, err = lookup.MatchingTests(r.Model, o.pattern); err != nil {
			return nil, err
		}
	} else {
		for i := range r.Tests {
			if r.Tests[i].IsTest() {
				list = append(list, int32(i))
			}
		}
	}
	if len(o.statuses) > 0 {
		list = slices.DeleteFunc(list, func(i int32) bool {
			return !slices.Contains(o.statuses, r.Tests[i].Status.String())
		})
	}
	r.SortByName(list)
	slices.SortStableFunc(list, func(a, b int32) int {
		return testOrders[o.order].compare(&r.Tests[a], &r.Tests[b])
	})
	return list, nil
}

// testsFor prints the tests that executed the code that --for names.
func (s *session) testsFor(c *cli.Context, run *testsRun) error {
	asked := c.String("for")
	uses, err := run.places(run.Report).UsesOf(run.Model, asked, showUsage)
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return json.TestsFor(s.env.Stdout, run.Model, asked, uses)
	}
	return text.TestsFor(s.env.Stdout, s.screen.Width(), run.Model, strings.TrimSpace(asked), uses, testRows(c))
}
