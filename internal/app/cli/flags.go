package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
	"jprof/internal/util/exit"
)

// runFlag returns the option that names the run to read. newest describes the run that is read without the option.
func runFlag(newest string) cli.Flag {
	return &cli.StringFlag{Name: "run",
		Usage: "read the run `RUN` instead of the newest" + newest + ": an ID, a label, a folder or an archive"}
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
