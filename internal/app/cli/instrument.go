package cli

import (
	"cmp"
	"fmt"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/anyjvm"
	"jprof/internal/app/reading"
	"jprof/internal/measure/copies"
	"jprof/internal/runs"
	"jprof/internal/runs/collected"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
)

func instrumentCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "instrument",
		Category:  categoryCount,
		Usage:     "write a copy of sources with counters, for builds that jprof does not run",
		UsageText: "jprof instrument SRC [-o DIR] [--map FILE] [--counts DIR]",
		Description: `SRC is a Java file or a folder of sources. Compile and run the copy with any tool. ` +
			`Each JVM writes what it
counted to the folder of counts, and jprof report writes the report.`,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the copy to `DIR`",
				DefaultText: ".jprof/instrumented"},
			&cli.PathFlag{Name: "map", Usage: "write the map, which reports require, to `FILE`",
				DefaultText: ".jprof/instrumented.map"},
			&cli.PathFlag{Name: "counts", Usage: "have the JVMs write their counts to `DIR`",
				DefaultText: ".jprof/counts"},
			&cli.IntFlag{Name: "release",
				Usage: "the `N` of javac --release; from 25 on, code in front of a constructor call is counted, too"},
			&cli.StringFlag{Name: "encoding", Usage: "encoding `NAME` of the sources", Value: "UTF-8"},
		},
		Action: func(c *cli.Context) error {
			if c.Args().Len() != 1 {
				return exit.Usagef("jprof instrument SRC -o DIR", "instrument requires one file or folder, not %d",
					c.Args().Len())
			}
			store := runs.Store{Project: s.env.Dir}
			pathOr := func(flag, name string) string {
				if p := c.Path(flag); p != "" {
					return s.env.Path(p)
				}
				return store.Path(name)
			}
			to := copies.Copy{
				Out:    pathOr("o", "instrumented"),
				Map:    pathOr("map", "instrumented.map"),
				Counts: pathOr("counts", "counts"),
			}
			form := copies.Form{Encoding: c.String("encoding"), Level: c.Int("release")}
			result, err := to.Write(c.Context, s.env, store, s.env.Path(c.Args().First()), form)
			if err != nil {
				return err
			}
			for _, n := range result.Unmeasured {
				s.ui.Info("unmeasured: %s:%d: %s", n.Path, n.Line, n.Reason)
			}
			s.ui.Info("%d of %s with counters; map: %s; counts: %s",
				result.Measured, words.Plural(result.Files, "file"), s.env.Short(to.Map), s.env.Short(to.Counts))
			s.ui.Result("instrumented: %s", s.env.Short(to.Out))
			return nil
		},
	}
	return command, []example{
		{"jprof instrument src -o counted", "write a copy of src with counters to counted"},
		{"jprof instrument Main.java --release 25", "for code that javac compiles with --release 25"},
	}
}

func collectCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:     "collect",
		Category: categoryCount,
		Usage:    "make a run of the counts that services, or other JVMs, have written",
		UsageText: "jprof collect --counts DIR... [--maps RUN...] [--label L]\n" +
			"jprof collect --contexts DIR [--label L]",
		Description: `DIR has the files that JVMs wrote to the folder that JPROF_COUNTS names; folders in it are ` +
			`read, too. The maps
of their code are searched for in the runs of the project, and in each RUN: the folder that --ship wrote, a folder or
an archive with runs. Files without a map are listed. Counts of several versions become a run each, and a merged one.

The run is like any other, for jprof report, show, diff, merge and check. jprof unused lists what it did not execute.
Nothing in DIR is changed, so a later run has the same counts again: do not merge the two.

--contexts makes a run of what JVMs with the agent of jprof agent have recorded, for jprof contexts.`,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "counts",
				Usage: "read the count files in `DIR`; several times for several folders"},
			&cli.StringSliceFlag{Name: "maps", Usage: "search `RUN` for maps, too; several times for several runs"},
			&cli.PathFlag{Name: "contexts", Usage: "read the contexts that JVMs have written to `DIR` instead"},
			labelFlag(),
		},
		Before: noArgs,
		Action: func(c *cli.Context) error {
			if c.IsSet("counts") == c.IsSet("contexts") {
				return exit.Usagef("jprof collect --counts DIR",
					"collect requires --counts, a folder of count files, or --contexts")
			}
			if err := checkLabel(c.String("label")); err != nil {
				return err
			}
			if c.IsSet("contexts") {
				return anyjvm.Collect(s.env, s.ui, c.Path("contexts"), c.String("label"))
			}
			return s.collect(c.StringSlice("counts"), c.StringSlice("maps"), c.String("label"))
		},
	}
	return command, []example{
		{"jprof collect --counts /var/lib/shop/counts", "make a run of what the services of a machine counted"},
		{"jprof collect --contexts /srv/jprof/recorded", "make a run of the contexts of JVMs with the agent"},
		{"jprof collect --counts counts --maps shipped --label prod", "with maps in the folder of --ship, and a label"},
	}
}

// collect makes a run of the count files in folders, and writes its report.
func (s *session) collect(dirs, maps []string, label string) error {
	f := s.reader()
	defer f.Close()
	request := collected.Request{Store: f.Store, Label: label, Command: []string{"jprof", "collect"},
		Derive: runs.Derive{Contexts: runmodel.CountContexts, Totals: func(o *runs.Opened) (runs.Totals, error) {
			model, err := f.OfOpened(o, false)
			if err != nil {
				return runs.Totals{}, err
			}
			return runmodel.TotalsOf(model), nil
		}}}
	for _, dir := range dirs {
		request.Dirs = append(request.Dirs, s.env.Path(dir))
		request.Command = append(request.Command, "--counts", dir)
	}
	request.Builds, _ = f.Store.List() // a damaged run has no maps
	for _, ref := range maps {
		list, err := f.All(ref)
		if err != nil {
			return fmt.Errorf("--maps: %w", err)
		}
		request.Builds = append(request.Builds, list...)
	}
	progress := s.ui.Progress("reading counts")
	result, err := collected.Make(request)
	progress.Done()
	if err != nil {
		return err
	}
	for _, note := range result.Notes {
		s.ui.Warn("%s", note)
	}
	for _, o := range result.Parts {
		s.ui.Info("run %s: %s", o.ID, words.Spaced("version", cmp.Or(words.Listed(o.Services.Versions), "unknown")))
	}
	if err := s.reportCollected(f, result.Run); err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.env.Stdout, result.Run.ID)
	return err
}

// reportCollected writes the report of a run that was collected.
func (s *session) reportCollected(f *reading.Reader, o *runs.Opened) error {
	reportdir.WarnIncomplete(s.ui, o.Run)
	d, err := runmodel.Open(o)
	if err != nil {
		return err
	}
	conf, err := f.Settings()
	if err != nil {
		return err
	}
	data, err := reportdir.DataOf(s.ui, conf, d)
	if err != nil {
		return err
	}
	if err := reportdir.Report(s.ui, f.Store, data, f.Store.Report()); err != nil {
		return f.Store.Explain(err)
	}
	reportdir.Summary(s.ui, data.Model)
	s.ui.Result("report: %s", f.Store.Report())
	return nil
}
