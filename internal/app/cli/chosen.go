package cli

import (
	"cmp"
	"errors"
	"sync"

	"github.com/urfave/cli/v2"

	"jprof/internal/measure/copies"
	"jprof/internal/runs"
	"jprof/internal/runs/lookup"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
	"jprof/report"
	"jprof/report/tests/testview"
)

// inputFlags returns the options that choose the run and the title of a report.
func inputFlags() []cli.Flag {
	return append(countsFlags(""), &cli.StringFlag{Name: "title", Usage: "title of the report: `TEXT`"})
}

// ofAllTests is the argument of runFlag for runs.WantShown and runs.WantTests.
const ofAllTests = " of all tests"

// countsFlags returns the options that choose a run, or the files with its counts: see runFlag.
func countsFlags(newest string) []cli.Flag {
	return []cli.Flag{
		runFlag(newest),
		&cli.PathFlag{Name: "map", Usage: "read the map from `FILE`, which jprof instrument wrote"},
		&cli.PathFlag{Name: "counts", Usage: "read the counts from `DIR`, to which the JVMs wrote them"},
	}
}

// chosen is a run that options name, with the settings of its project.
type chosen struct {
	settings settings.Settings
	data     *runmodel.Data
	env      Env
	ui       *term.UI
	named    bool // by --run
}

// model returns the model of the chosen run.
func (c *chosen) model() (*report.Model, error) { return c.data.Model(c.ui, c.settings) }

// places returns the run for package lookup, which finds the code that users name in model.
func (c *chosen) places(model *report.Model) lookup.Run {
	return lookup.Run{Model: model, Root: c.data.Store.Abs(c.data.Run.Sources), Env: c.env, UI: c.ui, Named: c.named}
}

// chosen reads the run that the options of inputFlags or countsFlags name.
func (s *session) chosen(c *cli.Context, want runs.Want) (*chosen, error) {
	d, err := s.chosenRun(c, want)
	if err != nil {
		return nil, err
	}
	conf, err := settings.Read(d.Store.Project)
	if err != nil {
		return nil, err
	}
	return s.chosenData(c, conf, d), nil
}

// chosenData returns d with the settings conf, and with the title that options or settings give it. It warns if the
// run is incomplete.
func (s *session) chosenData(c *cli.Context, conf settings.Settings, d *runmodel.Data) *chosen {
	d.Run.Title = cmp.Or(c.String("title"), conf.Report.Title, d.Run.Title)
	reportdir.WarnIncomplete(s.ui, d.Run)
	if note := d.Run.CarriedNote(); note != "" {
		s.ui.Info("%s", note)
	}
	return &chosen{conf, d, s.env, s.ui, c.IsSet("run")}
}

// chosenModel returns the run that the options choose, and its model.
func (s *session) chosenModel(c *cli.Context) (*chosen, *report.Model, error) {
	run, err := s.chosen(c, runs.WantShown)
	if err != nil {
		return nil, nil, err
	}
	model, err := run.model()
	return run, model, err
}

// warnMerged prints warnings of faults in the counts of a merged run. The command that made a single run has already
// printed them.
func (c *chosen) warnMerged(model *report.Model) {
	if len(c.data.Run.Parts) > 0 {
		reportdir.WarnSaturated(c.ui, model)
	}
}

func (s *session) chosenRun(c *cli.Context, want runs.Want) (*runmodel.Data, error) {
	if c.IsSet("map") != c.IsSet("counts") {
		return nil, exit.Usagef("give both, or none for the newest run",
			"--map and --counts must be used together")
	}
	if c.IsSet("map") {
		if c.IsSet("run") {
			return nil, exit.Usagef("", "--run and --map cannot be combined")
		}
		store := runs.Store{Project: s.env.Dir}
		h := copies.Copy{Map: s.env.Path(c.Path("map")), Counts: s.env.Path(c.Path("counts")), Sources: s.env.Dir}
		if known, err := copies.Find(store); err == nil && known.Map == h.Map {
			h.Sources = known.Sources
		}
		return h.Read(store)
	}
	if _, err := runs.FindStore(s.env.Dir); err != nil && !c.IsSet("run") {
		return nil, err
	}
	f := s.finder()
	s.open = append(s.open, f) // sources and test reports are read later
	store := f.Store
	h, err := copies.Find(store)
	if errors.As(err, new(*version.Newer)) && !c.IsSet("run") {
		s.ui.Warn("%v", err)
	}
	if !c.IsSet("run") && err == nil {
		newest := store.Last(runs.Run.IsCounts)
		if written := h.Written(); !written.IsZero() && (newest == nil || written.After(newest.Ended)) {
			return h.Read(store)
		}
	}
	o, err := f.One(c.String("run"), want)
	if err != nil {
		return nil, err
	}
	damaged := o.Damaged
	if c.IsSet("run") {
		_, damaged = store.List()
	}
	for _, err := range damaged {
		s.ui.Warn("%v", err)
	}
	o.Note.Print(s.ui)
	return runmodel.Open(o)
}

// models returns models of runs. It reads the settings of the project once, for all of them.
type models struct {
	*runs.Finder
	settings func() (settings.Settings, error)
	ui       *term.UI
}

// models returns a finder of runs, of the project around the current folder or from elsewhere, which makes their
// models. The caller must close it.
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

// finder returns a finder of runs, of the project around the current folder or from elsewhere. The caller must close
// it.
func (s *session) finder() *runs.Finder {
	store, err := s.store()
	if err != nil {
		store = runs.NewStore(s.env, s.env.Dir) // all runs come from elsewhere
	}
	return &runs.Finder{Store: store, Dir: s.env.Dir}
}

// of returns the model of the run that ref names. It marks methods that vary between equal runs, unless takeVarying.
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

// openTests returns a run with counts by test, and the settings of its project. ref names the run; "" means the newest
// run whose build ran its tests, if there is one. It prints the name of that run if a newer run exists, and warns of
// tests that the run lacks. The error is a *runs.NoTestsError for a run without counts by test.
func (m *models) openTests(ref string) (d *runmodel.Data, conf settings.Settings, err error) {
	o, err := m.One(ref, runs.WantTests)
	if err != nil {
		return nil, conf, err
	}
	for _, err := range o.Damaged {
		if ref == "" && errors.As(err, new(*version.Newer)) {
			m.ui.Warn("%v", err)
		}
	}
	o.Note.Print(m.ui)
	if how := o.TestsMissing(); how != "" {
		m.ui.Warn("run %s has not run all of its tests (%s): what they execute may be missing or old", o.ID, how)
	}
	if conf, err = m.settings(); err != nil {
		return nil, conf, err
	}
	d, err = runmodel.Open(o)
	return d, conf, err
}

// byTest returns the counts by test of a run.
func (m *models) byTest(ref string) (*testview.Model, error) {
	d, conf, err := m.openTests(ref)
	if err != nil {
		return nil, err
	}
	return d.ByTest(m.ui, conf)
}
