package measure

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/environ"
)

// afterInterrupt limits the time for which jprof waits for counts after the user has ended the build.
const afterInterrupt = 3 * time.Second

// collect reads the counts, and the maps of the compiled source sets. It reads the other maps of the workspace, too,
// because classes of an earlier build may have run, as with mvn surefire:test.
func (m *measurement) collect(b *toolBuild) (*runmodel.Data, error) {
	m.setPhase(live.Reading)
	compiled := map[shadow.ID]bool{}
	for _, c := range b.events.Compiles {
		id := shadow.ID{Module: c.Module.ID, Name: c.Set}
		compiled[id] = compiled[id] || len(c.Roots) > 0
	}
	entries, err := os.ReadDir(b.ws.Maps) // sorted
	if err != nil {
		return nil, err
	}
	needed := map[string]bool{}
	for id, instrumented := range compiled {
		needed[shadow.MapPath(b.ws.Maps, id)] = instrumented
	}
	var maps []string
	for _, e := range entries {
		path := filepath.Join(b.ws.Maps, e.Name())
		if filepath.Ext(path) != ".map" { // a map that was being written
			continue
		}
		// A map of an earlier build may come from another version of jprof. Then no counts belong to it.
		if _, err := probe.ReadFile(path); err == nil || needed[path] {
			maps = append(maps, path)
		}
	}
	if b.result.Interrupted() { // JVMs that the build did not wait for, such as those of a daemon, are about to write
		counts.Await(b.ws.Counts, afterInterrupt)
	}
	source := runmodel.Sources(m.store, runs.Run{Sources: ".", Around: m.before.Around, Mirror: b.ws.HomeMirror()}, "")
	read := runmodel.Read
	if b.recording.tests.recorder != "" {
		read = runmodel.ReadByTest
	}
	d, err := read(maps, b.ws.Counts, m.env.Getenv(environ.CountsVariable), b.stepFolders(), b.result.Start, source)
	if err != nil {
		return nil, err
	}
	d.Drop(func(s runmodel.Set) bool {
		return !compiled[shadow.ID{Module: s.Module, Name: s.Name}] &&
			!slices.ContainsFunc(s.Packages, func(p *probe.Package) bool {
				return d.Totals.Counters(p.ID) != nil
			})
	})
	if tests, err := d.Tests(); err == nil && tests.Files() != nil {
		describeFiles(tests.Files(), b.recording.tests.around.Files, b.ws.HomeMirror())
	}
	b.steps = b.stepsWith(d.Totals.Steps())
	return d, b.recording.collectTimes(d, b.ws.Counts, b.haveLines())
}
