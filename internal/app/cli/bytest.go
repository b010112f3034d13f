package cli

import (
	"github.com/urfave/cli/v2"

	"jprof/internal/measure"
	"jprof/internal/runs/selection"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
)

// byTestFlagName is the option that has jprof give each test its own counts. --by-test=false is against the setting.
const byTestFlagName = "by-test"

func byTestFlag() cli.Flag {
	return &cli.BoolFlag{Name: byTestFlagName,
		Usage: "give each test its own counts: jprof tests shows them; --by-test=false if " + settings.FileName +
			" has by-test: true"}
}

// noTests is the error for the option behind a command that runs no tests.
func noTests() error {
	first := tools[0].Info()
	return exit.Usagef("jprof "+first.Command+" --"+byTestFlagName+" "+first.Usual,
		"--%s counts by test, and only builds run tests", byTestFlagName)
}

// countsByTest reports whether a build is to count by test, by its options and by the settings of the project. required
// means that the user has asked for it on the command line.
func countsByTest(option *bool, conf settings.Settings, contexts bool) (on, required bool, err error) {
	required = option != nil && *option
	if required && contexts {
		return false, false, exit.Usagef("leave one of the two out: two runs have both",
			"--by-test and --contexts cannot be combined: a build with contexts has no counters")
	}
	return !contexts && (required || option == nil && conf.ByTest), required, nil
}

// The options that have a build run only the tests that a change may concern.
const (
	affectedFlagName = "affected"
	fromFlagName     = "from"
	orAllFlagName    = "or-all"
)

// affectedTests returns the selection of tests that a build runs, by its options: nil for all. args are those of the
// tool.
func affectedTests(tool string, args []string, options ownOptions, contexts bool) (*measure.Affected, error) {
	if options.affected == "" {
		return nil, nil
	}
	why := ""
	filter := selection.Filtered(append([]string{tool}, args...))
	switch {
	case contexts:
		why = "a build with --contexts has no counts that could be carried over"
	case options.byTest != nil && !*options.byTest:
		why = "it counts by test: leave --by-test=false out"
	case options.repeat > 1:
		why = "leave --repeat out: each run would carry over from the one before"
	case filter != "":
		why = "it chooses among all tests: leave " + filter + " out"
	}
	if why != "" {
		return nil, exit.Usagef("", "--%s: %s", affectedFlagName, why)
	}
	return &measure.Affected{Since: options.affected, From: options.from, OrAll: options.orAll}, nil
}
