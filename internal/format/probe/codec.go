package probe

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/regular"
)

// MaxCounters is the limit for the counters of one package: a section of them fits into a record.
const MaxCounters = (recordfile.MaxRecord - 16) / 8

// Writer writes a map package by package.
type Writer struct {
	w *recordfile.Writer
}

// NewWriter starts the map of a source set; see Set.
func NewWriter(w io.Writer, tool, module, set string) (*Writer, error) {
	var e recordfile.Encoder
	e.String(tool)
	e.String(module)
	e.String(set)
	about, err := e.Bytes()
	if err != nil {
		return nil, fmt.Errorf("map of %s %s: %w", module, set, err)
	}
	fw, err := recordfile.NewWriter(w, recordfile.Map, about)
	if err != nil {
		return nil, fmt.Errorf("map of %s %s: %w", module, set, err)
	}
	return &Writer{fw}, nil
}

// Add checks and writes a package and sets p.ID, so that the source of the helper class can be generated next. It keeps
// nothing of p. It writes nothing if Check finds a fault in p.
func (w *Writer) Add(p *Package) error {
	record, err := Encode(p)
	if err != nil {
		return err
	}
	if err := w.w.Item(record); err != nil {
		return fmt.Errorf("map record of package %q: %w", p.Name, err)
	}
	p.ID = idOf(record)
	return nil
}

// AddRecord writes a record that ReadRecords returned, from another map of the same format.
func (w *Writer) AddRecord(record []byte) error {
	if err := w.w.Item(record); err != nil {
		return fmt.Errorf("map record: %w", err)
	}
	return nil
}

// Close writes the end mark of the map. Readers treat a map without an end mark as truncated. The underlying writer
// stays open.
func (w *Writer) Close() error {
	return w.w.Close()
}

// Encode returns the map record of p. It fails if p does not pass Check or exceeds a limit of the format.
func Encode(p *Package) ([]byte, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	var e recordfile.Encoder
	e.String(p.Name)
	e.String(p.Helper)
	e.Uvarint(uint64(len(p.Files)))
	c := codec{e: &e}
	for _, f := range p.Files {
		c.file(f)
	}
	record, err := e.Bytes()
	if err != nil {
		return nil, fmt.Errorf("map record of package %q: %w", p.Name, err)
	}
	return record, nil
}

// idOf returns the ID of the package with this record.
func idOf(record []byte) ID {
	sum := sha256.Sum256(record)
	return ID(sum[:len(ID{})])
}

// Reader reads a map package by package.
type Reader struct {
	Tool, Module, Set string // the arguments of NewWriter

	r *recordfile.Reader
}

// NewReader reads the start of a map. name is the name of the map in errors. Errors are *recordfile.VersionError or
// *recordfile.Error, or wrap an error of r.
func NewReader(r io.Reader, name string) (*Reader, error) {
	fr, err := recordfile.NewReader(r, name, recordfile.Map)
	if err != nil {
		return nil, err
	}
	d := fr.About()
	pr := &Reader{Tool: d.String(), Module: d.String(), Set: d.String(), r: fr}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return pr, nil
}

// Next returns the next package, with its ID. After the last package of a complete map, it returns io.EOF. Each package
// has passed Check, and the caller may change it. Errors are as for NewReader.
func (r *Reader) Next() (*Package, error) { return r.next(nil) }

// next does the same. It returns nil for a package whose name only does not accept.
func (r *Reader) next(only func(pkg string) bool) (*Package, error) {
	item, err := r.r.Item()
	if err != nil {
		return nil, err
	}
	if only != nil && !only(item.String()) {
		return nil, item.Err()
	}
	item.Rewind()
	id := idOf(item.Raw(item.Len()))
	item.Rewind()
	p := &Package{ID: id, Name: item.String(), Helper: item.String()}
	base := uint64(0)
	c := codec{d: item}
	for range item.Count(minFile) {
		f := &File{Base: uint32(base)}
		c.file(f)
		if base += uint64(f.Counters); base > MaxCounters {
			item.Fail("more counters than can be")
		}
		p.Files = append(p.Files, f)
	}
	if item.Err() == nil {
		if err := p.Check(); err != nil {
			item.Fail(err.Error())
		}
	}
	if err := item.Close(); err != nil {
		return nil, err
	}
	return p, nil
}

// ReadRecords returns the encoded records of the packages of a map, by package ID. Errors are as for NewReader.
func ReadRecords(path string) (map[ID][]byte, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	defer f.Close()
	r, err := recordfile.NewReader(f, path, recordfile.Map)
	if err != nil {
		return nil, err
	}
	records := map[ID][]byte{}
	err = r.Each(func(item *recordfile.Decoder) error {
		record := bytes.Clone(item.Raw(item.Len()))
		records[idOf(record)] = record
		return nil
	})
	if err != nil {
		return nil, err
	}
	return records, nil
}

// ReadFile reads the map in a file with ReadSet, and its kind from the file beside it.
func ReadFile(path string) (*Set, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	defer f.Close()
	set, err := ReadSet(f, path)
	if err != nil {
		return nil, err
	}
	set.Kind = ReadKind(path)
	return set, nil
}

// ReadSet reads a whole map. Errors are as for NewReader.
func ReadSet(r io.Reader, name string) (*Set, error) { return ReadPart(r, name, nil) }

// ReadPart reads the packages of a map whose names only accepts; nil accepts all. Packages that it does not accept take
// no memory, and nearly no time. Errors are as for NewReader.
func ReadPart(r io.Reader, name string, only func(pkg string) bool) (*Set, error) {
	pr, err := NewReader(r, name)
	if err != nil {
		return nil, err
	}
	set := &Set{Tool: pr.Tool, Module: pr.Module, Name: pr.Set}
	for {
		p, err := pr.next(only)
		if errors.Is(err, io.EOF) {
			return set, nil
		}
		if err != nil {
			return nil, err
		}
		if p != nil {
			set.Packages = append(set.Packages, p)
		}
	}
}
