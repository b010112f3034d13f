package buildtools

import (
	"path/filepath"
	"slices"

	"jprof/internal/util/antpattern"
	"jprof/internal/util/paths"
)

// Project is the place of a build. Its paths are absolute and hold no symbolic links.
type Project struct {
	Root    string   // the highest folder that the build reads; a copy of it can be built elsewhere
	Parts   []string // slash paths from Root of the parts that the build reads; empty for everything
	Home    string   // the project itself, which has runs and settings: Root, or a folder in it
	Modules []string // slash paths from Root of the folders of all build files found, sorted; "." is Root
}

// InMirror converts a path into the path of the same place in mirror, a copy of the project's root. For a path outside
// of the project it returns the path and false.
func (p Project) InMirror(path, mirror string) (string, bool) {
	rel, ok := paths.Within(p.Root, path)
	if !ok {
		return path, false
	}
	return filepath.Join(mirror, rel), true
}

// Joined returns the Root and the Parts of a Project with the given home. root is the deepest folder that holds home
// and all paths of the list. parts are these paths, relative to root. If root is home, there are no parts.
func Joined(home string, list []string) (root string, parts []string) {
	root = home
	for _, path := range list {
		root = paths.Common(root, path)
	}
	if root == home {
		return root, nil
	}
	for _, path := range list {
		if rel, ok := paths.Within(root, path); ok {
			parts = append(parts, filepath.ToSlash(rel))
		}
	}
	slices.Sort(parts)
	return root, parts
}

// SourceSet describes the sources of a module that are compiled together.
type SourceSet struct {
	Module   Module
	Name     string            // main, test
	Roots    []string          // slash paths from the root of the project, of folders that exist
	Files    []SourceFile      // the files that are compiled; nil if they are not known
	Compiled antpattern.Filter // chooses the files that the compiler gets, by their paths below the roots
	Encoding string            // the name that Java has for it
	Level    string            // version of the language, as the compiler gets it (1.8, 17); "" if it is not known
	Build    string            // the build directory, a slash path from the root of the project; it need not exist
}

// SourceFile is a file of a source set.
type SourceFile struct {
	Root string // as in SourceSet
	Path string // slash path from there
}
