package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
	"jprof/internal/runs"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/runlist"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
)

func mergeCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "merge",
		Category:  categoryCompare,
		Usage:     "merge several runs into one",
		ArgsUsage: options.ArgsRuns,
		UsageText: "jprof merge RUN... [--carry-forward BASE] -o OUT",
		Description: `RUN is the ID or label of a run of the project (jprof runs), a folder with runs, an archive, or
the URL of a store, as in s3://ci-runs/shop#commit=0123abcd: docs/STORES.md.
OUT is a folder, or an archive if it ends in .tar.gz. Counts are added up. Counts from other versions of a source are
added to the methods that have not changed since. The others are listed. A run that is given more than once counts once,
and runs of the same count files of services are refused.
The order does not matter. Merged runs can be merged again; one with a failed or unfinished run has failed, too.

--carry-forward adds the test steps and source sets of BASE that the runs did not run, for example those of modules that
a pipeline left out. Each is named with its age, here and wherever the run is shown. jprof check --max-age 14d fails if
one is older.`,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the run to `OUT`"},
			labelFlag(),
			&cli.StringFlag{Name: "carry-forward",
				Usage: "add those parts of the earlier run `BASE` that the runs did not run"},
		},
		Action: func(c *cli.Context) error {
			const hint = "jprof merge RUN... -o OUT"
			switch {
			case !c.Args().Present():
				return exit.Usagef(hint, "merge requires runs")
			case c.Path("o") == "":
				return exit.Usagef(hint, "merge requires -o, a folder or an archive to write to")
			}
			if err := checkLabel(c.String("label")); err != nil {
				return err
			}
			return s.merge(c.Args().Slice(), c.String("carry-forward"), s.env.Path(c.Path("o")),
				c.String("label"))
		},
	}
	return command, []example{
		{"jprof merge unit integration -o all.tar.gz", "add up two runs of this project"},
		{"jprof merge downloads -o merged --label all", "add up all runs and archives of runs in a folder"},
	}
}

// merge merges the runs that refs name into one run, which it writes to out. If base is not "", it adds the parts of
// the run of that name that they lack.
func (s *session) merge(refs []string, base, out, label string) error {
	f := s.reader()
	defer f.Close()
	var in []*runs.Opened
	for _, ref := range refs {
		list, err := f.All(ref)
		if err != nil {
			return err
		}
		in = append(in, list...)
	}
	if base != "" {
		forward, done, err := s.forward(f.Finder, in, base)
		if err != nil {
			return err
		}
		defer done()
		in = append(in, forward...)
	}
	var model *report.Model
	totals := func(o *runs.Opened) (t runs.Totals, err error) {
		if model, err = f.OfOpened(o, false); err != nil {
			return t, err
		}
		return runmodel.TotalsOf(model), nil
	}
	merged, notes, err := runs.Merge(in, out, label, runs.Derive{Contexts: runmodel.CountContexts, Totals: totals})
	if err != nil {
		return err
	}
	for _, n := range notes {
		s.ui.Info("%s", n)
	}
	switch c := merged.Contexts; {
	case c != nil && c.JVMs > 0:
		s.warnMergedContexts(*merged)
	case merged.JVMs == 0 && !merged.Failed():
		s.ui.Info("%s", merged.NoCounts())
	case merged.JVMs == 0:
		what := "counts"
		if merged.IsContexts() {
			what = "contexts"
		}
		s.ui.Warn("all runs failed and have no %s: no gate passes for the merged run", what)
	default:
		s.warnDropped(model)
		reportdir.WarnNotBuilt(s.ui, model.Run)
	}
	shards := runmodel.InfoOf(*merged).Shards
	if len(shards) > 1 && merged.LacksShards() {
		s.ui.Warn("the shards do not complete each other: they differ in their commit, Java files that are not " +
			"committed, the run that they carry over from, or the number of shards")
	}
	for _, sh := range shards {
		if len(sh.Missing) > 0 {
			s.ui.Info("%s", sh.Text())
		}
	}
	for _, f := range merged.Forwarded() {
		s.ui.Info("%s", f.Text())
	}
	for _, part := range merged.Parts {
		if part.NotFinished {
			s.ui.Warn("run %s is not finished: the merged run lacks it, and no gate passes", part.ID)
		}
	}
	s.ui.Info("merged %s of %s", words.Plural(len(merged.Parts), "run"), words.Plural(merged.Writers(), "JVM"))
	for i, part := range merged.Parts {
		if i == reportdir.MaxListed {
			s.ui.Info("  and %d more", len(merged.Parts)-i)
			break
		}
		s.ui.Info("  %s", runlist.Line(part))
	}
	s.ui.Result("run: %s", out)
	return nil
}

// forward returns the runs with the parts of the run that base names which the runs in lack. done removes their files.
func (s *session) forward(f *runs.Finder, in []*runs.Opened, base string) (
	list []*runs.Opened, done func(), err error) {
	o, err := f.One(base, runs.WantCounts)
	if err != nil {
		return nil, nil, fmt.Errorf("--carry-forward: %w", err)
	}
	scratch, err := runs.NewScratch()
	if err != nil {
		return nil, nil, err
	}
	done = func() { scratch.Remove() }
	list, notes, err := runs.CarryForward(in, o, scratch.Dir)
	if err != nil {
		done()
		return nil, nil, err
	}
	for _, n := range notes {
		s.ui.Info("%s", n)
	}
	if len(list) == 0 {
		s.ui.Info("nothing is carried forward: the runs have all parts of run %s", o.ID)
	}
	return list, done, nil
}

// warnMergedContexts prints warnings of losses in the contexts of a merged run.
func (s *session) warnMergedContexts(r runs.Run) {
	reportdir.WarnIncomplete(s.ui, r)
	if c := r.Contexts; c.Lost > 0 {
		s.ui.Warn("%d of %d calls are in no context, as a JVM reached the limit of %d contexts. %s", c.Lost,
			c.Calls, c.Limit, cct.WithinLimit(c.Limit, c.Coverage, c.Recursion))
	}
}

// warnDropped prints a warning with the dropped counts: those of code that the newest sources do not have.
func (s *session) warnDropped(m *report.Model) {
	if len(m.Dropped) == 0 {
		return
	}
	s.ui.Warn("no total includes the counts of %s, as they are not of the newest versions of the sources:",
		m.DroppedNote())
	for i, d := range m.Dropped {
		if i == reportdir.MaxListed {
			s.ui.Warn("  and %d more: jprof report --text --run OUT lists all", len(m.Dropped)-i)
			break
		}
		s.ui.Warn("  %s:%d: %s: %s: %s", d.Path, d.Line, d.Title, counted(d), d.Reason)
	}
}

// counted returns the dropped count in words, such as "3 calls".
func counted(d report.Dropped) string {
	if d.Method {
		return words.Plural(int(d.Count), "call")
	}
	return words.Plural(int(d.Count), "execution")
}
