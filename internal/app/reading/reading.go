// Package reading finds the runs that a user or a program names, or those that it means if it names none, and makes
// their models. Commands and jprof mcp share it, so that both read the same run.
package reading

import (
	"errors"
	"fmt"
	"sync"

	"jprof/internal/measure/copies"
	"jprof/internal/runs"
	"jprof/internal/runs/remote"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/git"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
	"jprof/report"
	"jprof/report/tests/testview"
)

// Reader finds runs of the project around the current folder, or from elsewhere. It reads the settings of the project
// once, for all of them. The caller must close it.
type Reader struct {
	*runs.Finder
	Settings func() (settings.Settings, error)
	UI       *term.UI

	own error // of runs.FindStore
}

// New returns a reader in env. Its messages go to ui.
func New(env environ.Env, ui *term.UI) *Reader {
	store, err := Store(env)
	if err != nil {
		store = runs.NewStore(env, env.Dir) // all runs come from elsewhere
	}
	return &Reader{&runs.Finder{Store: store, Dir: env.Dir, Fetch: remote.Fetcher(env)},
		sync.OnceValues(func() (settings.Settings, error) { return settings.Read(store.Project) }), ui, err}
}

// Store returns the store of the project around the current folder. The error is that of runs.FindStore.
func Store(env environ.Env) (runs.Store, error) {
	store, err := runs.FindStore(env.Dir)
	return runs.NewStore(env, store.Project), err
}

// HasRuns returns an error if ref names no run, and the project has none.
func (r *Reader) HasRuns(ref string) error {
	if ref != "" {
		return nil
	}
	return r.own
}

// Shown finds the run with counts that ref names; "" means the run that want selects. Without ref, it may be a copy of
// jprof instrument that ran later than the newest run: then it is nil. The function read reads the counts. Shown prints
// why it did not take a newer run, and warns of damaged ones.
func (r *Reader) Shown(ref string, want runs.Want) (o *runs.Opened, read func() (*runmodel.Data, error), err error) {
	if err := r.HasRuns(ref); err != nil {
		return nil, nil, err
	}
	h, err := copies.Find(r.Store)
	if errors.As(err, new(*version.Newer)) && ref == "" {
		r.UI.Warn("%v", err)
	}
	if ref == "" && err == nil {
		newest := r.Store.Last(runs.Run.IsCounts)
		if written := h.Written(); !written.IsZero() && (newest == nil || written.After(newest.Ended)) {
			return nil, func() (*runmodel.Data, error) { return h.Read(r.Store) }, nil
		}
	}
	if o, err = r.One(ref, want); err != nil {
		return nil, nil, err
	}
	damaged := o.Damaged
	if ref != "" {
		_, damaged = r.Store.List()
	}
	for _, err := range damaged {
		r.UI.Warn("%v", err)
	}
	o.Note.Print(r.UI)
	return o, func() (*runmodel.Data, error) { return runmodel.Open(o) }, nil
}

// Tested finds the run with counts by test that ref names; "" means the newest run whose build ran its tests, if there
// is one. It prints the name of that run if a newer run exists, and warns of tests that the run lacks. The error is a
// *runs.NoTestsError for a run without counts by test.
func (r *Reader) Tested(ref string) (*runs.Opened, error) {
	o, err := r.One(ref, runs.WantTests)
	if err != nil {
		return nil, err
	}
	for _, err := range o.Damaged {
		if ref == "" && errors.As(err, new(*version.Newer)) {
			r.UI.Warn("%v", err)
		}
	}
	o.Note.Print(r.UI)
	if how := o.TestsMissing(); how != "" {
		r.UI.Warn("run %s has not run all of its tests (%s): what they execute may be missing or old", o.ID, how)
	}
	return o, nil
}

// Of returns the model of the run that ref names. It marks methods that vary between equal runs, unless takeVarying.
func (r *Reader) Of(ref string, takeVarying bool) (*report.Model, error) {
	o, err := r.One(ref, runs.WantCounts)
	if err != nil {
		return nil, err
	}
	return r.OfOpened(o, takeVarying)
}

// OfOpened returns the model of an opened run.
func (r *Reader) OfOpened(o *runs.Opened, takeVarying bool) (*report.Model, error) {
	d, err := runmodel.Open(o)
	if err != nil {
		return nil, err
	}
	d.TakeVarying = takeVarying
	conf, err := r.Settings()
	if err != nil {
		return nil, err
	}
	model, err := d.Model(r.UI, conf)
	if err == nil {
		reportdir.WarnSaturated(r.UI, model)
	}
	return model, err
}

// ByTest returns the counts by test of the run that ref names: see Tested.
func (r *Reader) ByTest(ref string) (*testview.Model, error) {
	o, err := r.Tested(ref)
	if err != nil {
		return nil, err
	}
	conf, err := r.Settings()
	if err != nil {
		return nil, err
	}
	d, err := runmodel.Open(o)
	if err != nil {
		return nil, err
	}
	return d.ByTest(r.UI, conf)
}

// Compared returns the two runs of a comparison. after "" means the newest run, and before "" the one that this run is
// compared with by default.
func (r *Reader) Compared(before, after string) (list [2]*runs.Opened, err error) {
	if list[1], err = r.One(after, runs.WantCounts); err != nil {
		return list, err
	}
	if before != "" {
		list[0], err = r.One(before, runs.WantCounts)
		return list, err
	}
	all, _ := r.Store.List()
	if list[0] = all.Base(list[1], git.BaseBranch(list[1].Store.Project)); list[0] == nil {
		return list, runs.NoRun(term.Errorf("run the build of the base branch once: jprof runs lists the runs",
			"run %s is the first with counts: there is no run to compare it with", list[1].ID))
	}
	return list, nil
}

// Base returns the model of the run ref that gates compare the run with the ID now with.
func (r *Reader) Base(ref, now string) (*report.Model, error) {
	conf, err := r.Settings()
	if err != nil {
		return nil, err
	}
	o, err := r.One(ref, runs.WantCounts)
	switch {
	case err != nil:
		return nil, term.WithHints(fmt.Errorf("--base: %w", err), "--base RUN, or check.base in "+
			conf.From("check", "base")+": a run of the branch that the change is for")
	case o.ID == now:
		return nil, exit.Usagef("name an earlier run: jprof runs lists them",
			"--base: run %s is the run that is checked", o.ID)
	}
	data, err := runmodel.Open(o)
	if err != nil {
		return nil, err
	}
	return data.Model(r.UI, conf)
}
