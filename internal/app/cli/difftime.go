package cli

import (
	"github.com/urfave/cli/v2"

	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report/export/text"
	"jprof/report/times"
)

// diffTime compares the times of one invocation of the methods of two runs.
func (s *session) diffTime(c *cli.Context) error {
	for _, name := range []string{"contexts", "efficiency", "varying", "by", "json", "html"} {
		if c.IsSet(name) {
			return exit.Usagef("jprof diff BEFORE AFTER --time [--top N] [--exit-code]",
				"diff: --time and --%s cannot be combined", name)
		}
	}
	f := s.models()
	defer f.Close()
	var runs [2]*times.Model
	for i, ref := range c.Args().Slice() {
		var err error
		if runs[i], err = f.times(ref); err != nil {
			return err
		}
	}
	if a, b := runs[0].Samples.Clock, runs[1].Samples.Clock; a != b && a != "" && b != "" {
		return exit.Usagef("run both with the same JDK", "one run has %s, the other one %s: they cannot be compared",
			a.Name(), b.Name())
	}
	d := times.Compare(runs[0], runs[1])
	s.ui.Info("%s changed by more than the noise of sampling, %d of them slower; %d did not",
		words.Plural(len(d.Changes), "method"), d.Slower(), d.Within)
	if d.Median > 0 {
		s.ui.Info("the median change, by time, is x %.2f: if most of the code is the same, that is the machine",
			d.Median)
	}
	if err := text.TimesDiff(s.env.Stdout, s.screen.Width(), d, c.Int("top")); err != nil {
		return err
	}
	if c.Bool("exit-code") && d.Slower() > 0 {
		return exit.Status(exit.Failed)
	}
	return nil
}
