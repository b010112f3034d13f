package shadow

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"jprof/internal/util/atomicfile"
)

// A Note holds facts about a source set for later steps of builds.
type Note struct {
	Folder string // of its class files
	// Long lists top-level classes that may have a method which only counters make too long for HotSpot to compile. The
	// class files show whether there is such a method. The names are the paths of the class files without the
	// extension, sorted.
	Long []string
}

// notesDir returns the folder beside a hook file that has the notes. It has a file for each source set whose folder of
// class files is known. It stays when a build ends, because the next build need not compile a source set again.
func notesDir(hookFile string) string { return filepath.Join(filepath.Dir(hookFile), "notes") }

// ReadNotes reads the notes about all source sets.
func ReadNotes(hookFile string) ([]Note, error) {
	entries, err := os.ReadDir(notesDir(hookFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Note
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" { // a note that is being written
			continue
		}
		var n Note
		err := atomicfile.ReadJSON(filepath.Join(notesDir(hookFile), e.Name()), &n)
		switch {
		case errors.Is(err, fs.ErrNotExist): // a module that is built at the same time has removed it
		case err != nil:
			return nil, err
		default:
			all = append(all, n)
		}
	}
	return all, nil
}

// note writes the note about a source set with the given long classes (see instrument.Result). If the folder of class
// files is not known, it removes the note.
func (s Hooked) note(hookFile string, long []string) error {
	file := filepath.Join(notesDir(hookFile), s.FileName()+".json")
	if s.Classes == "" {
		if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(notesDir(hookFile), 0o777); err != nil {
		return err
	}
	long = slices.Compact(slices.Sorted(slices.Values(long)))
	return atomicfile.WriteJSON(file, Note{s.Classes, long})
}
