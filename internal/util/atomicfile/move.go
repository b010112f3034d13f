package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

// Rename calls os.Rename. On Windows, a file that a process has open cannot be replaced, and a folder with such a file
// cannot be moved. Readers and virus scanners close files soon, so on Windows Rename tries again for a while.
func Rename(from, to string) error { return again(func() error { return os.Rename(from, to) }, inUse) }

// RemoveAll calls os.RemoveAll, and tries again like Rename, because a process that has just ended may have files open.
func RemoveAll(path string) error { return again(func() error { return os.RemoveAll(path) }, inUse) }

// patience limits the time for which again tries.
const patience = 2 * time.Second

// again calls the function do until it succeeds, or fails for another reason than files that are in use.
func again(do func() error, inUse func(error) bool) error {
	pause := time.Millisecond
	for end := time.Now().Add(patience); ; pause *= 2 {
		err := do()
		if err == nil || !inUse(err) || time.Now().Add(pause).After(end) {
			return err
		}
		time.Sleep(pause)
	}
}

// RemoveLocked removes a folder with the file by which this process has locked it, and ends the lock. The file is
// removed before the lock ends, so that no other process locks a folder that is about to go. Windows removes no open
// files, so the folder is removed after the end of the lock there.
func RemoveLocked(dir string, lock io.Closer) error {
	err := os.RemoveAll(dir)
	closed := lock.Close()
	if err != nil {
		err = RemoveAll(dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, closed)
}
