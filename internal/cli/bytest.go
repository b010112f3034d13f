package cli

import (
	"github.com/urfave/cli/v2"

	"jprof/internal/exit"
	"jprof/internal/settings"
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
