package driver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/atomicfile"
	"jprof/internal/gitinfo"
	"jprof/internal/runs"
	"jprof/internal/ui"
	"jprof/report"
	"jprof/report/gate"
	"jprof/report/text"
)

func (j *job) checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "hold a run against minimums, a baseline and limits",
		UsageText: `jprof check [--run RUN] [--min-lines P] [--min-branches P] [--min-methods P] [--max-not-measured N]
            [--since REV [--min-changed-lines P] [--min-changed-branches P]] [--baseline FILE [--write-baseline]]
            [--method PATTERN [--max-invocations N] [--max-executions N] [--max-growth P]]`,
		Description: `The exit code is 1 if something failed. The gates may stand in jprof.yaml, as check; options come
on top of that, or instead of the same setting. The sources of tests are left out.`,
		Flags: append(inputFlags(),
			&cli.StringFlag{Name: "min-lines", Usage: "at least `P` percent of the lines of the project have to be executed"},
			&cli.StringFlag{Name: "min-branches", Usage: "the same for `P` percent of the outcomes of branches"},
			&cli.StringFlag{Name: "min-methods", Usage: "the same for `P` percent of the methods"},
			&cli.IntFlag{Name: "max-not-measured", Usage: "at most `N` files may be there that could not be measured"},
			&cli.StringFlag{Name: "since", Usage: "look at the lines that have changed since the Git revision `REV`, since it and this one were the same"},
			&cli.StringFlag{Name: "min-changed-lines", Usage: "at least `P` percent of them have to be executed"},
			&cli.StringFlag{Name: "min-changed-branches", Usage: "the same for `P` percent of the outcomes of branches in them"},
			&cli.PathFlag{Name: "baseline", Usage: "nothing may be worse than in `FILE`"},
			&cli.BoolFlag{Name: "write-baseline", Usage: "write what is there now to the baseline instead"},
			&cli.StringSliceFlag{Name: "method", Usage: "the methods, by a `PATTERN` such as com.example.Parser.next, that the next three are for", DefaultText: "all"},
			&cli.Uint64Flag{Name: "max-invocations", Usage: "each of them may be invoked `N` times"},
			&cli.Uint64Flag{Name: "max-executions", Usage: "the statements in each of them may be executed `N` times"},
			&cli.StringFlag{Name: "max-growth", Usage: "both may be `P` percent more than in the baseline"},
			&cli.BoolFlag{Name: "tests", Usage: "check the sources of tests, too"},
			&cli.BoolFlag{Name: "varying", Usage: "check methods, too, that are known to vary between equal runs (--repeat)"},
		),
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			return j.check(c)
		},
	}
}

// check holds a run against the gates. What fails is an exit code, and a table.
func (j *job) check(c *cli.Context) error {
	s, m, err := j.chosen(c)
	if err != nil {
		return err
	}
	conf, err := readConfig(s.Project)
	if err != nil {
		return err
	}
	gates := conf.Check
	if gates.Baseline != "" {
		gates.Baseline = filepath.Join(s.Project, filepath.FromSlash(gates.Baseline))
	}
	if err := gates.override(c, j.env); err != nil {
		return err
	}
	if gates.empty() {
		return usagef("jprof check --min-lines 80, or a section check in "+configName, "check: there is nothing to check")
	}
	if c.Bool("write-baseline") && gates.Baseline == "" {
		return usagef("--baseline FILE, or check.baseline in "+configName, "--write-baseline: no file is named")
	}
	rules, err := gates.rules()
	if err != nil {
		return err
	}
	if gates.Baseline == "" && slices.ContainsFunc(rules.Methods, func(r gate.MethodRule) bool { return r.Growth != nil }) {
		return usagef("--baseline FILE, or check.baseline in "+configName, "check: growth is against a baseline, and no file of one is named")
	}
	var changes gitinfo.Changes
	if gates.Changed.Since != "" {
		if changes, err = changesSince(s, m.run, gates.Changed.Since); err != nil {
			return err
		}
		rules.Changed = &gate.Changed{Since: gates.Changed.Since, Lines: gates.Changed.Lines.plain(), Branches: gates.Changed.Branches.plain(), Has: changes.Has}
	}
	m.takeVarying = c.Bool("varying")
	model, err := j.model(s, m)
	if err != nil {
		return err
	}
	j.tellUnknown(model, changes)
	if !gates.Tests {
		all := len(model.Files)
		if model = model.Production(); len(model.Files) < all {
			j.ui.Info("checking %s; %s of tests are left out (--tests takes them in)", plural(len(model.Files), "source"), plural(all-len(model.Files), "source"))
		}
	}
	if err := measuredAsHere(s, m.run, model, changes); err != nil {
		return err
	}
	return j.verdict(c, model, rules, gates.Baseline)
}

// verdict checks a model, and brings the baseline up to date where that is asked for.
func (j *job) verdict(c *cli.Context, model *report.Model, rules gate.Rules, baseline string) error {
	if baseline != "" && !c.Bool("write-baseline") {
		data, err := os.ReadFile(baseline)
		if errors.Is(err, fs.ErrNotExist) {
			return ui.Errorf("jprof check --write-baseline makes it; keep it in version control", "%s: there is no baseline yet", j.env.short(baseline))
		}
		if err == nil {
			rules.Baseline, err = gate.ReadBaseline(data)
		}
		if err != nil {
			return ui.Errorf("jprof check --write-baseline makes a new one", "%s: %w", j.env.short(baseline), err)
		}
	}
	v, err := gate.Check(model, rules)
	if err != nil {
		return ui.Errorf("a gate that nothing can fail is a mistake: see the section check of "+configName+", or the options", "%w", err)
	}
	if err := text.Verdict(j.env.Stdout, v); err != nil {
		return err
	}
	if c.Bool("write-baseline") {
		if err := atomicfile.Write(baseline, gate.NewBaseline(model, rules).Write); err != nil {
			return err
		}
		j.ui.Result("baseline: %s", j.env.short(baseline))
	}
	if v.Failed() > 0 {
		return status(exitFailed)
	}
	return nil
}

// override takes over what the command line says.
func (c *checkConfig) override(ctx *cli.Context, env Env) error {
	var err error
	read := func(name string, to **percent) {
		if !ctx.IsSet(name) || err != nil {
			return
		}
		var p gate.Percent
		if p, err = gate.ParsePercent(ctx.String(name)); err != nil {
			err = usagef("jprof check --"+name+" 80", "--%s: %w", name, err)
		}
		*to = &percent{p}
	}
	read("min-lines", &c.Lines)
	read("min-branches", &c.Branches)
	read("min-methods", &c.Methods)
	read("min-changed-lines", &c.Changed.Lines)
	read("min-changed-branches", &c.Changed.Branches)
	var limits countsConfig
	read("max-growth", &limits.Growth)
	if err != nil {
		return err
	}
	if ctx.IsSet("max-not-measured") {
		n := ctx.Int("max-not-measured")
		c.NotMeasured = &n
	}
	if ctx.IsSet("since") {
		c.Changed.Since = ctx.String("since")
	}
	if c.Changed.Since == "" && (c.Changed.Lines != nil || c.Changed.Branches != nil) {
		return usagef("--since origin/main, or check.changed.since in "+configName, "check: a minimum for changed lines, and no revision since which they have changed")
	}
	if ctx.IsSet("baseline") {
		c.Baseline = env.path(ctx.Path("baseline"))
	}
	for name, to := range map[string]**uint64{"max-invocations": &limits.Invocations, "max-executions": &limits.Executions} {
		if ctx.IsSet(name) {
			n := ctx.Uint64(name)
			*to = &n
		}
	}
	switch limited := limits.Growth != nil || limits.Invocations != nil || limits.Executions != nil; {
	case limited:
		if limits.Method = ctx.StringSlice("method"); len(limits.Method) == 0 {
			limits.Method = texts{"**"}
		}
		c.Counts = append(slices.Clone(c.Counts), limits)
	case ctx.IsSet("method"):
		return usagef("--max-invocations, --max-executions or --max-growth", "--method: no limit for it")
	}
	c.Tests = c.Tests || ctx.Bool("tests")
	return nil
}

// changesSince asks Git what has changed in the sources of a run, by their paths in it.
func changesSince(s runs.Store, r runs.Run, rev string) (gitinfo.Changes, error) {
	dir := filepath.FromSlash(r.Sources)
	if filepath.IsAbs(dir) {
		return nil, fmt.Errorf("--since: the sources of run %s are not in the project", r.ID)
	}
	return gitinfo.Since(filepath.Join(s.Project, dir), rev)
}

// tellUnknown warns of sources that have changed and that the run does not know: they may hold changed lines that nobody has executed.
func (j *job) tellUnknown(model *report.Model, changes gitinfo.Changes) {
	known := map[string]bool{}
	for _, f := range model.Files {
		known[f.Path] = true
	}
	var unknown []string
	for name := range changes {
		if isJava(name) && !known[name] {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	if n := len(unknown); n > 0 {
		j.ui.Warn("%s changed that the run has not compiled, such as %s", plural(n, "source"), unknown[0])
	}
}

// measuredAsHere fails where a source that has changed is not what was measured: the numbers of its lines may be others now.
func measuredAsHere(s runs.Store, r runs.Run, model *report.Model, changes gitinfo.Changes) error {
	here, elsewhere := map[string]bool{}, map[string]bool{}
	for _, f := range model.Files {
		if len(changes[f.Path]) == 0 {
			continue
		}
		data, err := os.ReadFile(filepath.Join(s.Project, filepath.FromSlash(r.Sources), filepath.FromSlash(f.Path)))
		if err == nil && isHash(data, f.Hash) {
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
		"--since: run %s has measured other versions of %s%s than are here now", r.ID, strings.Join(list, ", "), more)
}
