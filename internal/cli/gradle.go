package cli

import (
	"context"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/internal/measure"
)

func (j *job) gradleCommand() (*cli.Command, []example) {
	return &cli.Command{
			Name:      "gradle",
			Category:  categoryCount,
			Usage:     "build and test a Gradle project, and count",
			UsageText: "jprof gradle ARGS...",
			Description: `jprof passes ARGS, without the options below, to gradle or to the project's wrapper: jprof gradle --help prints the help of gradle. ` +
				`The exit code of gradle becomes that of jprof.`,
			Flags:           toolFlags(),
			SkipFlagParsing: true,
			HideHelp:        true,
			Action:          func(c *cli.Context) error { return j.gradle(c.Context, c.Args().Slice()) },
		}, []example{
			{"jprof gradle build", "build and test the project, and count"},
			{"jprof gradle --repeat 3 test", "test three times, and list the counts that are not always the same"},
		}
}

// gradle runs the user's own Gradle command on a copy of the project whose sources count, and reports.
func (j *job) gradle(ctx context.Context, args []string) error {
	var err error
	if j.env, err = j.env.WithCounts(); err != nil {
		return err
	}
	args, options, err := cutOwn("gradle", args)
	if err != nil {
		return err
	}
	call, err := gradle.New(j.env.Dir, args, j.env.Vars)
	if err != nil {
		return j.otherTool(buildtools.Gradle, err)
	}
	if call.Info {
		return measure.Plain(ctx, j.env, call.Plain)
	}
	return j.build(ctx, measure.Gradle(call, args, options.label), options.repeat)
}
