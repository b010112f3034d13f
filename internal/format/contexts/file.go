package contexts

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/regular"
)

// File is a merged file. Its trees are not in memory: each walk reads them.
type File struct {
	io.Closer
	name string
	data *io.SectionReader
	head Header
}

// Open opens a merged file until Close, and reads its header. It fails with a *recordfile.Error or
// *recordfile.VersionError if the file is damaged, cut short, or of another version.
func Open(path string) (*File, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, fmt.Errorf("contexts: %w", err)
	}
	f := &File{Closer: file, name: path}
	info, err := file.Stat()
	if err == nil {
		f.data = io.NewSectionReader(file, 0, info.Size())
		err = f.readHead()
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

// Parse reads the header of a merged file in memory, as Open does for one on disk. name is its name in errors.
func Parse(data []byte, name string) (*File, error) {
	in := bytes.NewReader(data)
	f := &File{Closer: io.NopCloser(in), name: name, data: io.NewSectionReader(in, 0, in.Size())}
	return f, f.readHead()
}

// Head returns the header: all data but the trees.
func (f *File) Head() *Header { return &f.head }

// Check reads the whole file. It fails if a walk would fail.
func (f *File) Check() error { return f.Walk(nothing{}) }

// nothing is a visitor that does nothing.
type nothing struct{}

func (nothing) Root(Root) error  { return nil }
func (nothing) Node(*Node) error { return nil }

// errTrees ends the reading of a header at the first record of a tree. All of the header comes before the trees.
var errTrees = errors.New("trees")

func (f *File) readHead() error {
	return f.read(func(r *mergedReader) error {
		err := r.fr.Each(func(d *recordfile.Decoder) error {
			kind := d.Uint8()
			if kind == kindTree || kind == kindStep {
				return errTrees
			}
			if d.Err() != nil {
				return d.Err()
			}
			return r.readHeader(kind, d)
		})
		if err != nil && err != errTrees {
			return err
		}
		return r.finish()
	})
}

// Walk passes all trees to v.
func (f *File) Walk(v Visitor) error {
	return f.read(func(r *mergedReader) error {
		step := ""
		trees := treeReader{tables: &r.tables, visit: &counted{Visitor: v}, ranked: true}
		inHead := true
		err := r.fr.Each(func(d *recordfile.Decoder) error {
			switch kind := d.Uint8(); {
			case d.Err() != nil:
				return d.Err()
			case kind == kindStep:
				inHead, step = false, d.String()
				return d.Close()
			case kind == kindTree:
				inHead = false
				return trees.read(d, step)
			case inHead:
				return r.readHeader(kind, d)
			}
			d.Fail("a record behind trees")
			return d.Err()
		})
		if err != nil {
			return err
		}
		return trees.visit.(*counted).check(f)
	})
}

// counted passes trees on, and counts their nodes and slots.
type counted struct {
	Visitor
	nodes, slots uint64
}

func (c *counted) Root(r Root) error {
	c.nodes++
	return c.Visitor.Root(r)
}

func (c *counted) Node(n *Node) error {
	c.nodes++
	c.slots += uint64(len(n.Slots))
	return c.Visitor.Node(n)
}

// check compares the numbers of nodes and slots with those in the header of the file.
func (c *counted) check(f *File) error {
	if c.nodes != f.head.Nodes || c.slots != f.head.Slots {
		return &recordfile.Error{File: f.name, Offset: f.data.Size(),
			What: fmt.Sprintf("%d nodes where %d were written: the file is damaged: run the build again", c.nodes,
				f.head.Nodes)}
	}
	return nil
}

// read calls use with a reader of the file, from its start.
func (f *File) read(use func(*mergedReader) error) error {
	fr, err := recordfile.NewReader(io.NewSectionReader(f.data, 0, f.data.Size()), f.name, recordfile.Contexts)
	if err != nil {
		return err
	}
	about, merged, err := decodeAbout(fr.About())
	if err != nil {
		return err
	}
	if !merged {
		return fmt.Errorf("%s: this is the file of one JVM, not that of a run", f.name)
	}
	// A node has at least 7 bytes. With the limit, a wrong number of nodes claims no more memory than the file could
	// fill.
	about.Nodes = min(about.Nodes, uint64(f.data.Size()))
	r := &mergedReader{f: f, fr: fr, tables: tables{merged: true}}
	r.head.About = about
	return use(r)
}

// mergedReader reads the records of a merged file.
type mergedReader struct {
	tables
	f    *File
	fr   *recordfile.Reader
	head Header
}

// readHeader reads a record of the header.
func (r *mergedReader) readHeader(kind byte, d *recordfile.Decoder) error {
	switch kind {
	case kindJVMs:
		for d.Len() > 0 {
			var jvm JVM
			copy(jvm[:], d.Raw(len(jvm)))
			r.head.Files = append(r.head.Files, jvm)
		}
		return d.Close()
	case kindClasses:
		return r.readClasses(d)
	case kindMethods:
		return r.readMethods(d)
	case kindLosses:
		list, err := readLosses(d)
		r.head.Losses = append(r.head.Losses, list...)
		return err
	case kindAgents:
		list, err := readAgents(d)
		r.head.Agents = append(r.head.Agents, list...)
		return err
	}
	return unknownKind(d, kind)
}

var errGap = errors.New("classes or methods are missing: the file is damaged: run the build again")

// finish fills the header from the tables. Their IDs must be 0 and up, without gaps.
func (r *mergedReader) finish() error {
	for _, c := range r.classes {
		if c == nil {
			return fmt.Errorf("%s: %w", r.f.name, errGap)
		}
		r.head.Classes = append(r.head.Classes, c.Class)
	}
	for _, m := range r.methods {
		if m == nil {
			return fmt.Errorf("%s: %w", r.f.name, errGap)
		}
		r.head.Methods = append(r.head.Methods, m.Method)
	}
	r.f.head = r.head
	return nil
}
