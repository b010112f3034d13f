package runner

import (
	"io/fs"
	"os"
	"path/filepath"
)

// removeAll is os.RemoveAll, also for folders that a build has made read-only.
func removeAll(path string) error {
	err := os.RemoveAll(path)
	if err == nil {
		return nil
	}
	_ = filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(path)
}
