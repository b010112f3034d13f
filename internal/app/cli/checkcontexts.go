package cli

import (
	"errors"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/report"
	"jprof/report/contexts/efficiency"
	"jprof/report/export/markdown"
	"jprof/report/gate"
)

// forContexts are the options of jprof check that go with --contexts.
var forContexts = []string{"contexts", "run", "allow", "json", "markdown", "sarif", "junit"}

// checkContexts checks a run with contexts. If a gate fails, it prints a table, and returns an exit code.
func (s *session) checkContexts(c *cli.Context) error {
	for _, name := range c.LocalFlagNames() {
		if name == "varying" {
			return exit.Usagef("limits of check.contexts hold for all methods, whether or not they vary",
				"check: --contexts and --varying cannot be combined")
		}
		if !slices.Contains(forContexts, name) {
			return exit.Usagef("jprof check without --contexts checks counts",
				"check: --contexts and --%s cannot be combined", name)
		}
	}
	f := s.finder()
	defer f.Close()
	conf, err := settings.Read(f.Store.Project)
	if err != nil {
		return err
	}
	if err := overrideAllow(&conf.Check, c); err != nil {
		return err
	}
	rules, err := conf.Check.Rules()
	if err != nil {
		return err
	}
	if len(rules.Contexts)+len(rules.Efficiency) == 0 {
		return exit.Usagef("a section check.contexts or check.efficiency in "+settings.FileName+": see docs/GATES.md",
			"check --contexts: no gates for contexts are set")
	}
	run, err := s.contextsOf(f, c.String("run"), runmodel.ContextsOptions{})
	if err != nil {
		return err
	}
	rules.Known = run.known
	verdict := gate.CheckContexts(run.tree, run.info, rules)
	var more *efficiencyRun
	if len(rules.Efficiency) > 0 {
		if more, err = s.checkEfficiency(f, c.String("run"), conf, rules, verdict); err != nil {
			return err
		}
	}
	err = s.writeVerdict(c, &report.Model{Run: run.info}, verdict,
		func(w io.Writer, _ *report.Model, v *gate.Verdict) error {
			return markdown.Contexts(w, run.tree, run.info, run.tree.Main(), v)
		})
	run.warnNotes() // behind the verdict, for which the user has asked
	if more != nil {
		for _, n := range more.result.Notes() {
			s.ui.Info("%s", n.Text)
		}
		if more.failed {
			command := nextCommand(c, "efficiency")
			s.ui.Info("hint: %s lists these methods, and says what to do about them; %s --method PATTERN has their "+
				"contexts", command, command)
		}
	}
	if err == nil && verdict.Failed() > 0 {
		return exit.Status(exit.Failed)
	}
	return err
}

// checkEfficiency adds the gates for efficiency to a verdict. It returns nil for a run that recorded calls only.
func (s *session) checkEfficiency(f *runs.Finder, ref string, conf settings.Settings, rules gate.Rules,
	verdict *gate.Verdict) (*efficiencyRun, error) {
	options, err := conf.Efficiency.Rules()
	if err != nil {
		return nil, err
	}
	run, err := s.efficiencyOf(f, ref, options, nil, nil, nil)
	var result *efficiency.Result
	switch {
	case err == nil:
		result = run.result
	case !errors.Is(err, efficiency.ErrCallsOnly):
		return nil, err
	}
	before := verdict.Failed()
	gate.CheckEfficiency(verdict, result, rules.Efficiency)
	if run != nil {
		run.failed = verdict.Failed() > before
	}
	return run, nil
}
