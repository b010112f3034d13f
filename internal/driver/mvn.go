package driver

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/internal/probe"
	"jprof/internal/ui"
	"jprof/internal/version"
	"jprof/runner"
)

func (j *job) mvnCommand() *cli.Command {
	return &cli.Command{
		Name:  "mvn",
		Usage: "build and test a Maven project, and count",
		UsageText: `jprof mvn ARGS...                all of ARGS is for mvn: jprof mvn --help is the help of mvn
jprof mvn --fallback ARGS...     instruments the copy's sources in place, instead of in the build by an extension`,
		SkipFlagParsing: true,
		HideHelp:        true,
		Action:          func(c *cli.Context) error { return j.mvn(c.Context, c.Args().Slice()) },
	}
}

// mvn runs the user's own Maven command on a copy of the project whose sources count, and reports.
// All of jprof is in it, one step after the other.
func (j *job) mvn(ctx context.Context, args []string) error {
	var err error
	if j.env, err = j.env.withCounts(); err != nil {
		return err
	}
	own, fallback := args, false
	if len(args) > 0 && args[0] == "--fallback" {
		own, fallback = args[1:], true
	}
	call, err := maven.New(j.env.Dir, own, j.env.Vars)
	if err != nil {
		return err
	}
	if call.Info {
		return j.plainMvn(ctx, call)
	}
	s := store{call.Project.Root}
	conf, err := readConfig(s.project)
	if err != nil { // now, rather than in the middle of the build
		return err
	}
	cache, err := j.cacheDir()
	if err != nil {
		return err
	}
	id, err := newRunID(j.env.Now())
	if err != nil {
		return err
	}
	ws, err := runner.OpenWorkspace(cache, s.project)
	if err != nil {
		return err
	}
	defer ws.Close()
	b, err := j.buildMaven(ctx, ws, call, conf, cache, fallback)
	if err != nil {
		return err
	}
	b.tellRejected(j.ui)
	m, err := j.measured(b)
	if err != nil {
		return keepStatus(b.result.ExitCode, err)
	}
	if !b.instrumented() && m.totals.JVMs() == 0 && !b.result.Interrupted() {
		return b.nothingInstrumented(call)
	}
	for _, line := range b.overwritten(m) {
		j.ui.Warn("%s", line)
	}
	j.tellLongMethods(ws.Mirror)
	m.run = run{
		ID: id, Tool: version.String(), Command: append([]string{"mvn"}, args...), Dir: j.relDir(s),
		Started: b.started, Ended: j.env.Now(), ExitCode: b.result.ExitCode, Interrupted: b.result.Interrupted(),
		Rounds: b.rounds, Sources: ".", Mirror: ws.Mirror, Title: cmp.Or(conf.Report.Title, filepath.Base(s.project)),
	}
	m.testReports = func(dest string) error {
		_, err := runner.CollectTestReports(b.events.Tests, b.result.Start, dest)
		return err
	}
	return keepStatus(b.exitCode(), j.finish(s, m))
}

// plainMvn runs mvn as the user has typed it, where it only prints something.
func (j *job) plainMvn(ctx context.Context, call *maven.Build) error {
	command, err := call.Plain()
	if err != nil {
		return err
	}
	result, err := runner.Run(context.WithoutCancel(ctx), command, j.stdio(), runner.DefaultGrace)
	if err != nil {
		return err
	}
	return asStatus(result.ExitCode)
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

// mavenBuild is what became of the user's build.
type mavenBuild struct {
	ws      *runner.Workspace
	result  runner.Result // of the last round
	started time.Time
	rounds  int
	events  buildtools.Events
	exclude exclusions
	left    []rejection // why files are in exclude, in the order of the rounds
}

// buildMaven brings the mirror up to date and runs the user's command in it. A build that succeeds
// without having loaded the extension is run again with the sources instrumented in place.
func (j *job) buildMaven(ctx context.Context, ws *runner.Workspace, call *maven.Build, conf config, cache string, fallback bool) (*mavenBuild, error) {
	if !fallback {
		if err := j.sync(ws); err != nil {
			return nil, err
		}
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		b, err := j.build(ctx, ws, &hooked{call: call, self: self, cache: cache})
		if err != nil || !call.Compiles || b.result.ExitCode != 0 || b.result.Interrupted() || len(b.events.Built) > 0 {
			return b, err
		}
		j.ui.Info("mvn did not load the extension of jprof: building again with the sources instrumented in place")
	}
	p := &inPlace{job: j, call: call, cache: cache, sets: call.SourceSets(), conf: conf}
	ws.WithoutSources(p.roots())
	if err := j.sync(ws); err != nil {
		return nil, err
	}
	return j.build(ctx, ws, p)
}

// build runs the user's command, again if need be: files that javac accepts only without counters are
// left as they are.
func (j *job) build(ctx context.Context, ws *runner.Workspace, how delivery) (*mavenBuild, error) {
	command, err := how.command(ctx, ws)
	if err != nil {
		return nil, err
	}
	command.Env = ws.Environ(command.Env)
	b := &mavenBuild{ws: ws, started: j.env.Now(), exclude: exclusions{}}
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
		if b.events, err = how.events(b); err != nil {
			return nil, keepStatus(b.result.ExitCode, err)
		}
		if b.result.Interrupted() || b.rounds == maxRounds {
			return b, nil
		}
		rejected, err := b.rejected()
		if err != nil {
			return nil, keepStatus(b.result.ExitCode, err)
		}
		added, own := b.exclude.add(rejected)
		if own || len(added) == 0 {
			return b, nil
		}
		b.left = append(b.left, added...)
		j.ui.Info("javac does not accept counters in %s: building again without them there", plural(len(added), "place"))
	}
}

// rejected lists the files with counters in them that the compiler complained of.
func (b *mavenBuild) rejected() ([]rejection, error) {
	var out []rejection
	for _, f := range b.events.Failures {
		counted, err := b.counted(setID{f.Module.ID, f.Set})
		if err != nil {
			return nil, err
		}
		for _, r := range maven.Rejections(f) {
			path, ok := b.projectPath(r.File)
			if !ok {
				continue
			}
			out = append(out, b.exclude.charged(rejection{path: path, line: r.Line, message: r.Message}, counted)...)
		}
	}
	return out, nil
}

// counted lists the files of a source set that have counters in them, sorted.
func (b *mavenBuild) counted(id setID) ([]*probe.File, error) {
	path := mapPath(b.ws.Maps, id)
	if !exists(path) {
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
func (b *mavenBuild) projectPath(file string) (string, bool) {
	for _, c := range b.events.Compiles {
		for _, r := range c.Roots {
			if rel, ok := buildtools.Within(r.Shadow, file); ok {
				file = filepath.Join(r.Path, rel)
			}
		}
	}
	rel, ok := buildtools.Within(b.ws.Mirror, file)
	return filepath.ToSlash(rel), ok && file != ""
}

// instrumented tells whether the compiler was given instrumented sources at least once.
func (b *mavenBuild) instrumented() bool {
	return slices.ContainsFunc(b.events.Compiles, func(c buildtools.Compile) bool { return len(c.Roots) > 0 })
}

// nothingInstrumented is the end of a build in which no source was instrumented.
func (b *mavenBuild) nothingInstrumented(call *maven.Build) error {
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
			hints = append(hints, fmt.Sprintf("%s: %s was left as it is: %s", c.Module.ID, path, l.Reason))
		}
	}
	switch {
	case len(b.events.Broken) > 0:
		f := b.events.Broken[0]
		return keepStatus(b.result.ExitCode, fmt.Errorf("%s (%s): %s", f.Module.ID, f.Set, f.Message))
	case b.result.ExitCode != 0:
		return note{status(b.result.ExitCode), "mvn failed before anything was instrumented: no counts"}
	case !call.Compiles:
		return note{status(0), "mvn was asked for nothing that compiles Java: no counts"}
	case len(b.events.Built) == 0:
		hints = append(hints, "the extension of jprof was not loaded: look for maven.ext.class.path in the settings of Maven")
	case len(hints) == 0:
		hints = append(hints, "no module has Java sources that mvn compiled")
	}
	return ui.WithHints(fmt.Errorf("mvn succeeded, but no source was instrumented: no counts, no report"), hints...)
}

// exitCode is that of the build, also where the signal that ended it came to jprof only.
func (b *mavenBuild) exitCode() int {
	if b.result.Interrupted() {
		return signalCode(b.result.Signal)
	}
	return b.result.ExitCode
}

// measured reads the maps of what was compiled, and the counts. Classes that an earlier build has
// compiled may have run, too (mvn surefire:test): the maps of what has counts are among them.
func (j *job) measured(b *mavenBuild) (*measured, error) {
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
	m, err := readMeasured(maps, b.ws.Counts, j.env.getenv(countsVariable), b.result.Start, sources(store{b.ws.Root}, run{Sources: ".", Mirror: b.ws.Mirror}))
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

// relDir is the working directory as a slash path relative to the project, "." for the project.
func (j *job) relDir(s store) string {
	rel, err := filepath.Rel(s.project, j.env.Dir)
	if err != nil {
		return j.env.Dir
	}
	return filepath.ToSlash(rel)
}

// cacheDir is where workspaces and what is compiled once are kept.
func (j *job) cacheDir() (string, error) {
	if dir := j.env.getenv("JPROF_CACHE"); dir != "" {
		return j.env.path(dir), nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", ui.Errorf("set JPROF_CACHE to a folder", "no folder for caches: %w", err)
	}
	return filepath.Join(dir, "jprof"), nil
}

// stdio is the user's own input and output, for a build or program.
func (j *job) stdio() runner.Stdio {
	return runner.Stdio{In: j.env.Stdin, Out: j.env.Stdout, Err: j.env.Stderr}
}

// plural is "1 file" or "7 files", for the noun "file".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
