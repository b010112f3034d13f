package runs

import (
	"errors"
	"io/fs"
	"path/filepath"

	"jprof/internal/format/testcounts"
)

// FilesFile has the files that tests opened, in the folder of a run by test. A run without it does not know them.
const FilesFile = "files"

// leafFiles reads the files that the tests of a leaf opened. It returns nil if they are not known.
func (o *Opened) leafFiles(leaf Run) (*testcounts.Files, error) {
	files, err := testcounts.ReadFiles(o.file(leaf, FilesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return files, err
}

// writeFiles writes the files that the tests of the steps opened.
func (f *forwarding) writeFiles(to string) error {
	files, err := f.from.leafFiles(f.leaf)
	if files == nil || err != nil {
		return err
	}
	kept := testcounts.NewFilesBuilder()
	kept.AddOf(files, func(k testcounts.Key) bool { return f.kept(k.Step) })
	return kept.Files().Write(filepath.Join(to, FilesFile))
}
