package measure

import (
	"fmt"
	"slices"

	"jprof/buildtools"
	"jprof/internal/probe"
	"jprof/internal/runmodel"
)

// overwritten names, one line each, instrumented source sets without counts in a module that ran tests and has another
// compilation without the hook: an unknown compiler may compile the same sources over the classes of javac. If there
// are counts, that compiler had other sources, as Kotlin's has.
func (b *toolBuild) overwritten(d *runmodel.Data) []string {
	var lines []string
	for _, u := range b.events.Unhooked {
		if !slices.ContainsFunc(b.events.Tests, func(t buildtools.Tests) bool { return t.Module.ID == u.Module.ID }) {
			continue
		}
		for _, s := range d.Sets {
			sameKind := s.IsTest() == probe.Kind("").IsTest(u.Set)
			if s.Module != u.Module.ID || !sameKind || !d.CountsNothing(s) {
				continue
			}
			lines = append(lines, fmt.Sprintf(
				"%s (%s): no counts: %s (%s) compiles them, too, and may have replaced the classes with counters",
				s.Module, s.Name, u.Plugin, u.Goal))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
