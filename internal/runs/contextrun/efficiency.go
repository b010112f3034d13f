package contextrun

import (
	"errors"
	"fmt"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
)

// Efficiency is a run, with the efficiency of its methods.
type Efficiency struct {
	Result *efficiency.Result
	Info   report.RunInfo
}

// Choose adds to the rules which methods are wanted, of those that are known.
type Choose func(known []cct.Method, o *efficiency.Options) error

// EfficiencyOf computes the efficiency of a run by rules; "" is the newest with contexts. steps and patterns of threads
// choose a part of it, all if there are none; choose may be nil.
func EfficiencyOf(f *runs.Finder, ref string, rules efficiency.Options, steps, patterns []string,
	choose Choose) (*Efficiency, error) {
	opened, err := f.One(ref, runs.WantContexts)
	if err != nil {
		return nil, err
	}
	files, err := runmodel.OpenContextFiles(opened, steps)
	if err != nil {
		return nil, err
	}
	chosen := threads{patterns: patterns}
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
	return &Efficiency{Result: result, Info: runmodel.InfoOf(opened.Run)}, chosen.missing()
}

// ProjectRules are the rules of the project, without options.
func ProjectRules(f *runs.Finder) (efficiency.Options, error) {
	conf, err := settings.Read(f.Store.Project)
	if err != nil {
		return efficiency.Options{}, err
	}
	return conf.Efficiency.Rules()
}

// WarnNotes names the run and the losses in its numbers, for output that has no room for them.
func (r *Efficiency) WarnNotes(u *term.UI) {
	u.Info("%s", contextview.RunLine(r.Info))
	for _, n := range r.Result.Notes() {
		u.Info("%s", n.Text)
	}
}
