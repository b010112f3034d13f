package shadow

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"jprof/internal/util/atomicfile"
)

// LongMethods is a note about a source set: classes that may have a method which only counters make too long for
// HotSpot to compile. Their class files decide.
type LongMethods struct {
	Folder  string   // of the class files
	Classes []string // top-level ones, by the paths of their files without the ending, sorted
}

// longMethodsDir is the folder beside a hook file with the notes: a file for each source set that has one. If it has no
// files, hooks do nothing. It stays when a build ends, as a source set may be up to date in the next one.
func longMethodsDir(hookFile string) string {
	return filepath.Join(filepath.Dir(hookFile), "long-methods")
}

// ReadLongMethods reads the notes about all source sets.
func ReadLongMethods(hookFile string) ([]LongMethods, error) {
	dir := longMethodsDir(hookFile)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []LongMethods
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" { // one that is being written
			continue
		}
		var note LongMethods
		if err := atomicfile.ReadJSON(filepath.Join(dir, e.Name()), &note); errors.Is(err, fs.ErrNotExist) {
			continue // its source set has just been instrumented again
		} else if err != nil {
			return nil, err
		}
		all = append(all, note)
	}
	return all, nil
}

// noteLongMethods writes the note about a source set with these classes (instrument.Result), or removes it where there
// are none.
func (s Hooked) noteLongMethods(hookFile string, classes []string) error {
	file := filepath.Join(longMethodsDir(hookFile), s.FileName()+".json")
	classes = slices.Compact(slices.Sorted(slices.Values(classes)))
	if len(classes) == 0 || s.Classes == "" {
		if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return atomicfile.WriteJSON(file, LongMethods{Folder: s.Classes, Classes: classes})
}
