package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs/contextrun"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/efficiency"
	"jprof/report/export/csv"
	"jprof/report/export/json"
	"jprof/report/export/text"
	"jprof/report/gate"
)

const efficiencyUsage = "jprof efficiency [--run RUN] [--step NAME] [--thread NAME] [--root PATTERN] [--main]\n" +
	"                 [-n N] [--method PATTERN|--context PATTERN] [--json] [RULES]\n" +
	"jprof efficiency --csv [--run RUN] [RULES]"

func efficiencyCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "efficiency",
		Category:  categoryRead,
		Usage:     "print what the work of methods was good for: cost, value, and what had no effect",
		UsageText: efficiencyUsage,
		Description: `The cost of a method is the bytecodes that it executed, with all that it called. Its value is ` +
			`how much it wrote that others can see after its end. That is in arguments, static fields, results, ` +
			`files and streams. Its efficiency is value / cost.
Four lists say where work was of little use: no effect, discarded writes, low efficiency, and only a result.
Only the method, and what it called, saw discarded writes.

A run is recorded by jprof mvn --contexts, gradle --contexts or run --contexts: docs/EFFICIENCY.md has more.`,
		Flags: []cli.Flag{
			runFlag(" with contexts"),
			&cli.StringSliceFlag{Name: "step", DefaultText: "all", Usage: "only contexts of the test step `NAME`"},
			&cli.StringSliceFlag{Name: "thread", DefaultText: "all",
				Usage: "only threads with the name `NAME`, N for digits; * is any text"},
			rootFlag(),
			mainFlag(),
			&cli.StringFlag{Name: "method",
				Usage: "print the numbers of the methods that match `PATTERN`, and where they discard or cost most"},
			&cli.StringFlag{Name: "context",
				Usage: "print the contexts of the methods that match `PATTERN`: those that cost most"},
			rowsFlag("print `N` rows of a list", 10),
			jsonFlag(),
			&cli.BoolFlag{Name: "csv", Usage: "print a line for each method, for programs"},
			&cli.BoolFlag{Name: "as-paper", Usage: "use the rules of the paper to the letter: see docs/EFFICIENCY.md"},
			&cli.BoolFlag{Name: "no-aliases",
				Usage: "treat what is read from an object as a part of it: more writes count as discarded, and some " +
					"value is missed"},
			&cli.StringFlag{Name: "native-cost", DefaultText: "arraycopy=7",
				Usage: "charge `COSTS` for each element that natives copy: arraycopy=N, clone=N, with commas"},
			&cli.StringFlag{Name: "value-types", DefaultText: "String",
				Usage: "also count results of these `CLASSES` as value, as those of primitive types; none: only " +
					"primitive types"},
			&cli.StringFlag{Name: "low-efficiency", Usage: "list methods whose efficiency is below `P` percent",
				DefaultText: "0.1%"},
		},
		Action: func(c *cli.Context) error { return s.efficiency(c) },
	}
	return command, []example{
		{"jprof efficiency", "what the program was good for, and four lists of methods to examine"},
		{"jprof efficiency --method Parser.next", "what this method wrote, for whom, and where it was of no use"},
		{"jprof efficiency --csv >efficiency.csv", "all methods, for programs"},
	}
}

// fitting returns an error for arguments, and for options that cannot be combined.
func fitting(c *cli.Context) error {
	if c.Args().Present() {
		return exit.Usagef("jprof efficiency --method "+c.Args().First(), "efficiency takes no argument: %q is one",
			c.Args().First())
	}
	return cmp.Or(atMostOne(c, "method", "context", "csv"), atMostOne(c, "csv", "json"),
		checkRows(c, "-n", "jprof efficiency -n 20"))
}

// efficiencyRules returns the rules that options choose. Without such options they are those of the settings of the
// project.
func efficiencyRules(c *cli.Context, conf settings.Efficiency) (efficiency.Options, error) {
	o := efficiency.Default()
	if c.Bool("as-paper") {
		o, conf = efficiency.AsPaper(), settings.Efficiency{}
	}
	o.Aliases = o.Aliases && !c.Bool("no-aliases")
	if err := conf.Apply(&o); err != nil {
		return o, err
	}
	if c.IsSet("native-cost") {
		if err := o.Charge(c.String("native-cost")); err != nil {
			return o, exit.Usagef("--native-cost arraycopy=7,clone=7", "--native-cost: %w", err)
		}
	}
	if c.IsSet("value-types") {
		if err := o.CountAsValue(strings.Split(c.String("value-types"), ",")); err != nil {
			return o, exit.Usagef("--value-types Money,com.example.Text", "--value-types: %w", err)
		}
	}
	if c.IsSet("low-efficiency") {
		low, err := gate.ParsePercent(c.String("low-efficiency"))
		if err == nil && low > settings.Hundred {
			err = fmt.Errorf("must be between 0 and 100, not %v", low)
		}
		if err != nil {
			return o, exit.Usagef("jprof efficiency --low-efficiency 0.1%", "--low-efficiency: %w", err)
		}
		o.LowEfficiency = low.Millionths()
	}
	return o, nil
}

// efficiency prints the view that options choose of the efficiency of a run.
func (s *session) efficiency(c *cli.Context) error {
	if err := fitting(c); err != nil {
		return err
	}
	run, err := s.chosenEfficiency(c, func(known []cct.Method, o *efficiency.Options) error {
		for _, option := range []string{"method", "context"} {
			if c.IsSet(option) {
				o.MaxContexts, o.MostCaptured = c.Int("top"), option == "method"
				matches, err := contextrun.Matching(known, c.String(option))
				if err != nil {
					return err
				}
				o.Contexts = func(m *efficiency.Method) bool { return matches(&m.Method) }
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	r := run.Result
	switch {
	case c.Bool("csv"):
		run.WarnNotes(s.ui)
		return csv.Efficiency(s.env.Stdout, r)
	case c.Bool("json"):
		return json.Efficiency(s.env.Stdout, r, run.Info)
	case r.Options.Contexts != nil:
		var list []*efficiency.Method
		for _, m := range r.Methods {
			if r.Options.MostCaptured && r.Options.Contexts(m) {
				list = append(list, m)
			}
		}
		return text.EfficiencyOf(s.env.Stdout, s.screen.Width(), r, run.Info, list)
	}
	return text.Efficiency(s.env.Stdout, s.screen.Width(), r, run.Info, c.Int("top"), nextEfficiency(c, r))
}

// nextEfficiency returns a hint with the command for the method that is most worth a look: the most costly method
// without effect, else the method that captures most.
func nextEfficiency(c *cli.Context, r *efficiency.Result) string {
	for _, l := range []efficiency.List{efficiency.NoEffect, efficiency.Capturing} {
		for _, m := range r.In(l) {
			return "next: " + nextCommand(c, "efficiency", "--method", m.Short()) +
				" prints what it writes, for whom, and its contexts"
		}
	}
	return ""
}

// chosenEfficiency computes the efficiency of the run, or of the part of it, that options choose. choose may be nil.
func (s *session) chosenEfficiency(c *cli.Context, choose contextrun.Choose) (*contextrun.Efficiency, error) {
	f, err := s.finderFor(c)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	conf, err := settings.Read(f.Store.Project)
	if err != nil {
		return nil, err
	}
	rules, err := efficiencyRules(c, conf.Efficiency)
	if err != nil {
		return nil, err
	}
	return contextrun.EfficiencyOf(f, c.String("run"), rules, partOf(c), choose)
}
