package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// ownLock is the name of the file by which a process locks a folder of its own.
const ownLock = "lock"

// Own is a folder that only this process uses. Other processes do not touch it until it is closed, or this process has
// ended.
type Own struct {
	Dir  string
	lock *flock.Flock
}

// NewOwn makes a folder whose name starts with prefix in the folder parent. It makes parent, too, if that does not
// exist.
func NewOwn(parent, prefix string) (*Own, error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(dir, ownLock), flock.SetPermissions(0o600))
	if _, err := lock.TryLock(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", lock.Path(), err), os.RemoveAll(dir))
	}
	return &Own{dir, lock}, nil
}

// Remove removes the folder.
func (o *Own) Remove() error { return RemoveLocked(o.Dir, o.lock) }

// Leave ends the lock, but does not remove the folder, because something may still use it. RemoveOwn removes it later.
func (o *Own) Leave() error { return o.lock.Close() }

// RemoveOwn removes folders that NewOwn has made, if they are older than age and their processes have ended without
// removing them.
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
		if free, err := lock.TryLock(); err == nil && free {
			if err := RemoveLocked(dir, lock); err != nil {
				return err
			}
		}
	}
	return nil
}
