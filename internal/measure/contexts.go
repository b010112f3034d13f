package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/buildtools"
	"jprof/internal/format/contexts"
	"jprof/internal/format/counts"
	"jprof/internal/measure/agent"
	"jprof/internal/measure/program"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
	"jprof/runner"
)

// buildWithContexts runs the user's own command on a copy of the project without counters, and keeps the contexts that
// the JVMs of its tests have recorded.
func (m *measurement) buildWithContexts(ctx context.Context, req Request, ws *runner.Workspace) (string, error) {
	hook := req.Build.Hooks()[0]
	if _, inPlace := hook.InPlace(); inPlace {
		return "", exit.Usagef("leave one of the two out",
			"--contexts requires the %s of jprof, which --fallback does without", req.Tool.Hook)
	}
	if err := ws.WithoutCounters(); err != nil {
		return "", err
	}
	b, err := m.buildWith(ctx, req, ws, hook)
	if err != nil {
		return "", err
	}
	m.run = m.describe(req, b)
	if e := b.events; !b.hooked(req) && len(e.Planned)+len(e.Compiles)+len(e.Tests) == 0 { // Gradle reports no modules
		err := term.Errorf("jprof doctor says what jprof finds here", "%s did not load the %s of jprof: no contexts",
			req.Tool.Command, req.Tool.Hook)
		return "", exit.Keep(b.result.ExitCode, errors.Join(err, m.saveWithoutContexts(b.copyTestReports)))
	}
	if b.result.Interrupted() {
		counts.Await(ws.Counts, afterInterrupt)
	}
	c, err := m.collectContexts(ws.Counts, b.result.Start, b.stepFolders()...)
	if err != nil {
		return "", exit.Keep(b.result.ExitCode, err)
	}
	m.run.Tests = b.stepsWith(c.Profile.Source().Head().Steps)
	m.warnSteps(b.events.Tests)
	if c.Empty() && len(b.events.Tests) == 0 && !m.run.Failed() {
		if req.Build.About().Compiles { // verify -DskipTests: no gate may take an older run for it
			if err := m.saveWithoutContexts(nil); err != nil {
				return "", err
			}
		}
		return "", exit.Note{Status: exit.Status(0), Text: "this " + req.Tool.Unit + " runs no tests: no contexts"}
	}
	return m.run.ID, exit.Keep(exitCodeOf(b.result), m.finishContexts(c, b.copyTestReports))
}

// warnSteps names the test steps with fewer contexts than was asked for.
func (m *measurement) warnSteps(tests []buildtools.Tests) {
	var reasons []string
	modules := map[string][]string{}
	for _, t := range tests {
		if t.Without == "" {
			continue
		}
		if modules[t.Without] == nil {
			reasons = append(reasons, t.Without)
		}
		modules[t.Without] = append(modules[t.Without], fmt.Sprintf("%s (%s)", t.Module.Name(), t.Goal))
	}
	for _, reason := range reasons {
		in := strings.Join(modules[reason], ", ")
		if n := len(modules[reason]); n > maxNamedModules {
			in = words.Plural(n, "test step")
		}
		m.ui.Warn("%s: %s", in, reason)
	}
}

// stepsWith describes the test steps with these IDs.
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

// writeContextsFile writes the settings of the JVMs of tests for the hook of a build, and returns the file's path.
func (m *measurement) writeContextsFile(ws *runner.Workspace) (string, error) {
	cache, err := m.env.Cache()
	if err != nil {
		return "", err
	}
	file := contextsFile{Cache: cache}
	if m.plain {
		file.Recordings = ws.Counts
	} else {
		file.Settings = *m.contexts
		file.Settings.Out = ws.Counts
	}
	path := contextsPath(ws.Hook)
	return path, atomicfile.WriteJSON(path, file)
}

// programWithContexts runs a program that was compiled without counters, and keeps the contexts that its JVM has
// recorded.
func (m *measurement) programWithContexts(ctx context.Context, c *program.Compilation, class string) (string, error) {
	cache, err := m.env.MakeCache()
	if err != nil {
		return "", err
	}
	set := *m.contexts
	set.Out, set.Children = c.Counts, !set.Image
	if err := set.CheckOnClassPath(c.RunClassPath(), m.env.Dir); err != nil {
		return "", exit.AsUsage(err)
	}
	a, err := agent.Prepare(ctx, m.ui, cache, c.Program.JDK.Java, set)
	if err != nil {
		return "", err
	}
	if a.Reason != "" {
		m.ui.Warn("the classes of the JDK are not recorded: %s", a.Reason)
	}
	c.Program.JDK.Java = a.Java
	before := runner.RunningJVMs() // of an earlier repetition
	result, err := m.start(ctx, c, class, append(a.Options(), stackOf(m.env.Getenv)...))
	if err != nil {
		return "", err
	}
	after := runner.RunningJVMs()
	collected, err := m.collectContexts(c.Counts, result.Start)
	if err != nil {
		return "", exit.Keep(result.ExitCode, err)
	}
	noteUnrecorded(collected, before, after)
	m.run.Ended, m.run.ExitCode, m.run.Interrupted = m.env.Now(), result.ExitCode, result.Interrupted()
	m.run.Rounds, m.run.Title = c.Rounds, cmp.Or(m.settings.Report.Title, class)
	return m.run.ID, exit.Keep(exitCodeOf(result), m.finishContexts(collected, nil))
}

// noteUnrecorded notes the JVMs that the program has started and that still ran when it ended, but had not begun to
// record: before and after are the PIDs of those that ran when it began and when it ended.
func noteUnrecorded(c *contexts.Collected, before, after []int) {
	n := 0
	for _, pid := range after {
		if !slices.Contains(before, pid) && !c.PIDs[pid] {
			n++
		}
	}
	if n > 0 {
		c.Problems = append(c.Problems, fmt.Sprintf("%s that the program had started still ran when it ended, and %s "+
			"recorded nothing: what %s called is in no number", words.Plural(n, "JVM"), words.Form(n, "has", "have"),
			words.Form(n, "it", "they")))
	}
}

// collectContexts merges the files that JVMs of a run have written since it started: to the folder dir, or to that of
// environ.CountsVariable, and to the folders of test steps there.
func (m *measurement) collectContexts(dir string, started time.Time, steps ...string) (*contexts.Collected, error) {
	m.is(live.Reading)
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

// finishContexts saves a run with contexts, reports on it, and prints its totals and its losses.
func (m *measurement) finishContexts(c *contexts.Collected, copyTestReports func(dest string) error) error {
	m.is(live.Reporting)
	r := &m.run
	source := c.Profile.Source()
	r.JDK, r.Contexts = strings.Join(source.Head().Java, ", "), &runs.Contexts{Unplaced: c.Unplaced, Unread: c.Problems}
	if c.Empty() {
		r.Incomplete = c.Lacks()
		reportdir.WarnIncomplete(m.ui, *r)
		if err := m.saveWithoutContexts(copyTestReports); err != nil {
			return err
		}
		if !r.Failed() {
			return fmt.Errorf("%s succeeded, but %s", r.Command[0], r.NoContexts())
		}
		m.ui.Info("%s; no new report", r.NoContexts())
		return nil
	}
	progress := m.ui.Progress("computing the numbers of contexts")
	tree, err := runmodel.ContextsTree(m.store, *r, source, c.Pack)
	progress.Done()
	if err != nil {
		return err
	}
	for _, n := range tree.Notes() {
		if n.Kind == cct.Lost {
			r.Incomplete = append(r.Incomplete, n.Text)
		}
	}
	reportdir.WarnIncomplete(m.ui, *r)
	r.Contexts.Describe(source.Head())
	r.Contexts.Nodes, r.Contexts.Calls = uint64(tree.Contexts()), tree.Sum(cct.Calls)
	r.Contexts.Bytecodes = tree.Sum(cct.Bytecodes)
	if root := tree.BeyondRoot(); root >= 0 {
		r.Contexts.Lost = tree.Total(cct.Calls)[root]
	}
	err = m.saveContexts(copyTestReports, func(dir string) error {
		return c.WriteFiles(filepath.Join(dir, runs.ContextsFile), filepath.Join(dir, runs.ClassesFile))
	})
	if err != nil {
		return err
	}
	c.Profile, c.Pack, source = nil, nil, nil // the tree has it all
	reportdir.ContextsSummary(m.ui, *r, tree)
	o, err := m.store.Open(m.store.RunDir(r.ID))
	if err != nil {
		return err
	}
	m.reported(reportdir.ReportContexts(m.ui, m.settings, o, tree, m.store.Report()), "contexts.html")
	return nil
}

// saveWithoutContexts keeps a run that was to record contexts, and has none. It is the newest of its kind, so that no
// gate and no report takes an older one for it.
func (m *measurement) saveWithoutContexts(copyTestReports func(dest string) error) error {
	m.run.Contexts = &runs.Contexts{}
	if err := m.saveContexts(copyTestReports, func(string) error { return nil }); err != nil {
		return err
	}
	m.retired(reportdir.RetireContexts(m.ui, m.store, m.settings, m.run))
	return nil
}

// saveContexts keeps a run that was to record contexts. write writes its files to a folder.
func (m *measurement) saveContexts(copyTestReports func(dest string) error, write func(dir string) error) error {
	r := &m.run
	return m.store.Save(r, func(dir string) error {
		if copyTestReports != nil {
			if err := copyTestReports(filepath.Join(dir, runmodel.TestReportsDir)); err != nil {
				return err
			}
			r.Results = runmodel.ResultsOf(filepath.Join(dir, runmodel.TestReportsDir), *r, nil)
		}
		return write(dir)
	})
}
