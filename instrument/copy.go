package instrument

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// writeIfChanged brings the file to the given text, and tells whether that took a write. A file
// that has the text already keeps its time, so that the compiler finds nothing to do.
func writeIfChanged(path string, text []byte) (bool, error) {
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().IsRegular() && info.Size() == int64(len(text)) {
			if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
				return false, nil
			}
		}
		if !info.Mode().IsRegular() {
			if err := os.RemoveAll(path); err != nil {
				return false, fmt.Errorf("instrumented copy: %w", err)
			}
		}
	}
	tmp := path + ".jprof-tmp"
	if err := os.WriteFile(tmp, text, 0o666); err != nil {
		return false, errors.Join(fmt.Errorf("instrumented copy: %w", err), os.Remove(tmp))
	}
	if err := os.Rename(tmp, path); err != nil {
		return false, fmt.Errorf("instrumented copy: %w", err)
	}
	return true, nil
}

// removeOthers removes from a folder what is not in keep.
func removeOthers(dir string, keep map[string]bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("instrumented copy: %w", err)
	}
	for _, e := range entries {
		if keep[e.Name()] {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return fmt.Errorf("instrumented copy: %w", err)
		}
	}
	return nil
}
