package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
	"jprof/internal/measure/program"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
)

// understood returns the arguments in the form that the parser of commands requires: see rewrite and arranged.
func understood(app *cli.App, args []string) ([]string, error) {
	args = rewrite(args)
	if err := ahead(app, args); err != nil {
		return nil, err
	}
	if len(args) < 2 {
		return args, nil
	}
	name, _, _ := strings.Cut(args[1], "=")
	if strings.HasPrefix(name, "-") && options.Named(runFlags(), strings.TrimLeft(name, "-")) != nil {
		args = slices.Concat(args[:1], []string{"run"}, args[1:]) // not before: see ahead
	}
	if strings.HasPrefix(args[1], "-") {
		flags := slices.Concat(app.Flags, runFlags()) // those of run need no name of a command: see rewrite
		own, err := arranged("", flags, args[1:], false)
		return slices.Concat(args[:1], own), err
	}
	c := app.Command(args[1])
	if c == nil || c.SkipFlagParsing || c.Hidden {
		return args, nil
	}
	mixed := c.ArgsUsage != options.ArgsProgram && c.ArgsUsage != options.ArgsWatched
	own, err := arranged(c.Name, c.Flags, args[2:], mixed)
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

// ahead returns an error for options before the name of a command. Its hint shows the right order.
func ahead(app *cli.App, args []string) error {
	if len(args) < 3 || !strings.HasPrefix(args[1], "-") {
		return nil
	}
	for i := 2; i < len(args) && !paths.IsJava(args[i]); i++ { // arguments after Main.java are the program's
		c := app.Command(args[i])
		if c == nil || c.Hidden {
			continue
		}
		options := args[1:i]
		_, err := arranged(c.Name, c.Flags, options, false)
		isValue := func(o string) bool { return !strings.HasPrefix(o, "-") }
		foreign := c.SkipFlagParsing && !slices.ContainsFunc(options, isValue)
		if err == nil || foreign { // or else a value is named like the command
			right := slices.Concat([]string{"jprof", c.Name}, options, args[i+1:])
			return exit.Usagef(words.Command(right), "%s: options come after the command", args[1])
		}
	}
	return nil
}

// arranged moves the options of a command before its arguments: see options.Command. name is "" for jprof itself.
func arranged(name string, flags []cli.Flag, args []string, mixed bool) ([]string, error) {
	c := options.Command{Name: name, Flags: flags, Mixed: mixed, Elsewhere: func(typed string) error {
		if typed == "--"+byTestFlagName {
			return noTests()
		}
		return nil
	}}
	return c.Arranged(args)
}

// onUsageError converts an error of the parser of commands, which arranged has not found, to one of usage.
func onUsageError(c *cli.Context, err error, _ bool) error {
	if c.Command == nil || c.Command.Name == c.App.Name {
		return options.UsageFor("", err)
	}
	return options.UsageFor(c.Command.Name, err)
}

// otherWords maps words that users of other tools may type to the commands of jprof with that purpose.
var otherWords = map[string]string{
	"java": "run", "exec": "run", "list": "runs", "ls": "runs", "log": "runs",
	"compare": "diff", "status": "doctor", "hot": "top", "source": "show", "open": "report --open", "gate": "check",
}

// noSuchCommand returns the error for a command line that does not begin with a command, with a hint at similar
// commands.
func (s *session) noSuchCommand(app *cli.App, typed []string) error {
	const hint = "jprof help lists the commands"
	word := typed[0]
	err := func(hint string) error { return exit.Usagef(hint, "no such command: %s", word) }
	if main := word + ".java"; paths.Exists(s.env.Path(main)) {
		return err("did you mean " + words.Command(slices.Concat([]string{"jprof", main}, typed[1:])) + "?")
	}
	if hint := program.HintFor(word); hint != "" {
		return err(hint)
	}
	if found, _ := s.tools.Detect(s.env.Dir); len(found) > 0 && isPhase(word) {
		command := slices.Concat([]string{"jprof", found[0].Info().Command}, typed)
		return err("did you mean " + words.Command(command) + "?")
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
	for _, tool := range s.tools {
		for _, other := range tool.Info().Aliases {
			known[other] = "jprof " + tool.Info().Command
		}
	}
	for _, path := range s.programs() {
		known[filepath.Base(path)] = "jprof " + words.Command([]string{filepath.Base(path)})
	}
	if meant := words.DidYouMean(filepath.Base(word), known); meant != "" {
		return err(meant + " (" + hint + ")")
	}
	return err(hint)
}

// programs returns the paths of the Java files in the user's folder.
func (s *session) programs() []string {
	list, _ := filepath.Glob(filepath.Join(s.env.Dir, "*.java")) // none where the folder has characters of patterns
	return list
}

// isPhase reports whether a word is the name of a goal or task that most builds have.
func isPhase(word string) bool {
	phases := []string{"clean", "compile", "test", "package", "verify", "install", "build", "integration-test"}
	return slices.Contains(phases, word)
}
