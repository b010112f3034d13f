package cli

import (
	"cmp"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/reading"
	"jprof/internal/measure/copies"
	"jprof/internal/runs"
	"jprof/internal/runs/lookup"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/report"
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
	r := s.reader()
	s.open = append(s.open, r) // sources and test reports are read later
	_, read, err := r.Shown(c.String("run"), want)
	if err != nil {
		return nil, err
	}
	return read()
}

// reader returns a reader of runs. The caller must close it.
func (s *session) reader() *reading.Reader { return reading.New(s.env, s.ui) }

// finder returns the finder of a reader. The caller must close it.
func (s *session) finder() *runs.Finder { return s.reader().Finder }

// store returns the store of the project around the current folder. The error is that of runs.FindStore.
func (s *session) store() (runs.Store, error) { return reading.Store(s.env) }
