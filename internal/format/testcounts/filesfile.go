package testcounts

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/version"
)

// filesFormat is the version of the file "files" of a run.
const filesFormat = 1

// maxFiles limits the unzipped file, in bytes.
const maxFiles = 1 << 30

// Write writes the file "files" of a run: a gzip file of JSON.
func (f *Files) Write(path string) error {
	f.Format, f.Tool = filesFormat, version.String()
	return atomicfile.Write(path, func(w io.Writer) error {
		zipped := gzip.NewWriter(w)
		return errors.Join(json.NewEncoder(zipped).Encode(f), zipped.Close())
	})
}

// ReadFiles reads a file that Write wrote. For a file of a newer format, the error is a *version.Newer.
func ReadFiles(path string) (*Files, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	f := &Files{}
	zipped, err := gzip.NewReader(in)
	if err == nil {
		var text []byte
		if text, err = io.ReadAll(io.LimitReader(zipped, maxFiles)); err == nil {
			err = f.parse(text)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func (f *Files) parse(text []byte) error {
	var about struct {
		Format int    `json:"format"`
		Tool   string `json:"tool"`
	}
	if err := json.Unmarshal(text, &about); err != nil {
		return err
	}
	if about.Format > filesFormat {
		return &version.Newer{Format: about.Format, Reads: filesFormat, Writer: about.Tool}
	}
	if err := json.Unmarshal(text, f); err != nil {
		return err
	}
	for _, o := range f.Owners {
		for _, u := range o.Uses {
			if u[0] < 0 || u[0] >= len(f.Paths) || u[1] < 0 || u[1] >= len(f.Stacks) {
				return fmt.Errorf("there is no file %d or stack %d", u[0], u[1])
			}
		}
	}
	return nil
}
