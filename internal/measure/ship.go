package measure

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/measure/ship"
	"jprof/internal/runs"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
	"jprof/internal/util/words"
)

// shippable describes a build for package ship.
func (b *toolBuild) shippable() ship.Build {
	s := ship.Build{Start: b.result.Start}
	add := func(m buildtools.Module) {
		s.Modules = append(s.Modules, filepath.Join(b.ws.Mirror, filepath.FromSlash(m.Dir)))
	}
	for _, m := range b.events.Built {
		add(m)
	}
	for _, p := range b.events.Planned { // Gradle reports no modules that were built
		add(p.Module)
	}
	slices.Sort(s.Modules)
	s.Modules = slices.Compact(s.Modules)
	for _, c := range b.events.Compiles {
		for _, dir := range []string{c.Classes, c.Written} {
			if dir != "" {
				s.Classes = append(s.Classes, dir)
			}
		}
	}
	return s
}

// shipped returns the name and the version of the application that a build has made: those of the artifact that has
// the name of its root module, or of all artifacts if they have one name. Counts without a name of their own get these.
// It returns nil if there is no artifact.
func shipped(artifacts []ship.Artifact, root, project string) *runs.Shipped {
	if len(artifacts) == 0 {
		return nil
	}
	root = cmp.Or(root[strings.LastIndexByte(root, ':')+1:], project)
	s := &runs.Shipped{Application: root}
	for _, a := range artifacts {
		other := func(b ship.Artifact) bool { return b.Name != a.Name }
		if a.Name == root || !slices.ContainsFunc(artifacts, other) {
			return &runs.Shipped{Application: a.Name, Version: a.Version}
		}
		s.Version = cmp.Or(s.Version, a.Version)
	}
	return s
}

// ship copies the artifacts of a build, and its run, to a folder.
func (b *building) ship(artifacts []ship.Artifact, run runs.Run, dir string) error {
	if run.Failed() {
		return errors.New("nothing is shipped, as the build failed")
	}
	if len(artifacts) == 0 {
		return term.WithHints(errors.New("nothing is shipped: the build has made no jar, war or ear with counters"),
			"run the goal or task that makes it, such as mvn package or gradle assemble")
	}
	m := ship.Manifest{Tool: version.String(), Application: run.Shipped.Application, Version: run.Shipped.Version,
		Settings: ship.SettingsOf(run.Shipped.Application, run.Shipped.Version)}
	if run.Commit != nil {
		m.Commit = run.Commit.ID
	}
	made, err := ship.Copy(dir, artifacts, b.store.RunDir(run.ID), run.ID, m)
	if err != nil {
		return err
	}
	var names []string
	for _, f := range made.Artifacts {
		names = append(names, f.File)
	}
	slices.Sort(names)
	b.ui.Info("shipped with counters: %s. Set JPROF_COUNTS to a folder, or no counts are kept; %s has all settings",
		words.Listed(names), b.env.Short(filepath.Join(dir, ship.ManifestFile)))
	b.ui.Result("shipped: %s", b.env.Short(dir))
	return nil
}
