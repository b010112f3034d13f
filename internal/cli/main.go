package cli

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/internal/exit"
	"jprof/internal/paths"
	"jprof/internal/ui"
	"jprof/internal/version"
	"jprof/internal/words"
)

// Main runs the command line args, the first of which is the name of the program, and returns the exit code: see
// exitCodes.
func Main(args []string, env Env) int {
	env, err := env.WithDefaults()
	u := ui.New(env.Stderr, env.Getenv)
	ctx, stop := withSignals(context.Background())
	defer stop()
	if err == nil {
		app := newApp(&job{env: env, ui: u, screen: ui.NewScreen(env.Stdout, env.Getenv)})
		if args, err = understood(app, args); err == nil {
			err = app.RunContext(ctx, args)
		}
	}
	return exitCode(ctx, u, err)
}

// understood are the arguments in the form that the parser of commands requires: see rewrite and arranged.
func understood(app *cli.App, args []string) ([]string, error) {
	args = rewrite(args)
	if err := ahead(app, args); err != nil {
		return nil, err
	}
	if len(args) < 2 {
		return args, nil
	}
	name, _, _ := strings.Cut(args[1], "=")
	if strings.HasPrefix(name, "-") && flagNamed(runFlags(), strings.TrimLeft(name, "-")) != nil {
		args = slices.Concat(args[:1], []string{"run"}, args[1:]) // not before: see ahead
	}
	if strings.HasPrefix(args[1], "-") {
		flags := slices.Concat(app.Flags, runFlags()) // those of run need no name of a command: see rewrite
		own, err := arranged("", flags, args[1:], false)
		return slices.Concat(args[:1], own), err
	}
	c := app.Command(args[1])
	if c == nil || c.SkipFlagParsing || c.Name == "internal-instrument" {
		return args, nil
	}
	own, err := arranged(c.Name, c.Flags, args[2:], c.Name != "run") // arguments after Main.java are the program's
	return slices.Concat(args[:2], own), err
}

// rewrite replaces the short forms of the command line by commands:
//
//	jprof Main.java ...     jprof -d src Main.java ...     run
//	jprof -i SRC                                           instrument
//	jprof -r                                               report
//	jprof --help COMMAND                                   help
//	jprof -v                                               version
func rewrite(args []string) []string {
	if len(args) < 2 {
		return args
	}
	name, _, _ := strings.Cut(args[1], "=")
	with := func(command string, rest []string) []string {
		return slices.Concat(args[:1], []string{command}, rest)
	}
	isHelp := slices.Contains(cli.HelpFlag.Names(), strings.TrimLeft(args[1], "-")) && strings.HasPrefix(args[1], "-")
	switch {
	case paths.IsJava(args[1]):
		return with("run", args[1:])
	case isHelp && len(args) > 2:
		return with("help", args[2:])
	case name == "-v" && len(args) == 2: // of run only with a program
		return with("version", nil)
	case slices.Contains([]string{"-i", "--i", "-instrument-only", "--instrument-only"}, name):
		return with("instrument", args[2:])
	case slices.Contains([]string{"-r", "--r", "-generate-report", "--generate-report"}, name):
		return with("report", args[2:])
	}
	return args
}

func newApp(j *job) *cli.App {
	app := &cli.App{
		Name:  "jprof",
		Usage: "exact execution counts for Java, from the project's own build and tests",
		UsageText: `jprof mvn verify           build and test a Maven project, and count
jprof gradle build         build and test a Gradle project, and count
jprof run Main.java ARGS   compile and run a program, and count (run is optional)
jprof COMMAND --help       describe a command`,
		Description: `jprof builds a copy of the project in which the sources hold counters. ` +
			`Your own files are not changed. Runs and the report are kept in the folder .jprof of the project. ` +
			`Settings are in jprof.yaml at the root of the project, if there are any. How to use jprof in CI: docs/CI.md.

` + exitCodes,
		Version:                   version.String(),
		HideVersion:               true, // its flag would be -v, which is a flag of run
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true, // patterns for methods have commas in them
		Reader:                    j.env.Stdin,
		Writer:                    j.env.Stdout,
		ErrWriter:                 j.env.Stderr,
		ExitErrHandler:            func(*cli.Context, error) {}, // Main decides
		OnUsageError:              onUsageError,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version"},
			cli.HelpFlag,
		},
		Action: func(c *cli.Context) error {
			if c.Bool("version") {
				return j.printVersion()
			}
			if c.Args().Present() {
				return j.noSuchCommand(c.App, c.Args().Slice())
			}
			return cli.ShowAppHelp(c)
		},
		Commands: slices.Concat(
			category("Count", j.mvnCommand(), j.gradleCommand(), j.runCommand(), j.instrumentCommand()),
			category("Read the counts", j.reportCommand(), j.topCommand(), j.showCommand(), j.runsCommand()),
			category("Compare, check, share", j.diffCommand(), j.checkCommand(), j.mergeCommand(), j.exportCommand()),
			category("Maintain", j.doctorCommand(), j.cleanCommand(), j.completionCommand(), j.helpCommand(),
				j.versionCommand(), j.manCommand(), j.hookCommand()),
		),
	}
	for _, c := range app.Commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
	}
	setHelp(app, j.helpWidth())
	return app
}

// category puts commands under a title of the help.
func category(title string, commands ...*cli.Command) []*cli.Command {
	for _, c := range commands {
		c.Category = title
	}
	return commands
}

// onUsageError is for errors that arranged does not find.
func onUsageError(c *cli.Context, err error, _ bool) error {
	if c.Command == nil || c.Command.Name == c.App.Name {
		return usageFor("", err)
	}
	return usageFor(c.Command.Name, err)
}

// otherWords are words that users of other tools may try, with the command of jprof for it.
var otherWords = map[string]string{
	"maven": "mvn", "gradlew": "gradle", "java": "run", "exec": "run", "list": "runs", "ls": "runs", "log": "runs",
	"compare": "diff", "status": "doctor", "hot": "top", "source": "show", "open": "report --open", "gate": "check",
}

// noSuchCommand is the error for words that start with no command, with a hint at similar ones.
func (j *job) noSuchCommand(app *cli.App, typed []string) error {
	const hint = "jprof help lists the commands"
	word := typed[0]
	err := func(hint string) error { return exit.Usagef(hint, "no such command: %s", word) }
	if main := word + ".java"; paths.Exists(j.env.Path(main)) {
		return err("did you mean " + words.Command(slices.Concat([]string{"jprof", main}, typed[1:])) + "?")
	}
	if isPhase(word) {
		for _, tool := range []buildtools.Tool{buildtools.Maven, buildtools.Gradle} {
			if found, _ := buildtools.Detect(j.env.Dir); slices.Contains(found, tool) {
				return err("did you mean " + words.Command(slices.Concat([]string{"jprof", string(tool)}, typed)) + "?")
			}
		}
	}
	known := map[string]string{}
	for _, c := range app.Commands {
		if !c.Hidden {
			known[c.Name] = "jprof " + c.Name
		}
	}
	for other, own := range otherWords {
		known[other] = "jprof " + own
	}
	for _, path := range j.programs() {
		known[filepath.Base(path)] = "jprof " + words.Command([]string{filepath.Base(path)})
	}
	if meant := words.DidYouMean(filepath.Base(word), known); meant != "" {
		return err(meant + " (" + hint + ")")
	}
	return err(hint)
}

// programs are the Java files in the user's folder.
func (j *job) programs() []string {
	list, _ := filepath.Glob(filepath.Join(j.env.Dir, "*.java")) // none where the folder has characters of patterns
	return list
}

// isPhase reports whether a word is a phase of Maven, or a task of most builds with Gradle.
func isPhase(word string) bool {
	phases := []string{"clean", "compile", "test", "package", "verify", "install", "build", "integration-test"}
	return slices.Contains(phases, word)
}

// noArgs returns an error if there are arguments.
func noArgs(c *cli.Context) error {
	if c.Args().Present() {
		return exit.Usagef("jprof "+c.Command.Name+" --help lists its options",
			"%s: unexpected argument %q", c.Command.Name, c.Args().First())
	}
	return nil
}
