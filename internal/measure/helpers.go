package measure

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/format/testreports"
	"jprof/internal/measure/rejections"
	"jprof/internal/measure/shadow"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// failure is a failed test or step whose message names a helper class.
type failure struct{ name, text string }

// helperFailures lists the failures of the last round that name a helper class in the message or stack trace. If the
// build failed, all its messages are in the list.
func (b *toolBuild) helperFailures() []failure {
	var all []failure
	seen := map[string]bool{}
	for _, t := range b.events.Tests {
		if seen[t.Reports] {
			continue
		}
		seen[t.Reports] = true
		for _, c := range testreports.Naming(t.Reports, probe.HelperPrefix, b.result.Start) {
			all = append(all, failure{c.Class + "." + c.Name, c.Trace})
		}
	}
	if b.result.ExitCode == 0 && len(b.events.Failed) == 0 {
		return all
	}
	for _, message := range b.events.Messages {
		all = append(all, failure{"the build", message})
	}
	return all
}

// lost lists the sources whose classes were loaded without their helper class, in the last round.
func (b *toolBuild) lost() ([]rejections.Rejection, error) {
	failures := b.helperFailures()
	if len(failures) == 0 {
		return nil, nil
	}
	packages, err := b.packages()
	if err != nil {
		return nil, err
	}
	var all []rejections.Rejection
	for _, f := range failures {
		all = append(all, rejections.Lost(f.text, f.name, packages)...)
	}
	return all, nil
}

// packages lists the packages of all source sets that the build has compiled with counters.
func (b *toolBuild) packages() ([]*probe.Package, error) {
	var all []*probe.Package
	seen := map[shadow.ID]bool{}
	for _, c := range b.events.Compiles {
		id := shadow.ID{Module: c.Module.ID, Name: c.Set}
		file := shadow.MapPath(b.ws.Maps, id)
		if seen[id] || !paths.Exists(file) {
			continue
		}
		seen[id] = true
		set, err := probe.ReadFile(file)
		if err != nil {
			return nil, err
		}
		all = append(all, set.Packages...)
	}
	return all, nil
}

// reportHelpers explains each helper class that a failure of the last round names, with the setting that removes it
// from the build, which belongs into a file. It also names each output of the build that lacks a helper class.
func (b *toolBuild) reportHelpers(u *term.UI, file string) {
	failures := b.helperFailures()
	packages, _ := b.packages() // if this fails, the sources are not named
	var classes []string
	for _, f := range failures {
		classes = append(classes, rejections.HelperName().FindAllString(f.text, -1)...)
	}
	slices.Sort(classes)
	for _, class := range slices.Compact(classes) {
		var in []string
		for _, f := range failures {
			if strings.Contains(f.text, class) && !slices.Contains(in, f.name) {
				in = append(in, f.name)
			}
		}
		u.Warn("%s, in the message of %s, %s", class, words.Listed(shortened(in)), helperHint(class, packages, file))
	}
	for _, i := range b.events.Incomplete {
		u.Warn("%s: its classes have counters, but jprof's class with these counters is missing in it: %s. If it "+
			"has to run on its own, add a pattern for its sources to skip in %s", b.messagePath(i.Path), i.Reason, file)
	}
}

// shortened returns the first names. If there are more names, their number is the last element.
func shortened(names []string) []string {
	if len(names) <= maxNamedModules {
		return names
	}
	more := fmt.Sprintf("%d more", len(names)-maxNamedModules)
	return append(slices.Clone(names[:maxNamedModules]), more)
}

// helperHint explains a helper class, with the setting, in a file, that removes it from the build.
func helperHint(class string, packages []*probe.Package, file string) string {
	for _, p := range packages {
		if p.Helper != class || len(p.Files) == 0 {
			continue
		}
		name := "package " + p.Name
		if p.Name == "" {
			name = "unnamed package"
		}
		return fmt.Sprintf("is jprof's class with the counters of the %s: to do without it, add %q to skip in %s", name,
			path.Join(path.Dir(p.Files[0].Path), "*.java"), file)
	}
	return "is jprof's class with the counters of a package: to do without it, add a pattern for its sources to skip " +
		"in " + file
}
