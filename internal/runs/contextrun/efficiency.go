package contextrun

import (
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

// Choose restricts the methods in o to some of the known methods.
type Choose func(known []cct.Method, o *efficiency.Options) error

// EfficiencyOf computes the efficiency of a part of a run by rules; ref "" means the newest run with contexts. choose
// may be nil.
func EfficiencyOf(f *runs.Finder, ref string, rules efficiency.Options, o Options, choose Choose) (*Efficiency, error) {
	files, err := open(f, ref)
	if err != nil {
		return nil, err
	}
	if rules.Steps, err = files.StepsNamed(o.Steps); err != nil {
		return nil, err
	}
	chosen := threads{patterns: o.Threads}
	rules.Threads = chosen.filter()
	known := files.Methods()
	below, from, err := starts(known, o)
	if err != nil {
		return nil, err
	}
	if below != nil {
		rules.Below, rules.From = func(m *efficiency.Method) bool { return below(&m.Method) }, from
	}
	if choose != nil {
		if err := choose(known, &rules); err != nil {
			return nil, err
		}
	}
	result, err := files.Efficiency(rules)
	if err != nil {
		return nil, err
	}
	return &Efficiency{result, runmodel.InfoOf(files.Run)}, chosen.missing()
}

// ProjectRules returns the rules in the settings of the project.
func ProjectRules(f *runs.Finder) (efficiency.Options, error) {
	conf, err := settings.Read(f.Store.Project)
	if err != nil {
		return efficiency.Options{}, err
	}
	return conf.Efficiency.Rules()
}

// WarnNotes prints the run and the losses in its numbers, for output that has no room for them.
func (r *Efficiency) WarnNotes(u *term.UI) {
	u.Info("%s", contextview.RunLine(r.Info))
	for _, n := range r.Result.Notes() {
		u.Info("%s", n.Text)
	}
}
