package cli

import (
	"cmp"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
	"jprof/report/gate"
)

const exportUsage = "jprof export --format NAME -o FILE"

func exportCommand(s *session) (*cli.Command, []example) {
	names := strings.Join(formatNames(), ", ")
	withVerdict := formatsThat(shows, showsOnly)
	command := &cli.Command{
		Name:      "export",
		Category:  categoryCompare,
		Usage:     "write the counts of a run for other tools",
		UsageText: exportUsage + " [--run RUN] [--tests]\njprof export --format NAME --schema",
		Description: "Writes a run for other tools, in the format NAME. " +
			"Test sources are not included, unless --tests is given or there are no main sources. " +
			withVerdict + " include the result of the gates in jprof.yaml (see jprof check); " +
			formatsThat(showsOnly) + " includes nothing else." + formatList(),
		Flags: slices.Concat(inputFlags(), []cli.Flag{
			&cli.StringFlag{Name: "format", Usage: "write the format `NAME`"},
			&cli.PathFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`; - is standard output"},
			&cli.BoolFlag{Name: "schema",
				Usage: "write the JSON Schema of the format instead, which needs no run and no -o: " +
					words.Either(formatsWithSchema())},
			&cli.StringFlag{Name: "since",
				Usage: withVerdict + ": list the lines changed since the merge base with `REV` that were not executed"},
			&cli.BoolFlag{Name: "tests", Usage: "include test sources"},
			&cli.StringFlag{Name: "metric", DefaultText: "bytecodes, or time",
				Usage: "formats of contexts: write, or show first, `METRIC`: " + words.Either(metricNames()) +
					"; formats of times: " + words.Either(timeMetricNames())},
			&cli.StringFlag{Name: "min", DefaultText: "1",
				Usage: "efficiency-sarif: list methods without effect that have at least `P` percent of the cost"},
		}, contextFlags()[1:]),
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			name := c.String("format")
			switch {
			case !c.IsSet("format"):
				return exit.Usagef(exportUsage+", with one of "+names, "export requires --format")
			case !slices.Contains(formatNames(), name):
				return noSuchFormat(name)
			case c.Bool("schema"):
				return s.exportSchema(c, name)
			case c.Path("o") == "":
				return exit.Usagef(exportUsage, "export requires -o, the file to write to")
			}
			ofEfficiency, isEfficiency := formatNamed(efficiencyFormats, name)
			if !ofEfficiency.least {
				if err := noOptions(c, name, "min"); err != nil {
					return err
				}
			}
			if isEfficiency {
				return s.exportEfficiency(c, ofEfficiency)
			}
			if ofContexts, ok := formatNamed(contextFormats, name); ok {
				return s.exportContexts(c, ofContexts)
			}
			for _, option := range contextFlags()[1:] {
				if err := noOptions(c, name, option.Names()[0]); err != nil {
					return err
				}
			}
			if ofTimes, ok := formatNamed(timeFormats, name); ok {
				return s.exportTimes(c, ofTimes)
			}
			if err := noOptions(c, name, "metric"); err != nil {
				return err
			}
			if ofTests, ok := formatNamed(testFormats, name); ok {
				return s.exportTests(c, ofTests)
			}
			format, _ := formatNamed(formats, name)
			model, verdict, err := s.exported(c, format)
			if err != nil {
				return err
			}
			return s.output(c.Path("o"), func(w io.Writer) error { return format.write(w, model, verdict) })
		},
	}
	return command, []example{
		{"jprof export --format lcov -o lcov.info", "for tools that show coverage"},
		{`jprof export --format markdown -o - >>"$GITHUB_STEP_SUMMARY"`, "a summary on the page of a CI job"},
		{"jprof export --format pprof -o contexts.pb.gz", "calling contexts, for go tool pprof"},
		{"jprof export --format time-pprof -o time.pb.gz", "times and counts of lines, for go tool pprof"},
		{"jprof export --format json --schema", "the JSON Schema of a format, for validators"},
	}
}

// noSuchFormat returns the error for a name that no format has, with a hint at similar ones.
func noSuchFormat(name string) error {
	hint := "the formats are " + strings.Join(formatNames(), ", ")
	if near := words.Nearest(name, formatNames()); len(near) > 0 {
		hint = "did you mean " + near[0] + "? " + hint
	}
	if of, ok := strings.CutSuffix(name, "-schema"); ok && formatSchemas[of] != nil {
		hint = "use --format " + of + " --schema" // a format up to 0.2
	}
	return exit.Usagef(hint, "--format: no such format: %s", name)
}

// exportSchema writes the JSON Schema of a format.
func (s *session) exportSchema(c *cli.Context, name string) error {
	text, ok := formatSchemas[name]
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
func formatsWithSchema() []string { return slices.Sorted(maps.Keys(formatSchemas)) }

// exported returns the model for the options of export, and a verdict if the format shows it and the project has gates.
func (s *session) exported(c *cli.Context, f format) (*report.Model, *gate.Verdict, error) {
	run, gates, err := s.gates(c)
	if err != nil {
		return nil, nil, err
	}
	if c.IsSet("since") {
		if f.verdict == ignores {
			return nil, nil, exit.Usagef("jprof export --format sarif --since REV -o FILE",
				"--since: only %s list changed lines", formatsThat(shows, showsOnly))
		}
		gates.Changed.Since = c.String("since")
	}
	if f.verdict != ignores && !gates.Empty() {
		gates.Tests = gates.Tests || c.Bool("tests")
		judged, err := run.judge(gates, true)
		if err != nil {
			return nil, nil, err
		}
		return judged.model, judged.verdict, nil
	}
	model, err := run.model()
	if err == nil && f.verdict == showsOnly {
		err = exit.Usagef("--since REV, or a section check in "+settings.FileName,
			"--format %s: there are no gates and no --since: nothing to write", f.name)
	}
	if err == nil && !c.Bool("tests") {
		model = model.MainSources()
	}
	return model, nil, err
}

// noOptions returns an error if one of these options is given for a format that has no use for it.
func noOptions(c *cli.Context, format string, names ...string) error {
	for _, name := range names {
		if c.IsSet(name) {
			return exit.Usagef("", "--%s is not for the format %s", name, format)
		}
	}
	return nil
}

// exportEfficiency writes the efficiency of methods.
func (s *session) exportEfficiency(c *cli.Context, f efficiencyFormat) error {
	if err := noOptions(c, f.name, "map", "counts", "since", "tests", "title", "metric", "fold-synthetic",
		"fold-clinit", "fold-recursion"); err != nil {
		return err
	}
	least := settings.Hundred / 100
	if c.IsSet("min") {
		var err error
		if least, err = gate.ParsePercent(c.String("min")); err != nil || least > settings.Hundred {
			return exit.Usagef("--min 0.5", "--min must be 0 to 100, not %s", c.String("min"))
		}
	}
	run, err := s.chosenEfficiency(c, startAt(c))
	if err != nil {
		return err
	}
	run.notes(s)
	return s.output(c.Path("o"), func(w io.Writer) error { return f.write(w, run.result, run.info, least) })
}

// exportContexts writes the contexts that options name.
func (s *session) exportContexts(c *cli.Context, f contextFormat) error {
	if err := noOptions(c, f.name, "map", "counts", "since", "tests", "title"); err != nil {
		return err
	}
	var by *cct.Metric
	if c.IsSet("metric") {
		m, err := metricNamed("--metric", c.String("metric"))
		if err != nil {
			return err
		}
		by = &m
	}
	finder, err := s.finderFor(c)
	if err != nil {
		return err
	}
	defer finder.Close()
	var effects *efficiency.Options
	if f.effects {
		rules, err := projectRules(finder)
		if err != nil {
			return err
		}
		effects = &rules
	}
	run, err := s.contextsIn(finder, c, effects)
	if err != nil {
		return err
	}
	m := cct.Bytecodes
	if by != nil {
		m = *by
	}
	if m, err = run.metric("--metric", by != nil, m); err != nil {
		return err
	}
	if m != cct.Bytecodes {
		by = &m
	}
	run.warnNotes()
	if n := contextview.Deeper(run.tree); n > 0 && f.name != "contexts-json" && f.name != "contexts-markdown" {
		s.ui.Warn("%s below level %d: they are part of their ancestor there, so that all sums are right",
			words.Plural(n, "context"), contextview.MaxStack)
	}
	write := f.write
	if f.ofSteps != nil && !c.IsSet("step") {
		steps, err := stepTrees(finder, c, run, effects)
		if err != nil {
			return err
		}
		write = f.ofSteps(steps)
	}
	return s.output(c.Path("o"), func(w io.Writer) error { return write(w, run.tree, run.info, by) })
}
