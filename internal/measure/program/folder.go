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

// anyFolder begins the names of the folders of programs.
const anyFolder = "jprof-program-"

// kept limits the age of the folder of a program. It is removed earlier if another program runs in the same folder of
// the user: processes that the program has started may still run, and live counts are read after its end.
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
		own, err := atomicfile.NewOwn(place, folderOf(env.Dir))
		if err == nil {
			return own, errors.Join(atomicfile.RemoveOwn(place, folderOf(env.Dir), 0),
				atomicfile.RemoveOwn(place, anyFolder, kept))
		}
		failed = append(failed, err)
	}
	return nil, errors.Join(failed...)
}

// folders is the folder, in a cache, of the folders of programs.
func folders(cache string) string { return filepath.Join(cache, "programs") }

// folderOf begins the names of the folders of programs that run in dir, "" for those that run anywhere.
func folderOf(dir string) string {
	if dir == "" {
		return anyFolder
	}
	hash := sha256.Sum256([]byte(paths.Real(dir)))
	return anyFolder + hex.EncodeToString(hash[:6]) + "-"
}

// RemoveFolders removes from a cache the files of programs that have run in dir, "" for all.
func RemoveFolders(cache, dir string) error {
	return atomicfile.RemoveOwn(folders(cache), folderOf(dir), 0)
}
