// Package atomicfile writes files in one step: a reader sees the whole new file or the whole old one, also when two
// processes write at once.
package atomicfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteJSON writes v to path as indented JSON.
func WriteJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return WriteBytes(path, append(text, '\n'))
}

// WriteBytes writes data to path.
func WriteBytes(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Write writes a file. The old file stays if write fails. A device or a pipe, such as /dev/null, is written to
// directly, because root could replace it by a file.
func Write(path string, write func(io.Writer) error) error {
	// CreateTemp gives 0600, too little for a file in a shared cache.
	return writeMode(path, 0o644, write)
}

// WritePrivate writes a file that only the user can read, as Write does.
func WritePrivate(path string, data []byte) error {
	return writeMode(path, 0o600, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

func writeMode(path string, mode fs.FileMode, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a folder", path)
	} else if err == nil && !info.Mode().IsRegular() {
		return writeInto(path, write)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		return fmt.Errorf("cannot write %s: %w", path, failed.Err) // do not name the temporary file
	}
	if err != nil {
		return err
	}
	err = errors.Join(write(tmp), tmp.Chmod(mode), tmp.Close())
	if err == nil {
		err = Rename(tmp.Name(), path)
	}
	if failed := (*os.LinkError)(nil); errors.As(err, &failed) {
		err = fmt.Errorf("cannot write %s: %w", path, failed.Err)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

// writeInto writes to a device or a pipe.
func writeInto(path string, write func(io.Writer) error) error {
	out, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(out), out.Close())
}
