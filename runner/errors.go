package runner

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"jprof/buildtools"
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

// explain names the disk in an error that says that it is full. dir is where was written to.
func explain(err error, dir string) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
	case errors.Is(err, syscall.EDQUOT):
	default:
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
