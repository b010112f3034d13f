package cli

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
)

// stepCommand is the command that the hook in a build with contexts starts, once for each test step. TEXT is encoded as
// in a URL.
func stepCommand(s *session) (*cli.Command, []example) {
	return &cli.Command{
		Name:     "internal-contexts",
		Category: categoryMaintain,
		Usage:    "print the options of a JVM of tests that records contexts: the hook in a build runs it",
		UsageText: "jprof internal-contexts --hook FILE --java FILE --tool-options TEXT [--arguments TEXT] " +
			"[--fixed]",
		Hidden: true,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "hook", Required: true},
			&cli.StringFlag{Name: "java", Required: true},
			&cli.StringFlag{Name: "tool-options"},
			&cli.StringFlag{Name: "arguments"},
			&cli.BoolFlag{Name: "fixed"},
		},
		Action: func(c *cli.Context) error {
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
			return jvm.WriteOptions(c.Context, s.ui, c.String("hook"), s.env.Stdout)
		},
	}, nil
}

// testOptionsCommand is the command that the hook in a build with counters starts before test steps.
func testOptionsCommand(s *session) (*cli.Command, []example) {
	return &cli.Command{
		Name:     "internal-test-options",
		Category: categoryMaintain,
		Usage: "print the options of JVMs of tests, one a line, for methods that counters make long, for times and " +
			"for stacks: the hook in a build runs it",
		UsageText: "jprof internal-test-options --hook FILE",
		Hidden:    true,
		Flags:     []cli.Flag{&cli.StringFlag{Name: "hook", Required: true}},
		Action: func(c *cli.Context) error {
			options, err := measure.TestOptions(c.String("hook"), s.env.Getenv)
			if err != nil {
				return err
			}
			for _, option := range options {
				if _, err := fmt.Fprintln(s.env.Stdout, option); err != nil {
					return err
				}
			}
			return nil
		},
	}, nil
}

// completeCommand is the command that the hook in a build with counters starts after steps that may have copied or
// packed class files.
func completeCommand(*session) (*cli.Command, []example) {
	return &cli.Command{
		Name:      "internal-complete",
		Category:  categoryMaintain,
		Usage:     "add helper classes to what a step of a build has made of classes: the hook in a build runs it",
		UsageText: "jprof internal-complete --hook FILE --list FILE",
		Hidden:    true,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "hook", Required: true},
			&cli.StringFlag{Name: "list", Required: true},
		},
		Action: func(c *cli.Context) error { return shadow.Complete(c.String("hook"), c.String("list")) },
	}, nil
}

// hookCommand is the command that the hook in a build starts, once for each run of the compiler.
func hookCommand(s *session) (*cli.Command, []example) {
	return &cli.Command{
		Name:     "internal-instrument",
		Category: categoryMaintain,
		Usage:    "instrument the source roots of one compilation: the hook in a build runs it",
		UsageText: `jprof internal-instrument --hook FILE --module ID --dir DIR --set SET --encoding NAME --level N ` +
			`--classes DIR --kind KIND --includes PATTERNS --excludes PATTERNS -- ROOT...
jprof internal-instrument ... --list FILE --build DIR --written DIR --to DIR --event FILE`,
		Hidden: true,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "hook", Required: true},
			&cli.StringFlag{Name: "module", Required: true},
			&cli.StringFlag{Name: "dir"},
			&cli.StringFlag{Name: "set", Required: true},
			&cli.StringFlag{Name: "encoding"},
			&cli.StringFlag{Name: "level"},
			&cli.StringFlag{Name: "classes"},
			&cli.StringFlag{Name: "kind"},
			&cli.StringFlag{Name: "includes"},
			&cli.StringFlag{Name: "excludes"},
			&cli.StringFlag{Name: "list"},
			&cli.StringFlag{Name: "build"},
			&cli.StringFlag{Name: "written"},
			&cli.StringFlag{Name: "to"},
			&cli.StringFlag{Name: "event"},
		},
		Action: func(c *cli.Context) error {
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
			return set.Roots(c.Context, c.String("hook"), c.Args().Slice(), s.env.Stdout)
		},
	}, nil
}

// patterns are those of an argument: separated by commas, each encoded as in a URL.
func patterns(text string) []string {
	var list []string
	for encoded := range strings.SplitSeq(text, ",") {
		if pattern, err := url.QueryUnescape(encoded); err == nil && pattern != "" {
			list = append(list, pattern)
		}
	}
	return list
}
