package measure

import (
	"context"

	"jprof/buildtools"
	"jprof/internal/exit"
	"jprof/internal/program"
	"jprof/runner"
)

// prepareByTest makes what the JVMs of tests need to count by test, if the build is to do so. A build that cannot do so
// is an error only where the command line asks for it.
func (m *measurement) prepareByTest(ctx context.Context, req Request) error {
	if !req.ByTest {
		return nil
	}
	if _, inPlace := req.Build.Hooks()[0].InPlace(); inPlace {
		if req.ByTestRequired {
			return exit.Usagef("leave one of the two out",
				"--by-test requires the %s of jprof, which --fallback does without", req.Tool.Hook)
		}
		m.ui.Warn("no counts by test: they require the %s of jprof, which --fallback does without", req.Tool.Hook)
		return nil
	}
	jdk, err := program.FindJDK(m.env)
	if err != nil {
		return err
	}
	cache, err := m.env.MakeCache()
	if err != nil {
		return err
	}
	m.testsJar, err = buildtools.TestRecorder(ctx, jdk.Home(), cache, runner.Output)
	return err
}
