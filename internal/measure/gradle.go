package measure

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/runner"
)

// Gradle is a call of Gradle.
func Gradle(call *gradle.Build, args []string, label string) Call {
	return Call{
		Tool: buildtools.Gradle, Args: args, Project: call.Project, Compiles: call.Compiles, Label: label,
		NotHooked: "no task compiled Java sources: jprof counts what Gradle's own plugins for Java, Groovy or Scala compile",
		Build: func(ctx context.Context, m *measurement, ws *runner.Workspace) (*toolBuild, error) {
			cache, err := m.env.Cache()
			if err != nil {
				return nil, err
			}
			if err := Sync(m.ui, ws); err != nil {
				return nil, err
			}
			return m.rounds(ctx, ws, &scripted{call: call, cache: cache})
		},
	}
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
