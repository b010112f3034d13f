// Package measure builds a project or runs a program, with counters or with contexts, keeps the run and writes the
// report on it. The functions Build (build.go) and Program (program.go) call the steps one after the other. The steps
// are in files by topic:
//
//   - mode.go: the numbers that a run records (Mode), and those of the JVMs of tests in one build (recording);
//   - begin.go: the run before it starts: its ID, its store, the settings;
//   - made.go: the run after the build or program has ended, with all its facts;
//   - hook.go: the ways to give compilers instrumented sources; the build is repeated until a hook works;
//   - rounds.go: the user's command in the mirror, repeated if javac rejects counters (package rejections);
//   - collect.go: maps and counts;
//   - teststeps.go: the test steps and their JVMs;
//   - owntext.go: the errors in the user's own text, with their places;
//   - rejected.go: messages about parts that javac rejected;
//   - notbuilt.go, overwritten.go, unmeasured.go, unenforced.go: gaps in the counts, and checks that were not enforced;
//   - save.go: the end, where the run is saved and the report on it is written (packages runmodel, reportdir);
//   - bytest.go: the preparation of counts by test, and messages about them;
//   - affected.go: the tests that a build with --affected omits, and the counts that are carried over (packages
//     selection and carry);
//   - live.go: the state of the measurement for others, while it runs (package live);
//   - time.go: the samples of runs with --time; countercost.go: the samples of the same work without counters;
//   - contexts.go: runs with contexts, which have no counters; stepjvm.go: the options of the JVMs of their test steps.
//
// It shows messages by internal/util/term only, and knows no options of the command line. Its errors carry the exit
// code (package exit).
//
// HotSpot's compilers do not compile methods above a size, and counters can push a method over that limit. If class
// files have such a method, the JVMs of tests, or of the program, get the option to compile it. The hook in a build
// asks for the option before each test step (TestOptions), but only if the source has a method that is long enough for
// this (package shadow). After the build, measure names the methods over the limit that ran in other JVMs.
package measure

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"jprof/buildtools"
	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
	"jprof/internal/measure/ship"
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

// A Request describes a build to measure, as the command line asks for it.
type Request struct {
	Tool    buildtools.Info
	Args    []string // all arguments after the name of the tool
	Build   buildtools.Build
	Label   string             // of the run
	Outputs buildtools.Outputs // the outputs of all build tools, which are not copied
	Mode    Mode
}

// building is the measurement of a build that is being made.
type building struct {
	*measurement
	Request
	ws *runner.Workspace
}

// Build runs the user's own command on a copy of the project, saves the run and writes the report. It returns the ID of
// the run. The exit code of the build becomes that of jprof.
func Build(ctx context.Context, env environ.Env, u *term.UI, conf settings.Settings, req Request) (id string,
	err error) {
	project := req.Build.About().Project
	m, err := begin(env, u, conf, project.Home, req.Mode)
	if err != nil {
		return "", err
	}
	m.describeBuild(req)
	defer func() { m.leave(err) }()
	if err := m.note(); err != nil {
		return "", err
	}
	ws, err := m.openWorkspace(project)
	if err != nil {
		return "", err
	}
	defer ws.Close()
	m.begun = true
	m.before.Around = paths.Rel(m.store.Project, ws.Root)
	m.publish(live.State{Phase: live.Copying, Maps: ws.Maps, Counts: ws.Counts, Mirror: ws.HomeMirror(),
		Now: filepath.Join(ws.Events, "now")})
	defer m.live.End()
	return req.Mode.build(ctx, &building{m, req, ws})
}

// build builds the project with counters, saves the run and writes the report.
func (c Counts) build(ctx context.Context, b *building) (string, error) {
	tests, err := b.prepareByTest(ctx, c)
	if err != nil {
		return "", err
	}
	defer tests.carrying.close()
	built, d, err := b.count(ctx, recording{counters: true, shipped: c.Ship != "", times: c.Time, tests: tests})
	if err != nil {
		return "", err
	}
	if !built.instrumented() && d.Totals.JVMs() == 0 && !built.result.Interrupted() {
		return "", b.endUninstrumented(built, d)
	}
	if err := built.examine(d); err != nil {
		return "", err
	}
	if err := b.counted(built, d, built.recording.tests); err != nil {
		return "", err
	}
	var artifacts []ship.Artifact
	var unread error // the run is saved all the same
	if c.Ship != "" {
		artifacts, unread = built.shippable().Artifacts()
		d.Run.Shipped = shipped(artifacts, built.rootModule(), b.before.Title)
	}
	built.warn(b.ui, d, b.settings)
	if built.recording.tests.recorder != "" {
		built.warnSteps(b.ui)
	}
	if c.CounterCost {
		if err := b.countersCost(ctx, d); err != nil {
			b.noCost(d, "%v", err)
		}
	}
	err = b.finish(d, built.readReports)
	if err == nil {
		err = unread
	}
	if err == nil && c.Ship != "" {
		err = b.ship(artifacts, d.Run, c.Ship)
	}
	return b.before.ID, exit.Keep(exitCodeOf(built.result), err)
}

// count builds the project and reads the counts. It builds again if counts of omitted tests cannot be carried over.
func (b *building) count(ctx context.Context, r recording) (*toolBuild, *runmodel.Data, error) {
	for {
		built, err := b.build(ctx, r)
		if err != nil {
			return nil, nil, err
		}
		d, err := b.collect(built)
		if err != nil {
			return nil, nil, exit.Keep(built.result.ExitCode, err)
		}
		again, err := b.carryOver(built, d)
		if err != nil {
			return nil, nil, exit.Keep(built.result.ExitCode, err)
		}
		if !again {
			built.explain(b.ui, b.settings)
			return built, d, nil
		}
	}
}

// explain names the differences from a build without jprof, such as rejections by javac and checks that are not
// enforced.
func (b *toolBuild) explain(u *term.UI, conf settings.Settings) {
	b.reportRejected(u)
	b.reportHelpers(u, conf.From("skip"))
	if checks := unenforced(b.events.Unenforced); checks != "" {
		u.Warn("not enforced, because classes have counters: %s; run these checks without jprof", checks)
	}
}

// warn names sources that have no counts, or methods that run slower, because of the way in which they were built.
func (b *toolBuild) warn(u *term.UI, d *runmodel.Data, conf settings.Settings) {
	for _, line := range b.overwritten(d) {
		u.Warn("%s", line)
	}
	b.reportLongMethods(u, d)
	reportUnmeasured(u, d.Run, conf)
	b.warnUnmatched(u, d)
}

// describeBuild adds the facts about the run that are known before the build.
func (m *measurement) describeBuild(req Request) {
	m.before.Label, m.before.Dir = req.Label, paths.Rel(m.store.Project, m.env.Dir)
	m.before.Command = append([]string{req.Tool.Command}, req.Args...)
	m.before.Sources = "."
	m.before.Title = cmp.Or(m.settings.Report.Title, filepath.Base(m.store.Project))
}

// readReports copies the test reports of a build to the folder dest, completes and returns them. tests has the counts
// by test, nil if there are none.
type readReports func(dest string, r *runs.Run, tests *testcounts.Counts) ([]testreports.Suite, error)

// readReports copies the build's own reports to the project, too, if the settings ask for it.
func (b *toolBuild) readReports(dest string, r *runs.Run, tests *testcounts.Counts) ([]testreports.Suite, error) {
	_, err := runner.CollectTestReports(b.events.Tests, b.result.Start, dest)
	if err == nil && b.leave {
		err = b.ws.LeaveTestReports(b.events.Tests, b.result.Start)
	}
	if err != nil {
		return nil, err
	}
	return runmodel.CompleteReports(dest, r, runmodel.TestFacts{Tests: tests,
		Carried: b.recording.tests.carrying.reports, Failed: b.events.TestsFailed})
}

// instrumented reports whether the compiler has compiled instrumented sources at least once.
func (b *toolBuild) instrumented() bool {
	return slices.ContainsFunc(b.events.Compiles, func(c buildtools.Compile) bool { return len(c.Roots) > 0 })
}

// endUninstrumented saves a build in which no source was instrumented and nothing was counted, and returns its error.
func (b *building) endUninstrumented(built *toolBuild, d *runmodel.Data) error {
	if err := b.counted(built, d, built.recording.tests); err != nil {
		return exit.Keep(built.result.ExitCode, err)
	}
	if b.Build.About().Compiles || d.Run.Failed() { // it is the newest run: no gate takes an older one for it
		if err := b.save(d, nil); err != nil {
			return exit.Keep(built.result.ExitCode, err)
		}
	}
	return built.nothingInstrumented(b.Request)
}

// nothingInstrumented returns the error, or the note, for a build in which no source was instrumented.
func (b *toolBuild) nothingInstrumented(req Request) error {
	var hints []string
	for _, u := range b.events.Unhooked {
		hints = append(hints, fmt.Sprintf("%s: %s (%s) was not instrumented: %s", u.Module.ID, u.Goal, u.Plugin,
			u.Reason))
	}
	for _, l := range b.unmeasured() {
		hints = append(hints, fmt.Sprintf("%s: %s has no counters: %s", l.Module, l.Path, l.Reason))
	}
	switch {
	case len(b.events.Broken) > 0:
		f := b.events.Broken[0]
		return exit.Keep(b.result.ExitCode, fmt.Errorf("%s (%s): %s", f.Module.ID, f.Set, f.Message))
	case b.result.ExitCode != 0:
		return exit.Note{Status: exit.Status(b.result.ExitCode),
			Text: req.Tool.Command + " failed before anything was instrumented: no counts"}
	case !req.Build.About().Compiles:
		return exit.Note{Status: exit.Status(0), Text: "this " + req.Tool.Unit + " compiles no Java: nothing to count"}
	case len(b.events.Built) == 0:
		hints = append(hints, req.Tool.NotHooked)
	case len(hints) == 0:
		hints = append(hints, req.Tool.Command+" compiled no Java sources")
	}
	return term.WithHints(fmt.Errorf("%s succeeded, but no source was instrumented: no counts, no report",
		req.Tool.Command), hints...)
}
