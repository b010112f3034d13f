package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
)

// efficiencyRun is a run, with the efficiency of its methods.
type efficiencyRun struct {
	result *efficiency.Result
	info   report.RunInfo
	failed bool // one of the gates for it has failed
}

// choose adds to the rules which methods are wanted, of those that are known.
type choose func(known []cct.Method, o *efficiency.Options) error

// chosenEfficiency computes the efficiency of the run that options name.
func (s *session) chosenEfficiency(c *cli.Context, choose choose) (*efficiencyRun, error) {
	f, err := s.finderFor(c)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	conf, err := settings.Read(f.Store.Project)
	if err != nil {
		return nil, err
	}
	rules, err := efficiencyRules(c, conf.Efficiency)
	if err != nil {
		return nil, err
	}
	return s.efficiencyOf(f, c.String("run"), rules, c.StringSlice("step"), c.StringSlice("thread"), choose)
}

// efficiencyOf computes the efficiency of a run by rules; "" is the newest with contexts. steps and threads are those
// that are wanted, all if there are none; choose may be nil.
func (s *session) efficiencyOf(f *runs.Finder, ref string, rules efficiency.Options, steps, threads []string,
	choose choose) (*efficiencyRun, error) {
	opened, err := f.One(ref, runs.WantContexts)
	if err != nil {
		return nil, err
	}
	files, err := runmodel.OpenContextFiles(opened, steps)
	if err != nil {
		return nil, err
	}
	chosen := chosenThreads{patterns: threads}
	rules.Steps, rules.Threads, rules.Project = files.Steps, chosen.filter(), files.Project
	if choose != nil {
		if err := choose(efficiency.Methods(files.Trees.Head(), files.Project), &rules); err != nil {
			return nil, err
		}
	}
	result, err := efficiency.Analyze(files.Trees, files.Classes, rules)
	if errors.Is(err, efficiency.ErrCallsOnly) {
		return nil, runs.NoRun(fmt.Errorf("run %s: %w", opened.ID, err))
	}
	if err != nil {
		return nil, err
	}
	runmodel.NoteUnread(&result.About, opened.Run)
	return &efficiencyRun{result: result, info: runmodel.InfoOf(opened.Run)}, chosen.missing()
}

// projectRules are the rules of the project, without options.
func projectRules(f *runs.Finder) (efficiency.Options, error) {
	conf, err := settings.Read(f.Store.Project)
	if err != nil {
		return efficiency.Options{}, err
	}
	return conf.Efficiency.Rules()
}

// startAt has only contexts count that the options --from and --main name, and those below them.
func startAt(c *cli.Context) choose {
	return func(known []cct.Method, o *efficiency.Options) error {
		below, from, err := starts(known, c.StringSlice("from"), c.Bool("main"))
		if below != nil {
			o.Below, o.From = func(m *efficiency.Method) bool { return below(&m.Method) }, from
		}
		return err
	}
}

// notes names the run and the losses in its numbers, for output that has no room for them.
func (r *efficiencyRun) notes(s *session) {
	s.ui.Info("%s", contextview.RunLine(r.info))
	for _, n := range r.result.Notes() {
		s.ui.Info("%s", n.Text)
	}
}
