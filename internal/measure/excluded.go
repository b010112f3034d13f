package measure

import (
	"os"
	"path/filepath"
	"strings"

	"jprof/buildtools"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/paths"
)

// javacPulledIn is the reason shown for files that the build excludes but that javac compiled.
const javacPulledIn = "excluded by the build, but compiled, as other sources mention it"

// examine finds the sources without counters. It adds sources that were compiled to b.omitted, and sources that no
// compiler was given to b.excluded. Neither is in a map or in a total.
func (b *toolBuild) examine(d *runmodel.Data) error {
	b.omitted = b.unmeasured()
	compiled := map[string]bool{}
	for _, s := range d.Sets {
		for _, p := range s.Packages {
			for _, f := range p.Files {
				compiled[f.Path] = true
			}
		}
	}
	b.excluded = map[string]string{}
	for _, c := range b.events.Compiles {
		var pulled []string
		for _, root := range c.Roots {
			for _, file := range listJava(root.Path) {
				path, name := shadow.FromHome(b.ws.HomeMirror(), file), filepath.Base(file)
				_, known := b.excluded[path]
				if known || compiled[path] || name == "package-info.java" || name == "module-info.java" {
					continue
				}
				if c.Classes != "" && paths.IsFile(classOf(c.Classes, root.Path, file)) {
					compiled[path] = true // several executions may have this root
					pulled = append(pulled, file)
					continue
				}
				text, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				b.excluded[path] = runs.ExcludedHash(text)
			}
			if len(pulled) > 0 {
				from := buildtools.UnmeasuredRoot{Path: root.Path, Reason: javacPulledIn}
				if c.Written != "" && paths.Nested(root.Path, c.Written) {
					from.Reason = buildtools.Generated
				}
				b.omitted = append(b.omitted, b.withoutCounters(c, from, pulled))
				pulled = nil
			}
		}
	}
	return nil
}

// classOf returns the path of the class file that javac writes for the top-level class that has the name of the source.
func classOf(classes, root, file string) string {
	rel, _ := paths.Within(root, file)
	return filepath.Join(classes, strings.TrimSuffix(rel, ".java")+".class")
}
