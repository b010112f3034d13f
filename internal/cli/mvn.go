package cli

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/internal/measure"
)

func (j *job) mvnCommand() (*cli.Command, []example) {
	return &cli.Command{
			Name:      "mvn",
			Category:  categoryCount,
			Usage:     "build and test a Maven project, and count",
			UsageText: "jprof mvn ARGS...",
			Description: `jprof passes ARGS, without the options below, to mvn or to the project's wrapper: jprof mvn --help prints the help of mvn. ` +
				`The exit code of mvn becomes that of jprof.`,
			Flags: append(toolFlags(),
				&cli.BoolFlag{Name: "fallback", Usage: "instrument the copy's sources in place, instead of in the build by an extension of Maven"}),
			SkipFlagParsing: true,
			HideHelp:        true,
			Action:          func(c *cli.Context) error { return j.mvn(c.Context, c.Args().Slice()) },
		}, []example{
			{"jprof mvn verify", "build and test the project, and count"},
			{"jprof mvn --label base -pl core -am test", "test a module and what it depends on, as the run base"},
		}
}

// mvn runs the user's own Maven command on a copy of the project whose sources count, and reports.
func (j *job) mvn(ctx context.Context, args []string) error {
	var err error
	if j.env, err = j.env.WithCounts(); err != nil {
		return err
	}
	args, options, err := cutOwn("mvn", args)
	if err != nil {
		return err
	}
	own, fallback := args, false
	if i := slices.Index(args, "--fallback"); i >= 0 {
		own, fallback = slices.Delete(slices.Clone(args), i, i+1), true
	}
	call, err := maven.New(j.env.Dir, own, j.env.Vars)
	if err != nil {
		return j.otherTool(buildtools.Maven, err)
	}
	if call.Info {
		return measure.Plain(ctx, j.env, call.Plain)
	}
	return j.build(ctx, measure.Maven(call, args, options.label, fallback), options.repeat)
}
