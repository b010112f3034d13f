package cli

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/exit"
	"jprof/internal/runmodel"
	"jprof/internal/runs"
	"jprof/report/csv"
	"jprof/report/efficiency"
	"jprof/report/gate"
	"jprof/report/text"
)

const efficiencyUsage = "jprof efficiency [--run RUN] [--step NAME] [--thread NAME] [--from PATTERN] [-n N]\n" +
	"                 [--method PATTERN|--context PATTERN|--csv] [RULES]"

func efficiencyCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "efficiency",
		Category:  categoryRead,
		Usage:     "print what the work of methods was good for: cost, value, and what had no effect",
		UsageText: efficiencyUsage,
		Description: `The cost of a method is the bytecodes that it executed, with all that it called. Its value is ` +
			`how much it wrote that others can see when it has ended: into its arguments and static fields, into ` +
			`what it returned, and to files and streams. Its efficiency is value / cost.
Four lists say where work was of little use: no side effect, no effect, low efficiency, and captured writes, which
nobody but the method itself could see.

A run is recorded by jprof mvn --contexts, gradle --contexts or run --contexts: docs/EFFICIENCY.md has more.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "run",
				Usage: "read the run `RUN` instead of the newest with contexts: an ID, a label, a folder or an " +
					"archive"},
			&cli.StringSliceFlag{Name: "step", DefaultText: "all", Usage: "only contexts of the test step `NAME`"},
			&cli.StringSliceFlag{Name: "thread", DefaultText: "all",
				Usage: "only threads with the name `NAME`, N for digits; * is any text"},
			&cli.StringFlag{Name: "from", DefaultText: "all",
				Usage: "only contexts of methods that match `PATTERN`, and what is below them"},
			&cli.StringFlag{Name: "method",
				Usage: "print the numbers of the methods that match `PATTERN`, and where they capture most"},
			&cli.StringFlag{Name: "context",
				Usage: "print the contexts of the methods that match `PATTERN`: those that cost most"},
			&cli.IntFlag{Name: "top", Aliases: []string{"n"}, Usage: "print `N` rows of a list", Value: 10},
			&cli.BoolFlag{Name: "csv", Usage: "print a line for each method, for programs"},
			&cli.BoolFlag{Name: "as-paper", Usage: "use the rules of the paper to the letter: see docs/EFFICIENCY.md"},
			&cli.BoolFlag{Name: "no-aliases",
				Usage: "take what is read from an object for a part of it: more is captured, some value is missed"},
			&cli.StringFlag{Name: "native-cost", Value: "arraycopy=7",
				Usage: "charge `COSTS` for each element that natives copy: arraycopy=N, clone=N, with commas"},
			&cli.StringFlag{Name: "value-types", DefaultText: "String",
				Usage: "count results of these `CLASSES`, too, as value, like primitive ones; none: primitive ones " +
					"only"},
			&cli.StringFlag{Name: "low-efficiency", Usage: "list methods whose efficiency is below `P` percent",
				Value: "0.1%"},
		},
		Action: func(c *cli.Context) error { return s.efficiency(c) },
	}
	return command, []example{
		{"jprof efficiency", "what the program was good for, and four lists of methods to examine"},
		{"jprof efficiency --method Parser.next", "what this method wrote, for whom, and where it was of no use"},
		{"jprof efficiency --csv >efficiency.csv", "all methods, for programs"},
	}
}

// efficiencyOptions reads the rules that options choose.
func efficiencyOptions(c *cli.Context) (efficiency.Options, error) {
	o := efficiency.Default()
	if c.Bool("as-paper") {
		o = efficiency.AsPaper()
	}
	o.Aliases = o.Aliases && !c.Bool("no-aliases")
	var asked []string
	for _, name := range []string{"method", "context", "csv"} {
		if c.IsSet(name) {
			asked = append(asked, "--"+name)
		}
	}
	switch {
	case c.Args().Present():
		return o, exit.Usagef("jprof efficiency --method "+c.Args().First(), "efficiency takes no argument: %q is one",
			c.Args().First())
	case len(asked) > 1:
		return o, exit.Usagef("", "%s and %s cannot be combined", asked[0], asked[1])
	case c.Int("top") < 1:
		return o, exit.Usagef("jprof efficiency -n 20", "-n must be at least 1, not %d", c.Int("top"))
	}
	for _, one := range strings.Split(c.String("native-cost"), ",") {
		name, value, _ := strings.Cut(one, "=")
		cost, err := strconv.ParseUint(value, 10, 32)
		to := map[string]*uint64{"arraycopy": &o.ArraycopyCost, "clone": &o.CloneCost}[name]
		if to == nil || err != nil {
			return o, exit.Usagef("--native-cost arraycopy=7,clone=7", "--native-cost: %q is not a cost", one)
		}
		*to = cost
	}
	for _, name := range strings.Split(c.String("value-types"), ",") {
		switch name = strings.TrimSpace(name); name {
		case "":
		case "none":
			o.ValueTypes = nil
		default:
			o.ValueTypes = append(o.ValueTypes, name)
		}
	}
	low, err := gate.ParsePercent(c.String("low-efficiency"))
	if err != nil {
		return o, exit.Usagef("--low-efficiency 0.1%", "--low-efficiency: %w", err)
	}
	o.LowEfficiency = uint64(low) * 10
	return o, nil
}

// efficiency prints what options say of a run.
func (s *session) efficiency(c *cli.Context) error {
	o, err := efficiencyOptions(c)
	if err != nil {
		return err
	}
	if _, err := runs.FindStore(s.env.Dir); err != nil && !c.IsSet("run") {
		return err
	}
	f := s.finder()
	defer f.Close() //nolint:errcheck // a folder that stays in the system's folder for temporary files
	opened, err := f.OneWithContexts(c.String("run"))
	if err != nil {
		return err
	}
	files, err := runmodel.OpenContextFiles(opened, c.StringSlice("step"))
	if err != nil {
		return err
	}
	o.Steps = files.Steps
	threads := chosenThreads{patterns: c.StringSlice("thread")}
	o.Threads = threads.filter()
	known := efficiency.Methods(files.Trees.Head())
	matching := func(option string) (func(*efficiency.Method) bool, error) {
		if c.String(option) == "" {
			return nil, nil
		}
		match, err := methodsPattern(known, c.String(option))
		return func(m *efficiency.Method) bool { return match(&m.Method) }, err
	}
	if o.Below, err = matching("from"); err != nil {
		return err
	}
	for _, option := range []string{"method", "context"} {
		match, err := matching(option)
		if err != nil {
			return err
		}
		if match != nil {
			o.Contexts, o.MaxContexts, o.MostCaptured = match, c.Int("top"), option == "method"
		}
	}
	result, err := efficiency.Analyze(files.Trees, files.Classes, o)
	if err != nil {
		return err
	}
	if err := threads.missing(); err != nil {
		return err
	}
	switch {
	case c.Bool("csv"):
		for _, note := range result.Notes() {
			s.ui.Info("%s", note)
		}
		return csv.Efficiency(s.env.Stdout, result)
	case o.Contexts != nil:
		var list []*efficiency.Method
		for _, m := range result.Methods {
			if o.MostCaptured && o.Contexts(m) {
				list = append(list, m)
			}
		}
		return text.EfficiencyOf(s.env.Stdout, s.screen.Width(), result, list)
	}
	return text.Efficiency(s.env.Stdout, s.screen.Width(), result, c.Int("top"))
}
