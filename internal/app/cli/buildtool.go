package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/internal/measure"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
)

// toolCommands returns a constructor for the command of each build tool, such as jprof mvn.
func (s *session) toolCommands() []newCommand {
	var all []newCommand
	for _, tool := range s.tools {
		all = append(all, func(s *session) (*cli.Command, []example) { return toolCommand(s, tool) })
	}
	return all
}

func toolCommand(s *session, tool buildtools.Tool) (*cli.Command, []example) {
	info := tool.Info()
	flags := toolFlags()
	for _, o := range info.Options {
		flags = append(flags, flagOf(o))
	}
	var examples []example
	for _, e := range info.Examples {
		examples = append(examples, example(e))
	}
	command := &cli.Command{
		Name:      info.Command,
		Category:  categoryCount,
		Usage:     usageOf(info),
		UsageText: "jprof " + info.Command + " ARGS...",
		Description: fmt.Sprintf("jprof passes ARGS, without the options below, to %[1]s or to the project's wrapper: "+
			"jprof %[1]s --help prints the help of %[1]s, jprof help %[1]s this page. The exit code of %[1]s becomes "+
			"that of jprof.", info.Command),
		Flags:           flags,
		SkipFlagParsing: true,
		HideHelp:        true,
		Action:          func(c *cli.Context) error { return s.runTool(c.Context, tool, c.Args().Slice()) },
	}
	return command, examples
}

// isHelp reports whether an argument asks a build tool for its help.
func isHelp(arg string) bool { return arg == "-h" || arg == "--help" || arg == "-?" }

// usages returns the forms of the command line with which the help of jprof begins.
func (s *session) usages() string {
	var lines []string
	add := func(line, does string) { lines = append(lines, fmt.Sprintf("%-27s%s", line, does)) }
	for _, tool := range s.tools {
		add(usual(tool.Info()), usageOf(tool.Info()))
	}
	add("jprof run Main.java ARGS", "compile and run a program, and count (run is optional)")
	add("jprof help COMMAND", "describe a command")
	return strings.Join(lines, "\n")
}

// toolExamples returns an example for each build tool, for the help of jprof itself.
func (s *session) toolExamples() []example {
	var all []example
	for i, tool := range s.tools {
		does := "the same for a %s project"
		if i == 0 {
			does = "build and test a %s project, count, and write a report"
		}
		all = append(all, example{usual(tool.Info()), fmt.Sprintf(does, tool.Info().Name)})
	}
	return all
}

// usual returns the most common command of jprof for a build tool, such as "jprof mvn verify".
func usual(tool buildtools.Info) string { return "jprof " + tool.Command + " " + tool.Usual }

// usageOf returns the description of the command of a build tool.
func usageOf(tool buildtools.Info) string {
	return fmt.Sprintf("build and test a %s project, and count", tool.Name)
}

// flagOf returns the flag for an option of a build tool.
func flagOf(o buildtools.Option) cli.Flag {
	var aliases []string
	if o.Alias != "" {
		aliases = []string{o.Alias}
	}
	if o.Value() == "" {
		return &cli.BoolFlag{Name: o.Name, Aliases: aliases, Usage: o.Usage}
	}
	return &cli.PathFlag{Name: o.Name, Aliases: aliases, Usage: o.Usage}
}

// runTool runs the user's own command of a build tool on an instrumented copy of the project, and reports.
func (s *session) runTool(ctx context.Context, tool buildtools.Tool, args []string) error {
	env := s.env.WithCounts()
	args, own, err := cutOwn(tool.Info().Command, args)
	if err != nil {
		return err
	}
	if err := misspelt(tool.Info(), args); err != nil {
		return err
	}
	build, err := tool.Open(env.Dir, args, env.Vars)
	if err != nil {
		return s.otherTool(tool, err)
	}
	about := build.About()
	if about.AsTyped && s.checks {
		return nil
	}
	if about.AsTyped {
		err := measure.Plain(ctx, env, build.Plain)
		if err == nil && slices.ContainsFunc(args, isHelp) {
			s.ui.Info("options of jprof: jprof help %s", tool.Info().Command)
		}
		return err
	}
	conf, err := settings.Read(about.Project.Home)
	if err != nil {
		return err
	}
	contexts, err := s.contextSettings(own, about.Project.Home, conf.Contexts)
	if err != nil {
		return err
	}
	if contexts != nil {
		if err := contexts.CheckUnnamed(); err != nil {
			return exit.AsUsage(err)
		}
		for _, name := range contexts.OnClassPath() {
			s.ui.Warn("without --agent-path, the class path of the tests must have the agent %s, or nothing calls it",
				name)
		}
	}
	counts := measure.Counts{Time: own.Bool(timeFlagName), CounterCost: own.Bool(counterCostFlagName)}
	if counts.ByTest, counts.ByTestRequired, err = countsByTest(own, conf); err != nil {
		return err
	}
	if counts.Affected, err = affectedTests(tool.Info().Command, args, own); err != nil {
		return err
	}
	if counts.Affected != nil {
		counts.ByTest, counts.ByTestRequired = true, true
	}
	if counts.CounterCost && counts.Affected != nil {
		return exit.Usagef("leave one of the two out", "--%s and --%s cannot be combined: without counters, all tests "+
			"would run", counterCostFlagName, affectedFlagName)
	}
	if counts.Ship, err = s.shipFolder(own, contexts != nil, counts); err != nil {
		return err
	}
	if counts.Ship != "" {
		counts.Ship, counts.ByTest = env.Path(counts.Ship), false
	}
	req := measure.Request{Tool: tool.Info(), Args: args, Build: build, Label: own.String("label"),
		Outputs: s.tools.Outputs(), Mode: measure.ModeOf(contexts, counts)}
	return s.repeated(about.Project.Home, conf, req.Label, own.Int("repeat"), func() (string, error) {
		return measure.Build(ctx, env, s.ui, conf, req)
	})
}

// shipFolder returns the value of --ship, "" without it. It returns an error if another option needs other counters.
func (s *session) shipFolder(own *cli.Context, contexts bool, counts measure.Counts) (string, error) {
	dir := own.Path(shipFlagName)
	other := ""
	switch {
	case !own.IsSet(shipFlagName):
		return "", nil
	case dir == "" || paths.IsFile(s.env.Path(dir)):
		return "", exit.Usagef("--ship shipped", "--ship requires a folder, not %q", dir)
	case contexts:
		other = contextsFlag
	case counts.ByTestRequired:
		other = byTestFlagName
	case counts.Time, counts.CounterCost:
		other = timeFlagName
	case own.Int("repeat") > 1:
		other = "repeat"
	}
	if other != "" {
		return "", exit.Usagef("leave one of the two out", "--%s and --%s cannot be combined: a service has other "+
			"counters than tests", shipFlagName, other)
	}
	return dir, nil
}

// otherTool returns err, an error of the build tool asked, with more for the user. If the folder has no project of
// that tool, the error becomes an exit.UsageError. If the project is one of another tool, the error gets a hint.
func (s *session) otherTool(asked buildtools.Tool, err error) error {
	if errors.Is(err, buildtools.ErrNoBuild) {
		err = exit.AsUsage(err)
	}
	found, _ := s.tools.Detect(s.env.Dir) // found is empty if there is no project
	if len(found) == 0 || slices.Contains(found, asked) {
		return err
	}
	here := found[0].Info()
	return term.WithHints(err, fmt.Sprintf("here is a project of %s: %s", here.Command, usual(here)))
}

// toolNames returns the commands of the build tools, such as mvn and gradle.
func (s *session) toolNames() []string {
	var names []string
	for _, tool := range s.tools {
		names = append(names, tool.Info().Command)
	}
	return names
}
