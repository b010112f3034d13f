package measure

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/internal/atomicfile"
	"jprof/internal/paths"
	"jprof/internal/settings"
	"jprof/internal/shadow"
	"jprof/internal/ui"
	"jprof/internal/version"
	"jprof/runner"
)

// delivery is how the compilers of a build come to instrumented sources.
type delivery interface {
	// command is the user's command, as it is run in the mirror.
	command(ctx context.Context, ws *runner.Workspace) (buildtools.Command, error)
	// prepare is called before each round of the build.
	prepare(ctx context.Context, b *toolBuild) error
	// listen is what the build reads and writes, stdio being the user's.
	listen(stdio runner.Stdio) runner.Stdio
	// events is what became of a round.
	events(ctx context.Context, b *toolBuild) (buildtools.Events, error)
}

// writeHook writes what the hook in a build, and the processes that it starts, have to know.
func writeHook(b *toolBuild) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := atomicfile.WriteJSON(shadow.SkipsPath(b.ws.Hook), b.skip); err != nil {
		return err
	}
	return buildtools.WriteHook(b.ws.Hook, buildtools.Hook{
		Jprof: self, Version: selfVersion(self), Project: b.ws.Home, Mirror: b.ws.Mirror, Home: b.ws.HomeMirror(),
		Shadow: b.ws.Shadow, Maps: b.ws.Maps, Counts: b.ws.Counts, Events: b.ws.Events,
	})
}

// selfVersion changes with the jprof that instruments, also between versions of the same name.
func selfVersion(self string) string {
	stamp := ""
	if info, err := os.Stat(self); err == nil {
		stamp = info.ModTime().UTC().Format(" 20060102-150405.000000000")
	}
	return version.String() + stamp
}

// hooked has the extension in the build replace the compilers' source roots.
type hooked struct {
	call  *maven.Build
	cache string
}

func (h *hooked) command(ctx context.Context, ws *runner.Workspace) (buildtools.Command, error) {
	exe, install, err := located(ctx, h.call, ws, h.cache)
	if err != nil {
		return buildtools.Command{}, err
	}
	extension, err := install.Extension(ctx, h.cache, runner.Output)
	if err != nil {
		return buildtools.Command{}, err
	}
	return h.call.Command(ws.Mirror, exe, extension, ws.Hook), nil
}

// located is the mvn of a build, which is to leave the user's local repository alone.
func located(ctx context.Context, call *maven.Build, ws *runner.Workspace, cache string) (buildtools.Executable, maven.Install, error) {
	exe, err := call.Locate(ws.Mirror)
	if err != nil {
		return exe, maven.Install{}, err
	}
	install, err := call.Inspect(ctx, exe, cache, runner.Output)
	if err != nil {
		return exe, install, err
	}
	return exe, install, call.InstallInto(filepath.Join(ws.Dir, "repository"), install)
}

func (h *hooked) prepare(_ context.Context, b *toolBuild) error {
	return writeHook(b)
}

func (h *hooked) listen(stdio runner.Stdio) runner.Stdio { return stdio }

func (h *hooked) events(_ context.Context, b *toolBuild) (buildtools.Events, error) {
	events, err := buildtools.ReadEvents(b.ws.Events)
	for i := range events.Failures {
		events.Failures[i].Rejections = maven.Rejections(events.Failures[i])
	}
	return events, err
}

// inPlace puts instrumented sources where the originals would be in the mirror: for builds that do not
// load the extension, or compile in ways that it does not know. What is compiled is read from the
// poms: generated sources stay as they are, and checks of sources are switched off.
type inPlace struct {
	ui     *ui.UI
	call   *maven.Build
	cache  string
	sets   []buildtools.SourceSet
	conf   settings.Settings
	output bytes.Buffer // of the last round
}

func (p *inPlace) command(ctx context.Context, ws *runner.Workspace) (buildtools.Command, error) {
	exe, _, err := located(ctx, p.call, ws, p.cache)
	if err != nil {
		return buildtools.Command{}, err
	}
	return p.call.InPlace(ws.Mirror, exe), nil
}

// roots are the folders that prepare writes, as slash paths from the root of the project.
func (p *inPlace) roots() []string {
	var all []string
	for _, set := range p.sets {
		all = append(all, set.Roots...)
	}
	return all
}

func (p *inPlace) prepare(ctx context.Context, b *toolBuild) error {
	progress := p.ui.Progress("instrumenting")
	defer progress.Done()
	p.output.Reset()
	for _, set := range p.sets {
		roots, options, err := shadow.Input(p.conf, set, p.call.Project, b.ws.Mirror, b.skip)
		if err != nil {
			return err
		}
		options.CountsDir, options.Headers = b.ws.Counts, true // checks of all sources see the helper classes
		if _, err := shadow.Write(ctx, shadow.MapPath(b.ws.Maps, shadow.ID{Module: set.Module.ID, Name: set.Name}), roots, options); err != nil {
			return err
		}
	}
	return nil
}

// listen keeps what the build prints: javac's complaints are in it.
func (p *inPlace) listen(stdio runner.Stdio) runner.Stdio {
	if stdio.Out == nil {
		stdio.Out = io.Discard
	}
	stdio.Out = io.MultiWriter(stdio.Out, &p.output)
	return stdio
}

// inMirrorAll are slash paths from the root of the project as paths in its copy.
func inMirrorAll(mirror string, paths []string) []string {
	var all []string
	for _, p := range paths {
		all = append(all, filepath.Join(mirror, filepath.FromSlash(p)))
	}
	return all
}

// events are what a hook would have reported, as far as it can be told from outside.
func (p *inPlace) events(_ context.Context, b *toolBuild) (buildtools.Events, error) {
	var e buildtools.Events
	complaints := maven.Complaints(p.output.String())
	failed := maven.FailedProjects(p.output.String())
	seen := map[buildtools.Module]bool{}
	for _, set := range p.sets {
		if slices.Contains(failed, set.Module.Name()) && !slices.Contains(e.Failed, set.Module) {
			e.Failed = append(e.Failed, set.Module)
		}
		build := filepath.Join(b.ws.Mirror, filepath.FromSlash(set.Build))
		if !paths.Exists(build) {
			if set.Name == "main" && p.call.Compiles && !p.call.Partial() { // whether tests were to be compiled is not known here
				e.Planned = append(e.Planned, buildtools.Planned{Module: set.Module, Set: set.Name, Roots: inMirrorAll(b.ws.Mirror, set.Roots)})
			}
			continue
		}
		x := buildtools.Execution{Module: set.Module}
		c := buildtools.Compile{Execution: x, Set: set.Name}
		for _, path := range inMirrorAll(b.ws.Mirror, set.Roots) {
			c.Roots = append(c.Roots, buildtools.Root{Path: path, Shadow: path})
		}
		e.Compiles = append(e.Compiles, c)
		if complaints != "" && (b.result.ExitCode != 0 || len(failed) > 0) {
			f := buildtools.Failure{Execution: x, Set: set.Name, Message: complaints}
			f.Rejections = maven.Rejections(f)
			e.Failures = append(e.Failures, f)
		}
		if !seen[set.Module] {
			seen[set.Module] = true
			e.Built = append(e.Built, buildtools.Built{Module: set.Module, Sources: true})
			for _, name := range []string{"surefire-reports", "failsafe-reports"} {
				e.Tests = append(e.Tests, buildtools.Tests{Execution: x, Reports: filepath.Join(build, name)})
			}
		}
	}
	return e, nil
}
