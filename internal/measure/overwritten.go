package measure

import (
	"fmt"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/runmodel"
)

// overwritten says, one line each, which instrumented source sets have counted nothing in a module
// that ran tests and has another compilation, for which the hook could do nothing: a compiler that it does not know may
// compile the same sources over what javac has made of them. Where there are counts, that compiler was
// one of other sources, as that of Kotlin is.
func (b *toolBuild) overwritten(d *runmodel.Data) []string {
	var lines []string
	for _, u := range b.events.Unhooked {
		if !slices.ContainsFunc(b.events.Tests, func(t buildtools.Tests) bool { return t.Module.ID == u.Module.ID }) {
			continue
		}
		for _, s := range d.Sets {
			sameKind := strings.HasPrefix(s.Name, "test") == strings.HasPrefix(u.Set, "test")
			if s.Module != u.Module.ID || !sameKind || !d.CountsNothing(s) {
				continue
			}
			lines = append(lines, fmt.Sprintf("%s (%s): no counts: %s (%s) compiles them, too, and may have replaced the classes with counters",
				s.Module, s.Name, u.Plugin, u.Goal))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
