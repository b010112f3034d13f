package measure

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"jprof/buildtools"
	"jprof/internal/format/counts"
	"jprof/internal/format/jfr"
	"jprof/internal/measure/program"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/runner"
)

// programRun is a program that is compiled and run.
type programRun struct {
	*program.Compilation
	title  string // of the report, as the settings say; "" for none
	class  string // the main class; "" if the program does not compile
	result runner.Result
	ended  time.Time
}

// Program compiles a copy of a program for a mode, runs it, saves the run and writes the report. It returns the ID of
// the run. The exit code of the program becomes that of jprof.
func Program(ctx context.Context, env environ.Env, u *term.UI, conf settings.Settings, source program.Program,
	mode Mode) (id string, err error) {
	m, err := begin(env, u, conf, env.Dir, mode)
	if err != nil {
		return "", err
	}
	source.Plain = !mode.counts()
	m.describeProgram(source)
	defer func() { m.leave(err) }()
	if err := m.note(); err != nil {
		return "", err
	}
	c, err := program.New(m.env, u, source)
	if err != nil {
		return "", err
	}
	defer c.Close()
	m.begun = true
	m.before.Sources = paths.Rel(m.store.Project, c.In.Sources)
	m.publish(live.State{Phase: live.Building, Maps: filepath.Dir(c.MapPath), Counts: c.Counts})
	defer m.live.End()
	p := &programRun{Compilation: c, title: conf.Report.Title}
	if err := m.compile(ctx, p); err != nil {
		return "", errors.Join(err, m.keepFailed(mode, p, err))
	}
	return mode.program(ctx, m, p)
}

// program runs a program with counters.
func (c Counts) program(ctx context.Context, m *measurement, p *programRun) (string, error) {
	r := recording{counters: true, times: c.Time}
	options := m.optionsFor(p.Classes)
	if r.times {
		if err := jfr.Enable(p.Counts); err != nil {
			return "", err
		}
		options = append(options, jfr.LineOptions()...)
	}
	if err := m.start(ctx, p, append(options, stackOf(m.env.Getenv)...)); err != nil {
		return "", err
	}
	d, err := m.collectProgram(p, r)
	if err != nil {
		return "", exit.Keep(p.result.ExitCode, err)
	}
	if c.CounterCost {
		if err := m.programCost(ctx, &programRun{Compilation: p.WithoutCounters()}, d); err != nil {
			m.noCost(d, "%v", err)
		}
	}
	return d.Run.ID, exit.Keep(exitCodeOf(p.result), m.finish(d, nil))
}

// describeProgram adds the facts about the run that are known before the program is compiled.
func (m *measurement) describeProgram(p program.Program) {
	m.before.Label, m.before.Command, m.before.Dir = p.Label, append([]string{filepath.Base(p.Main)}, p.Args...), "."
	m.before.Title = cmp.Or(m.settings.Report.Title, filepath.Base(p.Main))
}

// compile compiles the program, and finds its main class.
func (m *measurement) compile(ctx context.Context, p *programRun) (err error) {
	if err := m.settings.SkipIn(p.In.Root, p.In.Rel, p.Skip); err != nil {
		return err
	}
	if err := counts.NewFolder(p.Counts); err != nil {
		return err
	}
	if err := p.Compile(ctx); err != nil {
		return err
	}
	p.class, err = p.MainClass()
	return err
}

// start runs the program until its end, in a JVM with the given options.
func (m *measurement) start(ctx context.Context, p *programRun, options []string) (err error) {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	command := buildtools.Command{
		Path: p.Program.JDK.Java,
		Args: slices.Concat(options, p.Program.JVM, []string{"-cp", p.RunClassPath(), p.class}, p.Program.Args),
		Dir:  m.env.Dir,
		Env:  m.env.Vars,
	}
	m.ui.Verbose("running %s", command)
	m.setPhase(live.Running)
	p.result, err = runner.Run(context.WithoutCancel(ctx), command, Stdio(m.env), runner.DefaultGrace)
	p.ended = m.env.Now()
	return err
}

// collectProgram reads the map and the counts of the program.
func (m *measurement) collectProgram(p *programRun, r recording) (*runmodel.Data, error) {
	m.setPhase(live.Reading)
	source := runmodel.Sources(m.store, runs.Run{Sources: m.before.Sources}, "")
	d, err := runmodel.Read([]string{p.MapPath}, p.Counts, m.env.Getenv(environ.CountsVariable), nil, p.result.Start,
		source)
	if err != nil {
		return nil, err
	}
	if err := r.collectTimes(d, p.Counts, true); err != nil {
		return nil, err
	}
	return d, m.counted(p, d, r.tests)
}

// keepFailed saves the run of a program that javac does not accept, without counts or contexts. It becomes the newest
// run, so that no gate takes an older run for it. Other errors than those of javac make no run.
func (m *measurement) keepFailed(mode Mode, p *programRun, err error) error {
	var failed exit.Both
	if !errors.As(err, &failed) {
		return nil
	}
	p.ended, p.result.ExitCode = m.env.Now(), int(failed.Status)
	return mode.keepNothing(m, p)
}

// keepNothing saves the run of a program that does not compile.
func (Counts) keepNothing(m *measurement, p *programRun) error {
	d, err := runmodel.Read(nil, p.Counts, "", nil, m.before.Started, nil)
	if err != nil {
		return err
	}
	if err := m.counted(p, d, byTest{}); err != nil {
		return err
	}
	return m.save(d, nil)
}
