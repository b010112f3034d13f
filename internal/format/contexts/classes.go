package contexts

import (
	"errors"
	"fmt"
	"io"
	"os"

	"jprof/internal/format/recordfile"
)

// classFiles are the class files that a JVM has loaded, or those of an instrumented JDK: where they are in a file. It
// stays open, as few of them are read.
type classFiles struct {
	file    *os.File
	entries []classEntry
}

// classEntry is a class of the file.
type classEntry struct {
	name   string
	offset int64
	size   int
}

// openClasses reads which classes a file has. JVMs append to it while they run: that it is cut short is no error.
func openClasses(path string) (*classFiles, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("contexts: %w", err)
	}
	c := &classFiles{file: in}
	if err := c.scan(path); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return c, err // the classes before the error can be used
	}
	return c, nil
}

func (c *classFiles) scan(path string) error {
	fr, err := recordfile.NewReader(c.file, path, recordfile.Classes)
	if err != nil {
		return err
	}
	return fr.Each(func(d *recordfile.Decoder) error {
		d.Uint8() // the loader
		e := classEntry{name: d.String()}
		e.offset, e.size = d.Offset(), d.Len()
		if d.Err() == nil {
			c.entries = append(c.entries, e)
		}
		return d.Err()
	})
}

// read reads a class file by its ordinal; nil if it is not there, or is not that of the class.
func (c *classFiles) read(ordinal uint64, name string) []byte {
	if c == nil || ordinal >= uint64(len(c.entries)) || c.entries[ordinal].name != name {
		return nil
	}
	e := c.entries[ordinal]
	data := make([]byte, e.size)
	if _, err := c.file.ReadAt(data, e.offset); err != nil {
		return nil
	}
	return data
}

// close closes the file.
func (c *classFiles) close() {
	if c != nil {
		c.file.Close()
	}
}
