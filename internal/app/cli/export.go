package cli

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/reading"
	"jprof/internal/runs"
	"jprof/internal/runs/contextrun"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/tables"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/export/formats"
	"jprof/report/gate"
	"jprof/report/times"
)

const exportUsage = "jprof export --format NAME -o FILE"

func exportCommand(s *session) (*cli.Command, []example) {
	names := strings.Join(formats.Names(), ", ")
	withVerdict := formats.That(formats.Verdict)
	command := &cli.Command{
		Name:      "export",
		Category:  categoryCompare,
		Usage:     "write the counts of a run for other tools",
		UsageText: exportUsage + " [--run RUN] [--tests]\njprof export --format NAME --schema",
		Description: "Writes a run for other tools, in the format NAME. " +
			"Test sources are not included, unless --tests is given or there are no main sources. " +
			withVerdict + " include the result of the gates in jprof.yaml (see jprof check); " +
			formats.That(formats.OnlyGates) + " includes nothing else." + formats.List(),
		Flags: slices.Concat(inputFlags(), []cli.Flag{
			&cli.StringFlag{Name: "format", Usage: "write the format `NAME`"},
			&cli.PathFlag{Name: "o", Aliases: []string{"output"},
				Usage: "write to `FILE`, or to a folder; - is standard output"},
			&cli.BoolFlag{Name: "schema",
				Usage: "write the JSON Schema of the format instead, which needs no run and no -o: " +
					words.Either(formatsWithSchema())},
			&cli.StringFlag{Name: "since",
				Usage: withVerdict + ": list the lines changed since the merge base with `REV` that were not executed"},
			&cli.BoolFlag{Name: "tests", Usage: "include test sources"},
			&cli.StringFlag{Name: "metric", DefaultText: "bytecodes, or time",
				Usage: "formats of contexts: write, or show first, `METRIC`: " + words.Either(cct.MetricNames()) +
					"; formats of times: " + words.Either(times.MetricNames())},
			&cli.StringFlag{Name: "min", DefaultText: "1",
				Usage: "efficiency-sarif: list methods without effect that have at least `P` percent of the cost"},
		}, contextFlags()[1:]),
		Before: noArgs,
		Action: func(c *cli.Context) error {
			name := c.String("format")
			f, of, known := formats.Named(name)
			switch {
			case !c.IsSet("format"):
				return exit.Usagef(exportUsage+", with one of "+names, "export requires --format")
			case !known:
				return noSuchFormat(name)
			case c.Bool("schema"):
				return s.exportSchema(c, name)
			case c.Path("o") == "":
				return exit.Usagef(exportUsage, "export requires -o, the file to write to")
			}
			if err := usable(c, f, of); err != nil {
				return err
			}
			if of == formats.OfAll {
				return s.exportTables(c)
			}
			write := func(in formats.Input) error {
				return s.output(c.Path("o"), func(w io.Writer) error { return f.Write(w, &in) })
			}
			switch of {
			case formats.OfContexts:
				return s.exportContexts(c, f, write)
			case formats.OfEfficiency:
				return s.exportEfficiency(c, write)
			case formats.OfTests:
				return s.exportTests(c, write)
			case formats.OfTimes:
				return s.exportTimes(c, f, write)
			}
			return s.exportCounts(c, f, write)
		},
	}
	return command, []example{
		{"jprof export --format lcov -o lcov.info", "for tools that show coverage"},
		{`jprof export --format markdown -o - >>"$GITHUB_STEP_SUMMARY"`, "a summary on the page of a CI job"},
		{"jprof export --format pprof -o contexts.pb.gz", "calling contexts, for go tool pprof"},
		{"jprof export --format time-pprof -o time.pb.gz", "times and counts of lines, for go tool pprof"},
		{"jprof export --format parquet -o tables", "add the run to tables of many runs, for DuckDB and Spark"},
		{"jprof export --format json --schema", "the JSON Schema of a format, for validators"},
	}
}

// optionsOfFormats has the options of export beside --format, -o and --run that formats for a kind of runs have a use
// for, and those of formats with a part.
var (
	optionsOfFormats = map[formats.Kind][]string{
		formats.OfCounts:     {"map", "counts", "title", "since", "tests"},
		formats.OfContexts:   {"step", "fold-synthetic", "fold-clinit", "fold-recursion", "root", "main", "metric"},
		formats.OfEfficiency: {"step", "root", "main"},
		formats.OfTimes:      {"metric"},
	}
	optionsOfParts = map[string]formats.Parts{"min": formats.Least, "tests": formats.Sources}
)

// usable returns an error if an option is given that does not apply to the format.
func usable(c *cli.Context, f formats.Format, of formats.Kind) error {
	for _, option := range c.Command.Flags {
		name := option.Names()[0]
		if c.IsSet(name) && !slices.Contains([]string{"format", "o", "schema", "run"}, name) &&
			!slices.Contains(optionsOfFormats[of], name) && f.Has&optionsOfParts[name] == 0 {
			return exit.Usagef("", "--%s is not for the format %s", name, f.Name)
		}
	}
	return nil
}

// noSuchFormat returns the error for the name of an unknown format, with a hint at similar names.
func noSuchFormat(name string) error {
	hint := "the formats are " + strings.Join(formats.Names(), ", ")
	if near := words.Nearest(name, formats.Names()); len(near) > 0 {
		hint = "did you mean " + near[0] + "? " + hint
	}
	if of, ok := strings.CutSuffix(name, "-schema"); ok && formats.Schemas[of] != nil {
		hint = "use --format " + of + " --schema" // a format up to 0.2
	}
	return exit.Usagef(hint, "--format: no such format: %s", name)
}

// exportSchema writes the JSON Schema of a format.
func (s *session) exportSchema(c *cli.Context, name string) error {
	text, ok := formats.Schemas[name]
	if !ok {
		return exit.Usagef(words.Listed(formatsWithSchema())+" have one",
			"--schema: the format %s has no schema", name)
	}
	for _, f := range c.Command.Flags {
		option := f.Names()[0]
		if c.IsSet(option) && !slices.Contains([]string{"format", "schema", "o"}, option) {
			return exit.Usagef("jprof export --format "+name+" --schema", "--%s cannot be used with --schema", option)
		}
	}
	return s.output(cmp.Or(c.Path("o"), "-"), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// formatsWithSchema returns the names of the formats that have a JSON Schema.
func formatsWithSchema() []string { return slices.Sorted(maps.Keys(formats.Schemas)) }

// exportCounts writes the counts of a run. It adds a verdict if the format can hold one and the project has gates.
func (s *session) exportCounts(c *cli.Context, f formats.Format, write func(formats.Input) error) error {
	run, gates, err := s.gates(c)
	if err != nil {
		return err
	}
	if c.IsSet("since") {
		if f.Has&formats.Verdict == 0 {
			return exit.Usagef("jprof export --format sarif --since REV -o FILE",
				"--since: only %s list changed lines", formats.That(formats.Verdict))
		}
		gates.Changed.Since = c.String("since")
	}
	if f.Has&formats.Verdict != 0 && !gates.Empty() {
		gates.Tests = gates.Tests || c.Bool("tests")
		judged, err := run.forGates().Check(gates, true)
		if err != nil {
			return err
		}
		return write(formats.Input{Model: judged.Model, Verdict: judged.Verdict})
	}
	model, err := run.model()
	switch {
	case err != nil:
		return err
	case f.Has&formats.OnlyGates != 0:
		return exit.Usagef("--since REV, or a section check in "+run.settings.From("check"),
			"--format %s: there are no gates and no --since: nothing to write", f.Name)
	case !c.Bool("tests"):
		model = model.MainSources()
	}
	return write(formats.Input{Model: model})
}

// exportTables writes all that runs have as tables to a folder.
func (s *session) exportTables(c *cli.Context) error {
	if c.Path("o") == "-" {
		return exit.Usagef("jprof export --format parquet -o tables", "the format parquet is a folder with tables: -o "+
			"must name it")
	}
	r := s.reader()
	defer r.Close()
	list, err := tabled(r, c.String("run"))
	if err != nil {
		return err
	}
	conf, err := r.Settings()
	if err != nil {
		return err
	}
	for _, o := range list {
		s.warnOfParts(o, list)
		reportdir.WarnIncomplete(s.ui, o.Run)
		err := tables.Write(s.env.Path(c.Path("o")), o,
			tables.Options{Tests: c.Bool("tests"), Settings: conf, UI: s.ui})
		if err != nil {
			return fmt.Errorf("run %s: %w", o.ID, err)
		}
	}
	s.ui.Info("wrote %s", words.Plural(len(list), "run"))
	s.ui.Result("tables: %s", c.Path("o"))
	return nil
}

// warnOfParts warns of a merged run if one that it was merged from is not in the list.
func (s *session) warnOfParts(o *runs.Opened, list []*runs.Opened) {
	for _, part := range o.Parts {
		if !slices.ContainsFunc(list, func(one *runs.Opened) bool { return one.ID == part.ID }) {
			s.ui.Warn("run %s was merged, and most recipes of jprof query leave it out: export run %s, and all others "+
				"of which it was made, too", o.ID, part.ID)
			return
		}
	}
}

// tabled returns the runs that ref names; "" means the newest one that has counts or contexts.
func tabled(r *reading.Reader, ref string) ([]*runs.Opened, error) {
	if ref != "" {
		r.Again = true // each run is a row of the table runs
		return r.All(ref)
	}
	if err := r.HasRuns(ref); err != nil {
		return nil, err
	}
	newest := r.Store.Last(func(r runs.Run) bool { return r.HasCounts() || r.HasContexts() })
	if newest == nil {
		one, err := r.One("", runs.WantCounts)
		return []*runs.Opened{one}, err
	}
	return []*runs.Opened{newest}, nil
}

// exportEfficiency writes the efficiency of the methods of a run.
func (s *session) exportEfficiency(c *cli.Context, write func(formats.Input) error) error {
	least := settings.Hundred / 100
	if c.IsSet("min") {
		var err error
		if least, err = gate.ParsePercent(c.String("min")); err != nil || least > settings.Hundred {
			return exit.Usagef("--min 0.5", "--min must be 0 to 100, not %s", c.String("min"))
		}
	}
	run, err := s.chosenEfficiency(c, nil)
	if err != nil {
		return err
	}
	run.WarnNotes(s.ui)
	return write(formats.Input{Efficiency: run.Result, Run: run.Info, Least: least})
}

// exportContexts writes the contexts that options choose.
func (s *session) exportContexts(c *cli.Context, f formats.Format, write func(formats.Input) error) error {
	m := cct.Bytecodes
	if c.IsSet("metric") {
		var err error
		if m, err = metricNamed("--metric", c.String("metric"), cct.ColumnNames()); err != nil {
			return err
		}
	}
	finder, err := s.finderFor(c)
	if err != nil {
		return err
	}
	defer finder.Close()
	options := partOf(c)
	options.By, options.Apart = m, f.Has&formats.Effects != 0 && !c.IsSet("step")
	if f.Has&formats.Effects != 0 {
		rules, err := contextrun.ProjectRules(finder)
		if err != nil {
			return err
		}
		options.Effects = &rules
	}
	run, err := contextrun.Open(finder, c.String("run"), options)
	if err != nil {
		return err
	}
	if m, err = run.Metric("--metric", c.IsSet("metric"), m); err != nil {
		return err
	}
	in := formats.Input{Tree: run.Tree, Steps: run.Steps, Run: run.Info}
	if c.IsSet("metric") || m != cct.Bytecodes {
		in.By = &m
	}
	run.WarnNotes(s.ui)
	if n := contextview.Deeper(run.Tree); n > 0 && f.Has&formats.AnyDepth == 0 {
		s.ui.Warn("%s below level %d: they are part of their ancestor there, so that all sums are right",
			words.Plural(n, "context"), contextview.MaxStack)
	}
	return write(in)
}

// exportTests writes the counts by test of a run.
func (s *session) exportTests(c *cli.Context, write func(formats.Input) error) error {
	run, err := s.chosenTests(c)
	if err != nil {
		return err
	}
	all := c.Bool("tests") || len(run.Report.TestSources().Files) == len(run.Report.Files)
	return write(formats.Input{Tests: run.Model, Includes: func(f *report.File) bool { return all || !f.IsTest() }})
}

// exportTimes writes the times of a run.
func (s *session) exportTimes(c *cli.Context, f formats.Format, write func(formats.Input) error) error {
	in := formats.Input{}
	if c.IsSet("metric") {
		i := slices.Index(times.MetricNames(), c.String("metric"))
		if i < 0 {
			return exit.Usagef("", "--metric must be %s for the format %s, not %s", words.Either(times.MetricNames()),
				f.Name, c.String("metric"))
		}
		metric := times.Metric(i)
		in.Time = &metric
	}
	var err error
	if in.Times, err = s.times(c); err != nil {
		return err
	}
	s.noteTimes(in.Times, true)
	return write(in)
}
