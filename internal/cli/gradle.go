package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/internal/settings"
	"jprof/runner"
)

func (j *job) gradleCommand() *cli.Command {
	return &cli.Command{
		Name:      "gradle",
		Usage:     "build and test a Gradle project, and count",
		UsageText: "jprof gradle ARGS...",
		Description: `jprof passes ARGS, without the options below, to gradle or to the project's wrapper: jprof gradle --help prints the help of gradle. ` +
			`The exit code of gradle becomes that of jprof.`,
		Flags:           toolFlags(),
		SkipFlagParsing: true,
		HideHelp:        true,
		Action:          func(c *cli.Context) error { return j.gradle(c.Context, c.Args().Slice()) },
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
		return j.plain(ctx, call.Plain)
	}
	tool := toolCall{
		tool: buildtools.Gradle, args: args, project: call.Project, compiles: call.Compiles, label: options.label,
		notHooked: "no task compiled Java sources: jprof counts what Gradle's own plugins for Java, Groovy or Scala compile",
		build: func(ws *runner.Workspace, _ settings.Settings, cache string) (*toolBuild, error) {
			if err := j.sync(ws); err != nil {
				return nil, err
			}
			return j.build(ctx, ws, &scripted{call: call, cache: cache})
		},
	}
	return j.repeated(call.Project.Home, options.repeat, func() error { return j.measure(ctx, tool) })
}

// scripted has an init script of Gradle give the compilers copies of their sources.
type scripted struct {
	call  *gradle.Build
	cache string
}

func (s *scripted) command(_ context.Context, ws *runner.Workspace) (buildtools.Command, error) {
	exe, err := s.call.Locate(ws.Mirror)
	if err != nil {
		return buildtools.Command{}, err
	}
	script, err := gradle.Script(s.cache)
	if err != nil {
		return buildtools.Command{}, err
	}
	return s.call.Command(ws.Mirror, exe, script, ws.Hook), nil
}

func (s *scripted) prepare(_ context.Context, b *toolBuild) error {
	return writeHook(b)
}

func (s *scripted) listen(stdio runner.Stdio) runner.Stdio { return stdio }

// events are what the script has reported. What a compiler has said is in files of their own, one for each compilation.
func (s *scripted) events(ctx context.Context, b *toolBuild) (buildtools.Events, error) {
	events, err := buildtools.ReadEvents(b.ws.Events)
	if err != nil || len(events.Failures) == 0 || b.result.ExitCode == 0 || b.result.Interrupted() {
		return events, err
	}
	said, err := s.compilersSaid(b)
	if err == nil && said == "" {
		said, err = s.askAgain(ctx, b)
	}
	if err != nil {
		return events, err
	}
	rejections := buildtools.JavacRejections(said)
	for i := range events.Failures {
		events.Failures[i].Rejections = rejections
	}
	return events, nil
}

// compilersSaid is what the script has heard from compilers.
func (s *scripted) compilersSaid(b *toolBuild) (string, error) {
	entries, err := os.ReadDir(b.ws.Events)
	if err != nil {
		return "", err
	}
	var all strings.Builder
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".err") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(b.ws.Events, e.Name()))
		if err != nil {
			return "", err
		}
		all.Write(text)
	}
	return all.String(), nil
}

// askAgain runs a build that failed once more, up to the same failure, to read its output. A build out of a
// configuration cache has nothing that listens to compilers.
func (s *scripted) askAgain(ctx context.Context, b *toolBuild) (string, error) {
	var output bytes.Buffer
	_, err := runner.Run(context.WithoutCancel(ctx), b.command, runner.Stdio{Out: &output, Err: &output}, runner.DefaultGrace)
	return output.String(), err
}
