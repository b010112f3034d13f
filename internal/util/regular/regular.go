// Package regular reads regular files only. A run or a project may come from anywhere, and have a pipe or a device in
// the place of a file: opening the one waits, reading the other never ends.
package regular

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
)

// Unfit is the error of a file that exists but must not be read.
type Unfit struct{ text string }

func (u Unfit) Error() string { return u.text }

// Open opens a regular file to read it. It follows links. The error is an Unfit for anything else.
func Open(path string) (*os.File, error) {
	f, _, err := open(path, math.MaxInt64)
	return f, err
}

// ReadFile reads a regular file. It follows links.
func ReadFile(path string) ([]byte, error) { return ReadUpTo(path, math.MaxInt64) }

// ReadUpTo reads a regular file of up to limit bytes. It follows links. The error is an Unfit for a larger one.
func ReadUpTo(path string, limit int64) ([]byte, error) {
	f, size, err := open(path, limit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// Read no more than the size: special files of the system have size 0 and may never end.
	text := make([]byte, size)
	n, err := io.ReadFull(f, text)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // it has become shorter
	}
	return text[:n], err
}

// open opens a regular file of up to limit bytes and returns its size.
func open(path string, limit int64) (*os.File, int64, error) {
	// This comes before the file is opened, because opening a pipe waits for its other end.
	info, err := os.Stat(path)
	if err == nil {
		err = fit(path, info, limit)
	}
	if err != nil {
		return nil, 0, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	if info, err = f.Stat(); err == nil {
		err = fit(path, info, limit) // the path may lead to another file by now
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

func fit(path string, info os.FileInfo, limit int64) error {
	switch {
	case !info.Mode().IsRegular():
		return Unfit{path + ": not a regular file"}
	case info.Size() > limit:
		return Unfit{fmt.Sprintf("%s: larger than %d MB", path, limit>>20)}
	}
	return nil
}
