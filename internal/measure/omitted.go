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

// tellOmitted says how many sources have no counters because of where they are.
func tellOmitted(u *ui.UI, list []runs.LeftSources) {
	n := 0
	for _, l := range list {
		n += l.Files
	}
	if n > 0 {
		u.Info("unmeasured: %s that the build generates or takes from elsewhere; jprof doctor lists where", words.Plural(n, "source"))
	}
}

// leftSources lists the folders with sources that the hook has left as they are.
func (b *toolBuild) leftSources() []runs.LeftSources {
	var all []runs.LeftSources
	for _, c := range b.events.Compiles {
		for _, l := range c.Left {
			path, ok := b.projectPath(l.Path)
			if !ok {
				path = l.Path
			}
			if n := javaFiles(l.Path); n > 0 {
				all = append(all, runs.LeftSources{Module: c.Module.ID, Set: c.Set, Path: path, Reason: l.Reason, Files: n})
			}
		}
	}
	return all
}

// javaFiles is the number of Java files below a folder, without helper classes. What cannot be read is not there.
func javaFiles(dir string) int {
	n := 0
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && paths.IsJava(path) && !strings.HasPrefix(d.Name(), probe.HelperPrefix) {
			n++
		}
		return nil
	})
	return n
}
