package runner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
)

// Usage is the disk space of a workspace.
type Usage struct {
	Root  string // of the project; "" if it is not known, because an older jprof made the workspace
	Files int    // regular files and links
	// Bytes is the sum of the sizes of the files, including blocks that they share with the user's files.
	Bytes int64
}

// FindWorkspace finds the workspace of the project that contains dir. It returns the folder of the workspace, and the
// root of the project: dir or the nearest folder above it that has a workspace. dir is absolute. FindWorkspace locks
// nothing.
func FindWorkspace(cacheDir, dir string) (place, root string, ok bool) {
	for root = paths.Real(dir); root != filepath.Dir(root); root = filepath.Dir(root) {
		place = workspaceDir(cacheDir, root)
		if paths.IsFile(filepath.Join(place, lockName)) {
			return place, root, true
		}
	}
	return "", "", false
}

var workspaceName = lazyregexp.New(`^[0-9a-f]{12}$`)

// Workspaces lists the folders of all workspaces in cacheDir. It locks nothing.
func Workspaces(cacheDir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(cacheDir, workspaces))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []string
	for _, e := range entries { // sorted
		dir := filepath.Join(cacheDir, workspaces, e.Name())
		if e.IsDir() && workspaceName().MatchString(e.Name()) && paths.IsFile(filepath.Join(dir, lockName)) {
			all = append(all, dir)
		}
	}
	return all, err
}

// UsageOf measures the workspace in the folder dir, also while a build runs in it.
func UsageOf(dir string) (Usage, error) {
	var u Usage
	if root, err := os.ReadFile(filepath.Join(dir, rootName)); err == nil {
		u.Root = strings.TrimSuffix(string(root), "\n")
	}
	var err error
	u.Files, u.Bytes, err = DiskUsage(dir)
	return u, err
}

// DiskUsage returns the number of files and links below dir, and the sum of their sizes. Both are 0 if dir does not
// exist.
func DiskUsage(dir string) (files int, bytes int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var info fs.FileInfo
			if info, err = d.Info(); err == nil {
				files++
				bytes += info.Size()
			}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a build has deleted it just now
		}
		return err
	})
	return files, bytes, err
}

// RemoveWorkspace deletes the workspace in the folder dir, and returns the disk space that it took. If a build runs in
// it, it deletes nothing, and the error wraps ErrBusy.
func RemoveWorkspace(dir string) (Usage, error) {
	lock := flock.New(filepath.Join(dir, lockName))
	u, err := UsageOf(dir)
	if err != nil {
		return u, err
	}
	name := u.Root
	if name == "" {
		name = dir
	}
	if err := acquire(lock, name); err != nil {
		return u, err
	}
	defer lock.Unlock() // the file is deleted
	entries, err := os.ReadDir(dir)
	if err != nil {
		return u, err
	}
	// The manifest comes first: if this is interrupted, it must not promise a complete mirror. The lock comes last.
	slices.SortStableFunc(entries, func(a, b fs.DirEntry) int { return removeRank(a) - removeRank(b) })
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if e.Name() == lockName && os.Remove(path) != nil {
			// Windows does not delete open files.
			if err := lock.Unlock(); err != nil {
				return u, err
			}
		}
		if err := removeAll(path); err != nil {
			return u, fmt.Errorf("removing the workspace of %s: %w", name, err)
		}
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return u, err
	}
	return u, nil
}

func removeRank(e fs.DirEntry) int {
	switch {
	case strings.HasPrefix(e.Name(), "synced"):
		return 0
	case e.Name() == lockName:
		return 2
	}
	return 1
}

// removeAll removes path like os.RemoveAll, and also folders that a build has made read-only.
func removeAll(path string) error {
	err := atomicfile.RemoveAll(path)
	if err == nil {
		return nil
	}
	_ = filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return atomicfile.RemoveAll(path)
}
