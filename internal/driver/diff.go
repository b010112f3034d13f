package driver

import (
	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/report"
	"jprof/report/text"
)

func (j *job) diffCommand() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "compare the counts of two runs",
		UsageText: "jprof diff BEFORE AFTER [--top N]",
		Description: `BEFORE and AFTER are IDs or labels of runs of the project (jprof runs), folders with a run, or
archives. Methods are found again where they were moved or reformatted, the largest differences stand first.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "top", Usage: "how `MANY` methods, classes and regions to print", Value: 20},
		},
		Action: func(c *cli.Context) error {
			if c.Args().Len() != 2 {
				return usagef("jprof diff BEFORE AFTER", "diff wants two runs")
			}
			if c.Int("top") < 1 {
				return usagef("jprof diff BEFORE AFTER --top 20", "--top: %d places cannot be shown", c.Int("top"))
			}
			f := j.finder()
			defer f.Close() //nolint:errcheck // a folder that stays in the system's temporary one
			before, err := j.modelOf(f, c.Args().Get(0))
			if err != nil {
				return err
			}
			after, err := j.modelOf(f, c.Args().Get(1))
			if err != nil {
				return err
			}
			return text.Diff(j.env.Stdout, report.Compare(before, after, nil), c.Int("top"))
		},
	}
}

// modelOf is what a run has counted.
func (j *job) modelOf(f *runs.Finder, ref string) (*report.Model, error) {
	o, err := f.One(ref)
	if err != nil {
		return nil, err
	}
	m, err := openMeasured(o)
	if err != nil {
		return nil, err
	}
	model, err := j.model(f.Store, m)
	if err == nil {
		j.tellSaturated(model)
	}
	return model, err
}
