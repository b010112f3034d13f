package measure

import (
	"bytes"
	"context"
	"io"
	"os"

	"jprof/buildtools"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs/live"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/version"
	"jprof/runner"
)

// build runs the user's command in the mirror, with the first hook that the build loads.
func (b *building) build(ctx context.Context, r recording) (*toolBuild, error) {
	hooks := b.Build.Hooks()
	for _, hook := range hooks[:len(hooks)-1] {
		built, err := b.buildWith(ctx, hook, r)
		if err != nil || built.hooked(b.Build) {
			return built, err
		}
		b.ui.Info("%s did not load the %s of jprof: building again with the sources instrumented in place",
			b.Tool.Command, b.Tool.Hook)
		if r.tests.recorder != "" {
			b.ui.Warn("no counts by test: they require the %s of jprof", b.Tool.Hook)
			r.tests = byTest{}
		}
	}
	return b.buildWith(ctx, hooks[len(hooks)-1], r)
}

// hooked reports whether the build has loaded its hook, as far as it had to: a build that compiles nothing, or fails
// early, need not.
func (b *toolBuild) hooked(build buildtools.Build) bool {
	return !build.About().Compiles || b.result.ExitCode != 0 || b.result.Interrupted() || len(b.events.Built) > 0
}

// buildWith brings the mirror up to date and runs the user's command in it, with a hook.
func (b *building) buildWith(ctx context.Context, hook buildtools.Hook, r recording) (*toolBuild, error) {
	cache, err := b.env.Cache()
	if err != nil {
		return nil, err
	}
	d := &delivery{building: b, hook: hook}
	var inPlace bool
	if d.sets, inPlace = hook.InPlace(); inPlace {
		d.output = &bytes.Buffer{}
		b.ws.WithoutSources(rootsOf(d.sets))
	}
	b.is(live.Copying, func(s *live.State) { s.Mirror = b.ws.HomeMirror() })
	if err := Sync(b.ui, b.ws, b.Outputs); err != nil {
		return nil, err
	}
	if inPlace {
		b.ui.Warn("not enforced, because sources are instrumented in place: checks of sources, class files and " +
			"coverage; run these checks without jprof")
	}
	d.site = Site(b.ws, cache)
	return d.rounds(ctx, r)
}

// rootsOf are the roots of source sets, as slash paths from the root of the project.
func rootsOf(sets []buildtools.SourceSet) []string {
	var all []string
	for _, set := range sets {
		all = append(all, set.Roots...)
	}
	return all
}

// Site is a workspace, with the folder for all projects, in the form for build tools.
func Site(ws *runner.Workspace, cache string) buildtools.Site {
	return buildtools.Site{
		Mirror: ws.Mirror, Own: ws.Own, Cache: cache, HookFile: ws.Hook, Events: ws.Events, Run: runner.Output,
	}
}

// delivery is a way to make the compilers of a build read instrumented sources.
type delivery struct {
	*building
	hook   buildtools.Hook
	site   buildtools.Site
	sets   []buildtools.SourceSet // of a hook in place
	output *bytes.Buffer          // the output of a build with an in-place hook in a round; nil for others
}

// prepare is called before each round of the build: it writes the settings for the hook, or the instrumented sources.
func (d *delivery) prepare(ctx context.Context, b *toolBuild) error {
	if err := b.recording.prepare(b.ws); err != nil {
		return err
	}
	if d.output == nil {
		return writeHookFile(b)
	}
	d.output.Reset()
	_, program, err := self()
	if err != nil {
		return err
	}
	progress := d.ui.Progress("instrumenting")
	defer progress.Done()
	for _, set := range d.sets {
		roots, options, err := shadow.Input(d.settings, set, d.Build.About().Project, b.ws.Mirror, b.skip)
		if err != nil {
			return err
		}
		options.CountsDir, options.Headers = b.ws.Counts, true // checks of all sources see the helper classes
		options.Program = program
		if _, err := shadow.WriteSet(ctx, b.ws.Maps, b.ws.Shadow, roots, options); err != nil {
			return err
		}
	}
	return nil
}

// listen returns the input and output of the build, stdio being the user's. With a hook in place the output is kept,
// too: the errors of compilers are in it.
func (d *delivery) listen(stdio runner.Stdio) runner.Stdio {
	if d.output == nil {
		return stdio
	}
	if stdio.Out == nil {
		stdio.Out = io.Discard
	}
	stdio.Out = io.MultiWriter(stdio.Out, d.output)
	return stdio
}

// events are the events of a round.
func (d *delivery) events(ctx context.Context, b *toolBuild) (buildtools.Events, error) {
	round := buildtools.Round{ExitCode: b.result.ExitCode, Interrupted: b.result.Interrupted()}
	if d.output != nil {
		round.Output = d.output.String()
	}
	round.Again = func() (string, error) {
		var all bytes.Buffer
		stdio := runner.Stdio{Out: &all, Err: &all}
		_, err := runner.Run(context.WithoutCancel(ctx), b.command, stdio, runner.DefaultGrace)
		return all.String(), err
	}
	return d.hook.Events(ctx, d.site, round)
}

// writeHookFile writes the settings for the hook in a build, and for the processes that it starts.
func writeHookFile(b *toolBuild) error {
	jprof, program, err := self()
	if err != nil {
		return err
	}
	if err := atomicfile.WriteJSON(shadow.SkipsPath(b.ws.Hook), b.skip); err != nil {
		return err
	}
	file := buildtools.HookFile{
		Jprof: jprof, Version: program, Project: b.ws.Home, Mirror: b.ws.Mirror, Home: b.ws.HomeMirror(),
		Shadow: b.ws.Shadow, Maps: b.ws.Maps, Counts: b.ws.Counts, Events: b.ws.Events,
	}
	if err := b.recording.writeFiles(b.ws, &file); err != nil {
		return err
	}
	return buildtools.WriteHookFile(b.ws.Hook, file)
}

// self is the file of this program, and its version, which changes with each build of it.
func self() (path, build string, err error) {
	if path, err = os.Executable(); err != nil {
		return "", "", err
	}
	build = version.String()
	if info, err := os.Stat(path); err == nil {
		build += info.ModTime().UTC().Format(" 20060102-150405.000000000")
	}
	return path, build, nil
}
