package contexts

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"sync"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/regular"
)

// maxClass limits the size of a class file in a pack, in bytes.
const maxClass = 1 << 27

// Pack holds class files, deflated, by the hash of their content. NewPack makes one; the zero value cannot be used.
type Pack struct {
	deflated map[SHA][]byte
	inflate  sync.Pool // of *inflater
}

// inflater holds what Class uses again.
type inflater struct {
	io.Reader // of package flate
	out       bytes.Buffer
}

// NewPack returns a pack without class files.
func NewPack() *Pack { return &Pack{deflated: map[SHA][]byte{}} }

// Add adds a class file and returns its hash.
func (p *Pack) Add(class []byte) SHA {
	sha := SHA(sha256.Sum256(class))
	if _, ok := p.deflated[sha]; ok {
		return sha
	}
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestSpeed) // fails for unknown levels only, and writes to memory
	w.Write(class)
	w.Close()
	p.deflated[sha] = b.Bytes()
	return sha
}

// Class returns a class file, nil if it is not in the pack. It fails if the content is damaged.
func (p *Pack) Class(sha SHA) ([]byte, error) {
	deflated, ok := p.deflated[sha]
	if !ok {
		return nil, nil
	}
	r, _ := p.inflate.Get().(*inflater)
	if r == nil {
		r = &inflater{Reader: flate.NewReader(nil)}
	}
	defer p.inflate.Put(r)
	r.Reader.(flate.Resetter).Reset(bytes.NewReader(deflated), nil)
	r.out.Reset()
	_, err := r.out.ReadFrom(io.LimitReader(r, maxClass))
	if err != nil || SHA(sha256.Sum256(r.out.Bytes())) != sha {
		return nil, fmt.Errorf("class file %x: the content is damaged: run the build again", sha[:4])
	}
	return bytes.Clone(r.out.Bytes()), nil
}

// All returns the hashes of all class files, in any order.
func (p *Pack) All() iter.Seq[SHA] { return maps.Keys(p.deflated) }

// Len returns the number of class files.
func (p *Pack) Len() int { return len(p.deflated) }

// Merge adds the class files of another pack. If both packs have the same class file, deflated differently by two
// versions of jprof, the lower bytes are kept. So the order of merging does not matter.
func (p *Pack) Merge(o *Pack) {
	for sha, deflated := range o.deflated {
		if mine, ok := p.deflated[sha]; !ok || bytes.Compare(deflated, mine) < 0 {
			p.deflated[sha] = deflated
		}
	}
}

// Only returns a pack with only the class files of the given classes.
func (p *Pack) Only(classes []Class) *Pack {
	few := NewPack()
	for _, c := range classes {
		if deflated, ok := p.deflated[c.SHA]; ok {
			few.deflated[c.SHA] = deflated
		}
	}
	return few
}

// flagPack marks a file of classes as a pack.
const flagPack = 1

// Write writes the pack, in the order of the hashes.
func (p *Pack) Write(w io.Writer) error {
	var about recordfile.Encoder
	about.Uint32(flagPack)
	payload, _ := about.Bytes()
	fw, err := recordfile.NewWriter(w, recordfile.Classes, payload)
	if err != nil {
		return fmt.Errorf("contexts: %w", err)
	}
	for _, sha := range slices.SortedFunc(p.All(), func(a, b SHA) int { return bytes.Compare(a[:], b[:]) }) {
		if err := fw.Item(append(sha[:], p.deflated[sha]...)); err != nil {
			return fmt.Errorf("contexts: %w", err)
		}
	}
	if err := fw.Close(); err != nil {
		return fmt.Errorf("contexts: %w", err)
	}
	return nil
}

// WriteFile writes the pack to a file. A reader sees the complete file or none.
func (p *Pack) WriteFile(path string) error { return atomicfile.Write(path, p.Write) }

// OpenPack reads a pack.
func OpenPack(path string) (*Pack, error) {
	in, err := regular.Open(path)
	if err != nil {
		return nil, fmt.Errorf("contexts: %w", err)
	}
	defer in.Close()
	return ReadPack(in, path)
}

// ReadPack reads a pack. name is its name in errors. Class checks the content of each class file later.
func ReadPack(r io.Reader, name string) (*Pack, error) {
	fr, err := recordfile.NewReader(r, name, recordfile.Classes)
	if err != nil {
		return nil, err
	}
	about := fr.About()
	if about.Uint32() != flagPack {
		about.Fail("these are the classes of one JVM, not those of a run")
	}
	if err := about.Close(); err != nil {
		return nil, err
	}
	p := NewPack()
	err = fr.Each(func(d *recordfile.Decoder) error {
		var sha SHA
		copy(sha[:], d.Raw(len(sha)))
		p.deflated[sha] = bytes.Clone(d.Raw(d.Len()))
		return d.Close()
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}
