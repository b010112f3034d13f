package cli

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/internal/settings"
	"jprof/runner"
)

func (j *job) mvnCommand() *cli.Command {
	return &cli.Command{
		Name:      "mvn",
		Usage:     "build and test a Maven project, and count",
		UsageText: "jprof mvn ARGS...",
		Description: `jprof passes ARGS, without the options below, to mvn or to the project's wrapper: jprof mvn --help prints the help of mvn. ` +
			`The exit code of mvn becomes that of jprof.`,
		Flags: append(toolFlags(),
			&cli.BoolFlag{Name: "fallback", Usage: "instrument the copy's sources in place, instead of in the build by an extension of Maven"}),
		SkipFlagParsing: true,
		HideHelp:        true,
		Action:          func(c *cli.Context) error { return j.mvn(c.Context, c.Args().Slice()) },
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
		return j.plain(ctx, call.Plain)
	}
	tool := toolCall{
		tool: buildtools.Maven, args: args, project: call.Project, compiles: call.Compiles, label: options.label,
		notHooked: "the extension of jprof was not loaded: look for maven.ext.class.path in the settings of Maven",
		build: func(ws *runner.Workspace, conf settings.Settings, cache string) (*toolBuild, error) {
			return j.buildMaven(ctx, ws, call, conf, cache, fallback)
		},
	}
	return j.repeated(call.Project.Home, options.repeat, func() error { return j.measure(ctx, tool) })
}

// buildMaven brings the mirror up to date and runs the user's command in it. A build that succeeds
// without having loaded the extension is run again with the sources instrumented in place.
func (j *job) buildMaven(ctx context.Context, ws *runner.Workspace, call *maven.Build, conf settings.Settings, cache string, fallback bool) (*toolBuild, error) {
	if !fallback {
		if err := j.sync(ws); err != nil {
			return nil, err
		}
		b, err := j.build(ctx, ws, &hooked{call: call, cache: cache})
		if err != nil || !call.Compiles || b.result.ExitCode != 0 || b.result.Interrupted() || len(b.events.Built) > 0 {
			return b, err
		}
		j.ui.Info("mvn did not load the extension of jprof: building again with the sources instrumented in place")
	}
	p := &inPlace{job: j, call: call, cache: cache, sets: call.SourceSets(), conf: conf}
	ws.WithoutSources(p.roots())
	if err := j.sync(ws); err != nil {
		return nil, err
	}
	j.ui.Warn("not enforced, because sources are instrumented in place: checks of sources, class files and coverage; " +
		"run these checks without jprof")
	return j.build(ctx, ws, p)
}
