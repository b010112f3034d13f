package measure

import (
	"io/fs"
	"path/filepath"
	"strings"

	"jprof/internal/paths"
	"jprof/internal/probe"
	"jprof/internal/runs"
	"jprof/internal/ui"
	"jprof/internal/words"
)

// reportUnmeasured warns of sources that have no counters because of their place.
func reportUnmeasured(u *ui.UI, list []runs.Unmeasured) {
	n := 0
	for _, l := range list {
		n += l.Files
	}
	if n > 0 {
		u.Info("unmeasured: %s that the build generates or takes from elsewhere; jprof doctor lists where",
			words.Plural(n, "source"))
	}
}

// unmeasured lists the folders with sources that were compiled without counters because of where they are.
func (b *toolBuild) unmeasured() []runs.Unmeasured {
	var all []runs.Unmeasured
	for _, c := range b.events.Compiles {
		for _, u := range c.Unmeasured {
			if n := javaFiles(u.Path); n > 0 {
				all = append(all, runs.Unmeasured{
					Module: c.Module.ID, Set: c.Set, Path: b.messagePath(u.Path), Reason: u.Reason, Files: n,
				})
			}
		}
	}
	return all
}

// messagePath is the path of a file from the project, or the original path if it is not in the project.
func (b *toolBuild) messagePath(file string) string {
	if path, ok := b.projectPath(file); ok {
		return path
	}
	return file
}

// javaFiles is the number of Java files below a folder, as listJava lists them.
func javaFiles(dir string) int { return len(listJava(dir)) }

// listJava lists the Java files below a folder, without helper classes. Folders that cannot be read count as empty.
func listJava(dir string) []string {
	var list []string
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && paths.IsJava(path) && !strings.HasPrefix(d.Name(), probe.HelperPrefix) {
			list = append(list, path)
		}
		return nil
	})
	return list
}
