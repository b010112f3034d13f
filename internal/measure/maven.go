package measure

import (
	"context"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/runner"
)

// Maven is a call of Maven. With fallback, sources are instrumented in place instead of by an extension of Maven.
func Maven(call *maven.Build, args []string, label string, fallback bool) Call {
	return Call{
		Tool: buildtools.Maven, Args: args, Project: call.Project, Compiles: call.Compiles, Label: label,
		NotHooked: "the extension of jprof was not loaded: look for maven.ext.class.path in the settings of Maven",
		Build: func(ctx context.Context, m *measurement, ws *runner.Workspace) (*toolBuild, error) {
			return m.buildMaven(ctx, ws, call, fallback)
		},
	}
}

// buildMaven brings the mirror up to date and runs the user's command in it. A build that succeeds
// without having loaded the extension is run again with the sources instrumented in place.
func (m *measurement) buildMaven(ctx context.Context, ws *runner.Workspace, call *maven.Build, fallback bool) (*toolBuild, error) {
	cache, err := m.env.Cache()
	if err != nil {
		return nil, err
	}
	if !fallback {
		if err := Sync(m.ui, ws); err != nil {
			return nil, err
		}
		b, err := m.rounds(ctx, ws, &hooked{call: call, cache: cache})
		if err != nil || !call.Compiles || b.result.ExitCode != 0 || b.result.Interrupted() || len(b.events.Built) > 0 {
			return b, err
		}
		m.ui.Info("mvn did not load the extension of jprof: building again with the sources instrumented in place")
	}
	p := &inPlace{ui: m.ui, call: call, cache: cache, sets: call.SourceSets(), conf: m.settings}
	ws.WithoutSources(p.roots())
	if err := Sync(m.ui, ws); err != nil {
		return nil, err
	}
	m.ui.Warn("not enforced, because sources are instrumented in place: checks of sources, class files and coverage; " +
		"run these checks without jprof")
	return m.rounds(ctx, ws, p)
}
