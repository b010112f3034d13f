package maven

import (
	"context"
	"path/filepath"
	"slices"

	"jprof/buildtools"
	"jprof/internal/util/paths"
)

// Hooks is part of buildtools.Build.
func (b *build) Hooks() []buildtools.Hook {
	if b.fallback {
		return []buildtools.Hook{&inPlace{build: b}}
	}
	return []buildtools.Hook{extension{b}, &inPlace{build: b}}
}

// extension is the hook by an extension of Maven, which replaces the source roots of compilers.
type extension struct{ *build }

// InPlace is part of buildtools.Hook.
func (extension) InPlace() ([]buildtools.SourceSet, bool) { return nil, false }

// Command is part of buildtools.Hook.
func (e extension) Command(ctx context.Context, site buildtools.Site) (buildtools.Command, error) {
	exe, install, err := e.prepare(ctx, site)
	if err != nil {
		return buildtools.Command{}, err
	}
	jar, err := install.extension(ctx, site.Cache, site.Run)
	if err != nil {
		return buildtools.Command{}, err
	}
	return e.withExtension(site.Mirror, exe, jar, site.HookFile), nil
}

// prepare returns the mvn of a build. It also makes the build install into jprof's own repository, not into the user's.
func (b *build) prepare(ctx context.Context, site buildtools.Site) (buildtools.Executable, installation, error) {
	exe, err := b.locate(site.Mirror)
	if err != nil {
		return exe, installation{}, err
	}
	install, err := b.inspect(ctx, exe, site.Cache, site.Run)
	if err != nil {
		return exe, install, err
	}
	return exe, install, b.installInto(filepath.Join(site.Own, "repository"), install)
}

// Events is part of buildtools.Hook.
func (extension) Events(_ context.Context, site buildtools.Site, _ buildtools.Round) (buildtools.Events, error) {
	events, err := buildtools.ReadEvents(site.Events)
	for i := range events.Failures {
		events.Failures[i].Rejections = readRejections(events.Failures[i])
	}
	events.Warnings = warningsIn(events.Warned...)
	return events, err
}

// inPlace is the hook for builds that do not load the extension, or compile in ways that it does not support. It takes
// the sources from the poms, so that generated sources have no counters. Checks of sources are switched off.
type inPlace struct {
	*build
	sets []buildtools.SourceSet
}

// InPlace is part of buildtools.Hook.
func (p *inPlace) InPlace() ([]buildtools.SourceSet, bool) {
	p.sets = p.sourceSets()
	return p.sets, true
}

// Command is part of buildtools.Hook.
func (p *inPlace) Command(ctx context.Context, site buildtools.Site) (buildtools.Command, error) {
	exe, _, err := p.prepare(ctx, site)
	if err != nil {
		return buildtools.Command{}, err
	}
	return p.withoutChecks(site.Mirror, exe), nil
}

// Events is part of buildtools.Hook. It derives the events from the mirror and the output of mvn, as far as they show
// them.
func (p *inPlace) Events(_ context.Context, site buildtools.Site, round buildtools.Round) (buildtools.Events, error) {
	var e buildtools.Events
	message, failed := complaints(round.Output, "[ERROR]"), failedProjects(round.Output)
	e.Warnings = warningsIn(complaints(round.Output, "[WARNING]"))
	seen := map[buildtools.Module]bool{}
	for _, set := range p.sets {
		if slices.Contains(failed, set.Module.Name()) && !slices.Contains(e.Failed, set.Module) {
			e.Failed = append(e.Failed, set.Module)
		}
		var roots []string
		for _, root := range set.Roots {
			roots = append(roots, filepath.Join(site.Mirror, filepath.FromSlash(root)))
		}
		output := filepath.Join(site.Mirror, filepath.FromSlash(set.Build))
		if !paths.Exists(output) {
			if set.Name == "main" && p.Compiles && !p.partial() { // the build may or may not compile tests
				e.Planned = append(e.Planned, buildtools.Planned{Module: set.Module, Set: set.Name, Roots: roots})
			}
			continue
		}
		x := buildtools.Execution{Module: set.Module}
		c := buildtools.Compile{Execution: x, Set: set.Name}
		for _, root := range roots {
			c.Roots = append(c.Roots, buildtools.Root{Path: root, Shadow: root})
		}
		e.Compiles = append(e.Compiles, c)
		if message != "" && (round.ExitCode != 0 || len(failed) > 0) {
			f := buildtools.Failure{Execution: x, Set: set.Name, Message: message}
			f.Rejections = readRejections(f)
			e.Failures = append(e.Failures, f)
		}
		if !seen[set.Module] {
			seen[set.Module] = true
			e.Built = append(e.Built, set.Module)
			for _, name := range []string{"surefire-reports", "failsafe-reports"} {
				e.Tests = append(e.Tests, buildtools.Tests{Execution: x, Reports: filepath.Join(output, name)})
			}
		}
	}
	return e, nil
}
