package measure

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"

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

// hooked reports whether the build has loaded its hook, or did not need it. A build that compiles nothing, fails or is
// interrupted need not load the hook.
func (b *toolBuild) hooked(build buildtools.Build) bool {
	return !build.About().Compiles || b.result.ExitCode != 0 || b.result.Interrupted() || len(b.events.Built) > 0
}

// buildWith brings the mirror up to date and runs the user's command there, with the given hook.
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
	b.setPhase(live.Copying, func(s *live.State) { s.Mirror = b.ws.HomeMirror() })
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

// rootsOf returns the roots of source sets, as paths with slashes from the root of the project.
func rootsOf(sets []buildtools.SourceSet) []string {
	var all []string
	for _, set := range sets {
		all = append(all, set.Roots...)
	}
	return all
}

// Site describes a workspace for build tools. cache is the folder of jprof for all projects.
func Site(ws *runner.Workspace, cache string) buildtools.Site {
	return buildtools.Site{
		Mirror: ws.Mirror, Own: ws.Own, Cache: cache, HookFile: ws.Hook, Events: ws.Events, Run: runner.Output,
	}
}

// delivery gives the compilers of a build instrumented sources by a hook.
type delivery struct {
	*building
	hook   buildtools.Hook
	site   buildtools.Site
	sets   []buildtools.SourceSet // of an in-place hook
	output *bytes.Buffer          // the output of the build in this round, for an in-place hook; nil for others
}

// prepare writes the settings for the hook, or the instrumented sources. It is called before each round of the build.
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
		options.Headers = true // checks of all sources see the helper classes
		if !b.recording.shipped {
			options.CountsDir = b.ws.Counts
		}
		options.Program = program
		if _, err := shadow.WriteSet(ctx, b.ws.Maps, b.ws.Shadow, roots, options); err != nil {
			return err
		}
	}
	return nil
}

// listen returns the input and output for the build. stdio is the user's own. With an in-place hook, listen also keeps
// the output, because it contains the errors of compilers.
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

// events returns the events of a round.
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

// writeHookFile writes the settings for the hook in a build, and for the jprof processes that the hook starts.
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
		Checks: strings.Join(b.checks, " "),
	}
	if err := b.recording.writeFiles(b.ws, &file); err != nil {
		return err
	}
	return buildtools.WriteHookFile(b.ws.Hook, file)
}

// self returns the path of this program and a text that identifies its build: the version with the time of the file.
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
