package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/internal/app/cli/options"
	"jprof/internal/app/cli/stores"
	"jprof/internal/app/manual"
	"jprof/internal/measure"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/util/bucket"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report/tests/affected"
)

// runFlag returns the option that names the run to read. newest describes the run that is read without the option.
func runFlag(newest string) cli.Flag {
	return &cli.StringFlag{Name: "run",
		Usage: "read the run `RUN` instead of the newest" + newest + ": an ID, a label, a folder, an archive, or the " +
			"URL of a store with #RUN"}
}

// jsonFlag returns the option to print a document for programs.
func jsonFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "json", Usage: "print a JSON document for programs instead (docs/schema has its schema)"}
}

// rowsFlag returns the option that limits the rows of a list.
func rowsFlag(usage string, preset int) *cli.IntFlag {
	return &cli.IntFlag{Name: "top", Aliases: []string{"n"}, Usage: usage, Value: preset}
}

// noArgs returns an error if there are arguments, for a command that takes none.
func noArgs(c *cli.Context) error {
	if c.Args().Present() {
		hint := " --help lists its options"
		if options.Named(c.Command.Flags, "run") != nil {
			hint = " --run RUN names a run"
		}
		return exit.Usagef("jprof "+c.Command.Name+hint,
			"%s: unexpected argument %q", c.Command.Name, c.Args().First())
	}
	return nil
}

// checkRows returns an error if the user asks for less than one row. option is -n or --top, and example the hint of
// the error.
func checkRows(c *cli.Context, option, example string) error {
	if n := c.Int("top"); n < 1 {
		return exit.Usagef(example, "%s must be at least 1, not %d", option, n)
	}
	return nil
}

// atMostOne returns an error if more than one of these options is given.
func atMostOne(c *cli.Context, names ...string) error {
	names = slices.DeleteFunc(names, func(name string) bool { return !c.IsSet(name) })
	if len(names) > 1 {
		return exit.Usagef("", "--%s and --%s cannot be combined", names[0], names[1])
	}
	return nil
}

// nameList returns the values of an option that takes names. The option may be repeated, and each value may hold
// several names with commas in between. No name contains a comma.
func nameList(ctx *cli.Context, option string) []string {
	var names []string
	for _, value := range ctx.StringSlice(option) {
		for name := range strings.SplitSeq(value, ",") {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

// The names of the options that choose the numbers to measure.
const (
	byTestFlagName      = "by-test"      // gives each test its own counts; --by-test=false overrides the setting
	timeFlagName        = "time"         // the flight recorder of JVMs takes samples
	shipFlagName        = "ship"         // copies the artifacts of a build, with counters for services
	counterCostFlagName = "counter-cost" // measures the share of counters in the time
	affectedFlagName    = "affected"     // runs only tests that a change may concern
	affectedByFlagName  = "affected-by"  // the grounds by which tests are selected
	shardFlagName       = "shard"        // runs a part of the selected tests
)

// labelFlag returns the option that labels a run: see runs.CheckLabel.
func labelFlag() cli.Flag {
	return &cli.StringFlag{Name: "label", Usage: "give the run the label `NAME`: letters, digits and . _ + -"}
}

// checkLabel returns an error for an invalid label.
func checkLabel(label string) error {
	if err := runs.CheckLabel(label); err != nil {
		return exit.AsUsage(fmt.Errorf("--label: %w", err))
	}
	return nil
}

// measureFlags returns the options that all commands that measure have. Those for runs with contexts are in
// recordFlags. The usage of --repeat starts with repeating.
func measureFlags(repeating string) []cli.Flag {
	return []cli.Flag{
		labelFlag(),
		&cli.IntFlag{Name: "repeat", Value: 1,
			Usage: repeating + " `N` times, and list the methods whose counts are not always the same; with " +
				"--contexts, the overlap of each pair of runs, and the methods that vary"},
		&cli.BoolFlag{Name: timeFlagName,
			Usage: "sample with the JDK's flight recorder where the time goes: jprof top --by time shows what one " +
				"execution costs"},
		&cli.BoolFlag{Name: counterCostFlagName,
			Usage: "with --time: do the same once more without counters, to measure how much of the time counters " +
				"take"},
	}
}

// maxRepeat limits the repetitions of a build or program. All runs are kept until they are compared.
const maxRepeat = 100

// checkMeasure returns an error if options of measureFlags and recordFlags are invalid, or cannot be combined.
func checkMeasure(c *cli.Context) error {
	contexts := c.IsSet(contextsFlag)
	for _, f := range recordFlags() {
		if name := f.Names()[0]; !contexts && c.IsSet(name) {
			return exit.Usagef("jprof "+c.Command.Name+" --contexts --"+name+" ...", "--%s requires --contexts", name)
		}
	}
	switch n := c.Int("repeat"); {
	case n < 1 || n > maxRepeat:
		return exit.Usagef("--repeat 3", "--repeat must be 1 to %d, not %d", maxRepeat, n)
	case c.Bool(counterCostFlagName) && !c.Bool(timeFlagName):
		return exit.Usagef("--time --"+counterCostFlagName, "--%s requires --time", counterCostFlagName)
	case c.Bool(counterCostFlagName) && contexts:
		return exit.Usagef("leave one of the two out", "--%s and --contexts cannot be combined: a run with contexts "+
			"has no counters", counterCostFlagName)
	}
	return checkLabel(c.String("label"))
}

// toolFlags returns the options of jprof that users type among the arguments of a build tool: see cutOwn.
func toolFlags() []cli.Flag {
	flags := slices.Insert(measureFlags("build"), 2, cli.Flag(&cli.BoolFlag{Name: byTestFlagName,
		Usage: "give each test its own counts: jprof tests shows them; --by-test=false if " + settings.FileName +
			" has by-test: true"}))
	flags = append(flags, &cli.PathFlag{Name: shipFlagName,
		Usage: "copy the jars and wars of the build, with counters for services, to `DIR`, with their maps and a " +
			"list of settings"})
	return slices.Concat(flags, affectedFlags(), recordFlags())
}

// affectedFlags returns the options by which a build runs only some tests.
func affectedFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: affectedFlagName,
			Usage: "run only the tests that your change may affect: what differs from the merge base with the Git " +
				"revision `REV`. The counts of the others are carried over from the newest run of all tests by test"},
		&cli.StringFlag{Name: "from",
			Usage: "with --" + affectedFlagName + ", carry over from the run `RUN`: an ID, a label, a folder, " +
				"an archive or a URL"},
		&cli.StringFlag{Name: stores.StoreFlag,
			Usage: "with --" + affectedFlagName + ", carry over from a run of all tests by test in the store " +
				"`URL`: that of the merge base, else the newest of the branch of REV, else of any branch"},
		&cli.BoolFlag{Name: "or-all",
			Usage: "with --" + affectedFlagName + ", run all tests if there is no run to carry over from; with " +
				"shards, the first one runs them"},
		&cli.StringFlag{Name: shardFlagName,
			Usage: "with --" + affectedFlagName + ", run only shard N of M of the selected tests: `N/M`; jprof merge " +
				"joins the shards"},
		affectedByFlag(),
	}
}

// cutFlags returns those flags of toolFlags that belong to jprof in args, the arguments of a build tool. None of the
// tools has an option --label, --repeat, --by-test, --time, --counter-cost, --affected or --contexts. The others
// belong to jprof only beside --affected or --contexts, because a task of Gradle may have some of these names.
func cutFlags(args []string) []cli.Flag {
	return slices.DeleteFunc(toolFlags(), func(f cli.Flag) bool {
		switch name := f.Names()[0]; {
		case slices.Contains([]string{"from", stores.StoreFlag, "or-all", shardFlagName, affectedByFlagName}, name):
			return !hasOption(args, affectedFlagName)
		case options.Named(recordFlags(), name) != nil:
			return !hasOption(args, contextsFlag)
		}
		return false
	})
}

// cutOwn removes the options of cutFlags from the arguments of a build tool. It returns the other arguments, and the
// options as they were read.
func cutOwn(tool string, args []string) (rest []string, own *cli.Context, err error) {
	command := options.Command{Name: tool, Flags: cutFlags(args)}
	var line []string
	seen := map[cli.Flag]bool{}
	for i := 0; i < len(args); i++ {
		typed, value, joined := strings.Cut(args[i], "=")
		name, isLong := strings.CutPrefix(typed, "--")
		f := options.Named(command.Flags, name)
		if f == nil || !isLong {
			rest = append(rest, args[i])
			continue
		}
		option, used, err := command.Read(args[i:])
		_, several := f.(*cli.StringSliceFlag)
		switch _, isNoBool := strconv.ParseBool(value); {
		case err != nil:
		case joined && !options.TakesValue(f) && (isNoBool != nil || name != byTestFlagName):
			err = exit.Usagef("", "%s takes no value", typed)
		case seen[f] && !several:
			err = exit.Usagef("", "%s may be given only once", typed)
		case options.IsOptional(f) && !joined && i+1 < len(args):
			if err := checkMode(args[i+1]); err != nil {
				return nil, nil, err
			}
		}
		if err != nil {
			hint := "jprof " + tool + " " + typed
			if options.TakesValue(f) && !options.IsOptional(f) {
				hint += " " + manual.OptionsOf([]cli.Flag{f})[0].Value
			}
			return nil, nil, exit.Usagef(hint+" ARGS...", "%v", err)
		}
		line, seen[f] = append(line, option), true
		i += used - 1
	}
	if own, err = command.Parse(line); err != nil {
		return nil, nil, err
	}
	return rest, own, checkMeasure(own)
}

// misspelt returns an error for an argument that is like an option of jprof. The help of the tool would hide its name.
func misspelt(tool buildtools.Info, args []string) error {
	unit := slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
	if tool.UnitOptions && unit >= 0 {
		args = args[:unit]
	}
	var known []string
	for _, f := range toolFlags() {
		known = append(known, f.Names()[0])
	}
	for _, arg := range args {
		typed, _, _ := strings.Cut(arg, "=")
		name, isLong := strings.CutPrefix(typed, "--")
		if near := words.Nearest(name, known); isLong && len(near) > 0 && near[0] != name &&
			!slices.Contains(tool.Similar, name) {
			return exit.Usagef("did you mean --"+near[0]+"?", "unknown option %s", typed)
		}
	}
	return nil
}

// hasOption reports whether an option is among arguments, with a value or without.
func hasOption(args []string, name string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		typed, _, _ := strings.Cut(arg, "=")
		return typed == "--"+name
	})
}

// noTests returns the error for the option --by-test of a command that runs no tests.
func noTests() error {
	first := tools[0].Info()
	return exit.Usagef("jprof "+first.Command+" --"+byTestFlagName+" "+first.Usual,
		"--%s counts by test, and only builds run tests", byTestFlagName)
}

// countsByTest reports whether a build is to count by test, by its options and by the settings of the project. required
// means that the user has asked for it on the command line.
func countsByTest(own *cli.Context, conf settings.Settings) (on, required bool, err error) {
	contexts, asked := own.IsSet(contextsFlag), own.IsSet(byTestFlagName)
	required = own.Bool(byTestFlagName)
	if required && contexts {
		return false, false, exit.Usagef("leave one of the two out: two runs have both",
			"--by-test and --contexts cannot be combined: a build with contexts has no counters")
	}
	return !contexts && (required || !asked && conf.ByTest), required, nil
}

// affectedTests returns the selection of the tests that a build runs, by its options own; nil means all tests. args
// are the arguments of the tool.
func affectedTests(tool string, args []string, own *cli.Context) (*measure.Affected, error) {
	if !own.IsSet(affectedFlagName) {
		return nil, nil
	}
	why := ""
	filter := runs.Filtered(append([]string{tool}, args...))
	switch {
	case own.IsSet(contextsFlag):
		why = "a build with --contexts has no counts that could be carried over"
	case own.IsSet(byTestFlagName) && !own.Bool(byTestFlagName):
		why = "it counts by test: leave --by-test=false out"
	case own.Int("repeat") > 1:
		why = "leave --repeat out: each run would carry over from the one before"
	case filter != "":
		why = "it chooses among all tests: leave " + filter + " out"
	}
	if why != "" {
		return nil, exit.Usagef("", "--%s: %s", affectedFlagName, why)
	}
	if own.IsSet(stores.StoreFlag) {
		if own.IsSet("from") {
			return nil, exit.Usagef("", "--from and --%s cannot be combined", stores.StoreFlag)
		}
		if _, _, err := bucket.Parse(own.String(stores.StoreFlag)); err != nil {
			return nil, err
		}
	}
	a := &measure.Affected{Since: own.String(affectedFlagName), From: own.String("from"),
		Store: own.String(stores.StoreFlag),
		OrAll: own.Bool("or-all"), By: own.String(affectedByFlagName)}
	if own.IsSet(shardFlagName) {
		var err error
		if a.Shard, a.Shards, err = affected.ParseShard(own.String(shardFlagName)); err != nil {
			return nil, exit.Usagef("--shard 3/8", "--shard: %w", err)
		}
	}
	return a, checkAffectedBy(own)
}

// affectedByFlag returns the option for the grounds by which tests are selected.
func affectedByFlag() cli.Flag {
	return &cli.StringFlag{Name: affectedByFlagName, DefaultText: "setting affected.by, or code",
		Usage: "select tests by `GROUNDS`: code is what they executed; state is also the static fields that a " +
			"selected test may leave in another state"}
}

// checkAffectedBy returns an error for an unknown value of that option.
func checkAffectedBy(c *cli.Context) error {
	switch by := c.String(affectedByFlagName); by {
	case "", settings.AffectedByCode, settings.AffectedByState:
		return nil
	default:
		return exit.Usagef("", "--%s must be %s or %s, not %s", affectedByFlagName, settings.AffectedByCode,
			settings.AffectedByState, by)
	}
}
