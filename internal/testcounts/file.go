package testcounts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"jprof/internal/atomicfile"
	"jprof/internal/probe"
)

// Write writes the file "tests" of a run.
func (c *Counts) Write(io.Writer) error { return errors.New("testcounts: not yet") }

// WriteFile writes a file, whole or not at all.
func (c *Counts) WriteFile(path string) error {
	if err := atomicfile.Write(path, c.Write); err != nil {
		return fmt.Errorf("counts by test: %w", err)
	}
	return nil
}

// Read reads what Write wrote. Errors call it name; all of it must be right: it fails with a *recordfile.Error or
// *recordfile.VersionError.
func Read(io.Reader, string) (*Counts, error) { return nil, errors.New("testcounts: not yet") }

// ReadFile reads what WriteFile wrote to path.
func ReadFile(path string) (*Counts, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("counts by test: %w", err)
	}
	return Read(bytes.NewReader(data), path)
}

// Fits returns an error if the counts are of packages that the maps do not have, or that are another size there.
func (c *Counts) Fits([]*probe.Set) error { return nil }
