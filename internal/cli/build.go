package cli

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/buildtools"
	"jprof/internal/counts"
	"jprof/internal/environ"
	"jprof/internal/exit"
	"jprof/internal/gitrepo"
	"jprof/internal/paths"
	"jprof/internal/probe"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/ui"
	"jprof/internal/version"
	"jprof/internal/words"
	"jprof/runner"
)

// toolCall is a call of a build tool by the user.
type toolCall struct {
	tool     buildtools.Tool
	args     []string // all that was typed behind the name of the tool
	project  buildtools.Project
	compiles bool // whether it is expected to compile something
	label    string
	// notHooked says what may be wrong where a build has done something without the hook.
	notHooked string
	// build brings the mirror up to date and runs the command in it.
	build func(ws *runner.Workspace, conf settings.Settings, cache string) (*toolBuild, error)
}

// measure runs the user's own command on a copy of the project whose sources count, and reports.
// All of jprof is in it, one step after the other.
func (j *job) measure(ctx context.Context, call toolCall) error {
	s := runs.Store{Project: call.project.Home}
	conf, err := settings.Read(s.Project)
	if err != nil { // now, rather than in the middle of the build
		return err
	}
	if err := s.Check(); err != nil { // the same
		return err
	}
	cache, err := j.env.Cache()
	if err != nil {
		return err
	}
	id, err := runs.NewID(j.env.Now())
	if err != nil {
		return err
	}
	ws, err := runner.OpenWorkspace(cache, call.project)
	if err != nil {
		return err
	}
	defer ws.Close()
	commit := commitOf(s.Project)
	b, err := call.build(ws, conf, cache)
	if err != nil {
		return err
	}
	b.tellRejected(j.ui)
	if checks := unenforced(b.events.Unenforced); checks != "" {
		j.ui.Warn("not enforced, because classes have counters: %s; run these checks without jprof", checks)
	}
	m, err := j.measured(b)
	if err != nil {
		return exit.Keep(b.result.ExitCode, err)
	}
	m.run = runs.Run{
		ID: id, Label: call.label, Tool: version.String(), Project: b.rootModule(), Commit: commit,
		Command: append([]string{string(call.tool)}, call.args...), Dir: j.relDir(s),
		Started: b.started, Ended: j.env.Now(), ExitCode: b.result.ExitCode, Interrupted: b.result.Interrupted(),
		Rounds: b.rounds, Sources: ".", Around: paths.Rel(s.Project, ws.Root), Mirror: ws.HomeMirror(), Title: cmp.Or(conf.Report.Title, filepath.Base(s.Project)),
		Tests: b.testSteps(m.totals), NotBuilt: b.notBuilt(), FailedModules: b.failedModules(),
	}
	if !b.instrumented() && m.totals.JVMs() == 0 && !b.result.Interrupted() {
		if call.compiles || m.run.Failed() { // the newest run, so that no gate takes an older one for it
			if err := j.save(s, m); err != nil {
				return exit.Keep(b.result.ExitCode, err)
			}
		}
		return b.nothingInstrumented(call)
	}
	for _, line := range b.overwritten(m) {
		j.ui.Warn("%s", line)
	}
	j.tellLongMethods(ws.Mirror)
	m.run.Left = b.leftSources()
	j.tellLeft(m.run.Left)
	m.testReports = func(dest string) error {
		_, err := runner.CollectTestReports(b.events.Tests, b.result.Start, dest)
		return err
	}
	return exit.Keep(exitCodeOf(b.result), j.finish(s, m))
}

// tellLeft says how many sources have no counters because of where they are.
func (j *job) tellLeft(list []runs.LeftSources) {
	n := 0
	for _, l := range list {
		n += l.Files
	}
	if n > 0 {
		j.ui.Info("unmeasured: %s that the build generates or takes from elsewhere; jprof doctor lists where", words.Plural(n, "source"))
	}
}

// plain runs the command as the user has typed it, where the tool only prints something.
func (j *job) plain(ctx context.Context, plain func() (buildtools.Command, error)) error {
	command, err := plain()
	if err != nil {
		return err
	}
	result, err := runner.Run(context.WithoutCancel(ctx), command, j.stdio(), runner.DefaultGrace)
	if err != nil {
		return err
	}
	return exit.Of(result.ExitCode)
}

// sync brings the copy of the project up to date.
func (j *job) sync(ws *runner.Workspace) error {
	p := j.ui.Progress("copying "+filepath.Base(ws.Root), -1)
	defer p.Done()
	stats, err := ws.Sync()
	for _, note := range stats.Notes {
		j.ui.Verbose("%s", note)
	}
	return err
}

// toolBuild is what became of the user's build.
type toolBuild struct {
	ws      *runner.Workspace
	command buildtools.Command // of each round
	result  runner.Result      // of the last round
	started time.Time
	rounds  int
	events  buildtools.Events
	skip    skips
	left    []rejection // why files are in skip, in the order of the rounds
}

// build runs the user's command, again if need be: files that javac accepts only without counters are
// left as they are.
func (j *job) build(ctx context.Context, ws *runner.Workspace, how delivery) (*toolBuild, error) {
	command, err := how.command(ctx, ws)
	if err != nil {
		return nil, err
	}
	command.Env = ws.Environ(command.Env)
	command = ws.Holding(command)
	b := &toolBuild{ws: ws, command: command, started: j.env.Now(), skip: skips{}}
	for {
		b.rounds++
		if err := ws.Reset(); err != nil {
			return nil, err
		}
		if err := how.prepare(ctx, b); err != nil {
			return nil, err
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		// Run passes signals on by itself, and waits for the counts that the JVMs then write.
		b.result, err = runner.Run(context.WithoutCancel(ctx), command, how.listen(j.stdio()), runner.DefaultGrace)
		if err != nil {
			return nil, err
		}
		if b.events, err = how.events(ctx, b); err != nil {
			return nil, exit.Keep(b.result.ExitCode, err)
		}
		if b.result.Interrupted() || b.rounds == maxRounds {
			return b, nil
		}
		rejected, err := b.rejected()
		if err != nil {
			return nil, exit.Keep(b.result.ExitCode, err)
		}
		if slices.ContainsFunc(rejected, rejection.own) {
			return b, nil
		}
		added, own := b.skip.add(rejected)
		if own || len(added) == 0 {
			return b, nil
		}
		b.left = append(b.left, added...)
		j.ui.Info("javac does not accept counters in %s: building again without them there", words.Plural(len(added), "place"))
	}
}

// rejected lists the files with counters in them that the compiler complained of.
func (b *toolBuild) rejected() ([]rejection, error) {
	var out []rejection
	for _, f := range b.events.Failures {
		counted, err := b.counted(setID{f.Module.ID, f.Set})
		if err != nil {
			return nil, err
		}
		for _, r := range f.Rejections {
			path, ok := b.projectPath(r.File)
			if !ok {
				continue
			}
			out = append(out, b.skip.charged(rejection{path: path, line: r.Line, message: r.Message}, counted)...)
		}
	}
	return out, nil
}

// counted lists the files of a source set that have counters in them, sorted.
func (b *toolBuild) counted(id setID) ([]*probe.File, error) {
	path := mapPath(b.ws.Maps, id)
	if !paths.Exists(path) {
		return nil, nil
	}
	set, err := probe.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return countedFiles(set), nil
}

// projectPath returns the path, in the project, of a file that the compiler was given: one of the
// instrumented copy, or of the mirror.
func (b *toolBuild) projectPath(file string) (string, bool) {
	original := file
	for _, c := range b.events.Compiles {
		for _, r := range c.Roots {
			rel, ok := buildtools.Within(r.Shadow, file)
			if path := filepath.Join(r.Path, rel); ok && (original == file || paths.Exists(path)) { // roots may share a copy
				original = path
			}
		}
	}
	file = original
	_, ok := buildtools.Within(b.ws.Mirror, file)
	return fromHome(b.ws.HomeMirror(), file), ok && file != ""
}

// leftSources lists the folders with sources that the hook has left as they are.
func (b *toolBuild) leftSources() []runs.LeftSources {
	var all []runs.LeftSources
	for _, c := range b.events.Compiles {
		for _, l := range c.Left {
			path, ok := b.projectPath(l.Path)
			if !ok {
				path = l.Path
			}
			if n := javaFiles(l.Path); n > 0 {
				all = append(all, runs.LeftSources{Module: c.Module.ID, Set: c.Set, Path: path, Reason: l.Reason, Files: n})
			}
		}
	}
	return all
}

// javaFiles is the number of Java files below a folder, without helper classes. What cannot be read is not there.
func javaFiles(dir string) int {
	n := 0
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && paths.IsJava(path) && !strings.HasPrefix(d.Name(), probe.HelperPrefix) {
			n++
		}
		return nil
	})
	return n
}

// rootModule is the ID of the module in the root of the project, "" where it is not part of the build.
func (b *toolBuild) rootModule() string {
	for _, m := range b.events.Built {
		if m.Dir == "." {
			return m.ID
		}
	}
	return ""
}

// instrumented reports whether the compiler was given instrumented sources at least once.
func (b *toolBuild) instrumented() bool {
	return slices.ContainsFunc(b.events.Compiles, func(c buildtools.Compile) bool { return len(c.Roots) > 0 })
}

// nothingInstrumented is the end of a build in which no source was instrumented.
func (b *toolBuild) nothingInstrumented(call toolCall) error {
	var hints []string
	for _, u := range b.events.Uninstrumented {
		hints = append(hints, fmt.Sprintf("%s: %s (%s) was not instrumented: %s", u.Module.ID, u.Goal, u.Plugin, u.Reason))
	}
	for _, c := range b.events.Compiles {
		for _, l := range c.Left {
			path, ok := b.projectPath(l.Path)
			if !ok {
				path = l.Path
			}
			hints = append(hints, fmt.Sprintf("%s: %s has no counters: %s", c.Module.ID, path, l.Reason))
		}
	}
	switch {
	case len(b.events.Broken) > 0:
		f := b.events.Broken[0]
		return exit.Keep(b.result.ExitCode, fmt.Errorf("%s (%s): %s", f.Module.ID, f.Set, f.Message))
	case b.result.ExitCode != 0:
		return exit.Note{Status: exit.Status(b.result.ExitCode), Text: string(call.tool) + " failed before anything was instrumented: no counts"}
	case !call.compiles:
		return exit.Note{Status: exit.Status(0), Text: "this " + map[buildtools.Tool]string{buildtools.Maven: "goal", buildtools.Gradle: "task"}[call.tool] + " compiles no Java: nothing to count"}
	case len(b.events.Built) == 0:
		hints = append(hints, call.notHooked)
	case len(hints) == 0:
		hints = append(hints, string(call.tool)+" compiled no Java sources")
	}
	return ui.WithHints(fmt.Errorf("%s succeeded, but no source was instrumented: no counts, no report", call.tool), hints...)
}

// afterInterrupt is how long JVMs may take to write their counts when the user has ended the build.
const afterInterrupt = 3 * time.Second

// measured reads the maps of what was compiled, and the counts. Classes that an earlier build has
// compiled may have run, too (mvn surefire:test): the maps of what has counts are among them.
func (j *job) measured(b *toolBuild) (*measured, error) {
	compiled := map[setID]bool{}
	for _, c := range b.events.Compiles {
		id := setID{c.Module.ID, c.Set}
		compiled[id] = compiled[id] || len(c.Roots) > 0
	}
	entries, err := os.ReadDir(b.ws.Maps) // sorted
	if err != nil {
		return nil, err
	}
	needed := map[string]bool{}
	for id, instrumented := range compiled {
		needed[mapPath(b.ws.Maps, id)] = instrumented
	}
	var maps []string
	for _, e := range entries {
		path := filepath.Join(b.ws.Maps, e.Name())
		if filepath.Ext(path) != ".map" { // one that was being written
			continue
		}
		// One of an earlier build may be of another version of jprof: then it has no counts here.
		if _, err := probe.ReadFile(path); err == nil || needed[path] {
			maps = append(maps, path)
		}
	}
	if b.result.Interrupted() { // JVMs that the build has not waited for, such as those of a daemon, are about to write
		counts.Await(b.ws.Counts, afterInterrupt)
	}
	m, err := readMeasured(maps, b.ws.Counts, j.env.Getenv(environ.CountsVariable), b.stepFolders(), b.result.Start, sources(runs.Store{Project: b.ws.Home}, runs.Run{Sources: ".", Around: paths.Rel(b.ws.Home, b.ws.Root), Mirror: b.ws.HomeMirror()}))
	if err != nil {
		return nil, err
	}
	m.sets = slices.DeleteFunc(m.sets, func(s measuredSet) bool {
		return !compiled[setID{s.Module, s.Name}] && !slices.ContainsFunc(s.Packages, func(p *probe.Package) bool {
			return m.totals.Counters(p.ID) != nil
		})
	})
	return m, nil
}

// commitOf is the state of the repository around a folder, nil where there is none.
func commitOf(dir string) *runs.Commit {
	head := gitrepo.Head(dir)
	if head == nil {
		return nil
	}
	return &runs.Commit{ID: head.Commit, Time: head.Time, Folder: head.Folder, Dirty: head.Dirty}
}

// relDir is the working directory as a slash path relative to the project, "." for the project.
func (j *job) relDir(s runs.Store) string {
	rel, err := filepath.Rel(s.Project, j.env.Dir)
	if err != nil {
		return j.env.Dir
	}
	return filepath.ToSlash(rel)
}

// stdio is the user's own input and output, for a build or program.
func (j *job) stdio() runner.Stdio {
	return runner.Stdio{In: j.env.Stdin, Out: j.env.Stdout, Err: j.env.Stderr}
}

// exitCodeOf is the exit code of a build or program, also where the signal that ended it came to jprof only.
func exitCodeOf(r runner.Result) int {
	if r.Interrupted() {
		return exit.SignalCode(r.Signal)
	}
	return r.ExitCode
}
