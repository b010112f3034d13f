package cli

import (
	"github.com/urfave/cli/v2"

	"jprof/internal/app/manual"
	"jprof/internal/util/exit"
)

// A newCommand makes a command, and the examples that end its help.
type newCommand func(*session) (*cli.Command, []example)

// example is a command line, and its effect.
type example struct{ Line, Does string }

// The categories of commands. Help has them in the order of newApp.
const (
	categoryCount    = "Count"
	categoryRead     = "Read the counts"
	categoryCompare  = "Compare, check, share"
	categoryMaintain = "Maintain"
)

// noArgs returns an error if there are arguments, for a command that takes none.
func noArgs(c *cli.Context) error {
	if c.Args().Present() {
		return exit.Usagef("jprof "+c.Command.Name+" --help lists its options",
			"%s: unexpected argument %q", c.Command.Name, c.Args().First())
	}
	return nil
}

// asManual returns examples for the manual.
func asManual(list []example) []manual.Example {
	var all []manual.Example
	for _, e := range list {
		all = append(all, manual.Example(e))
	}
	return all
}
