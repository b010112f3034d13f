package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
	"jprof/internal/app/manual"
	"jprof/internal/util/exit"
	"jprof/internal/util/version"
	"jprof/internal/util/words"
	"jprof/report/export/json"
)

func helpCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "help",
		Category:  categoryMaintain,
		Usage:     "list the commands, or describe one",
		ArgsUsage: options.ArgsCommand,
		UsageText: "jprof help [COMMAND]",
		Description: fmt.Sprintf("jprof COMMAND --help prints the same, except for %s: "+
			"jprof %[2]s --help prints the help of %[2]s.", words.Listed(s.toolNames()), s.toolNames()[0]),
		Action: func(c *cli.Context) error {
			switch name := c.Args().First(); {
			case c.Args().Len() > 1:
				return exit.Usagef("jprof help [COMMAND]", "help: one command only, not %q", c.Args().Slice())
			case name == "":
				return cli.ShowAppHelp(c)
			default:
				command := c.App.Command(name)
				if command == nil || command.Hidden {
					return s.noSuchCommand(c.App, c.Args().Slice())
				}
				return manual.Of(c.App, command).Write(s.env.Stdout, s.helpWidth())
			}
		},
	}
	return command, []example{
		{"jprof help", "list the commands"},
		{"jprof help check", "describe one command"},
	}
}

// helpWidth returns the width of the lines of help, in columns.
func (s *session) helpWidth() int {
	const most = 100
	if n := s.screen.Width(); n > 0 && n < most {
		return n
	}
	return most
}

// manCommand returns the command that prints the man page, for "jprof man | man -l -" or for an installation.
func manCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:        "man",
		Category:    categoryMaintain,
		Usage:       "print the man page",
		UsageText:   "jprof man",
		Description: `It has the help of all commands, in the macros of man(7).`,
		Before:      noArgs,
		Action:      func(c *cli.Context) error { return manual.WriteMan(s.env.Stdout, c.App) },
	}
	return command, []example{
		{"jprof man | man -l -", "read it"},
		{"jprof man >jprof.1", "for a package"},
	}
}

func versionCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "version",
		Category:  categoryMaintain,
		Usage:     "print the version of jprof",
		UsageText: "jprof version [options]",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print the version, the commit and the system as JSON"},
		},
		Before: noArgs,
		Action: func(c *cli.Context) error {
			if c.Bool("json") {
				return s.printBuild()
			}
			return s.printVersion()
		},
	}
	return command, []example{
		{"jprof version", "print the version"},
		{"jprof --version", "the same"},
		{"jprof version --json", "with the commit and the system, for programs"},
	}
}

func (s *session) printVersion() error {
	_, err := fmt.Fprintln(s.env.Stdout, "jprof", version.String())
	return err
}

// versionDocument is the output of jprof version --json: docs/schema/jprof-version-1.schema.json.
type versionDocument struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Tool    string `json:"tool"`
	Release bool   `json:"release"`
	Commit  string `json:"commit"`
	Time    string `json:"time"`
	Changed bool   `json:"changed"`
	Go      string `json:"go"`
	System  string `json:"system"`
	Arch    string `json:"arch"`
	Home    string `json:"home"`
}

func (s *session) printBuild() error {
	b := version.Current()
	return json.Indented(s.env.Stdout, versionDocument{
		Format: "jprof-version", Version: 1, Tool: b.Version, Release: b.Release, Commit: b.Commit, Time: b.Time,
		Changed: b.Changed, Go: b.Go, System: b.System, Arch: b.Arch, Home: "https://" + version.Home,
	})
}
