package cli

import (
	"errors"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs/contextrun"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/report"
	"jprof/report/contexts/efficiency"
	"jprof/report/export/markdown"
	"jprof/report/gate"
)

// forContexts lists the options of jprof check that can be combined with --contexts.
var forContexts = []string{"contexts", "run", "allow", "json", "markdown", "sarif", "code-quality", "junit"}

// checkContexts evaluates the gates of a run with contexts. If a gate fails, it prints a table, and returns an exit
// code.
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
		return exit.Usagef("a section check.contexts or check.efficiency in "+conf.From("check")+": see docs/GATES.md",
			"check --contexts: no gates for contexts are set")
	}
	run, err := contextrun.Open(f, c.String("run"), contextrun.Options{})
	if err != nil {
		return err
	}
	rules.Known = run.Knows
	verdict := gate.CheckContexts(run.Tree, run.Info, rules)
	failed := verdict.Failed()
	var more *efficiency.Result
	if len(rules.Efficiency) > 0 {
		if more, err = checkEfficiency(run, conf, rules, verdict); err != nil {
			return err
		}
	}
	err = s.writeVerdict(c, &report.Model{Run: run.Info}, verdict,
		func(w io.Writer, _ *report.Model, v *gate.Verdict) error {
			return markdown.Contexts(w, run.Tree, run.Info, run.Tree.Main(), v)
		})
	run.WarnNotes(s.ui) // after the verdict, which is what the user has asked for
	if more != nil {
		for _, n := range more.Notes() {
			s.ui.Info("%s", n.Text)
		}
		if verdict.Failed() > failed {
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
func checkEfficiency(run *contextrun.Run, conf settings.Settings, rules gate.Rules, verdict *gate.Verdict) (
	*efficiency.Result, error) {
	options, err := conf.Efficiency.Rules()
	if err != nil {
		return nil, err
	}
	result, err := run.Efficiency(options)
	if err != nil && !errors.Is(err, efficiency.ErrCallsOnly) {
		return nil, err
	}
	gate.CheckEfficiency(verdict, result, rules.Efficiency)
	return result, nil
}
