package contexts

import (
	"errors"
	"fmt"
	"io"
	"os"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/regular"
)

// classFiles lists the class files that a JVM has loaded, or those of an instrumented JDK, with their places in one
// file. The file stays open, because few class files of it are read.
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

// openClasses reads the list of classes in a file. JVMs append to the file while they run, so a file that is cut short
// is no error.
func openClasses(path string) (*classFiles, error) {
	in, err := regular.Open(path)
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

// read returns the class file with an ordinal. It returns nil if there is none, or if it belongs to another class than
// name.
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
