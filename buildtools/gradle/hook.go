package gradle

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"jprof/buildtools"
)

// Hooks is part of buildtools.Build.
func (b *build) Hooks() []buildtools.Hook { return []buildtools.Hook{hook{b}} }

// hook is the hook by the init script, which gives the compilers copies of their sources.
type hook struct{ *build }

// InPlace is part of buildtools.Hook.
func (hook) InPlace() ([]buildtools.SourceSet, bool) { return nil, false }

// Command is part of buildtools.Hook.
func (h hook) Command(_ context.Context, site buildtools.Site) (buildtools.Command, error) {
	exe, err := h.locate(site.Mirror)
	if err != nil {
		return buildtools.Command{}, err
	}
	script, err := initScript(site.Cache)
	if err != nil {
		return buildtools.Command{}, err
	}
	return h.withScript(site.Mirror, exe, script, site.HookFile), nil
}

// Events is part of buildtools.Hook. The output of each compilation is in a file of its own. A build from a
// configuration cache has no listener for compilers. If such a build fails, gradle runs once more, up to the same
// failure, to get the output of the compilers.
func (h hook) Events(_ context.Context, site buildtools.Site, round buildtools.Round) (buildtools.Events, error) {
	events, err := buildtools.ReadEvents(site.Events)
	if err != nil {
		return events, err
	}
	said, err := printed(site.Events, ".err")
	events.Warnings = buildtools.JavacWarnings(said)
	if err != nil || !round.Failed() {
		return events, err
	}
	if named, err := printed(site.Events, ".named"); err == nil && named != "" {
		events.Messages = append(events.Messages, named)
	}
	if len(events.Failures) == 0 {
		return events, nil
	}
	if said == "" {
		if said, err = round.Again(); err != nil {
			return events, err
		}
	}
	rejections := buildtools.JavacRejections(said)
	for i := range events.Failures {
		events.Failures[i].Rejections = rejections
	}
	return events, nil
}

// printed returns the texts that the init script has written to files with an ending, in the folder events. They are
// output of compilers (.err), or messages with the name of a helper class (.named).
func printed(events, ending string) (string, error) {
	entries, err := os.ReadDir(events)
	if err != nil {
		return "", err
	}
	var all strings.Builder
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ending) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(events, e.Name()))
		if err != nil {
			return "", err
		}
		all.Write(text)
	}
	return all.String(), nil
}
