package agent

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
	"jprof/runner"
)

// usedFile is a file in each store. Its modification time is the last use of the store. JVMs have a store open while
// they run, so Prune removes a store only some time after that.
const usedFile = "used"

// The times for which unused stores are kept: stores of other versions of jprof, and all stores if the user asks for
// room.
const (
	keptVersions = 30 * 24 * time.Hour
	KeptOnClean  = 24 * time.Hour
)

// used marks the store as used now.
func (s store) used() error { return atomicfile.WriteBytes(filepath.Join(s.dir, usedFile), nil) }

// Prune removes the stores in a cache that were unused for the given time, with the instrumented JDKs in them. It
// returns the numbers of stores that it removed and kept, and the bytes that it removed. jprof makes them again if it
// needs them.
func Prune(cache string, unused time.Duration) (removed, kept int, bytes int64, err error) {
	entries, err := os.ReadDir(storesIn(cache))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, 0, nil
	}
	if err != nil {
		return 0, 0, 0, err
	}
	var failed []error
	for _, e := range entries {
		dir := filepath.Join(storesIn(cache), e.Name())
		if !paths.IsDir(dir) {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, usedFile))
		if errors.Is(err, fs.ErrNotExist) { // it is being made
			info, err = os.Stat(dir)
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		if time.Since(info.ModTime()) < unused {
			kept++
			continue
		}
		_, size, _ := runner.DiskUsage(dir) // as far as it can be read
		if err := os.RemoveAll(dir); err != nil {
			failed = append(failed, err)
			continue
		}
		removed++
		bytes += size
	}
	return removed, kept, bytes, errors.Join(failed...)
}
