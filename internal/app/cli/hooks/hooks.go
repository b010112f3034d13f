// Package hooks has the commands that hooks in builds start. Users never see them.
package hooks

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/format/probe"
	"jprof/internal/java/jdks"
	"jprof/internal/measure"
	"jprof/internal/measure/shadow"
	"jprof/internal/util/antpattern"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

// Commands returns the commands that hooks start.
func Commands(env environ.Env, u *term.UI) []*cli.Command {
	return []*cli.Command{
		hidden("instrument", "--hook FILE --module ID --dir DIR --set SET --encoding NAME --level N --classes DIR "+
			"--kind KIND --includes PATTERNS --excludes PATTERNS -- ROOT...\njprof internal-instrument ... "+
			"--list FILE --build DIR --written DIR --to DIR --event FILE",
			[]string{"hook", "module", "set"}, []string{"dir", "encoding", "level", "classes", "kind", "includes",
				"excludes", "list", "build", "written", "to", "event"},
			func(c *cli.Context) error { return instrument(c, env) }),
		hidden("contexts", "--hook FILE --java FILE --tool-options TEXT [--arguments TEXT] [--fixed]",
			[]string{"hook", "java"}, []string{"tool-options", "arguments"},
			func(c *cli.Context) error { return stepOptions(c, env, u) }, &cli.BoolFlag{Name: "fixed"}),
		hidden("test-options", "--hook FILE", []string{"hook"}, nil,
			func(c *cli.Context) error { return testOptions(c, env) }),
		hidden("complete", "--hook FILE --list FILE", []string{"hook", "list"}, nil,
			func(c *cli.Context) error { return shadow.Complete(c.String("hook"), c.String("list")) }),
	}
}

// hidden returns a command with these options.
func hidden(name, form string, required, optional []string, action cli.ActionFunc, flags ...cli.Flag) *cli.Command {
	for _, option := range required {
		flags = append(flags, &cli.StringFlag{Name: option, Required: true})
	}
	for _, option := range optional {
		flags = append(flags, &cli.StringFlag{Name: option})
	}
	return &cli.Command{Name: "internal-" + name, Hidden: true, UsageText: "jprof internal-" + name + " " + form,
		Usage: "the hook in a build runs it: see package hooks", Flags: flags, Action: action}
}

// stepOptions prints the options of a JVM of tests that records contexts, once for each test step of a build with
// contexts. The values of --tool-options and --arguments are encoded as in a URL.
func stepOptions(c *cli.Context, env environ.Env, u *term.UI) error {
	tool, err := url.QueryUnescape(c.String("tool-options"))
	if err != nil {
		return err
	}
	arguments, err := url.QueryUnescape(c.String("arguments"))
	if err != nil {
		return err
	}
	jvm := measure.StepJVM{Java: c.String("java"), ToolOptions: tool, Fixed: c.Bool("fixed")}
	if c.IsSet("arguments") {
		jvm.Arguments = &arguments
	}
	return jvm.WriteOptions(c.Context, u, c.String("hook"), env.Stdout)
}

// testOptions prints the options of JVMs of tests in a build with counters, one a line: for methods that counters make
// long, for times and for stacks.
func testOptions(c *cli.Context, env environ.Env) error {
	options, err := measure.TestOptions(c.String("hook"), env.Getenv)
	for _, option := range options {
		if _, err := fmt.Fprintln(env.Stdout, option); err != nil {
			return err
		}
	}
	return err
}

// instrument instruments the sources of one compilation.
func instrument(c *cli.Context, env environ.Env) error {
	level, _ := jdks.ParseFeature(c.String("level")) // 0 if the build does not say
	set := shadow.Hooked{
		ID: shadow.ID{Module: c.String("module"), Name: c.String("set")}, Dir: c.String("dir"),
		Encoding: c.String("encoding"), Level: level, Classes: c.String("classes"),
		Kind: probe.Kind(c.String("kind")), Written: c.String("written"),
		Compiled: antpattern.Filter{
			Includes: patterns(c.String("includes")), Excludes: patterns(c.String("excludes"))},
	}
	if c.IsSet("list") {
		return set.Files(c.Context, c.String("hook"), c.String("list"), c.String("build"), c.String("to"),
			c.String("event"))
	}
	return set.Roots(c.Context, c.String("hook"), c.Args().Slice(), env.Stdout)
}

// patterns returns the patterns in an argument. They are separated by commas, and each is encoded as in a URL.
func patterns(text string) []string {
	var list []string
	for encoded := range strings.SplitSeq(text, ",") {
		if pattern, err := url.QueryUnescape(encoded); err == nil && pattern != "" {
			list = append(list, pattern)
		}
	}
	return list
}
