package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
	"jprof/internal/app/manual"
	"jprof/internal/util/exit"
)

// ownOptions are the options of jprof among the arguments of a build tool.
type ownOptions struct {
	label    string // of the run
	repeat   int    // number of builds
	byTest   *bool  // to count by test; nil without such an option
	affected string // the revision since which tests may be concerned; "" for all tests
	from     string // the run that the other tests are carried over from
	orAll    bool   // all tests run where there is no such run
	time     bool   // the flight recorder of JVMs takes samples
	cost     bool   // and once more without counters
	contexts contextOptions
}

// toolFlags are the options of jprof that stand among the arguments of a build tool: see cutOwn.
func toolFlags() []cli.Flag {
	return append([]cli.Flag{
		labelFlag(),
		&cli.IntFlag{Name: "repeat", DefaultText: "1",
			Usage: "build `N` times, and list the methods whose counts are not always the same; with --contexts, " +
				"the overlap of each pair of runs, and the methods that vary"},
		byTestFlag(),
		timeFlag(), counterCostFlag(),
		&cli.StringFlag{Name: affectedFlagName,
			Usage: "run only the tests that changes since the merge base with `REV`, a Git revision, may concern, " +
				"and carry the counts of the others over from the newest run of all tests by test"},
		&cli.StringFlag{Name: fromFlagName,
			Usage: "with --" + affectedFlagName + ", carry over from the run `RUN`: an ID, a label, a folder or " +
				"an archive"},
		&cli.BoolFlag{Name: orAllFlagName,
			Usage: "with --" + affectedFlagName + ", run all tests where there is no run to carry over from"},
	}, recordFlags()...)
}

// cutFlags are the flags of toolFlags that are jprof's among these arguments.
func cutFlags(args []string) []cli.Flag {
	affected := slices.ContainsFunc(args, func(arg string) bool { return isOption(arg, affectedFlagName) })
	return slices.DeleteFunc(toolFlags(), func(f cli.Flag) bool {
		switch name := f.Names()[0]; {
		case slices.Contains([]string{"label", "repeat", byTestFlagName, timeFlagName, counterCostFlagName,
			affectedFlagName}, name):
			return false
		case name == fromFlagName, name == orAllFlagName:
			return !affected
		}
		return !slices.ContainsFunc(args, isContexts)
	})
}

// cutOwn takes the options of toolFlags out of the arguments of a build tool. None of the tools has an option --label,
// --repeat, --by-test, --time, --counter-cost, --affected or --contexts. The others are jprof's only beside --affected
// or --contexts: a task of Gradle may have some of these names.
func cutOwn(tool string, args []string) (rest []string, own ownOptions, err error) {
	flags := cutFlags(args)
	values := map[string][]string{}
	for i := 0; i < len(args); i++ {
		typed, value, joined := strings.Cut(args[i], "=")
		name, isLong := strings.CutPrefix(typed, "--")
		f := options.Named(flags, name)
		if f == nil || !isLong {
			rest = append(rest, args[i])
			continue
		}
		hint := "jprof " + tool + " " + typed
		if options.TakesValue(f) && !options.IsOptional(f) {
			o := manual.OptionsOf([]cli.Flag{f})[0]
			hint += " " + o.Value
			if name == "repeat" {
				hint = "jprof " + tool + " --repeat 3"
			}
			if !joined {
				if i++; i == len(args) {
					return nil, own, exit.Usagef(hint+" ARGS...", "%s requires a value", typed)
				}
				value, joined = args[i], true
			}
		}
		if options.IsOptional(f) && !joined && i+1 < len(args) {
			if err := checkMode(args[i+1]); err != nil {
				return nil, own, err
			}
		}
		_, several := f.(*cli.StringSliceFlag)
		switch {
		case joined && value == "":
			return nil, own, exit.Usagef(hint+" ARGS...", "%s requires a value, not an empty one", typed)
		case joined && !options.TakesValue(f):
			if _, err := strconv.ParseBool(value); err != nil || name != byTestFlagName {
				return nil, own, exit.Usagef("", "%s takes no value", typed)
			}
		case len(values[name]) > 0 && !several:
			return nil, own, exit.Usagef(hint+" ARGS...", "%s may be given only once", typed)
		}
		values[name] = append(values[name], value)
	}
	own = ownOptions{label: strings.Join(values["label"], ""), repeat: 1, contexts: contextOptionsIn(values),
		affected: strings.Join(values[affectedFlagName], ""), from: strings.Join(values[fromFlagName], "")}
	_, own.orAll = values[orAllFlagName]
	_, own.time = values[timeFlagName]
	_, own.cost = values[counterCostFlagName]
	if text := values[byTestFlagName]; len(text) > 0 {
		on := text[0] == ""
		if !on {
			on, _ = strconv.ParseBool(text[0]) // checked above
		}
		own.byTest = &on
	}
	if text := values["repeat"]; len(text) > 0 {
		if own.repeat, err = strconv.Atoi(text[0]); err != nil {
			return nil, own, exit.Usagef(fmt.Sprintf("jprof %s --repeat 3 ARGS...", tool),
				"--repeat: %q is not a whole number", text[0])
		}
		if err := checkRepeat(own.repeat); err != nil {
			return nil, own, err
		}
	}
	return rest, own, checkLabel(own.label)
}

// isContexts reports whether an argument is --contexts, with a value or without.
func isContexts(arg string) bool { return isOption(arg, contextsFlag) }

func isOption(arg, name string) bool {
	typed, _, _ := strings.Cut(arg, "=")
	return typed == "--"+name
}

// labelFlag is the option that labels a run: see runs.ValidName.
func labelFlag() cli.Flag {
	return &cli.StringFlag{Name: "label", Usage: "give the run the label `NAME`: letters, digits and . _ + -"}
}
