// Package driver is the command line of jprof: flags, commands, and the pipeline that the commands
// run. It is the only package that prints, and the only one in which instrumenting, building and
// reporting meet; (*job).measure is the whole of it in one function.
package driver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/ui"
	"jprof/internal/version"
)

// Main runs the command line args, the first of which is the name of the program, and returns the
// exit code: see exitCodes.
func Main(args []string, env Env) int {
	env, err := env.withDefaults()
	u := ui.New(env.Stderr, env.getenv)
	ctx, stop := withSignals(context.Background())
	defer stop()
	if err == nil {
		app := newApp(&job{env: env, ui: u, screen: ui.NewScreen(env.Stdout, env.getenv)})
		err = app.RunContext(ctx, ordered(app, rewrite(args)))
	}
	return exitCode(ctx, u, err)
}

// rewrite turns the short forms of the command line into the commands that they stand for:
//
//	jprof Main.java ...     jprof -d src Main.java ...     run
//	jprof -i SRC                                           instrument
//	jprof -r                                               report
func rewrite(args []string) []string {
	if len(args) < 2 {
		return args
	}
	name, _, _ := strings.Cut(args[1], "=")
	with := func(command string, rest []string) []string {
		return slices.Concat(args[:1], []string{command}, rest)
	}
	switch {
	case isJava(args[1]):
		return with("run", args[1:])
	case slices.Contains([]string{"-i", "--i", "-instrument-only", "--instrument-only"}, name):
		return with("instrument", args[2:])
	case slices.Contains([]string{"-r", "--r", "-generate-report", "--generate-report"}, name):
		return with("report", args[2:])
	}
	for _, f := range runFlags() {
		for _, n := range f.Names() {
			if name == "-"+n || name == "--"+n {
				return with("run", args[1:])
			}
		}
	}
	return args
}

// ordered brings the options of the commands whose arguments are all their own to the front.
func ordered(app *cli.App, args []string) []string {
	if len(args) < 2 || slices.Contains([]string{"mvn", "gradle", "run", "internal-instrument"}, args[1]) {
		return args
	}
	if c := app.Command(args[1]); c != nil {
		return slices.Concat(args[:2], flagsFirst(c.Flags, args[2:]))
	}
	return args
}

func newApp(j *job) *cli.App {
	app := &cli.App{
		Name:  "jprof",
		Usage: "exact execution counts for Java, from the project's own build and tests",
		UsageText: `jprof mvn verify                 build and test a Maven project, and count
jprof gradle build               build and test a Gradle project, and count
jprof run Main.java ARGS...      compile and run a program, and count
jprof report --text --top 20     show the counts of the last run again`,
		Description: `jprof builds a copy of the project in which the sources hold counters. The user's own
files stay as they are; runs and the report are kept in the folder .jprof of the project.
Settings may stand in jprof.yaml at the root of the project.

Before the arguments of mvn and gradle: --label NAME calls the run NAME, --repeat N builds N times and tells
which counts are not always the same, and --fallback (mvn) needs no extension in Maven.

` + exitCodes,
		Version:                   version.String(),
		HideVersion:               true, // its flag would be -v, which is that of run
		HideHelpCommand:           true,
		EnableBashCompletion:      false,
		DisableSliceFlagSeparator: true, // patterns for methods have commas in them
		Reader:                    j.env.Stdin,
		Writer:                    j.env.Stdout,
		ErrWriter:                 j.env.Stderr,
		ExitErrHandler:            func(*cli.Context, error) {}, // Main decides
		OnUsageError:              onUsageError,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "version", Usage: "print the version"},
		},
		Action: func(c *cli.Context) error {
			if c.Bool("version") {
				_, err := fmt.Fprintln(j.env.Stdout, "jprof", version.String())
				return err
			}
			if c.Args().Present() {
				return usagef("jprof --help lists the commands", "no such command: %s", c.Args().First())
			}
			return cli.ShowAppHelp(c)
		},
		Commands: []*cli.Command{
			j.mvnCommand(),
			j.gradleCommand(),
			j.runCommand(),
			j.instrumentCommand(),
			j.reportCommand(),
			j.topCommand(),
			j.showCommand(),
			j.exportCommand(),
			j.runsCommand(),
			j.mergeCommand(),
			j.diffCommand(),
			j.checkCommand(),
			j.doctorCommand(),
			j.cleanCommand(),
			j.hookCommand(),
		},
	}
	for _, c := range app.Commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
	}
	return app
}

func onUsageError(c *cli.Context, err error, _ bool) error {
	if c.Command == nil || c.Command.Name == "" || c.Command.Name == "jprof" {
		return usagef("jprof --help tells how it is used", "%w", err)
	}
	return usagef("jprof "+c.Command.Name+" --help tells how it is used", "%s: %w", c.Command.Name, err)
}

// noArgs complains of arguments where a command takes none.
func noArgs(c *cli.Context) error {
	if c.Args().Present() {
		return usagef("jprof "+c.Command.Name+" --help tells how it is used",
			"%s: unexpected argument %q", c.Command.Name, c.Args().First())
	}
	return nil
}
