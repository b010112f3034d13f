package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Stage is a temporary folder beside a path. A new file or folder is made in it, and then replaces the file or folder
// at the path.
type Stage struct {
	path, dir string
	stranded  bool // the file or folder at path was moved to dir, and could not be moved back
}

// NewStage makes a stage for path, and the folder that path is in. Close must be called.
func NewStage(path string) (*Stage, error) {
	parent, base := filepath.Split(filepath.Clean(path))
	if err := os.MkdirAll(filepath.Clean(parent), 0o777); err != nil {
		return nil, err
	}
	prefix := "." + base + "-tmp-"
	removeOld(parent, prefix)
	dir, err := os.MkdirTemp(filepath.Clean(parent), prefix)
	if err != nil {
		return nil, err
	}
	return &Stage{path: path, dir: dir}, nil
}

// Path returns the path of a name in the stage. The name "old" is reserved.
func (s *Stage) Path(name string) string { return filepath.Join(s.dir, name) }

// Replace moves the file or folder with this name from the stage to the path of the stage. If this fails, the old file
// or folder is still at the path, or the error names its new place.
func (s *Stage) Replace(name string) error {
	if isFile(s.path) && isFile(s.Path(name)) {
		return Rename(s.Path(name), s.path) // in one step: there is no moment without a file
	}
	old := s.Path("old")
	err := Rename(s.path, old)
	moved := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := Rename(s.Path(name), s.path); err != nil {
		if moved {
			if back := Rename(old, s.path); back != nil {
				s.stranded = true
				return fmt.Errorf("%w; the previous content is in %s", err, old)
			}
		}
		return err
	}
	return nil
}

func isFile(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

// Close removes the stage with its content: the file or folder that Replace has replaced, or an unfinished one.
func (s *Stage) Close() {
	if !s.stranded {
		os.RemoveAll(s.dir) // best effort: a later stage tries again
	}
}

// removeOld removes the stages of killed processes. Stages younger than a day stay, because another process may still
// write to them.
func removeOld(parent, prefix string) {
	entries, err := os.ReadDir(filepath.Clean(parent))
	if err != nil {
		return // making the next stage fails with the reason
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) || !e.IsDir() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			os.RemoveAll(filepath.Join(parent, e.Name())) // best effort: it is only rubbish
		}
	}
}
