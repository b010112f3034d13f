package runner

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/paths"
)

// unreadable returns an error with hints for a path of the user's tree that could not be copied because of err.
func unreadable(path string, err error) error {
	hints := []string{"jprof builds a copy of the whole project: make it readable, or remove it"}
	var in *fs.PathError
	if errors.As(err, &in) {
		err = in.Err // the message has the path already
	}
	return buildtools.Errorf(hints, "%s: cannot read it: %w", path, err)
}

// explainLink adds the requirement of Windows for symbolic links to an error. path is that of the link in the tree.
func explainLink(err error, path string) error {
	if err == nil || !needsPrivilege(err) {
		return err
	}
	return buildtools.Errorf([]string{"switch on the Developer Mode of Windows, or make it a file or a folder"},
		"%s: cannot make a symbolic link like it in the copy of the project: %w", path, err)
}

// sameButCase returns two paths of the tree that differ only in upper and lower case.
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

// checkCase returns an error if the disk of the workspace cannot distinguish two paths of the tree. The mirror would
// have only one of the two files.
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

// explain adds the disk to an error if the disk is full. dir is the folder of the cache that was written to.
func explain(err error, dir string) error {
	return explainDisk(err, dir, "make room on it, or set JPROF_CACHE to a folder on another disk")
}

// explainDisk does the work of explain for any folder.
func explainDisk(err error, dir, hint string) error {
	if !IsDiskFull(err) {
		return err
	}
	return buildtools.Errorf([]string{hint}, "the disk mounted at %s is full: %w", mountPoint(dir), err)
}

// mountPoint returns the highest folder above dir that is on the same disk.
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
