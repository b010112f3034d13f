// Package wovencache manages the files in which agents keep classes that they have woven, for other JVMs. The agent
// reads and writes the files itself (WovenCache in plugins/agent), while classes are loaded: each JVM that has woven a
// class adds a file when it ends. Use merges small files of a folder, and removes files beyond a limit of bytes.
//
// # Folders
//
// All classes in a folder were woven by the same agent with the same settings. It has a subfolder for each coverage and
// JDK; only the JVM knows them. Nothing else changes the result of weaving a class. The IDs of methods do not: each JVM
// assigns them itself, and they are put into a woven class when it is loaded.
//
// # Files
//
// All numbers are big-endian. A file is complete when it has its name: it is never changed.
//
//	head    "jprofwov", offset of the table (8 bytes), number of its places (4 bytes, a power of two)
//	entry   length of the body (4 bytes), CRC-32 of the body (4 bytes), body
//	...
//	table   places of 16 bytes: CRC-32 of the class file, its length (4 bytes each), offset of the entry (8 bytes)
//
// A place without an entry has the offset 0. The lower bits of the CRC-32 of a class give the place of its entry. If
// that place is taken, the entry is at the next free place; after the last place, the search goes on at the first. The
// body begins with the class file before weaving. An entry is used only if that is equal to the class file in the JVM.
// Only the agent knows the rest of the body.
package wovencache

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"jprof/internal/util/paths"
)

const (
	suffix   = ".woven"
	lockFile = "lock"

	// keptFiles limits the number of merged files of a folder. The agent reads the 8 largest files, and JVMs of the
	// same build add files to those of earlier builds.
	keptFiles = 4
	// keptPart limits the time since the last change of an unfinished file. Files of processes that were killed stay
	// for that time. A JVM that takes longer to finish its file keeps no classes.
	keptPart = 24 * time.Hour
)

// Limits has the limits of a folder.
type Limits struct {
	Bytes  int64         // of the files for one JDK together
	Unused time.Duration // a folder is removed if no JVM was started for it in this time
}

// Default has limits that suit a project of some ten thousand classes.
var Default = Limits{Bytes: 1 << 30, Unused: 30 * 24 * time.Hour}

// Use prepares the folder dir for JVMs that are about to start, and makes it if it is not there. It merges or removes
// files in dir, and removes unused folders beside it that have the same name up to the last "-". It does nothing if
// another process is doing this. Its errors name the files that could not be removed or merged. JVMs work even if Use
// fails.
func Use(dir string, limits Limits) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(dir, lockFile))
	if locked, err := lock.TryLock(); err != nil || !locked {
		return err
	}
	defer func() { _ = lock.Unlock() }() // the lock ends with the process at the latest
	now := time.Now()
	failed := []error{os.Chtimes(dir, now, now)}
	entries, err := os.ReadDir(dir)
	failed = append(failed, err)
	for _, e := range entries {
		if e.IsDir() {
			failed = append(failed, tidy(filepath.Join(dir, e.Name()), limits.Bytes))
		}
	}
	return errors.Join(append(failed, removeUnused(dir, limits.Unused))...)
}

// removeUnused removes the folders beside dir of the same kind that were not used for the given time.
func removeUnused(dir string, unused time.Duration) error {
	prefix := filepath.Base(dir)
	prefix = prefix[:strings.LastIndex(prefix, "-")+1]
	entries, err := os.ReadDir(filepath.Dir(dir))
	failed := []error{err}
	for _, e := range entries {
		path := filepath.Join(filepath.Dir(dir), e.Name())
		if info, err := e.Info(); err == nil && path != dir && e.IsDir() && prefix != "" &&
			strings.HasPrefix(e.Name(), prefix) && time.Since(info.ModTime()) > unused {
			failed = append(failed, os.RemoveAll(path))
		}
	}
	return errors.Join(failed...)
}

// file is a complete file of a folder.
type file struct {
	path string
	size int64
}

// tidy merges small files of a folder. Over the limit it removes the largest files, which have most of the old classes.
func tidy(dir string, limit int64) error {
	files, err := list(dir)
	if err != nil {
		return err
	}
	var total int64
	for _, f := range files {
		total += f.size
	}
	var failed []error
	for len(files) > 0 && total > limit {
		last := files[len(files)-1]
		failed = append(failed, os.Remove(last.path))
		files, total = files[:len(files)-1], total-last.size
	}
	if group := smallest(files); group != nil {
		failed = append(failed, merge(dir, group))
	}
	return errors.Join(failed...)
}

// list returns the files of a folder, the smallest first. It removes old unfinished files of JVMs or of another jprof.
func list(dir string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	var files []file
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		info, err := e.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // it has been renamed to its final name
		case err != nil:
			return nil, err
		case !paths.IsFile(path):
		case strings.HasSuffix(path, suffix):
			files = append(files, file{path, info.Size()})
		case time.Since(info.ModTime()) > keptPart:
			err = os.Remove(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	slices.SortFunc(files, func(a, b file) int {
		return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.path, b.path))
	})
	return files, err
}

// smallest chooses the files to merge, nil if there are few files: the smallest ones, and each further one that is at
// most twice as large as all before it together. So a class is copied only about once per doubling of the folder's
// size, and not in each run.
func smallest(files []file) []file {
	if len(files) <= keptFiles {
		return nil
	}
	n, sum := 0, int64(0)
	for n < len(files) && (len(files)-n >= keptFiles || files[n].size <= 2*sum) {
		sum += files[n].size
		n++
	}
	return files[:n]
}
