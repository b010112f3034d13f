package program

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"time"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/paths"
)

// anyFolder begins the name of each folder for the files of a program.
const anyFolder = "jprof-program-"

// kept is the maximal age of the folder for the files of a program. The folder is not removed at the end of the
// program, because processes that the program started may still run, and live counts are read at this time. If another
// program runs in the same folder of the user, the folder is removed earlier.
const kept = 24 * time.Hour

// newFolder makes a folder for the files of a program. It is in the cache, unless jprof cannot write there or the cache
// is in the folder in which the program runs. Then it is in the folder for temporary files.
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
		own, err := atomicfile.NewOwn(place, folderOf(env.Dir))
		if err == nil {
			return own, errors.Join(atomicfile.RemoveOwn(place, folderOf(env.Dir), 0),
				atomicfile.RemoveOwn(place, anyFolder, kept))
		}
		failed = append(failed, err)
	}
	return nil, errors.Join(failed...)
}

// folders returns the folder of a cache that has the folders for the files of programs.
func folders(cache string) string { return filepath.Join(cache, "programs") }

// folderOf returns the start of the names of folders for programs that run in dir, or in any folder if dir is "".
func folderOf(dir string) string {
	if dir == "" {
		return anyFolder
	}
	hash := sha256.Sum256([]byte(paths.Real(dir)))
	return anyFolder + hex.EncodeToString(hash[:6]) + "-"
}

// RemoveFolders removes from a cache the files of programs that ran in dir, or of all programs if dir is "".
func RemoveFolders(cache, dir string) error {
	return atomicfile.RemoveOwn(folders(cache), folderOf(dir), 0)
}
