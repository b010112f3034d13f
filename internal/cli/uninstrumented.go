package cli

import (
	"fmt"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/counts"
)

// overwritten says, one line each, which instrumented source sets have counted nothing in a module
// that ran tests and has another compilation, for which the hook could do nothing: a compiler that it does not know may
// compile the same sources over what javac has made of them. Where there are counts, that compiler was
// one of other sources, as that of Kotlin is.
func (b *toolBuild) overwritten(m *measured) []string {
	var lines []string
	for _, u := range b.events.Uninstrumented {
		if !slices.ContainsFunc(b.events.Tests, func(t buildtools.Tests) bool { return t.Module.ID == u.Module.ID }) {
			continue
		}
		for _, s := range m.sets {
			sameKind := strings.HasPrefix(s.Name, "test") == (u.Goal != "compile")
			if s.Module != u.Module.ID || !sameKind || !countsNothing(s, m.totals) {
				continue
			}
			lines = append(lines, fmt.Sprintf("%s (%s): no counts: %s (%s) compiles them, too, and may have replaced the classes with counters",
				s.Module, s.Name, u.Plugin, u.Goal))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// countsNothing reports whether a source set has counters, and no JVM has used them.
func countsNothing(s measuredSet, totals *counts.Totals) bool {
	has := false
	for _, p := range s.Packages {
		if totals.Counters(p.ID) != nil {
			return false
		}
		has = has || p.Counters() > 0
	}
	return has
}
