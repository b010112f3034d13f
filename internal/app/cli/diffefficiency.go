package cli

import (
	"io"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs/contextrun"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/exit"
	"jprof/report"
	"jprof/report/contexts/efficiency"
	"jprof/report/export/json"
	"jprof/report/export/text"
)

// diffEfficiency compares the efficiency of methods in two runs with contexts.
func (s *session) diffEfficiency(c *cli.Context) error {
	for _, name := range []string{"contexts", "varying", "by", "html"} {
		if c.IsSet(name) {
			return exit.Usagef("jprof diff BEFORE AFTER --efficiency [--top N] [--json FILE] [--exit-code]",
				"diff: --efficiency and --%s cannot be combined", name)
		}
	}
	f := s.finder()
	defer f.Close()
	rules, err := contextrun.ProjectRules(f)
	if err != nil {
		return err
	}
	var results [2]*efficiency.Result
	var runs [2]report.RunInfo
	for i, ref := range c.Args().Slice() {
		run, err := contextrun.EfficiencyOf(f, ref, rules, nil, nil, nil)
		if err != nil {
			return err
		}
		results[i], runs[i] = run.Result, run.Info
	}
	d := efficiency.Compare(results[0], results[1])
	status := func(err error) error {
		if err == nil && c.Bool("exit-code") && len(d.Methods) > 0 {
			return exit.Status(exit.Failed)
		}
		return err
	}
	switch file := c.Path("json"); file {
	case "":
	case "-":
		return status(json.EfficiencyDiff(s.env.Stdout, d, runs))
	default:
		if err := atomicfile.Write(s.env.Path(file),
			func(w io.Writer) error { return json.EfficiencyDiff(w, d, runs) }); err != nil {
			return err
		}
	}
	return status(text.EfficiencyDiff(s.env.Stdout, s.screen.Width(), d, runs, c.Int("top")))
}
