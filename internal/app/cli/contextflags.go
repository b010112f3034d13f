package cli

import (
	"cmp"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
	"jprof/internal/measure/agent"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
)

// contextsFlag is the name of the option to record contexts instead of counts. Its value may be omitted.
const contextsFlag = "contexts"

// recordFlags returns the options for runs with contexts, of commands that run something.
func recordFlags() []cli.Flag {
	return []cli.Flag{
		options.Optional{StringFlag: &cli.StringFlag{Name: contextsFlag,
			Usage: "record calling contexts, executed bytecodes and allocations instead of counts. The `MODE` app is " +
				"the project and its libraries, all is the JDK as well",
			DefaultText: "all where the JDK can be covered, else app"}},
		&cli.IntFlag{Name: "max-contexts",
			Usage: "record up to `N` contexts in each JVM; beyond that only calls and exclusive numbers by " +
				"method",
			DefaultText: "8000000"},
		&cli.StringFlag{Name: "recursion",
			Usage:       "`KIND` is full, or folded: a method that is on the stack already gets no new context",
			DefaultText: "full"},
		&cli.StringFlag{Name: "blocks",
			Usage: "`KIND` is exact; fast: bytecodes are an upper bound where exceptions are thrown; or calls: only " +
				"calls are recorded, which is faster", DefaultText: "exact"},
		&cli.BoolFlag{Name: "call-sites",
			Usage: "keep calls of a method from different places of its caller apart"},
		&cli.BoolFlag{Name: "jdk-image",
			Usage: "run in a copy of the JDK that has the agent built in: JVMs print no message about their options"},
		&cli.StringSliceFlag{Name: "agent",
			Usage: "run the agent of the class `FQCN`, with its package, in the JVM of the program"},
		&cli.StringSliceFlag{Name: "agent-path", Usage: "find agents in the jar or folder `JAR`"},
	}
}

// checkMode returns an error if next, the argument after a --contexts without value, is a mode. The user has then
// typed a space in place of "=".
func checkMode(next string) error {
	if !slices.Contains(settings.Modes, next) {
		return nil
	}
	return exit.Usagef("did you mean --contexts="+next+"?",
		"--contexts %s: the value must follow =", next)
}

// contextSettings returns the settings for JVMs that record contexts. The options of recordFlags take precedence over
// conf, the settings of the project in the folder root. The result is nil for a run with counters.
func (s *session) contextSettings(c *cli.Context, root string, conf settings.Contexts) (*agent.Settings, error) {
	if !c.IsSet(contextsFlag) {
		return nil, nil
	}
	if err := agent.Missing(); err != nil {
		return nil, err
	}
	agents := nameList(c, "agent")
	set := agent.Settings{CallSites: c.Bool("call-sites") || conf.CallSites, Include: conf.Include,
		Exclude: conf.Exclude, Image: c.Bool("jdk-image"), Time: c.Bool(timeFlagName),
		Agents: append(slices.Clone(conf.Agents), agents...)}
	var mode string
	for _, v := range []struct {
		to         *string
		name, conf string
		known      []string
	}{
		{&mode, contextsFlag, conf.Mode, settings.Modes},
		{&set.Recursion, "recursion", conf.Recursion, settings.Recursions},
		{&set.Blocks, "blocks", conf.Blocks, settings.Blocks},
	} {
		given := c.String(v.name)
		if *v.to = cmp.Or(given, v.conf); given != "" && !slices.Contains(v.known, given) {
			return nil, exit.Usagef(fmt.Sprintf("--%s=%s", v.name, v.known[0]), "--%s must be %s, not %s", v.name,
				words.Either(v.known), given)
		}
	}
	set.Coverage = agent.Coverage(mode)
	if len(set.Agents) > 0 && set.Coverage == agent.All {
		return nil, exit.Usagef("--contexts=app --agent "+set.Agents[0], "--agent works with --contexts=app only")
	}
	if len(set.Agents) > 0 && set.Coverage == agent.Auto {
		set.Coverage = agent.App // agents know methods of the application only
		s.ui.Info("with --agent, --contexts means --contexts=app")
	}
	if conf.MaxContexts != nil {
		set.Limit = *conf.MaxContexts
	}
	if c.IsSet("max-contexts") {
		if set.Limit = c.Int("max-contexts"); set.Limit < 1 {
			return nil, exit.Usagef("--max-contexts 1000000", "--max-contexts must be a whole number from 1 on, not %d",
				set.Limit)
		}
	}
	for _, name := range agents {
		if !settings.IsClassName(name) {
			return nil, exit.Usagef("--agent com.example.MyAgent", "--agent: %q is not the name of a class", name)
		}
	}
	in := s.env
	in.Dir = root
	for _, p := range conf.AgentPath {
		set.AgentPath = append(set.AgentPath, in.Path(p))
	}
	for _, p := range c.StringSlice("agent-path") {
		set.AgentPath = append(set.AgentPath, s.env.Path(p))
	}
	for _, p := range set.AgentPath {
		if _, err := os.Stat(p); err != nil {
			return nil, exit.Usagef("name a jar or a folder of classes", "the path of agents: %w", err)
		}
	}
	if err := set.CheckAgents(); err != nil {
		return nil, exit.AsUsage(err)
	}
	return &set, nil
}
