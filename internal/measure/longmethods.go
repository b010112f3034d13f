package measure

import (
	"slices"
	"strings"

	"jprof/internal/format/longmethods"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/term"
)

// longMethodOptions returns the options by which HotSpot compiles methods that counters make too long. It returns none
// if the build of a hook file has no such method. It reads only the classes that the notes beside the hook file name.
func longMethodOptions(hookFile string) ([]string, error) {
	notes, err := shadow.ReadNotes(hookFile)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		for _, class := range note.Long {
			if longmethods.In(note.Folder, class) {
				return []string{longmethods.Option}, nil
			}
		}
	}
	return nil, nil
}

// optionsFor returns the same options for the JVM of a program whose class files are in the folder classes.
func (m *measurement) optionsFor(classes string) []string {
	long := longmethods.Below(classes)
	if len(long) == 0 {
		return nil
	}
	for _, l := range long {
		m.ui.Verbose("%s", l.Allowed())
	}
	return []string{longmethods.Option}
}

// reportLongMethods warns of methods that some JVMs only interpreted, because counters made the methods too long. The
// hook gives most JVMs of tests an option against this. JVMs that other JVMs start do not have the option, nor has the
// JVM of the build tool.
func (b *toolBuild) reportLongMethods(u *term.UI, d *runmodel.Data) {
	allowed := map[string]bool{"": false} // by the folder of counts
	for _, t := range b.events.Tests {
		allowed[t.Counts] = slices.Contains(strings.Fields(t.Options), longmethods.Option)
	}
	for _, l := range longmethods.Below(b.ws.Mirror) {
		used := map[bool]bool{}
		for step, is := range allowed {
			used[is] = used[is] || ranIn(d, step, l.Package)
		}
		if used[false] {
			u.Warn("%s", l.Slow())
		} else if used[true] {
			u.Verbose("%s", l.Allowed())
		}
	}
}

// ranIn reports whether the JVMs of a test step have counts of a package. The step "" represents all other JVMs.
func ranIn(d *runmodel.Data, step, pkg string) bool {
	for _, set := range d.Maps() {
		for _, p := range set.Packages {
			if p.Name == pkg && d.Totals.CountersOf(step, p.ID) != nil {
				return true
			}
		}
	}
	return false
}
