package cli

import (
	"sync"

	"jprof/internal/runs"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/tests/testview"
)

// models makes the models of several runs, by the settings of the project, which are read once.
type models struct {
	*runs.Finder
	settings func() (settings.Settings, error)
	ui       *term.UI
}

// models finds runs, of the project around the current folder or from elsewhere. It must be closed.
func (s *session) models() *models {
	f := s.finder()
	return &models{f, sync.OnceValues(func() (settings.Settings, error) { return settings.Read(f.Store.Project) }),
		s.ui}
}

// store returns the store of the project around the current folder. The error is that of runs.FindStore.
func (s *session) store() (runs.Store, error) {
	store, err := runs.FindStore(s.env.Dir)
	return runs.NewStore(s.env, store.Project), err
}

// finder finds runs, of the project around the current folder or from elsewhere.
func (s *session) finder() *runs.Finder {
	store, err := s.store()
	if err != nil {
		store = runs.NewStore(s.env, s.env.Dir) // all runs come from elsewhere
	}
	return &runs.Finder{Store: store, Dir: s.env.Dir}
}

// of returns the model of a run. Methods that vary between equal runs are marked, unless takeVarying.
func (m *models) of(ref string, takeVarying bool) (*report.Model, error) {
	o, err := m.One(ref, runs.WantCounts)
	if err != nil {
		return nil, err
	}
	return m.ofOpened(o, takeVarying)
}

// ofOpened returns the model of an opened run.
func (m *models) ofOpened(o *runs.Opened, takeVarying bool) (*report.Model, error) {
	d, err := runmodel.Open(o)
	if err != nil {
		return nil, err
	}
	d.TakeVarying = takeVarying
	conf, err := m.settings()
	if err != nil {
		return nil, err
	}
	model, err := d.Model(m.ui, conf)
	if err == nil {
		reportdir.WarnSaturated(m.ui, model)
	}
	return model, err
}

// byTest returns the counts by test of a run. The error is a *runs.NoTestsError for a run without counts by test.
func (m *models) byTest(ref string) (*testview.Model, error) {
	o, err := oneByTest(m.ui, m.Finder, ref)
	if err != nil {
		return nil, err
	}
	d, err := runmodel.Open(o)
	if err != nil {
		return nil, err
	}
	conf, err := m.settings()
	if err != nil {
		return nil, err
	}
	return d.ByTest(m.ui, conf)
}
