package runner

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/paths"
)

// unreadable explains why path, in the user's tree, could not be copied.
func unreadable(path string, err error) error {
	hints := []string{"jprof builds a copy of the whole project: make it readable, or remove it"}
	var in *fs.PathError
	if errors.As(err, &in) {
		err = in.Err // its path is said already
	}
	return buildtools.Errorf(hints, "%s: cannot read it: %w", path, err)
}

// explainLink adds the requirement of a system for links to an error. path is the one of a link in the tree.
func explainLink(err error, path string) error {
	if err == nil || !needsPrivilege(err) {
		return err
	}
	return buildtools.Errorf([]string{"switch on the Developer Mode of Windows, or make it a file or a folder"},
		"%s: cannot make a symbolic link like it in the copy of the project: %w", path, err)
}

// sameButCase returns two paths of the tree that differ in upper and lower case only.
func sameButCase(entries []entry) (a, b string, found bool) {
	known := map[string]string{}
	for _, e := range entries {
		lower := strings.ToLower(e.Path)
		if other, ok := known[lower]; ok {
			return other, e.Path, true
		}
		known[lower] = e.Path
	}
	return "", "", false
}

// checkCase returns an error if the disk of the workspace takes two paths of the tree for one: one file would be built
// in place of both.
func (w *Workspace) checkCase(entries []entry) error {
	if !paths.Exists(filepath.Join(w.Dir, strings.ToUpper(rootName))) {
		return nil // the disk distinguishes case
	}
	if a, b, found := sameButCase(entries); found {
		return buildtools.Errorf([]string{"set JPROF_CACHE to a folder on a disk that distinguishes case"},
			"%s and %s: the disk of %s cannot hold both", filepath.Join(w.Root, a), filepath.Join(w.Root, b), w.Dir)
	}
	return nil
}

// explain names the disk in an error about a full one. dir is the folder that was written to.
func explain(err error, dir string) error {
	if !IsDiskFull(err) {
		return err
	}
	return buildtools.Errorf(
		[]string{"make room on it, or set JPROF_CACHE to a folder on another disk"},
		"the disk mounted at %s is full: %w", mountPoint(dir), err)
}

// mountPoint is the highest folder above dir that is on the same disk.
func mountPoint(dir string) string {
	device, ok := deviceOf(dir)
	for ok && dir != filepath.Dir(dir) {
		above, known := deviceOf(filepath.Dir(dir))
		if !known || above != device {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}
