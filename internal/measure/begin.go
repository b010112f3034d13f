package measure

import (
	"errors"
	"runtime"
	"strings"

	"jprof/buildtools"
	"jprof/internal/runs"
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

// measurement is a run in the making, whatever it records.
type measurement struct {
	env      environ.Env
	ui       *term.UI
	settings settings.Settings
	store    runs.Store
	before   runs.Run        // the facts that are known before it starts: see made
	noted    bool            // the store has it
	begun    bool            // nothing of jprof stands in the way of the build or program
	live     *live.Publisher // for those who follow it; nil if nobody can
}

// begin prepares a run of the project in a folder. The caller completes the facts, and notes it by note.
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

// note notes the run, whose facts are known as far as they can be before it starts. From now on it is the newest, also
// if jprof is killed. The caller calls leave at the end.
func (m *measurement) note() error {
	m.before.Commit, m.before.Started = m.commitOf(m.store.Project), m.env.Now()
	if err := m.store.Note(m.before, ""); err != nil {
		return err
	}
	m.noted = true
	return m.env.MakeCounts()
}

// leave ends a run that was noted, with the error of the measurement, nil for none. Where it was not saved, the note
// says why. There is no run where nothing is to be counted, and where the command line is wrong.
func (m *measurement) leave(err error) {
	if !m.noted || err == nil {
		return
	}
	if o, bad := m.store.Open(m.store.RunDir(m.before.ID)); bad == nil && !o.NotFinished {
		return
	}
	status := exit.Status(exit.Error)
	if errors.As(err, &status); status != exit.OK && !errors.As(err, new(exit.UsageError)) {
		why, _, _ := strings.Cut(err.Error(), "\n")
		r := m.before
		r.Ended, r.Refused = m.env.Now(), !m.begun
		m.store.Note(r, why) // the note without a reason is there
		return
	}
	m.store.Remove(m.before.ID) // then there is one run more that is not finished
	m.store.RemoveEmpty()       // a folder without runs is no harm
}

// openWorkspace opens the workspace of a project. Where it makes the workspace, it says that the system has limits.
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

// commitOf is the state of the repository around a folder, nil where there is none. It warns where there is one, and
// its state is not known.
func (m *measurement) commitOf(dir string) *runs.Commit {
	head, err := git.Head(dir)
	if err != nil {
		m.ui.Warn("the run has no commit, so gates for changed lines may lack it: %v", err)
		m.ui.Hints(err)
	}
	if head == nil || err != nil {
		return nil
	}
	return &runs.Commit{ID: head.Commit, Time: head.Time, Depth: head.Depth, Folder: head.Folder, Dirty: head.Dirty}
}
