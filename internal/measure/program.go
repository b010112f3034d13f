package measure

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"

	"jprof/buildtools"
	"jprof/internal/measure/agent"
	"jprof/internal/measure/program"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/runner"
)

// Program compiles an instrumented copy of a program, runs it, and reports. It returns the ID of the run. The exit code
// of the program becomes that of jprof. Unless contexts is nil, the program has no counters, and its JVM records
// these. With time, its flight recorder takes samples, with counterCost also in a run without counters.
func Program(ctx context.Context, env environ.Env, u *term.UI, conf settings.Settings, p program.Program,
	contexts *agent.Settings, time, counterCost bool) (id string, err error) {
	m, err := begin(env, u, conf, env.Dir)
	if err != nil {
		return "", err
	}
	m.contexts, p.Plain, m.time, m.cost = contexts, contexts != nil, time, counterCost
	m.describeProgram(p)
	defer func() { m.leave(err) }()
	if err := m.note(); err != nil {
		return "", err
	}
	c, err := program.New(m.env, u, p)
	if err != nil {
		return "", err
	}
	defer c.Close()
	m.begun = true
	m.run.Sources = paths.Rel(m.store.Project, c.In.Sources)
	m.publish(live.State{Label: p.Label, Command: m.run.Command, Phase: live.Building, Maps: filepath.Dir(c.MapPath),
		Counts: c.Counts, Sources: m.run.Sources})
	defer m.live.End()
	class, err := m.compile(ctx, c)
	if err != nil {
		return "", err
	}
	if m.contexts != nil {
		return m.programWithContexts(ctx, c, class)
	}
	if err := m.enableTime(c.Counts); err != nil {
		return "", err
	}
	result, err := m.start(ctx, c, class, slices.Concat(m.optionsFor(c.Classes),
		m.timeOptions(), stackOf(m.env.Getenv)))
	if err != nil {
		return "", err
	}
	d, err := m.collectProgram(c, result)
	if err != nil {
		return "", exit.Keep(result.ExitCode, err)
	}
	d.Run.Title = cmp.Or(conf.Report.Title, class)
	if err := m.programWithoutCounters(ctx, c.WithoutCounters(), d); err != nil {
		m.noCost(d, "%v", err)
	}
	return m.run.ID, exit.Keep(exitCodeOf(result), m.finish(d, nil))
}

// describeProgram notes the facts about the run before the program is compiled.
func (m *measurement) describeProgram(p program.Program) {
	m.run.Label, m.run.Command, m.run.Dir = p.Label, append([]string{filepath.Base(p.Main)}, p.Args...), "."
	m.run.Title = cmp.Or(m.settings.Report.Title, filepath.Base(p.Main))
}

// compile compiles the program, and returns its main class.
func (m *measurement) compile(ctx context.Context, c *program.Compilation) (class string, err error) {
	if err := m.settings.SkipIn(c.In.Root, c.In.Rel, c.Skip); err != nil {
		return "", err
	}
	if err := atomicfile.EmptyDir(c.Counts); err != nil {
		return "", err
	}
	if err := c.Compile(ctx); err != nil {
		return "", errors.Join(err, m.saveFailed(c, err))
	}
	return c.MainClass()
}

// start runs the program until its end, in a JVM with these options.
func (m *measurement) start(ctx context.Context, c *program.Compilation, class string, options []string) (
	runner.Result, error) {
	if err := context.Cause(ctx); err != nil {
		return runner.Result{}, err
	}
	command := buildtools.Command{
		Path: c.Program.JDK.Java,
		Args: slices.Concat(options, []string{"-cp", c.RunClassPath(), class}, c.Program.Args),
		Dir:  m.env.Dir,
		Env:  m.env.Vars,
	}
	m.ui.Verbose("running %s", command)
	m.is(live.Running)
	return runner.Run(context.WithoutCancel(ctx), command, Stdio(m.env), runner.DefaultGrace)
}

// collectProgram reads the map and the counts of the program.
func (m *measurement) collectProgram(c *program.Compilation, result runner.Result) (*runmodel.Data, error) {
	m.is(live.Reading)
	source := runmodel.Sources(m.store, runs.Run{Sources: m.run.Sources}, "")
	d, err := runmodel.Read([]string{c.MapPath}, c.Counts, m.env.Getenv(environ.CountsVariable), nil, result.Start,
		source)
	if err != nil {
		return nil, err
	}
	d.Run = m.run
	d.Run.Ended, d.Run.ExitCode, d.Run.Interrupted, d.Run.Rounds = m.env.Now(), result.ExitCode, result.Interrupted(),
		c.Rounds
	return d, m.collectTimes(d, c.Counts, true)
}

// saveFailed keeps the run of a program that does not compile, without counts or contexts: it is the newest run, so
// that no gate takes an older one for it. Other errors make no run.
func (m *measurement) saveFailed(c *program.Compilation, err error) error {
	var failed exit.Both
	if !errors.As(err, &failed) {
		return nil
	}
	m.run.Ended, m.run.ExitCode, m.run.Rounds = m.env.Now(), int(failed.Status), c.Rounds
	if m.contexts != nil {
		return m.saveWithoutContexts(nil)
	}
	d, err := runmodel.Read(nil, c.Counts, "", nil, m.run.Started, nil)
	if err != nil {
		return err
	}
	d.Run = m.run
	return m.save(d, nil)
}
