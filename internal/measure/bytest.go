package measure

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"jprof/buildtools"
	"jprof/internal/java/jdks"
	"jprof/internal/measure/program"
	"jprof/internal/runs"
	"jprof/internal/runs/selection"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
	"jprof/runner"
)

// prepareByTest prepares counts by test, if the build should have them, and selects the tests that have to run. If this
// build cannot have counts by test, prepareByTest returns an error only if the command line asks for them.
func (b *building) prepareByTest(ctx context.Context, c Counts) (t byTest, err error) {
	if !c.ByTest {
		return t, nil
	}
	if _, inPlace := b.Build.Hooks()[0].InPlace(); inPlace {
		if c.ByTestRequired {
			return t, exit.Usagef("leave one of the two out",
				"--by-test requires the %s of jprof, which --fallback does without", b.Tool.Hook)
		}
		b.ui.Warn("no counts by test: they require the %s of jprof, which --fallback does without", b.Tool.Hook)
		return t, nil
	}
	jdk, err := program.FindJDK(b.env)
	if err != nil {
		return t, err
	}
	cache, err := b.env.MakeCache()
	if err != nil {
		return t, err
	}
	if t.recorder, err = buildtools.TestRecorder(ctx, jdk.Home(), cache, runner.Output); err != nil {
		return t, err
	}
	t.files = b.settings.Affected.Files == nil || *b.settings.Affected.Files
	call := b.Build.About()
	if t.around, err = Around(b.env, b.store, b.settings, b.Outputs, &call); err != nil || c.Affected == nil {
		return t, err
	}
	t.carrying, t.none, err = b.selectTests(*c.Affected, t.around)
	return t, err
}

// Around returns the inputs of a build of a project beside its sources: see package selection. store and conf belong to
// the project, and outputs are those of all build tools. call is nil if no build is asked for.
func Around(env environ.Env, store runs.Store, conf settings.Settings, outputs buildtools.Outputs,
	call *buildtools.Call) (selection.Around, error) {
	cache, _ := env.Cache() // without a cache, no folder is ignored for it
	project := buildtools.Project{Root: store.Project, Home: store.Project}
	found, err := runner.Look(cache, project, outputs)
	if err != nil {
		return selection.Around{}, err
	}
	var files []string
	for path := range found.Files {
		files = append(files, filepath.ToSlash(path))
	}
	slices.Sort(files)
	jdk := ""
	if found, err := program.FindJDK(env); err == nil {
		jdk = jdks.Describe(paths.Real(found.Home()))
	}
	around, err := selection.NewAround(store.Project, files, jdk, env.Vars, call)
	around.Ignore, around.State = conf.Affected.Ignore, conf.Affected.By == settings.AffectedByState
	return around, err
}

// reportByTest prints the number of tests with counts of their own, and the number of JVMs that reported no tests.
func (m *measurement) reportByTest(r runs.Run) {
	if !r.IsByTest() || r.JVMs == 0 {
		return
	}
	if !r.HasTests() {
		m.ui.Warn("no test reported to jprof: all counts are outside of tests")
		return
	}
	what, how := words.Plural(r.ByTest.Distinct(), "test"), "jprof tests shows them"
	switch note := r.CarriedNote(); {
	case r.ByTest.Carried > 0:
		if what = note; r.Shard == nil {
			how = "jprof diff shows what your change did"
		}
	case note != "":
		what += ", " + note
	}
	m.ui.Info("counts by test: %s; %s", what, how)
	if silent := r.JVMs - r.ByTest.JVMs; silent > 0 {
		m.ui.Info("%s of %s reported no tests: their counts are outside of tests", fmt.Sprint(silent),
			words.Plural(r.JVMs, "JVM"))
	}
}
