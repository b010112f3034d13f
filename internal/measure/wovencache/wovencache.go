// Package wovencache looks after the classes that agents have woven and kept for other JVMs. The agent reads and writes
// the files itself (WovenCache in plugins/agent), as it needs them while classes are loaded: each JVM that weaves a
// class adds a file when it ends. In goes the folder of such files; Use merges small ones and keeps a limit of bytes.
//
// # Folders
//
// All classes in a folder were woven by the same agent with the same settings, and its subfolders are for coverage and
// JDK, which the JVM knows. Nothing else changes what becomes of a class: the IDs of methods, which each
// JVM gives itself, are put into a woven class when it is loaded.
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
// A place without an entry has the offset 0. The entry of a class stands at the place that the lower bits of its CRC-32
// say, or at the next one that is free, the first place being next to the last. The body begins with the class file as
// it was: an entry is used only if all of it is the same. The rest of the body is known to the agent alone.
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

	// keptFiles limits the files of a folder. The agent reads the 8 largest, and those of JVMs of the same build
	// come to them.
	keptFiles = 4
	// keptPart limits the time for which a file may be in the making, since it was last written. Those of processes
	// that were killed stay until then; a JVM that comes later to its end keeps nothing.
	keptPart = 24 * time.Hour
)

// Limits of a folder.
type Limits struct {
	Bytes  int64         // of the files for one JDK, together
	Unused time.Duration // a folder is kept so long without a start of a JVM for it
}

// Default are the limits that suit a project of some ten thousand classes.
var Default = Limits{Bytes: 1 << 30, Unused: 30 * 24 * time.Hour}

// Use notes that JVMs are about to use the folder dir, makes it if it is not there, and tidies it and those beside it
// with names that begin as its own does up to the last "-". It does nothing where another process is doing so. Its
// errors name the files that could not be removed or merged: JVMs work without it.
func Use(dir string, limits Limits) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(dir, lockFile))
	if locked, err := lock.TryLock(); err != nil || !locked {
		return err
	}
	defer func() { _ = lock.Unlock() }() // it ends with the process at the latest
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

// removeUnused removes folders beside dir that were not used for some time.
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

// list lists the files of a folder, the smallest first, and removes those that JVMs, or another jprof, have not
// completed.
func list(dir string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	var files []file
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		info, err := e.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // it has its name now
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

// smallest chooses the files to merge, nil if there are few: the smallest ones, and each larger one that is not larger
// than twice those before it. So a class is copied as often as the folder doubles, and not in each run.
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
