package gradle

import (
	"os"
	"path/filepath"
	"slices"

	"jprof/buildtools"
	"jprof/buildtools/cmdline"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
)

var (
	settingsNames = []string{"settings.gradle", "settings.gradle.kts", "settings.gradle.dcl"}
	buildNames    = []string{"build.gradle", "build.gradle.kts", "build.gradle.dcl"}
)

// find returns the project that gradle would build. Its home is the nearest folder with settings, from cwd upwards, or
// cwd if there is none. The project also has the folders outside of its home that the build files name.
func (b *build) find() (buildtools.Project, error) {
	dir := b.cwd
	if given, ok := cmdline.Lookup(b.args, "--project-dir"); ok {
		dir = paths.Real(paths.Absolute(b.cwd, given))
		if !paths.IsDir(dir) {
			return buildtools.Project{}, buildtools.NoBuild(nil, "%s: no such folder (--project-dir %s)", dir, given)
		}
	} else if given, ok := cmdline.Lookup(b.args, "--build-file"); ok {
		dir = filepath.Dir(paths.Real(paths.Absolute(b.cwd, given)))
	}
	home, found := above(dir, settingsNames)
	if given, ok := cmdline.Lookup(b.args, "--settings-file"); ok {
		home, found = filepath.Dir(paths.Real(paths.Absolute(b.cwd, given))), true
	}
	if !found {
		_, isBuild := first(dir, buildNames)
		if _, named := cmdline.Lookup(b.args, "--build-file"); !isBuild && !named {
			hint := "run it in the folder of a Gradle project, or name that with --project-dir"
			return buildtools.Project{}, buildtools.NoBuild([]string{hint},
				"%s: no settings.gradle or build.gradle in this folder, and no settings.gradle above", dir)
		}
		home = dir
	}
	if isHomeOrTop(home) {
		return buildtools.Project{}, buildtools.Errorf([]string{"move the project to a folder of its own"},
			"%s: jprof copies the project before it builds it, and will not copy all of that folder", home)
	}
	p := buildtools.Project{Home: home}
	beside := b.beside(home)
	p.Root, p.Parts = buildtools.Joined(home, append(beside, home))
	if p.Root == filepath.Dir(p.Root) {
		return buildtools.Project{}, buildtools.Errorf([]string{"lay the builds out in one folder"},
			"%s: has only %s in common with %s", home, p.Root, beside[0])
	}
	for _, dir := range projectDirs(home) {
		if rel, ok := paths.Within(p.Root, dir); ok {
			p.Modules = append(p.Modules, filepath.ToSlash(rel))
		}
	}
	return p, nil
}

func isHomeOrTop(dir string) bool {
	user, _ := os.UserHomeDir() // "" matches no folder
	return dir == filepath.Dir(dir) || dir == user
}

// above returns the path of the nearest folder, from dir upwards, that has a file with one of the names.
func above(dir string, names []string) (string, bool) {
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, ok := first(dir, names); ok {
			return dir, true
		}
	}
	return "", false
}

// first returns the path of the first file in the list names that dir contains.
func first(dir string, names []string) (string, bool) {
	for _, name := range names {
		if path := filepath.Join(dir, name); paths.IsFile(path) {
			return path, true
		}
	}
	return "", false
}

// outside matches strings in a build file that are paths out of its folder. They start with ../, perhaps after the name
// of the folder, as in includeBuild("../library").
var outside = lazyregexp.New(`["'](?:\$\{?(?:rootDir|settingsDir|projectDir|rootProject\.projectDir)\}?/)?` +
	`(\.\./[^"'$]+)["']`)

// flat matches the names in includeFlat 'a', 'b'.
var flat = lazyregexp.New(`(?m)^\s*includeFlat\b(.*)$`)

// beside lists the files and folders outside of home that the build reads, as far as its build files say so.
func (b *build) beside(home string) []string {
	var found []string
	todo := []string{home}
	add := func(path string) {
		path = paths.Real(path)
		if paths.Nested(home, path) || slices.Contains(found, path) || !paths.IsFile(path) && !paths.IsDir(path) {
			return
		}
		found = append(found, path)
		todo = append(todo, path)
	}
	for _, a := range b.args {
		if a.Option == "--include-build" {
			add(paths.Absolute(b.cwd, a.Value))
		}
	}
	for len(todo) > 0 {
		root := todo[0]
		todo = todo[1:]
		for _, dir := range projectDirs(root) {
			text := script(dir, settingsNames) + "\n" + script(dir, buildNames)
			for _, m := range outside().FindAllStringSubmatch(text, -1) {
				add(filepath.Join(dir, filepath.FromSlash(m[1])))
				add(filepath.Join(root, filepath.FromSlash(m[1])))
			}
			for _, m := range flat().FindAllStringSubmatch(text, -1) {
				for _, name := range quoted().FindAllStringSubmatch(m[1], -1) {
					add(filepath.Join(filepath.Dir(root), name[1]))
				}
			}
		}
	}
	slices.Sort(found)
	return found
}
