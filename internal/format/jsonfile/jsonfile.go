// Package jsonfile reads and writes files of runs that are gzipped JSON. Each is an object with the keys "format", the
// version of its format, and "tool", the version of the jprof that wrote it.
package jsonfile

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/jsonerror"
	"jprof/internal/util/regular"
	"jprof/internal/util/version"
)

// most limits the unzipped file, in bytes.
const most = 1 << 30

// Write writes an object as a file.
func Write(path string, object any) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		zipped := gzip.NewWriter(w)
		return errors.Join(json.NewEncoder(zipped).Encode(object), zipped.Close())
	})
}

// Read reads a file into object, a pointer, and calls check, which returns an error if what was read is impossible.
// format is the newest format that can be read; for a file of a newer one, the error is a *version.Newer.
func Read(path string, format int, object any, check func() error) error {
	f, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := read(f, format, object, check); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func read(in io.Reader, format int, object any, check func() error) error {
	zipped, err := gzip.NewReader(in)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(zipped, most))
	if err != nil {
		return err
	}
	var about struct {
		Format int    `json:"format"`
		Tool   string `json:"tool"`
	}
	if err := json.Unmarshal(text, &about); err != nil {
		return jsonerror.Plain(err, text)
	}
	if about.Format > format {
		return &version.Newer{Format: about.Format, Reads: format, Writer: about.Tool}
	}
	if err := json.Unmarshal(text, object); err != nil {
		return jsonerror.Plain(err, text)
	}
	return check()
}
