package measure

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/runs/selection"
)

// work is a build, or the run of a program, that has ended.
type work interface {
	// describe adds the facts of the work to those of the run.
	describe(r *runs.Run)
}

// made returns the run of a work. It has all facts except those that come from the numbers or the folder of the run.
func (m *measurement) made(w work) runs.Run {
	r := m.before
	w.describe(&r)
	return r
}

// describe adds the facts of a build.
func (b *toolBuild) describe(r *runs.Run) {
	r.Project = b.rootModule()
	r.Started, r.Ended, r.Rounds = b.started, b.ended, b.rounds
	r.ExitCode, r.Interrupted = b.result.ExitCode, b.result.Interrupted()
	r.Mirror = b.ws.HomeMirror()
	r.NotBuilt, r.FailedModules = b.notBuilt(b.tool.BuildFiles), idsOf(b.events.Failed)
	r.TestsFailedIn = idsOf(b.events.TestsFailedIn)
	r.Tests, r.Unmeasured, r.Excluded = b.steps, b.omitted, b.excluded
	own := b.ownErrors()
	for _, e := range own[:min(len(own), maxMessages)] {
		r.CompileErrors = append(r.CompileErrors, runs.CompileError{Path: e.Path, Line: e.Line, Column: e.Column,
			Message: e.Message})
	}
}

// describe adds the facts of a program.
func (p *programRun) describe(r *runs.Run) {
	r.Title = cmp.Or(p.title, p.class, r.Title)
	r.Ended, r.Rounds = p.ended, p.Rounds
	r.ExitCode, r.Interrupted = p.result.ExitCode, p.result.Interrupted()
}

// counted makes the run of a work with counters, and puts it into d.
func (m *measurement) counted(w work, d *runmodel.Data, by byTest) error {
	r := m.made(w)
	for _, set := range d.Sets {
		files, counted := 0, 0
		for _, p := range set.Packages {
			for _, f := range p.Files {
				files++
				if !f.Omitted() {
					counted++
				}
			}
		}
		r.Sets = append(r.Sets, runs.Set{Module: set.Module, Name: set.Name, Map: mapPath("", set), Files: files,
			Measured: counted, Kind: set.Kind})
	}
	slices.SortFunc(r.Sets, func(a, b runs.Set) int { return strings.Compare(a.Map, b.Map) })
	r.JVMs, r.JDK, r.Incomplete = d.Totals.JVMs(), strings.Join(d.Totals.Java(), ", "), d.Totals.Problems()
	if d.Times != nil {
		r.Times = runs.DescribeTimes(d.Times)
	}
	tests, err := d.Tests()
	switch {
	case err == nil:
		r.ByTest = runs.DescribeTests(tests)
		if r.ByTest.Carried > 0 {
			r.ByTest.From = by.carrying.found.Run.ID
		}
		r.Given = &by.around.Given
		if r.Files, err = selection.Untold(m.store.Project, &r, d.Maps(), by.around.Files); err != nil {
			return err
		}
	case !errors.As(err, new(*runs.NoTestsError)):
		return err
	}
	d.Run = r
	return nil
}

// mapPath returns the path of the map of a source set in a folder of maps.
func mapPath(maps string, set runmodel.Set) string {
	return shadow.MapPath(maps, shadow.ID{Module: set.Module, Name: set.Name})
}

// recorded returns the run of a work with contexts.
func (m *measurement) recorded(w work, c *contexts.Collected) runs.Run {
	r := m.made(w)
	head := c.Profile.Source().Head()
	r.JDK, r.Contexts = strings.Join(head.Java, ", "), &runs.Contexts{Unplaced: c.Unplaced, Unread: c.Problems}
	return r
}
