package measure

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/format/probe"
	"jprof/internal/runs/runmodel"
)

// overwritten returns a line for each instrumented source set whose classes were replaced by classes without counters.
// Such a set has no counts, although its module ran tests. Another compilation of the module ran without the hook, and
// the class files lack their counters. So an unknown compiler has compiled the same sources, and has replaced the
// classes of javac.
//
// If the class files have their counters, the other compiler compiled other sources, such as those of Kotlin. In this
// case the tests did not execute any of this code, or were ended before they did.
func (b *toolBuild) overwritten(d *runmodel.Data) []string {
	var lines []string
	for _, u := range b.events.Unhooked {
		if !slices.ContainsFunc(b.events.Tests, func(t buildtools.Tests) bool { return t.Module.ID == u.Module.ID }) {
			continue
		}
		for _, s := range d.Sets {
			sameKind := s.IsTest() == probe.Kind("").IsTest(u.Set)
			if s.Module != u.Module.ID || !sameKind || !d.CountsNothing(s) || !b.lostCounters(s) {
				continue
			}
			lines = append(lines, fmt.Sprintf(
				"%s (%s): no counts: %s (%s) compiles the same sources, and has replaced the classes with counters",
				s.Module, s.Name, u.Plugin, u.Goal))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// lostCounters reports whether the class files of a package of a source set lack the counters of its sources.
func (b *toolBuild) lostCounters(s runmodel.Set) bool {
	for _, c := range b.events.Compiles {
		if c.Module.ID != s.Module || c.Set != s.Name || c.Classes == "" {
			continue
		}
		if slices.ContainsFunc(s.Packages, func(p *probe.Package) bool { return lacksCounters(c.Classes, p) }) {
			return true
		}
	}
	return false
}

// lacksCounters reports whether a package with counters has class files in the folder classes, but none of them names
// its helper class.
func lacksCounters(classes string, p *probe.Package) bool {
	if !slices.ContainsFunc(p.Files, func(f *probe.File) bool { return f.Counters > 0 }) {
		return false
	}
	dir := filepath.Join(classes, filepath.FromSlash(strings.ReplaceAll(p.Name, ".", "/")))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	found := false
	for _, e := range entries {
		name := e.Name()
		if filepath.Ext(name) != ".class" || strings.HasPrefix(name, probe.HelperPrefix) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || bytes.Contains(content, []byte(p.Helper)) {
			return false
		}
		found = true
	}
	return found
}
