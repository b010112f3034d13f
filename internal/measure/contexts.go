package measure

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"jprof/buildtools"
	"jprof/internal/format/contexts"
	"jprof/internal/format/counts"
	"jprof/internal/measure/agent"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
	"jprof/runner"
)

// build builds the project without counters, and keeps the contexts that the JVMs of its tests recorded.
func (c Contexts) build(ctx context.Context, b *building) (string, error) {
	hook := b.Build.Hooks()[0]
	if _, inPlace := hook.InPlace(); inPlace {
		return "", exit.Usagef("leave one of the two out",
			"--contexts requires the %s of jprof, which --fallback does without", b.Tool.Hook)
	}
	built, err := b.buildWithout(ctx, hook, contextsFile{Settings: c.Settings})
	if err != nil {
		return "", err
	}
	e := built.events
	if !built.hooked(b.Build) && len(e.Planned)+len(e.Compiles)+len(e.Tests) == 0 { // Gradle reports no modules
		err := term.Errorf("jprof doctor says what jprof finds here", "%s did not load the %s of jprof: no contexts",
			b.Tool.Command, b.Tool.Hook)
		return "", exit.Keep(built.result.ExitCode,
			errors.Join(err, b.saveWithoutContexts(b.made(built), built.readReports)))
	}
	if built.result.Interrupted() {
		counts.Await(b.ws.Counts, afterInterrupt)
	}
	collected, err := b.collectContexts(b.ws.Counts, built.result.Start, built.stepFolders()...)
	if err != nil {
		return "", exit.Keep(built.result.ExitCode, err)
	}
	built.steps = built.stepsWith(collected.Profile.Source().Head().Steps)
	built.warnSteps(b.ui)
	r := b.recorded(built, collected)
	if collected.Empty() && len(e.Tests) == 0 && !r.Failed() {
		if b.Build.About().Compiles { // as with verify -DskipTests: no gate may take an older run for it
			if err := b.saveWithoutContexts(b.made(built), nil); err != nil {
				return "", err
			}
		}
		return "", exit.Note{Status: exit.Status(0), Text: "this " + b.Tool.Unit + " runs no tests: no contexts"}
	}
	return r.ID, exit.Keep(exitCodeOf(built.result), b.finishContexts(r, c.Settings, collected, built.readReports))
}

// buildWithout builds the project without counters. file has the settings for the JVMs of tests, which write to the
// folder for counts. From then on the workspace has no counters.
func (b *building) buildWithout(ctx context.Context, hook buildtools.Hook, file contextsFile) (*toolBuild, error) {
	if err := b.ws.WithoutCounters(); err != nil {
		return nil, err
	}
	cache, err := b.env.Cache()
	if err != nil {
		return nil, err
	}
	file.Cache, file.Out = cache, b.ws.Counts
	return b.buildWith(ctx, hook, recording{contexts: file})
}

// warnSteps names the test steps that recorded fewer contexts than was asked for.
func (b *toolBuild) warnSteps(u *term.UI) {
	var m mentions
	for _, t := range b.events.Tests {
		if t.Without != "" {
			m.add(t.Without, fmt.Sprintf("%s (%s)", t.Module.Name(), t.Goal))
		}
	}
	for _, reason := range m.names {
		u.Warn("%s: %s", m.of(reason, "test step"), reason)
	}
}

// stepsWith describes the test steps that have these IDs.
func (b *toolBuild) stepsWith(ids []string) []runs.TestStep {
	var steps []runs.TestStep
	for _, id := range ids {
		for _, t := range b.events.Tests {
			if t.Counts == id && id != "" {
				steps = append(steps, stepOf(t))
				break
			}
		}
	}
	return steps
}

// program runs a program without counters, and keeps the contexts that its JVM recorded.
func (c Contexts) program(ctx context.Context, m *measurement, p *programRun) (string, error) {
	cache, err := m.env.MakeCache()
	if err != nil {
		return "", err
	}
	set := c.Settings
	set.Out, set.Children = p.Counts, !set.Image
	if err := set.CheckOnClassPath(p.RunClassPath(), m.env.Dir); err != nil {
		return "", exit.AsUsage(err)
	}
	a, err := agent.Prepare(ctx, m.ui, cache, p.Program.JDK.Java, set)
	if err != nil {
		return "", err
	}
	if a.Reason != "" {
		m.ui.Warn("the classes of the JDK are not recorded: %s", a.Reason)
	}
	p.Program.JDK.Java = a.Java
	before := runner.RunningJVMs() // JVMs of an earlier repetition may still run
	if err := m.start(ctx, p, append(a.Options(), stackOf(m.env.Getenv)...)); err != nil {
		return "", err
	}
	after := runner.RunningJVMs()
	collected, err := m.collectContexts(p.Counts, p.result.Start)
	if err != nil {
		return "", exit.Keep(p.result.ExitCode, err)
	}
	noteUnrecorded(collected, before, after)
	r := m.recorded(p, collected)
	return r.ID, exit.Keep(exitCodeOf(p.result), m.finishContexts(r, set, collected, nil))
}

// keepNothing keeps the run of a program that does not compile.
func (Contexts) keepNothing(m *measurement, p *programRun) error {
	return m.saveWithoutContexts(m.made(p), nil)
}

// noteUnrecorded adds a problem for JVMs that the program started and that recorded nothing, if they were still running
// when the program ended. before has the PIDs of the JVMs that ran when the program began, and after those that ran
// when it ended.
func noteUnrecorded(c *contexts.Collected, before, after []int) {
	n := 0
	for _, pid := range after {
		if !slices.Contains(before, pid) && !c.PIDs[pid] {
			n++
		}
	}
	if n > 0 {
		c.Problems = append(c.Problems, fmt.Sprintf("%s that the program had started still ran when it ended, and %s "+
			"recorded nothing: the calls of %s are missing", words.Plural(n, "JVM"), words.Form(n, "has", "have"),
			words.Form(n, "it", "they")))
	}
}

// collectContexts merges the files that the JVMs of a run have written since it started. It reads the folder dir, the
// folder in environ.CountsVariable if there is one, and the folders of test steps in both.
func (m *measurement) collectContexts(dir string, started time.Time, steps ...string) (*contexts.Collected, error) {
	m.setPhase(live.Reading)
	progress := m.ui.Progress("merging contexts")
	defer progress.Done()
	c, err := contexts.Collect(dir, started, steps...)
	shared := m.env.Getenv(environ.CountsVariable)
	if err != nil || shared == "" {
		return c, err
	}
	more, err := contexts.Collect(shared, started, steps...)
	if err != nil {
		return nil, err
	}
	c.Pack.Merge(more.Pack)
	c.Add(more)
	return c, c.Profile.Merge(more.Profile.Source())
}

// finishContexts saves a run with contexts, reports on it, and prints its totals and its losses. set is what its JVMs
// recorded.
func (m *measurement) finishContexts(r runs.Run, set agent.Settings, c *contexts.Collected, reports readReports) error {
	m.setPhase(live.Reporting)
	if c.Empty() {
		r.Incomplete = c.Lacks()
		reportdir.WarnIncomplete(m.ui, r)
		if err := m.saveWithoutContexts(r, reports); err != nil {
			return err
		}
		if !r.Failed() {
			return fmt.Errorf("%s succeeded, but %s", r.Command[0], r.NoContexts())
		}
		m.ui.Info("%s; no new report", r.NoContexts())
		return nil
	}
	times, err := contextTimes(set, c)
	if err != nil {
		return err
	}
	if times != nil {
		r.Times = runs.DescribeTimes(times)
	}
	source := c.Profile.Source()
	progress := m.ui.Progress("computing the numbers of contexts")
	tree, err := runmodel.ContextsTree(m.store, r, source, c.Pack, times)
	progress.Done()
	if err != nil {
		return err
	}
	for _, n := range tree.Notes() {
		if n.Kind == cct.Lost {
			r.Incomplete = append(r.Incomplete, n.Text)
		}
	}
	reportdir.WarnIncomplete(m.ui, r)
	r.Contexts.Describe(source.Head())
	r.Contexts.Nodes, r.Contexts.Calls = uint64(tree.Contexts()), tree.Sum(cct.Calls)
	r.Contexts.Bytecodes = tree.Sum(cct.Bytecodes)
	if root := tree.BeyondRoot(); root >= 0 {
		r.Contexts.Lost = tree.TotalOf(cct.Calls, root)
	}
	err = m.saveContexts(&r, reports, func(dir string) error {
		if times != nil {
			if err := times.Write(filepath.Join(dir, runs.TimesFile)); err != nil {
				return err
			}
		}
		return c.WriteFiles(filepath.Join(dir, runs.ContextsFile), filepath.Join(dir, runs.ClassesFile))
	})
	if err != nil {
		return err
	}
	c.Profile, c.Pack, source = nil, nil, nil // the tree has it all
	reportdir.ContextsSummary(m.ui, r, tree)
	m.reportTimes(times, "jprof contexts --by time")
	o, err := m.store.Open(m.store.RunDir(r.ID))
	if err != nil {
		return err
	}
	m.reported(reportdir.ReportContexts(m.ui, m.settings, o, tree, m.store.Report()), "contexts.html")
	return nil
}

// saveWithoutContexts saves a run that was to record contexts and has none. It becomes the newest run of its kind, so
// that no gate and no report takes an older run for it.
func (m *measurement) saveWithoutContexts(r runs.Run, reports readReports) error {
	r.Contexts = &runs.Contexts{}
	if err := m.saveContexts(&r, reports, func(string) error { return nil }); err != nil {
		return err
	}
	m.retired(reportdir.RetireContexts(m.ui, m.store, m.settings, r))
	return nil
}

// saveContexts saves a run that was to record contexts. write writes the files of the run to a folder.
func (m *measurement) saveContexts(r *runs.Run, reports readReports, write func(dir string) error) error {
	return m.store.Save(r, func(dir string) error {
		if reports != nil {
			if err := m.noteTests(reports, dir, r, nil, m.code); err != nil {
				return err
			}
		}
		return write(dir)
	})
}
