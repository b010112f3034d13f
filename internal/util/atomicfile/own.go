package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"jprof/internal/util/paths"
)

// ownLock is the name of the file by which a process locks a folder of its own.
const ownLock = "lock"

// Own is a folder that only this process uses. Other processes do not touch it until it is closed, or this process has
// ended.
type Own struct {
	Dir  string
	lock *flock.Flock
}

// ownTries limits the folders that NewOwn makes. More than one is needed only where another process removes folders at
// that moment.
const ownTries = 100

// NewOwn makes a folder whose name starts with prefix in the folder parent. It makes parent, too, if that does not
// exist.
func NewOwn(parent, prefix string) (*Own, error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, err
	}
	for range ownTries {
		dir, err := os.MkdirTemp(parent, prefix)
		if err != nil {
			return nil, err
		}
		lock := flock.New(filepath.Join(dir, ownLock), flock.SetPermissions(0o600))
		locked, err := lock.TryLock()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", lock.Path(), err), os.RemoveAll(dir))
		}
		if locked && paths.Exists(lock.Path()) {
			return &Own{dir, lock}, nil
		}
		// Another process took it for one that is left over, between the making of the file and its lock.
		if err := lock.Close(); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: no folder in it can be locked", parent)
}

// scratch is the start of the names of all folders of jprof in the system's folder for temporary files.
const scratch = "jprof-"

// scratchAge is the age from which NewScratch removes the folders of processes that were killed. Younger ones stay: one
// that is being made has no lock yet.
const scratchAge = 24 * time.Hour

// NewScratch makes a folder in the system's folder for temporary files: its name says what it is for. It removes old
// ones of killed processes.
func NewScratch(name string) (*Own, error) {
	_ = RemoveOwn(os.TempDir(), scratch, scratchAge) // the next one tries again
	return NewOwn(os.TempDir(), scratch+name+"-")
}

// RemoveScratch removes the folders that killed processes have left in the system's folder for temporary files.
func RemoveScratch() error { return RemoveOwn(os.TempDir(), scratch, 0) }

// Remove removes the folder.
func (o *Own) Remove() error { return RemoveLocked(o.Dir, o.lock) }

// Leave ends the lock, but does not remove the folder, because something may still use it. RemoveOwn removes it later.
func (o *Own) Leave() error { return o.lock.Close() }

// RemoveOwn removes folders that NewOwn has made, if they are older than age and their processes have ended without
// removing them. An empty one without a lock is removed as well, unless age is 0: it may be one that is being made.
func RemoveOwn(parent, prefix string, age time.Duration) error {
	old, err := filepath.Glob(filepath.Join(parent, prefix+"*"))
	if err != nil {
		return err
	}
	for _, dir := range old {
		lock := flock.New(filepath.Join(dir, ownLock), flock.SetFlag(os.O_RDWR)) // not one that is being made
		info, err := os.Stat(dir)
		if err != nil || time.Since(info.ModTime()) < age {
			continue
		}
		free, err := lock.TryLock()
		switch {
		case err == nil && free:
			if err := RemoveLocked(dir, lock); err != nil {
				return err
			}
		case errors.Is(err, fs.ErrNotExist) && age > 0:
			_ = os.Remove(dir) // an empty one
		}
	}
	return nil
}
