package cli

import (
	"context"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/internal/app/cli/anyjvm"
	"jprof/internal/app/cli/comment"
	"jprof/internal/app/cli/hooks"
	"jprof/internal/app/cli/query"
	"jprof/internal/app/cli/stores"
	"jprof/internal/app/manual"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

// Main runs the command line args, the first of which is the name of the program, and returns the exit code: see
// exitCodes.
func Main(args []string, env Env) int { return run(args, env, tools) }

// run does the work of Main, with the build tools of a registry.
func run(args []string, env Env, tools buildtools.Registry) int {
	env.Args = args
	s, err := newSession(env, tools)
	defer s.close()
	ctx, stop := withSignals(context.Background())
	defer stop()
	if err == nil {
		app := newApp(s)
		if args, err = understood(app, args); err == nil {
			contexts := len(args) > 1 && args[1] == "contexts" || hasOption(args, contextsFlag)
			err = s.firstRun(app.RunContext(ctx, args), contexts)
		}
	}
	return exitCode(ctx, s.ui, err)
}

// A newCommand makes a command, and the examples that end its help.
type newCommand func(*session) (*cli.Command, []example)

// example is a command line, and its effect.
type example struct{ Line, Does string }

// The categories of commands. Help lists them in the order in which newApp first uses them.
const (
	categoryCount    = "Count"
	categoryRead     = "Read the counts"
	categoryCompare  = "Compare, check, share"
	categoryMaintain = "Maintain"
)

func commentCommand(s *session) (*cli.Command, []example) {
	return s.imported(categoryCompare, comment.Command)
}

func agentCommand(s *session) (*cli.Command, []example) {
	return s.imported(categoryCount, anyjvm.Agent)
}

func attachCommand(s *session) (*cli.Command, []example) {
	return s.imported(categoryCount, anyjvm.Attach)
}

func pushCommand(s *session) (*cli.Command, []example) {
	return s.imported(categoryCompare, stores.Push)
}

func pullCommand(s *session) (*cli.Command, []example) {
	return s.imported(categoryCompare, stores.Pull)
}

func queryCommand(s *session) (*cli.Command, []example) {
	return s.imported(categoryCompare, query.Command)
}

// imported returns a command of another package.
func (s *session) imported(category string, make func(Env, *term.UI) (*cli.Command, []manual.Example)) (*cli.Command,
	[]example) {
	command, examples := make(s.env, s.ui)
	command.Category = category
	var list []example
	for _, e := range examples {
		list = append(list, example(e))
	}
	return command, list
}

// asManual returns examples for the manual.
func asManual(list []example) []manual.Example {
	var all []manual.Example
	for _, e := range list {
		all = append(all, manual.Example(e))
	}
	return all
}

// newApp returns the parser of the command line, with all commands. Help lists the commands in the order in which they
// are added here.
func newApp(s *session) *cli.App {
	app := &cli.App{
		Name:      "jprof",
		Usage:     "exact execution counts for Java, from the project's own build and tests",
		UsageText: s.usages(),
		Description: `jprof builds a copy of the project in which the sources hold counters. ` +
			`Your own files are not changed. Runs and the report are kept in the folder .jprof of the project. ` +
			`Settings are in jprof.yaml at the root of the project, if there are any. ` +
			`How to use jprof in CI: docs/CI.md. This page and the others of docs are at https://` + version.Home + `.

` + exitCodes,
		Version:                   version.String(),
		HideVersion:               true, // its flag would be -v, which is a flag of run
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true, // patterns for methods have commas in them
		Reader:                    s.env.Stdin,
		Writer:                    s.env.Stdout,
		ErrWriter:                 s.env.Stderr,
		ExitErrHandler:            func(*cli.Context, error) {}, // Main decides
		OnUsageError:              onUsageError,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version"},
			cli.HelpFlag,
		},
		Action: func(c *cli.Context) error {
			if c.Bool("version") {
				return s.printVersion()
			}
			if c.Args().Present() {
				return s.noSuchCommand(c.App, c.Args().Slice())
			}
			return cli.ShowAppHelp(c)
		},
		Metadata: map[string]any{"": asManual(append(s.toolExamples(),
			example{"jprof run Main.java 10", "compile and run a program with the argument 10, and count"},
			example{"jprof report --open", "write the report of the newest run again, and open it in a browser"},
			example{"jprof tests --for Parser.java:42", "list the tests that ran this line, in a run with --by-test"},
			example{"jprof affected", "list the tests to run for what has changed since then"},
		))},
	}
	for _, newCommand := range append(s.toolCommands(),
		runCommand, agentCommand, attachCommand, instrumentCommand, collectCommand, uiCommand, watchCommand,
		reportCommand, topCommand, showCommand, testsCommand, unusedCommand, contextsCommand, efficiencyCommand,
		runsCommand,
		trendCommand, lspCommand, mcpCommand,
		diffCommand, affectedCommand, checkCommand, commentCommand, mergeCommand, pushCommand, pullCommand,
		exportCommand, queryCommand,
		doctorCommand, cleanCommand, completionCommand, helpCommand, versionCommand, manCommand,
	) {
		c, examples := newCommand(s)
		if starts := c.Category == categoryCount || c.Name == "lsp" || c.Name == "mcp"; !starts && c.Action != nil {
			c.Action = s.endsSoon(c.Action)
		}
		app.Commands, app.Metadata[c.Name] = append(app.Commands, c), asManual(examples)
	}
	app.Commands = append(app.Commands, hooks.Commands(s.env, s.ui)...)
	for _, c := range app.Commands {
		c.OnUsageError, c.HideHelpCommand = onUsageError, true
	}
	manual.SetHelp(app, s.helpWidth())
	return app
}
