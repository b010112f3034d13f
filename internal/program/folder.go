package program

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"jprof/internal/atomicfile"
	"jprof/internal/environ"
	"jprof/internal/paths"
)

// folderName begins the names of the folders of programs.
const folderName = "jprof-program-"

// kept is how long the folder of a jprof that was killed is kept: its program may still run.
const kept = 24 * time.Hour

// newFolder makes a folder for the files of a program. It is in the cache, unless that cannot be written or lies in the
// folder that the program runs in; then it is in the folder for temporary files.
func newFolder(env environ.Env) (*atomicfile.Own, error) {
	places := []string{os.TempDir()}
	cache, err := env.MakeCache()
	if err == nil {
		places = []string{folders(cache), os.TempDir()}
		if _, within := paths.Within(paths.Real(env.Dir), paths.Real(cache)); within {
			places = []string{os.TempDir(), folders(cache)}
		}
	}
	var failed []error
	for _, place := range places {
		own, err := atomicfile.NewOwn(place, folderName)
		if err == nil {
			return own, atomicfile.RemoveOwn(place, folderName, kept)
		}
		failed = append(failed, err)
	}
	return nil, errors.Join(failed...)
}

// folders is the folder, in a cache, of the folders of programs.
func folders(cache string) string { return filepath.Join(cache, "programs") }

// RemoveFolders removes the folders in a cache of programs whose jprof was killed.
func RemoveFolders(cache string) error { return atomicfile.RemoveOwn(folders(cache), folderName, 0) }
