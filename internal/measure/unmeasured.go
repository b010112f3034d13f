package measure

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/format/probe"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// reportUnmeasured prints the number of sources that have no counters because of their place, except excluded ones.
func reportUnmeasured(u *term.UI, r runs.Run, conf settings.Settings) {
	n, from := 0, "that the build generates"
	list, _ := runmodel.WithoutCounters(r, conf)
	for _, l := range list {
		n += l.Files
		if l.Reason != buildtools.Generated {
			from = "that the build generates or takes from elsewhere"
		}
	}
	if n > 0 {
		u.Info("unmeasured: %s %s; jprof doctor lists where", words.Plural(n, "source"), from)
	}
}

// unmeasured lists the folders with sources that were compiled without counters because of their place. A source that
// several compilations compile is listed for the first of them.
func (b *toolBuild) unmeasured() []runs.Unmeasured {
	var all []runs.Unmeasured
	seen := map[string]bool{}
	for _, c := range b.events.Compiles {
		for _, u := range unmeasuredRoots(c) {
			var files []string
			for _, file := range listJava(u.Path) {
				if !seen[file] && isCompiled(c, u.Path, file) {
					seen[file] = true
					files = append(files, file)
				}
			}
			if len(files) > 0 {
				all = append(all, b.withoutCounters(c, u, files))
			}
		}
	}
	return all
}

// withoutCounters describes files below a root that a compilation compiled without counters.
func (b *toolBuild) withoutCounters(c buildtools.Compile, root buildtools.UnmeasuredRoot, files []string,
) runs.Unmeasured {
	list := runs.Unmeasured{Module: c.Module.ID, Set: c.Set, Path: b.messagePath(root.Path), Reason: root.Reason,
		Files: len(files)}
	for _, file := range files {
		list.Names = append(list.Names, filepath.ToSlash(paths.Rel(root.Path, file)))
	}
	return list
}

// unmeasuredRoots returns the folders from which a compilation has taken, or may have taken, sources without counters.
// The output folder of annotation processors is one of them.
func unmeasuredRoots(c buildtools.Compile) []buildtools.UnmeasuredRoot {
	written := buildtools.UnmeasuredRoot{Path: c.Written, Reason: buildtools.Generated}
	if c.Written == "" || slices.Contains(c.Unmeasured, written) {
		return c.Unmeasured
	}
	return append(slices.Clone(c.Unmeasured), written)
}

// isCompiled reports whether a file below a root without counters was compiled. The compiler may exclude files, and the
// output folder of annotation processors may have sources of earlier builds; these have no class files. If that folder
// is also a source root, its files may come from elsewhere, and isCompiled returns false.
func isCompiled(c buildtools.Compile, root, file string) bool {
	for _, r := range c.Roots {
		if _, ok := paths.Within(r.Path, file); ok && root == c.Written {
			return false
		}
	}
	return c.Classes == "" || paths.IsFile(classOf(c.Classes, root, file))
}

// messagePath returns the path of a file from the project, or the unchanged path if the file is not in the project.
func (b *toolBuild) messagePath(file string) string {
	if path, ok := b.projectPath(file); ok {
		return path
	}
	return file
}

// listJava lists the Java files below a folder, without helper classes. It ignores folders that cannot be read, and
// links to nowhere: Emacs makes .#Foo.java beside a file that it edits.
func listJava(dir string) []string {
	var list []string
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && paths.IsJava(path) && !strings.HasPrefix(d.Name(), probe.HelperPrefix) &&
			(d.Type().IsRegular() || paths.IsFile(path)) {
			list = append(list, path)
		}
		return nil
	})
	return list
}
