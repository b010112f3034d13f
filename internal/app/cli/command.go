package cli

import (
	"github.com/urfave/cli/v2"

	"jprof/internal/util/exit"
)

// A newCommand makes a command, and the examples that end its help.
type newCommand func(*session) (*cli.Command, []example)

// example is a command line, and its effect.
type example struct{ line, does string }

// The categories of commands. Help has them in the order of newApp.
const (
	categoryCount    = "Count"
	categoryRead     = "Read the counts"
	categoryCompare  = "Compare, check, share"
	categoryMaintain = "Maintain"
)

// The arguments of commands that are not names of files, as their ArgsUsage. The shell completes them.
const (
	argsRuns    = "RUN..."
	argsCommand = "COMMAND"
	argsShell   = "SHELL"
	argsProgram = "Main.java ARGS..." // all after the first belong to the program
	argsWatched = "COMMAND ARGS..."   // all after the first belong to the command
)

// noArgs returns an error if there are arguments, for a command that takes none.
func noArgs(c *cli.Context) error {
	if c.Args().Present() {
		return exit.Usagef("jprof "+c.Command.Name+" --help lists its options",
			"%s: unexpected argument %q", c.Command.Name, c.Args().First())
	}
	return nil
}
