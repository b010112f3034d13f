package runs

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"jprof/internal/util/term"
)

// Fetch brings the runs that a URL names to the folder dir, one folder each. Package remote has such a function.
type Fetch func(url, dir string, which Fetched) error

// Fetched chooses among the runs that a URL names.
type Fetched struct {
	One          bool // the newest one only
	Again        bool // those of jobs that were started again, too, not only their newest
	Descriptions bool // only the descriptions are needed
}

// FilesOf lists the files of the run in a folder, by slash paths relative to it, sorted. It omits what is not of a run.
func FilesOf(dir string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if rel = filepath.ToSlash(rel); err == nil && isOurs(rel) {
			names = append(names, rel)
		}
		return err
	})
	slices.Sort(names)
	return names, err
}

// Pack writes files of a folder to an archive. Equal files make equal archives. It fails if there are more than an
// archive may have.
func Pack(dir string, names []string, to io.Writer) error {
	if len(names) > maxEntries {
		return term.Errorf("merge fewer runs, or write the merged run to a folder",
			"an archive may have %d files, not %d", maxEntries, len(names))
	}
	zipped := gzip.NewWriter(to)
	out := tar.NewWriter(zipped)
	for _, name := range names {
		if err := packFile(out, dir, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	return errors.Join(out.Close(), zipped.Close())
}

// Unpack writes the files of an archive by Pack to a folder, which exists. It fails if a file is there already, and if
// anything in the archive is wrong.
func Unpack(archive, dir string) error { return unpack(archive, dir, isOurs) }
