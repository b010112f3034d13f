package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/runs/judge"
	"jprof/internal/settings"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/contextview"
	"jprof/report/export/json"
	"jprof/report/export/junit"
	"jprof/report/export/markdown"
	"jprof/report/export/sarif"
	"jprof/report/export/text"
	"jprof/report/gate"
)

func checkCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:     "check",
		Category: categoryCompare,
		Usage:    "check a run against thresholds, a baseline and count limits",
		UsageText: `jprof check [--run RUN] [--min-lines P] [--min-branches P] [--min-methods P] [--max-unmeasured N]
            [--base RUN [--max-skipped N] [--max-removed N] [--max-not-run N]] [--max-age AGE]
            [--since REV [--min-changed-lines P] [--min-changed-branches P] [--changed-tolerance P]
            [--changed-least-lines N]] [--baseline FILE [--write-baseline]]
            [--method PATTERN [--max-invocations N] [--max-executions N] [--max-growth P]
            [--max-nanoseconds N]] [--allow NAME]
            [--json] [--markdown FILE] [--sarif FILE] [--code-quality FILE] [--junit FILE]
jprof check --contexts [--run RUN] [--allow NAME] [--json] [--markdown FILE] [--sarif FILE] [--code-quality FILE]
            [--junit FILE]`,
		Description: `Checks the newest run, which must have counts. The exit code is 1 if a gate failed, ` +
			`and 3 if there is no run to check. ` +
			`Gates can be in jprof.yaml, in the section check. Options add gates, ` +
			`or replace the same setting. Test sources are not checked without --tests.

A failed build or program, failed tests, modules that were not built, and missing shards fail the check, unless ` +
			`they are allowed: ` +
			`--allow or check.allow with ` + settings.FailureKinds() + `.

With --contexts it checks what methods cost below their callers, by check.contexts in jprof.yaml, and how ` +
			`much of their work is of little use, by check.efficiency: a run with --contexts, by default the newest.`,
		Flags: append(inputFlags(),
			&cli.StringFlag{Name: "min-lines", Usage: "require that `P` percent of the lines are executed"},
			&cli.StringFlag{Name: "min-branches", Usage: "require `P` percent of the outcomes of branches"},
			&cli.StringFlag{Name: "min-methods", Usage: "require that `P` percent of the methods are executed"},
			&cli.IntFlag{Name: "max-unmeasured", Usage: "allow at most `N` unmeasured files", DefaultText: "no limit"},
			&cli.StringFlag{Name: "base", Usage: "compare the tests with those of `RUN`, such as the newest of main"},
			&cli.IntFlag{Name: "max-skipped", Usage: "allow that `N` tests of the base are skipped",
				DefaultText: "no limit"},
			&cli.IntFlag{Name: "max-removed", Usage: "allow that `N` tests of the base are removed",
				DefaultText: "no limit"},
			&cli.IntFlag{Name: "max-not-run", Usage: "allow that `N` tests of the base are not run",
				DefaultText: "no limit"},
			&cli.StringFlag{Name: "max-age", Usage: "fail if parts that were carried forward are older than `AGE`, " +
				"such as 14d or 36h"},
			&cli.StringFlag{Name: "since",
				Usage: "check lines changed since the merge base with `REV`, a Git revision"},
			&cli.StringFlag{Name: "min-changed-lines",
				Usage: "require that `P` percent of the changed lines are executed; base: as many as in the base"},
			&cli.StringFlag{Name: "min-changed-branches",
				Usage: "require `P` percent of the outcomes of branches in changed lines"},
			&cli.StringFlag{Name: "changed-tolerance",
				Usage: "pass with up to `P` percentage points below a threshold for changed lines"},
			&cli.IntFlag{Name: "changed-least-lines", Usage: "pass if fewer than `N` lines have changed",
				DefaultText: "none"},
			&cli.PathFlag{Name: "baseline", Usage: "fail if a ratio is lower than in the baseline `FILE`"},
			&cli.BoolFlag{Name: "write-baseline",
				Usage: "write the ratios and counts of the run to the baseline instead"},
			&cli.StringSliceFlag{Name: "method",
				Usage: "apply the next three limits to methods that match `PATTERN`, such as " +
					"com.example.Parser.next",
				DefaultText: "all"},
			&cli.Uint64Flag{Name: "max-invocations", Usage: "fail if a matching method is called more than `N` times",
				DefaultText: "no limit"},
			&cli.Uint64Flag{Name: "max-executions",
				Usage:       "fail if the statements of a matching method are executed more than `N` times",
				DefaultText: "no limit"},
			&cli.StringFlag{Name: "max-growth", Usage: "fail if either is more than `P` percent above the baseline"},
			&cli.Uint64Flag{Name: "max-nanoseconds",
				Usage: "in a run with --time: fail if one call of a matching method takes more than `N` ns, " +
					"beyond the noise",
				DefaultText: "no limit"},
			&cli.StringSliceFlag{Name: "allow", Usage: "do not fail for `NAME`: " + settings.FailureKinds() +
				"; or several, with commas in between"},
			jsonFlag(),
			&cli.PathFlag{Name: "markdown", Usage: "write a summary with the gates to `FILE`; - is standard output, " +
				"and then nothing else is printed there"},
			&cli.PathFlag{Name: "sarif",
				Usage: "write failed gates, and changed lines that were not executed, to `FILE` as SARIF"},
			&cli.PathFlag{Name: "code-quality", Usage: "write the same to `FILE` as a report of GitLab's Code Quality"},
			&cli.PathFlag{Name: "junit", Usage: "write each gate as a test to `FILE`, in the XML of JUnit"},
			&cli.BoolFlag{Name: "contexts",
				Usage: "check a run with contexts by check.contexts and check.efficiency, and nothing else"},
			&cli.BoolFlag{Name: "tests", Usage: "include test sources"},
			&cli.BoolFlag{Name: "varying", Usage: "include methods whose counts vary between equal runs (--repeat)"},
		),
		Before: noArgs,
		Action: func(c *cli.Context) error {
			if out := toStdout(c); len(out) > 1 {
				return exit.Usagef("", "%s and %s cannot be combined", out[0], out[1])
			}
			if c.Bool("contexts") {
				return s.checkContexts(c)
			}
			return s.check(c)
		},
	}
	return command, []example{
		{"jprof check --min-lines 80 --min-branches 70", "fail if fewer lines or branches are executed"},
		{"jprof check --since origin/main --min-changed-lines 90", "check only changed lines"},
	}
}

// check evaluates the gates of a run. If a gate fails, it prints a table, and returns an exit code.
func (s *session) check(c *cli.Context) error {
	run, gates, err := s.gates(c)
	if err != nil {
		return err
	}
	if err := override(&gates, run.settings, c, s.env); err != nil {
		return err
	}
	switch {
	case c.Bool("write-baseline") && gates.Baseline == "":
		return exit.Usagef("--baseline FILE, or check.baseline in "+run.settings.From("check", "baseline"),
			"--write-baseline: requires a baseline")
	case c.Bool("write-baseline"):
		if err := judge.MayReplaceBaseline(run.env, gates.Baseline); err != nil {
			return err
		}
	case gates.Empty():
		s.ui.Warn("no limits are set, by options or by the section check in %s: only the run itself is checked",
			run.settings.From("check"))
	case gates.Changed.OnlyLists():
		s.ui.Warn("no limits for changed lines are set, by options or by check.changed in %s: those since %s are only "+
			"listed", run.settings.From("check", "changed"), gates.Changed.Since)
	}
	for _, of := range []struct {
		name  string
		gates int
	}{{"contexts", len(gates.Contexts)}, {"efficiency", len(gates.Efficiency)}} {
		if of.gates > 0 {
			s.ui.Info("check.%s is checked by jprof check --contexts, on a run with contexts", of.name)
		}
	}
	run.data.TakeVarying = c.Bool("varying")
	judged := run.forGates()
	if gates.Base != "" {
		r := s.reader()
		s.open = append(s.open, r) // its test reports are read later
		if judged.Base, err = r.Base(gates.Base, run.data.Run.ID); err != nil {
			return err
		}
	}
	checked, err := judged.Check(gates, !c.Bool("write-baseline"))
	if err != nil {
		return err
	}
	s.ui.Info("%s", contextview.RunLine(checked.Model.Run))
	if n := checked.Tests; n > 0 {
		s.ui.Info("%s", whatIsChecked(checked.Model, n))
	}
	allowed := checked.Rules.Run.Allow
	for _, f := range checked.Model.Run.Failures() {
		if slices.Contains(allowed, f.Kind) {
			s.ui.Warn("%s (allowed: %s)", f.Text, f.Kind)
		}
	}
	if err := s.writeVerdict(c, checked.Model, checked.Verdict, markdown.Write); err != nil {
		return err
	}
	if kinds := checked.Verdict.MayAllow(); len(kinds) > 0 {
		s.ui.Info("hint: to accept this, use --allow %s or check.allow in %s", strings.Join(kinds, " --allow "),
			run.settings.From("check", "allow"))
	}
	if slices.ContainsFunc(checked.Verdict.Gates, func(g gate.Gate) bool { return g.Rule == gate.ChangedFile }) {
		s.ui.Info("hint: build and test the changed files, too. For files that no build compiles, add a pattern to "+
			"exclude.paths in %s", run.settings.From("exclude", "paths"))
	}
	switch failed := checked.Verdict.Failed(); {
	case c.Bool("write-baseline") && len(checked.Verdict.MayAllow()) > 0:
		s.ui.Warn("%s is not written: the run does not represent the whole project", s.env.Short(gates.Baseline))
		return exit.Status(exit.Failed)
	case c.Bool("write-baseline"):
		if err := atomicfile.Write(gates.Baseline, gate.NewBaseline(checked.Model, checked.Rules).Write); err != nil {
			return err
		}
		s.ui.Result("baseline: %s", s.env.Short(gates.Baseline))
		fallthrough
	default:
		if failed > 0 {
			return exit.Status(exit.Failed)
		}
		return nil
	}
}

// gates returns the run that the options name, and the gates of its project.
func (s *session) gates(c *cli.Context) (*chosen, settings.Check, error) {
	run, err := s.chosen(c, runs.WantNewest)
	if err != nil {
		return nil, settings.Check{}, err
	}
	return run, judge.Gates(run.data.Store, run.settings), nil
}

// forGates returns the run in the form that package judge requires.
func (c *chosen) forGates() judge.Run {
	return judge.Run{Data: c.data, Settings: c.settings, Env: c.env, UI: c.ui}
}

// whatIsChecked returns a text with the number of sources of a check, and of those that it omits: excluded ones, and
// tests.
func whatIsChecked(m *report.Model, tests int) string {
	excluded := m.Totals.Excluded.Files
	text := "checking " + words.Plural(len(m.Files)-excluded, "main source") + "; "
	if excluded > 0 {
		text += words.Plural(excluded, "excluded source") + " and "
	}
	return text + words.Plural(tests, "test source") + " " + words.Form(excluded+tests, "is", "are") +
		" left out (--tests includes tests)"
}

// toStdout lists the given options that write a document to standard output. Only one of them can do so.
func toStdout(c *cli.Context) []string {
	var list []string
	if c.Bool("json") {
		list = append(list, "--json")
	}
	for _, option := range []string{"markdown", "sarif", "code-quality", "junit"} {
		if c.Path(option) == "-" {
			list = append(list, "--"+option+" -")
		}
	}
	return list
}

// A writeGates function writes a verdict in one format.
type writeGates func(io.Writer, *report.Model, *gate.Verdict) error

// writeVerdict prints the verdict, unless a document is printed, and writes the files that options name.
func (s *session) writeVerdict(c *cli.Context, m *report.Model, v *gate.Verdict, inMarkdown writeGates) error {
	var err error
	switch {
	case c.Bool("json"):
		err = json.Verdict(s.env.Stdout, m, v)
	case len(toStdout(c)) == 0:
		err = text.Verdict(s.env.Stdout, s.screen.Width(), v)
	}
	for _, f := range []struct {
		option string
		write  writeGates
	}{{"markdown", inMarkdown}, {"sarif", sarif.Write}, {"code-quality", sarif.CodeQuality}, {"junit", junit.Write}} {
		if file := c.Path(f.option); file != "" && err == nil {
			err = s.output(file, func(w io.Writer) error { return f.write(w, m, v) })
		}
	}
	return err
}
