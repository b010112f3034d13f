package measure

import (
	"runtime"

	"jprof/buildtools"
	"jprof/internal/agent"
	"jprof/internal/environ"
	"jprof/internal/gitrepo"
	"jprof/internal/live"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/systems"
	"jprof/internal/ui"
	"jprof/internal/version"
	"jprof/runner"
)

// measurement is a run in the making.
type measurement struct {
	env      environ.Env
	ui       *ui.UI
	settings settings.Settings
	store    runs.Store
	run      runs.Run        // the facts about it before it starts
	contexts *agent.Settings // what JVMs record; nil for a run with counters
	testsJar string          // what JVMs of tests get to count by test; "" for a run that does not
	time     bool            // the flight recorder of JVMs takes samples
	cost     bool            // and once more without counters
	plain    bool            // that is going on
	carrying *carrying       // the tests that need not run; nil where all run
	live     *live.Publisher // for those who follow it; nil if nobody can
}

// begin prepares a run of the project in a folder.
func begin(env environ.Env, u *ui.UI, conf settings.Settings, project string) (*measurement, error) {
	id, err := runs.NewID(env.Now())
	if err != nil {
		return nil, err
	}
	return &measurement{
		env: env, ui: u, settings: conf, store: runs.Store{Project: project},
		run: runs.Run{ID: id, Tool: version.String()},
	}, nil
}

// uncounted reports whether the build that is going on has no counters.
func (m *measurement) uncounted() bool { return m.contexts != nil || m.plain }

// openWorkspace opens the workspace of a project, and notes the commit that the project is at. Where it makes the
// workspace, it says that the system has limits.
func (m *measurement) openWorkspace(project buildtools.Project) (*runner.Workspace, error) {
	if err := m.store.Check(); err != nil { // now, rather than after the build
		return nil, err
	}
	cache, err := m.env.MakeCache()
	if err != nil {
		return nil, err
	}
	_, _, known := runner.FindWorkspace(cache, project.Home)
	ws, err := runner.OpenWorkspace(cache, project)
	if err != nil {
		return nil, err
	}
	if !known && len(systems.Limits(runtime.GOOS)) > 0 {
		m.ui.Info("some things do not work on %s: jprof doctor lists them", systems.Name(runtime.GOOS))
	}
	m.run.Commit = commitOf(m.store.Project)
	return ws, nil
}

// commitOf is the state of the repository around a folder, nil where there is none.
func commitOf(dir string) *runs.Commit {
	head := gitrepo.Head(dir)
	if head == nil {
		return nil
	}
	return &runs.Commit{ID: head.Commit, Time: head.Time, Folder: head.Folder, Dirty: head.Dirty}
}
