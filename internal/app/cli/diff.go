package cli

import (
	"io"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
	"jprof/internal/runs"
	"jprof/internal/runs/contextrun"
	"jprof/internal/runs/reportdir"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
	"jprof/report/export/json"
	"jprof/report/export/markdown"
	"jprof/report/export/text"
	"jprof/report/html"
	"jprof/report/html/contexts"
	"jprof/report/html/layout"
	"jprof/report/times"
)

func diffCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "diff",
		Category:  categoryCompare,
		Usage:     "show what a change did: compare the counts of two runs",
		ArgsUsage: options.ArgsRuns,
		UsageText: "jprof diff [BEFORE [AFTER]] [--top N] [--json FILE] [--markdown FILE] [--html DIR]" +
			" [--exit-code]\n" +
			"jprof diff BEFORE AFTER --contexts [--by METRIC] [--top N] [--json FILE] [--html DIR] [--exit-code]\n" +
			"jprof diff BEFORE AFTER --efficiency [--top N] [--json FILE] [--exit-code]\n" +
			"jprof diff BEFORE AFTER --time [--top N] [--exit-code]",
		Description: `BEFORE and AFTER are IDs or labels of runs of the project (jprof runs), folders with a run,
archives, or URLs of stores with #RUN. By default AFTER is the newest run, and BEFORE the newest one of the base ` +
			`branch before it, without uncommitted changes and of all tests if there is such a run. Changed code ` +
			`comes first. Then come newly missed code, totals, tests, and counts that differ by more than 1 %. ` +
			`Methods that were moved or reformatted are recognised.
If sources have changed since, they are read from the commits of the runs, if Git has them.

With --contexts it compares runs with contexts. It prints their overlap: the part of the work that both did in the same
contexts. It says where they part, and which contexts and methods differ most.

With --efficiency it compares what the work of methods was good for: cost, value and discarded writes. It names methods
that have entered or left the lists of jprof efficiency.

With --time it compares the time of one call of each method, in runs with --time of the same machine. A method has
changed where the confidence intervals of 95 % do not overlap.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "contexts", Usage: "compare the calling contexts of runs with --contexts"},
			&cli.BoolFlag{Name: "efficiency",
				Usage: "compare what the work of methods was good for, in runs with --contexts: see jprof efficiency"},
			&cli.BoolFlag{Name: timeFlagName,
				Usage: "compare the time of one call of each method, in runs with --time"},
			&cli.StringFlag{Name: "by", DefaultText: "bytecodes",
				Usage: "with --contexts: compare by `METRIC`: " + words.Either(cct.MetricNames())},
			&cli.BoolFlag{Name: "varying",
				Usage: "also compare methods whose counts vary between equal runs (--repeat)"},
			&cli.IntFlag{Name: "top", Usage: "print `N` methods, classes and regions", Value: 20},
			&cli.PathFlag{Name: "json",
				Usage: "write all differences to `FILE`; - is standard output, and then nothing else is printed there"},
			&cli.PathFlag{Name: "markdown",
				Usage: "write the same for a merge request to `FILE` (jprof comment); - is standard output, and then " +
					"nothing else is printed there"},
			&cli.PathFlag{Name: "html", Usage: "write pages with both sources side by side to `DIR`"},
			&cli.BoolFlag{Name: "exit-code",
				Usage: "end with exit code 1 if a method differs, or a module is in one run only; with --time, " +
					"if a method is slower"},
		},
		Action: s.diff,
	}
	return command, []example{
		{"jprof diff", "what did my change do, compared with the newest run of the base branch?"},
		{"jprof diff base now --markdown diff.md", "the same for a merge request: jprof comment diff.md"},
		{"jprof diff base now --html differences", "write pages with both sources side by side"},
		{"jprof diff base now --contexts", "compare who called what, and what it cost"},
		{"jprof diff base now --time --exit-code", "fail if a method has become slower, beyond the noise"},
	}
}

// diff compares two runs by their counts, contexts, efficiency or times, as the options choose.
func (s *session) diff(c *cli.Context) error {
	const hint = "jprof diff [BEFORE [AFTER]] [--top N] [--json FILE] [--markdown FILE] [--html DIR]"
	others := c.Bool("contexts") || c.Bool("efficiency") || c.Bool(timeFlagName)
	switch {
	case c.Args().Len() > 2, others && c.Args().Len() < 2:
		return exit.Usagef(hint, "diff requires two runs, BEFORE and AFTER")
	case c.Path("json") == "-" && c.Path("markdown") == "-":
		return exit.Usagef("", "--json - and --markdown - cannot be combined")
	case c.Bool("contexts") && c.Bool("varying"):
		return exit.Usagef("with --contexts all methods are compared, whether or not they vary",
			"diff: --contexts and --varying cannot be combined")
	}
	if err := checkRows(c, "--top", "jprof diff BEFORE AFTER --top 20"); err != nil {
		return err
	}
	for _, kind := range []struct {
		option, form string
		without      []string
		compare      func(*cli.Context) error
	}{
		{timeFlagName, "", []string{"contexts", "efficiency", "varying", "by", "json", "markdown", "html"},
			s.diffTime},
		{"efficiency", " [--json FILE]", []string{"contexts", "varying", "by", "markdown", "html"},
			s.diffEfficiency},
		{"contexts", "", []string{"markdown"}, s.diffContexts},
	} {
		if !c.Bool(kind.option) {
			continue
		}
		for _, name := range kind.without {
			if c.IsSet(name) {
				return exit.Usagef("jprof diff BEFORE AFTER --"+kind.option+" [--top N]"+kind.form+" [--exit-code]",
					"diff: --%s and --%s cannot be combined", kind.option, name)
			}
		}
		return kind.compare(c)
	}
	if c.IsSet("by") {
		return exit.Usagef(hint+" --contexts", "diff: --by requires --contexts")
	}
	return s.diffCounts(c)
}

// diffCounts compares the counts of two runs.
func (s *session) diffCounts(c *cli.Context) error {
	f := s.reader()
	defer f.Close()
	pair, err := f.Compared(c.Args().Get(0), c.Args().Get(1))
	if err != nil {
		return err
	}
	before, err := f.OfOpened(pair[0], c.Bool("varying"))
	if err != nil {
		return err
	}
	after, err := f.OfOpened(pair[1], c.Bool("varying"))
	if err != nil {
		return err
	}
	d := compare.Models(before, after)
	if c.Args().Len() < 2 && c.Path("json") != "-" && c.Path("markdown") != "-" {
		s.ui.Info("before: %s", contextview.RunLine(before.Run))
		s.ui.Info("after: %s", contextview.RunLine(after.Run))
	}
	if file := c.Path("markdown"); file != "" {
		if err := s.output(file, func(w io.Writer) error { return markdown.Diff(w, d) }); err != nil || file == "-" {
			return failIf(d.Differs(), c, err)
		}
	}
	err = s.writeDiff(c, func(out layout.Output) error { return html.WriteDiff(d, out) },
		func(w io.Writer) error { return json.Diff(w, d) },
		func(w io.Writer) error { return text.Diff(w, s.screen.Width(), d, c.Int("top")) })
	return failIf(d.Differs(), c, err)
}

// writeDiff writes a comparison to the folder of --html and the file of --json, if they are given, and prints the
// largest differences.
func (s *session) writeDiff(c *cli.Context, pages func(layout.Output) error,
	asJSON, asText func(io.Writer) error) error {
	if dir := c.Path("html"); dir != "" {
		dir = s.env.Path(dir)
		if err := reportdir.Pages(s.ui, "writing the differences", dir, pages); err != nil {
			return err
		}
		s.ui.Result("differences: %s", filepath.Join(dir, "index.html"))
	}
	if file := c.Path("json"); file != "" {
		if err := s.output(file, asJSON); err != nil || file == "-" {
			return err
		}
	}
	return asText(s.env.Stdout)
}

// failIf returns err, the error from writing a comparison. If err is nil, the runs differ, and --exit-code is given,
// it returns the exit code of a failure.
func failIf(differ bool, c *cli.Context, err error) error {
	if err == nil && differ && c.Bool("exit-code") {
		return exit.Status(exit.Failed)
	}
	return err
}

// diffContexts compares two runs with contexts.
func (s *session) diffContexts(c *cli.Context) error {
	var by *cct.Metric
	if c.IsSet("by") {
		m, err := metricNamed("--by", c.String("by"), cct.MetricNames())
		if err != nil {
			return err
		}
		by = &m
	}
	f := s.finder()
	defer f.Close()
	opened, err := openedContexts(f, c.Args().Slice())
	if err != nil {
		return err
	}
	trees := [2]*cct.Tree{opened[0].Tree, opened[1].Tree}
	if by != nil && !slices.Contains(cct.Known(trees[:]...), *by) {
		return exit.Usagef("--by calls", "--by %s: one of the runs has calls only", *by)
	}
	d := contextview.Compare(trees, [2]report.RunInfo{opened[0].Info, opened[1].Info}, by, c.Int("top"))
	err = s.writeDiff(c, func(out layout.Output) error { return contexts.WriteDiff(pagesOf(d), out) },
		func(w io.Writer) error { return json.ContextDiff(w, d) },
		func(w io.Writer) error { return text.ContextDiff(w, s.screen.Width(), d) })
	return failIf(d.Differs(), c, err)
}

// openedContexts opens the runs with contexts that refs name.
func openedContexts(f *runs.Finder, refs []string) (opened []*contextrun.Run, err error) {
	for _, ref := range refs {
		run, err := contextrun.Open(f, ref, contextrun.Options{})
		if err != nil {
			return nil, err
		}
		opened = append(opened, run)
	}
	return opened, nil
}

// pagesOf returns the data for the HTML pages of a comparison.
func pagesOf(d *contextview.Diff) *contexts.Diff {
	p := &contexts.Diff{Title: "contexts of " + d.Runs[0].ID + " and " + d.Runs[1].ID, Runs: d.Runs, Trees: d.Trees,
		Overlap: d.Overlap}
	p.OtherLost, p.OtherShifts = d.RestOfContexts()
	for _, x := range d.Contexts {
		if x.Lost > 0 {
			p.Shifts = append(p.Shifts, contexts.Shift{Path: text.CalledBy(x.Titles), Metric: d.By,
				Before: x.Values[0][d.By], After: x.Values[1][d.By], Lost: x.Lost, Where: x.Where})
		}
	}
	return p
}

// diffEfficiency compares the efficiency of methods in two runs with contexts.
func (s *session) diffEfficiency(c *cli.Context) error {
	f := s.finder()
	defer f.Close()
	rules, err := contextrun.ProjectRules(f)
	if err != nil {
		return err
	}
	var results [2]*efficiency.Result
	var runs [2]report.RunInfo
	for i, ref := range c.Args().Slice() {
		run, err := contextrun.EfficiencyOf(f, ref, rules, contextrun.Options{}, nil)
		if err != nil {
			return err
		}
		results[i], runs[i] = run.Result, run.Info
	}
	d := efficiency.Compare(results[0], results[1])
	err = s.writeDiff(c, nil, func(w io.Writer) error { return json.EfficiencyDiff(w, d, runs) },
		func(w io.Writer) error { return text.EfficiencyDiff(w, s.screen.Width(), d, runs, c.Int("top")) })
	return failIf(len(d.Methods) > 0, c, err)
}

// diffTime compares the times of one invocation of the methods of two runs.
func (s *session) diffTime(c *cli.Context) error {
	f := s.reader()
	defer f.Close()
	var runs [2]*times.Model
	for i, ref := range c.Args().Slice() {
		var err error
		if runs[i], err = timesOf(f, ref); err != nil {
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
		s.ui.Info("the median change, by time, is x %.2f: if most of the code is the same, the machine has "+
			"become slower or faster",
			d.Median)
	}
	return failIf(d.Slower() > 0, c, text.TimesDiff(s.env.Stdout, s.screen.Width(), d, c.Int("top")))
}
