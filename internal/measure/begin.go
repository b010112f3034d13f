package measure

import (
	"cmp"
	"errors"
	"runtime"
	"strings"

	"jprof/buildtools"
	"jprof/internal/runs"
	"jprof/internal/runs/history"
	"jprof/internal/runs/live"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/git"
	"jprof/internal/util/systems"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
	"jprof/runner"
)

// measurement is a run that is being made, with counters or with contexts.
type measurement struct {
	env      environ.Env
	ui       *term.UI
	settings settings.Settings
	store    runs.Store
	before   runs.Run        // the facts that are known before the run starts: see made
	code     string          // runs.Outcomes.Code, "" without a commit
	noted    bool            // the store has an entry for the run: see note
	begun    bool            // all preparations have succeeded: the build or program can start
	live     *live.Publisher // publishes the state for those who follow the run; nil if nobody can
}

// begin prepares a run of the project in a folder. The caller completes m.before and then calls note.
func begin(env environ.Env, u *term.UI, conf settings.Settings, project string, mode Mode) (*measurement, error) {
	id, err := runs.NewID(env.Now())
	if err != nil {
		return nil, err
	}
	m := &measurement{
		env: env, ui: u, settings: conf, store: runs.NewStore(env, project),
		before: runs.Run{ID: id, Tool: version.String()},
	}
	if !mode.counts() {
		m.before.Contexts = &runs.Contexts{}
	}
	return m, nil
}

// note enters the run into the store, with the facts that are known before it starts. From now on it is the newest run,
// even if jprof is killed. The caller calls leave at the end.
func (m *measurement) note() error {
	m.before.Commit, m.before.Started = m.commitOf(m.store.Project), m.env.Now()
	m.code = history.CodeOf(m.store.Project, m.before.Commit)
	if err := m.store.Note(m.before, ""); err != nil {
		return err
	}
	m.noted = true
	return m.env.MakeCounts()
}

// leave ends a run for which note was called. err is the error of the measurement, nil for none. A run that was saved
// is added to the history. For a run that was not saved, the entry in the store gets the error as the reason. The entry
// is removed if there was nothing to count, or if the command line is wrong.
func (m *measurement) leave(err error) {
	if !m.noted {
		return
	}
	o, bad := m.store.Open(m.store.RunDir(m.before.ID))
	saved := bad == nil && !o.NotFinished
	if saved {
		if err := history.Keep(m.store, o); err != nil {
			m.ui.Warn("the run %s is kept, but not in the history for jprof trend: %v; move that file away", o.ID, err)
		}
	}
	if saved || err == nil {
		return
	}
	status := exit.Status(exit.Error)
	if errors.As(err, &status); status != exit.OK && !errors.As(err, new(exit.UsageError)) {
		why, _, _ := strings.Cut(err.Error(), "\n")
		r := m.before
		r.Ended, r.Refused = m.env.Now(), !m.begun
		m.store.Note(r, why) // if this fails, the entry without a reason stays
		return
	}
	m.store.Remove(m.before.ID) // if this fails, the store shows one more run that is not finished
	m.store.RemoveEmpty()       // a folder without runs is no harm
}

// openWorkspace opens the workspace of a project. If the workspace is new, openWorkspace mentions the limits of the
// system.
func (m *measurement) openWorkspace(project buildtools.Project) (*runner.Workspace, error) {
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
	return ws, nil
}

// commitOf returns the state of the repository around a folder, nil if there is no repository. It warns if it cannot
// find the state of the repository.
func (m *measurement) commitOf(dir string) *runs.Commit {
	head, err := git.Head(dir)
	if err != nil {
		m.ui.Warn("jprof cannot read the Git commit of the run, so gates for changed lines may fail: %v", err)
		m.ui.Hints(err)
	}
	if head == nil || err != nil {
		return nil
	}
	return &runs.Commit{ID: head.Commit, Time: head.Time, Depth: head.Depth, Folder: head.Folder, Dirty: head.Dirty,
		Branch: cmp.Or(head.Branch, m.env.Branch())}
}
