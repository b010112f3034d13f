package driver

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
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
	"jprof/report/markdown"
	"jprof/report/sarif"
	"jprof/report/text"
)

func (j *job) checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "hold a run against minimums, a baseline and limits",
		UsageText: `jprof check [--run RUN] [--min-lines P] [--min-branches P] [--min-methods P] [--max-not-measured N]
            [--since REV [--min-changed-lines P] [--min-changed-branches P]] [--baseline FILE [--write-baseline]]
            [--method PATTERN [--max-invocations N] [--max-executions N] [--max-growth P]] [--markdown FILE] [--sarif FILE]`,
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
			&cli.PathFlag{Name: "markdown", Usage: "write a summary with what has failed to `FILE`, - for standard output"},
			&cli.PathFlag{Name: "sarif", Usage: "write what has failed, and changed lines that were not executed, to `FILE`"},
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
	s, m, gates, err := j.gates(c)
	if err != nil {
		return err
	}
	if err := gates.override(c, j.env); err != nil {
		return err
	}
	switch {
	case gates.empty():
		return usagef("jprof check --min-lines 80, or a section check in "+configName, "check: there is nothing to check")
	case c.Bool("write-baseline") && gates.Baseline == "":
		return usagef("--baseline FILE, or check.baseline in "+configName, "--write-baseline: no file is named")
	}
	m.takeVarying = c.Bool("varying")
	checked, err := j.judge(s, m, gates, !c.Bool("write-baseline"))
	if err != nil {
		return err
	}
	if checked.leftOut > 0 {
		j.ui.Info("checking %s; %s of tests are left out (--tests takes them in)", plural(len(checked.model.Files), "source"), plural(checked.leftOut, "source"))
	}
	if m.run.ExitCode != 0 || m.run.Interrupted {
		j.ui.Warn("the build or program of run %s failed (%s): what it did not come to counts as not executed", m.run.ID, howEnded(m.run))
	}
	if err := text.Verdict(j.env.Stdout, j.screen.Width(), checked.verdict); err != nil {
		return err
	}
	for name, write := range map[string]writer{"markdown": markdown.Write, "sarif": sarif.Write} {
		if file := c.Path(name); file != "" {
			if err := j.output(file, func(w io.Writer) error { return write(w, checked.model, checked.verdict) }); err != nil {
				return err
			}
		}
	}
	if c.Bool("write-baseline") {
		if err := atomicfile.Write(gates.Baseline, gate.NewBaseline(checked.model, checked.rules).Write); err != nil {
			return err
		}
		j.ui.Result("baseline: %s", j.env.short(gates.Baseline))
	}
	if checked.verdict.Failed() > 0 {
		return status(exitFailed)
	}
	return nil
}

// gates reads the run that a command is about, and the gates of its project.
func (j *job) gates(c *cli.Context) (runs.Store, *measured, checkConfig, error) {
	s, m, err := j.chosen(c)
	if err != nil {
		return s, nil, checkConfig{}, err
	}
	conf, err := readConfig(s.Project)
	if err != nil {
		return s, nil, checkConfig{}, err
	}
	gates := conf.Check
	if gates.Baseline != "" {
		gates.Baseline = filepath.Join(s.Project, filepath.FromSlash(gates.Baseline))
	}
	return s, m, gates, nil
}

// judged is what has come of gates.
type judged struct {
	model   *report.Model // that was checked
	leftOut int           // sources of tests that are not in it
	rules   gate.Rules
	verdict *report.Verdict
}

// judge holds a run against gates, with the baseline or without.
func (j *job) judge(s runs.Store, m *measured, gates checkConfig, baseline bool) (*judged, error) {
	rules, err := gates.rules()
	if err != nil {
		return nil, err
	}
	if gates.Baseline == "" && slices.ContainsFunc(rules.Methods, func(r gate.MethodRule) bool { return r.Growth != nil }) {
		return nil, usagef("--baseline FILE, or check.baseline in "+configName, "check: growth is against a baseline, and no file of one is named")
	}
	var changes gitinfo.Changes
	if gates.Changed.Since != "" {
		if changes, err = changesSince(s, m.run, gates.Changed.Since); err != nil {
			return nil, err
		}
		rules.Changed = &gate.Changed{Since: gates.Changed.Since, Lines: gates.Changed.Lines.plain(), Branches: gates.Changed.Branches.plain(), Has: changes.Has}
	}
	all, err := j.model(s, m)
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
	if err := measuredAsHere(s, m.run, model, changes); err != nil {
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
		return nil, ui.Errorf("jprof check --baseline "+j.env.short(file)+" --write-baseline, with the same limits, makes it; keep it in version control", "%s: there is no baseline yet", j.env.short(file))
	}
	if err != nil {
		return nil, err
	}
	b, err := gate.ReadBaseline(data)
	if err != nil {
		return nil, ui.Errorf("jprof check --write-baseline makes a new one", "%s: %w", j.env.short(file), err)
	}
	return b, nil
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
		} else if name != "max-growth" && p > hundred {
			err = usagef("jprof check --"+name+" 80", "--%s: %v is more than all", name, p)
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
	for name, to := range map[string]**count{"max-invocations": &limits.Invocations, "max-executions": &limits.Executions} {
		if ctx.IsSet(name) {
			n := count(ctx.Uint64(name))
			*to = &n
		}
	}
	switch limited := limits.Growth != nil || limits.Invocations != nil || limits.Executions != nil; {
	case limited:
		if limits.Method = ctx.StringSlice("method"); len(limits.Method) == 0 {
			limits.Method = texts{"**"}
		}
		for _, text := range limits.Method {
			if _, err := report.ParseMethodPattern(text); err != nil {
				return usagef("jprof check --method com.example.Parser.next ...", "--method: %w", err)
			}
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

// missing lists the changed sources, but those of tests, that a run does not know, or could not measure.
func missing(model *report.Model, changes gitinfo.Changes) []string {
	known := map[string]bool{}
	for _, f := range model.Files {
		excluded := len(f.Unmeasured) > 0 && f.Unmeasured[0].Excluded
		known[f.Path] = known[f.Path] || f.Measured || excluded || f.IsTest()
	}
	var list []string
	for name := range changes {
		if isJava(name) && !known[name] && !inTests(name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// inTests tells by its folders whether a source that no build has told of is one of tests.
func inTests(name string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(folder string) bool {
		return folder == "test" || folder == "tests" || strings.HasSuffix(folder, "Test")
	})
}

// measuredAsHere fails where a source that has changed is not what was measured: the numbers of its lines may be others now.
func measuredAsHere(s runs.Store, r runs.Run, model *report.Model, changes gitinfo.Changes) error {
	here, elsewhere := map[string]bool{}, map[string]bool{}
	for _, f := range model.Files {
		if len(changes[f.Path]) == 0 {
			continue
		}
		data, err := runs.ReadFile(filepath.Join(absolute(s, r.Sources), filepath.FromSlash(f.Path)), maxSource)
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
