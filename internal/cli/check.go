package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/atomicfile"
	"jprof/internal/exit"
	"jprof/internal/gitrepo"
	"jprof/internal/paths"
	"jprof/internal/runmodel"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/ui"
	"jprof/internal/words"
	"jprof/report"
	"jprof/report/gate"
	"jprof/report/json"
	"jprof/report/junit"
	"jprof/report/markdown"
	"jprof/report/pattern"
	"jprof/report/sarif"
	"jprof/report/text"
)

func (j *job) checkCommand() (*cli.Command, []example) {
	return &cli.Command{
			Name:     "check",
			Category: categoryCompare,
			Usage:    "check a run against thresholds, a baseline and count limits",
			UsageText: `jprof check [--run RUN] [--min-lines P] [--min-branches P] [--min-methods P] [--max-unmeasured N]
            [--since REV [--min-changed-lines P] [--min-changed-branches P]] [--baseline FILE [--write-baseline]]
            [--method PATTERN [--max-invocations N] [--max-executions N] [--max-growth P]] [--allow NAME]
            [--json] [--markdown FILE] [--sarif FILE] [--junit FILE]`,
			Description: `Checks the newest run, which must have counts. The exit code is 1 if a gate failed, and 3 if there is no run to check. ` +
				`The gates may stand in jprof.yaml, in the section check; options add gates, or replace the same setting. Test sources are not checked without --tests.

A failed build or program, failed tests, and modules that were not built fail the check, unless they are allowed: ` +
				`--allow or check.allow with ` + settings.FailureKinds() + `.`,
			Flags: append(inputFlags(),
				&cli.StringFlag{Name: "min-lines", Usage: "require that `P` percent of the lines are executed"},
				&cli.StringFlag{Name: "min-branches", Usage: "require `P` percent of the outcomes of branches"},
				&cli.StringFlag{Name: "min-methods", Usage: "require that `P` percent of the methods are executed"},
				&cli.IntFlag{Name: "max-unmeasured", Usage: "allow at most `N` unmeasured files", DefaultText: "no limit"},
				&cli.StringFlag{Name: "since", Usage: "check lines changed since the merge base with `REV`, a Git revision"},
				&cli.StringFlag{Name: "min-changed-lines", Usage: "require that `P` percent of the changed lines are executed"},
				&cli.StringFlag{Name: "min-changed-branches", Usage: "require `P` percent of the outcomes of branches in changed lines"},
				&cli.PathFlag{Name: "baseline", Usage: "fail if a ratio is lower than in the baseline `FILE`"},
				&cli.BoolFlag{Name: "write-baseline", Usage: "write the ratios and counts of the run to the baseline instead"},
				&cli.StringSliceFlag{Name: "method", Usage: "apply the next three limits to methods that match `PATTERN`, such as com.example.Parser.next", DefaultText: "all"},
				&cli.Uint64Flag{Name: "max-invocations", Usage: "fail if a matching method is invoked more than `N` times", DefaultText: "no limit"},
				&cli.Uint64Flag{Name: "max-executions", Usage: "fail if the statements of a matching method are executed more than `N` times", DefaultText: "no limit"},
				&cli.StringFlag{Name: "max-growth", Usage: "fail if either is more than `P` percent above the baseline"},
				&cli.StringSliceFlag{Name: "allow", Usage: "do not fail for `NAME`: " + settings.FailureKinds()},
				jsonFlag(),
				&cli.PathFlag{Name: "markdown", Usage: "write a summary with the gates to `FILE`; - is standard output, and then nothing else is printed there"},
				&cli.PathFlag{Name: "sarif", Usage: "write failed gates, and changed lines that were not executed, to `FILE` as SARIF"},
				&cli.PathFlag{Name: "junit", Usage: "write each gate as a test to `FILE`, in the XML of JUnit"},
				&cli.BoolFlag{Name: "tests", Usage: "include test sources"},
				&cli.BoolFlag{Name: "varying", Usage: "include methods whose counts vary between equal runs (--repeat)"},
			),
			Action: func(c *cli.Context) error {
				if err := noArgs(c); err != nil {
					return err
				}
				if out := toStdout(c); len(out) > 1 {
					return exit.Usagef("", "%s and %s cannot be combined", out[0], out[1])
				}
				return j.check(c)
			},
		}, []example{
			{"jprof check --min-lines 80 --min-branches 70", "fail if fewer lines or branches are executed"},
			{"jprof check --since origin/main --min-changed-lines 90", "check only changed lines"},
		}
}

// check checks a run. If a gate fails, it prints a table, and returns an exit code.
func (j *job) check(c *cli.Context) error {
	run, gates, err := j.gates(c)
	if err != nil {
		return err
	}
	if err := override(&gates, c, j.env); err != nil {
		return err
	}
	switch {
	case c.Bool("write-baseline") && gates.Baseline == "":
		return exit.Usagef("--baseline FILE, or check.baseline in "+settings.FileName, "--write-baseline: requires a baseline")
	case gates.Empty():
		return exit.Usagef("jprof check --min-lines 80, or a section check in "+settings.FileName, "check: there is nothing to check")
	}
	run.data.TakeVarying = c.Bool("varying")
	checked, err := j.judge(run, gates, !c.Bool("write-baseline"))
	if err != nil {
		return err
	}
	if n := checked.leftOut; n > 0 {
		is := "are"
		if n == 1 {
			is = "is"
		}
		j.ui.Info("checking %s; %s %s left out (--tests includes them)", words.Plural(len(checked.model.Files), "main source"), words.Plural(n, "test source"), is)
	}
	allowed := checked.rules.Run.Allow
	for _, f := range checked.model.Run.Failures() {
		if slices.Contains(allowed, f.Kind) {
			j.ui.Warn("%s (allowed: %s)", f.Text, f.Kind)
		}
	}
	if err := j.writeVerdict(c, checked); err != nil {
		return err
	}
	if kinds := checked.verdict.MayAllow(); len(kinds) > 0 {
		j.ui.Info("hint: to accept this, use --allow %s or check.allow in %s", strings.Join(kinds, " --allow "), settings.FileName)
	}
	switch failed := checked.verdict.Failed(); {
	case c.Bool("write-baseline") && len(checked.verdict.MayAllow()) > 0:
		j.ui.Warn("%s is not written: the run does not represent the whole project", j.env.Short(gates.Baseline))
		return exit.Status(exit.Failed)
	case c.Bool("write-baseline"):
		if err := atomicfile.Write(gates.Baseline, gate.NewBaseline(checked.model, checked.rules).Write); err != nil {
			return err
		}
		j.ui.Result("baseline: %s", j.env.Short(gates.Baseline))
		fallthrough
	default:
		if failed > 0 {
			return exit.Status(exit.Failed)
		}
		return nil
	}
}

// toStdout lists the options that have a document written to standard output, where one has room.
func toStdout(c *cli.Context) []string {
	var list []string
	if c.Bool("json") {
		list = append(list, "--json")
	}
	for _, option := range []string{"markdown", "sarif", "junit"} {
		if c.Path(option) == "-" {
			list = append(list, "--"+option+" -")
		}
	}
	return list
}

// writeVerdict prints the verdict, unless a document is printed, and writes the files that options name.
func (j *job) writeVerdict(c *cli.Context, checked *judged) error {
	var err error
	switch {
	case c.Bool("json"):
		err = json.Verdict(j.env.Stdout, checked.model, checked.verdict)
	case len(toStdout(c)) == 0:
		err = text.Verdict(j.env.Stdout, j.screen.Width(), checked.verdict)
	}
	for _, f := range []struct {
		option string
		write  writer
	}{{"markdown", markdown.Write}, {"sarif", sarif.Write}, {"junit", junit.Write}} {
		if file := c.Path(f.option); file != "" && err == nil {
			err = j.output(file, func(w io.Writer) error { return f.write(w, checked.model, checked.verdict) })
		}
	}
	return err
}

// gates reads the run that a command is about, and the gates of its project.
func (j *job) gates(c *cli.Context) (*chosen, settings.Check, error) {
	run, err := j.chosen(c, whatever)
	if err != nil {
		return nil, settings.Check{}, err
	}
	gates := run.settings.Check
	if gates.Baseline != "" {
		gates.Baseline = filepath.Join(run.store.Project, filepath.FromSlash(gates.Baseline))
	}
	return run, gates, nil
}

// judged is a model with its verdict.
type judged struct {
	model   *report.Model // that was checked
	leftOut int           // test sources that are not in it
	rules   gate.Rules
	verdict *gate.Verdict
}

// judge checks a run, with the baseline or without.
func (j *job) judge(run *chosen, gates settings.Check, baseline bool) (*judged, error) {
	rules, err := gates.Rules()
	if err != nil {
		return nil, err
	}
	if gates.Baseline == "" && slices.ContainsFunc(rules.Methods, func(r gate.MethodRule) bool { return r.Growth != nil }) {
		return nil, exit.Usagef("--baseline FILE, or check.baseline in "+settings.FileName, "check: a limit for growth requires a baseline")
	}
	var changes gitrepo.Changes
	if gates.Changed.Since != "" {
		if changes, err = changesSince(run.store, run.data.Run, gates.Changed.Since); err != nil {
			return nil, err
		}
		rules.Changed = &gate.Changed{Since: gates.Changed.Since, Lines: gates.Changed.Lines.Plain(), Branches: gates.Changed.Branches.Plain(), Has: changes.Has}
	}
	all, err := run.model()
	if err != nil {
		return nil, err
	}
	if rules.Changed != nil {
		rules.Changed.Missing = missing(all, changes)
	}
	model := all
	if !gates.Tests {
		model = all.MainSources()
	}
	if err := measuredAsHere(run.store, run.data.Run, model, changes); err != nil {
		return nil, err
	}
	if gates.Baseline != "" && baseline {
		if rules.Baseline, err = j.readBaseline(gates.Baseline); err != nil {
			return nil, err
		}
	}
	return &judged{model, len(all.Files) - len(model.Files), rules, gate.Check(model, rules)}, nil
}

func (j *job) readBaseline(file string) (*gate.Baseline, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		hint := "jprof check --baseline " + j.env.Short(file) +
			" --write-baseline, with the same limits, makes it; keep it in version control"
		return nil, exit.Usagef(hint, "%s: there is no baseline yet", j.env.Short(file))
	}
	if err != nil {
		return nil, err
	}
	b, err := gate.ReadBaseline(data)
	if err != nil {
		return nil, ui.Errorf("jprof check --write-baseline makes a new one", "%s: %w", j.env.Short(file), err)
	}
	return b, nil
}

// override takes over the options of the command line.
func override(c *settings.Check, ctx *cli.Context, env Env) error {
	var limits settings.Limits
	for _, o := range []struct {
		name string
		to   **settings.Percent
	}{
		{"min-lines", &c.Lines}, {"min-branches", &c.Branches}, {"min-methods", &c.Methods},
		{"min-changed-lines", &c.Changed.Lines}, {"min-changed-branches", &c.Changed.Branches}, {"max-growth", &limits.Growth},
	} {
		if err := readPercent(ctx, o.name, o.to); err != nil {
			return err
		}
	}
	if ctx.IsSet("max-unmeasured") {
		n := ctx.Int("max-unmeasured")
		if n < 0 {
			return exit.Usagef("jprof check --max-unmeasured 0", "--max-unmeasured: must be 0 or more, not %d", n)
		}
		c.Unmeasured = &n
	}
	if ctx.IsSet("since") {
		c.Changed.Since = ctx.String("since")
	}
	if c.Changed.Since == "" && (c.Changed.Lines != nil || c.Changed.Branches != nil) {
		return exit.Usagef("--since origin/main, or check.changed.since in "+settings.FileName,
			"check: a threshold for changed lines requires a revision to compare with")
	}
	if ctx.IsSet("baseline") {
		c.Baseline = env.Path(ctx.Path("baseline"))
	}
	c.Tests = c.Tests || ctx.Bool("tests")
	if err := overrideCounts(c, ctx, limits); err != nil {
		return err
	}
	return overrideAllow(c, ctx)
}

// readPercent reads an option that is a percentage, if it is there.
func readPercent(ctx *cli.Context, name string, to **settings.Percent) error {
	if !ctx.IsSet(name) {
		return nil
	}
	p, err := gate.ParsePercent(ctx.String(name))
	if err == nil && name != "max-growth" && p > settings.Hundred {
		err = errors.New("must be between 0 and 100")
	}
	if err != nil {
		return exit.Usagef("jprof check --"+name+" 80", "--%s: %w", name, err)
	}
	*to = &settings.Percent{Percent: p}
	return nil
}

// overrideCounts adds the limits of the options for counts of methods. Their growth is in limits already.
func overrideCounts(c *settings.Check, ctx *cli.Context, limits settings.Limits) error {
	for name, to := range map[string]**settings.Count{"max-invocations": &limits.Invocations, "max-executions": &limits.Executions} {
		if ctx.IsSet(name) {
			n := settings.Count(ctx.Uint64(name))
			*to = &n
		}
	}
	if limits.Growth == nil && limits.Invocations == nil && limits.Executions == nil {
		if ctx.IsSet("method") {
			return exit.Usagef("--max-invocations, --max-executions or --max-growth", "--method: requires a limit")
		}
		return nil
	}
	if limits.Method = ctx.StringSlice("method"); len(limits.Method) == 0 {
		limits.Method = settings.Texts{"**"}
	}
	for _, text := range limits.Method {
		if _, err := pattern.ParseMethod(text); err != nil {
			return exit.Usagef("jprof check --method com.example.Parser.next ...", "--method: %w", err)
		}
	}
	c.Counts = append(slices.Clone(c.Counts), limits)
	return nil
}

// overrideAllow adds the failures that options allow.
func overrideAllow(c *settings.Check, ctx *cli.Context) error {
	for _, name := range ctx.StringSlice("allow") {
		if !slices.Contains(report.FailureKinds, report.FailureKind(name)) {
			return exit.Usagef("--allow accepts "+settings.FailureKinds(), "--allow: %q cannot be allowed", name)
		}
	}
	c.Allow = append(slices.Clone(c.Allow), ctx.StringSlice("allow")...)
	return nil
}

// changesSince returns the lines of a run's sources that have changed according to Git, by their paths in the run.
func changesSince(s runs.Store, r runs.Run, rev string) (gitrepo.Changes, error) {
	dir := filepath.FromSlash(r.Sources)
	if filepath.IsAbs(dir) {
		return nil, fmt.Errorf("--since: the sources of run %s are not in the project", r.ID)
	}
	changes, err := gitrepo.Since(filepath.Join(s.Project, dir), rev)
	if errors.Is(err, gitrepo.ErrNoRevision) {
		err = exit.AsUsage(err)
	}
	return changes, err
}

// missing lists the changed main sources that a run does not have, or could not measure.
func missing(model *report.Model, changes gitrepo.Changes) []string {
	known := map[string]bool{}
	for _, f := range model.Files {
		excluded := len(f.Omitted) > 0 && f.Omitted[0].Excluded
		known[f.Path] = known[f.Path] || f.Measured || excluded || f.IsTest()
	}
	var list []string
	for name := range changes {
		if paths.IsJava(name) && !known[name] && !report.IsTestPath(name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// measuredAsHere returns an error if a changed source is not the one that was built: its lines may have other numbers
// now.
func measuredAsHere(s runs.Store, r runs.Run, model *report.Model, changes gitrepo.Changes) error {
	here, elsewhere := map[string]bool{}, map[string]bool{}
	for _, f := range model.Files {
		if len(changes[f.Path]) == 0 {
			continue
		}
		data, err := runs.ReadFile(filepath.Join(s.Abs(r.Sources), filepath.FromSlash(f.Path)), runmodel.MaxSource)
		if err == nil && runmodel.IsHash(data, f.Hash) {
			here[f.Path] = true
		} else {
			elsewhere[f.Path] = true
		}
	}
	var list []string
	for name := range elsewhere {
		if !here[name] { // none of several versions
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	more := ""
	if n := len(list) - 3; n > 0 {
		list, more = list[:3], fmt.Sprintf(" and %d more", n)
	}
	return ui.Errorf("run jprof check at the commit that was measured, or measure again",
		"--since: sources differ from those of run %s: %s%s", r.ID, strings.Join(list, ", "), more)
}
