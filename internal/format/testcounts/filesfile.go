package testcounts

import (
	"fmt"

	"jprof/internal/format/jsonfile"
	"jprof/internal/util/version"
)

// filesFormat is the version of the file "files" of a run.
const filesFormat = 1

// Write writes the file "files" of a run: see package jsonfile.
func (f *Files) Write(path string) error {
	f.Format, f.Tool = filesFormat, version.String()
	return jsonfile.Write(path, f)
}

// ReadFiles reads a file that Write wrote. For a file of a newer format, the error is a *version.Newer.
func ReadFiles(path string) (*Files, error) {
	f := &Files{}
	if err := jsonfile.Read(path, filesFormat, f, f.check); err != nil {
		return nil, err
	}
	return f, nil
}

// check returns an error for impossible numbers.
func (f *Files) check() error {
	for _, o := range f.Owners {
		for _, u := range o.Uses {
			if u[0] < 0 || u[0] >= len(f.Paths) || u[1] < 0 || u[1] >= len(f.Stacks) {
				return fmt.Errorf("there is no file %d or stack %d", u[0], u[1])
			}
		}
	}
	return nil
}
