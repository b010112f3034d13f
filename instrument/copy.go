package instrument

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// writeIfChanged writes a text to a file, unless the file has this text already, and reports whether it wrote. A file
// that it does not write keeps its time, so that the compiler does not compile it again.
func writeIfChanged(path string, text []byte) (bool, error) {
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().IsRegular() && info.Size() == int64(len(text)) {
			if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
				return false, nil
			}
		}
		// Not overwritten in place: other names of the file, or the target of a link, may be the user's.
		if err := os.RemoveAll(path); err != nil {
			return false, fmt.Errorf("instrumented copy: %w", err)
		}
	}
	if err := writeNew(path, text); err != nil {
		return false, fmt.Errorf("instrumented copy: %w", err)
	}
	return true, nil
}

// writeNew creates a file. A file that a crash has cut short has another text than it should have, so the next run
// writes it again.
func writeNew(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// removeOthers removes all names from a folder that are not in keep.
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
