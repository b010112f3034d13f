package cli

import (
	"io"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
	"jprof/internal/runs/reportdir"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report/compare"
	"jprof/report/contexts/cct"
	"jprof/report/export/json"
	"jprof/report/export/text"
	"jprof/report/html"
)

func diffCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "diff",
		Category:  categoryCompare,
		Usage:     "compare the counts of two runs",
		ArgsUsage: options.ArgsRuns,
		UsageText: "jprof diff BEFORE AFTER [--top N] [--json FILE] [--html DIR] [--varying] [--exit-code]\n" +
			"jprof diff BEFORE AFTER --contexts [--by METRIC] [--top N] [--json FILE] [--html DIR] [--exit-code]\n" +
			"jprof diff BEFORE AFTER --efficiency [--top N] [--json FILE] [--exit-code]\n" +
			"jprof diff BEFORE AFTER --time [--top N] [--exit-code]",
		Description: `BEFORE and AFTER are IDs or labels of runs of the project (jprof runs), folders with a run, or
archives. Methods that were moved or reformatted are recognised. The largest differences come first.
If sources have changed since, they are read from the commits of the runs, if Git has them.

With --contexts it compares runs with contexts: their overlap, which is the part of the work that both did in the same
contexts, where they part, and the contexts and methods that differ most.

With --efficiency it compares what the work of methods was good for in such runs: cost, value and captured writes, and
which methods have entered or left the lists of jprof efficiency.

With --time it compares the time of one invocation of each method, in runs with --time of the same machine. A method has
changed where the confidence intervals of 95 % do not overlap.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "contexts", Usage: "compare the calling contexts of runs with --contexts"},
			&cli.BoolFlag{Name: "efficiency",
				Usage: "compare what the work of methods was good for, in runs with --contexts: see jprof efficiency"},
			&cli.BoolFlag{Name: timeFlagName,
				Usage: "compare the time of one invocation of each method, in runs with --time"},
			&cli.StringFlag{Name: "by", DefaultText: "bytecodes",
				Usage: "with --contexts: compare by `METRIC`: " + words.Either(cct.MetricNames())},
			&cli.BoolFlag{Name: "varying",
				Usage: "also compare methods whose counts vary between equal runs (--repeat)"},
			&cli.IntFlag{Name: "top", Usage: "print `N` methods, classes and regions", Value: 20},
			&cli.PathFlag{Name: "json",
				Usage: "write all differences to `FILE`; - is standard output, and then nothing else is printed there"},
			&cli.PathFlag{Name: "html", Usage: "write pages with both sources side by side to `DIR`"},
			&cli.BoolFlag{Name: "exit-code",
				Usage: "end with exit code 1 if a method differs, or a module is in one run only; with --time, " +
					"if a method is slower"},
		},
		Action: func(c *cli.Context) error {
			const hint = "jprof diff BEFORE AFTER [--top N] [--json FILE] [--html DIR]"
			switch {
			case c.Args().Len() != 2:
				return exit.Usagef(hint, "diff requires two runs, BEFORE and AFTER")
			case c.Int("top") < 1:
				return exit.Usagef("jprof diff BEFORE AFTER --top 20", "--top must be at least 1, not %d", c.Int("top"))
			}
			if c.Bool(timeFlagName) {
				return s.diffTime(c)
			}
			if c.Bool("efficiency") {
				return s.diffEfficiency(c)
			}
			if c.Bool("contexts") {
				return s.diffContexts(c)
			}
			if c.IsSet("by") {
				return exit.Usagef(hint+" --contexts", "diff: --by requires --contexts")
			}
			f := s.models()
			defer f.Close()
			before, err := f.of(c.Args().Get(0), c.Bool("varying"))
			if err != nil {
				return err
			}
			after, err := f.of(c.Args().Get(1), c.Bool("varying"))
			if err != nil {
				return err
			}
			d := compare.Models(before, after)
			if err := s.writeDiff(d, c.Int("top"), c.Path("json"), c.Path("html")); err != nil {
				return err
			}
			if c.Bool("exit-code") && d.Differs() {
				return exit.Status(exit.Failed)
			}
			return nil
		},
	}
	return command, []example{
		{"jprof diff base now", "print the methods, classes and regions that differ most"},
		{"jprof diff base now --html differences", "write pages with both sources side by side"},
		{"jprof diff --exit-code base now", "fail if something differs"},
		{"jprof diff base now --contexts", "compare who called what, and what it cost"},
		{"jprof diff base now --time --exit-code", "fail if a method has become slower, beyond the noise"},
		{"jprof diff base now --efficiency", "compare cost, value and captured writes: what did a change save?"},
	}
}

// writeDiff writes a comparison to the user's file and folder, "" for none, and prints its largest differences.
func (s *session) writeDiff(d *compare.Comparison, top int, jsonFile, htmlDir string) error {
	if htmlDir != "" {
		dir := s.env.Path(htmlDir)
		if err := reportdir.Pages(s.ui, "writing the differences", dir,
			func(out html.Output) error { return html.WriteDiff(d, out) }); err != nil {
			return err
		}
		s.ui.Result("differences: %s", filepath.Join(dir, "index.html"))
	}
	switch jsonFile {
	case "":
	case "-":
		return json.Diff(s.env.Stdout, d)
	default:
		if err := atomicfile.Write(s.env.Path(jsonFile),
			func(w io.Writer) error { return json.Diff(w, d) }); err != nil {
			return err
		}
	}
	return text.Diff(s.env.Stdout, s.screen.Width(), d, top)
}
