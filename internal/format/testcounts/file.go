package testcounts

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
	"jprof/internal/util/atomicfile"
)

// Limits of a file. It may come from another machine, and a few bytes can be inflated to many.
const (
	blockSize   = 1 << 20 // the size at which a block ends, in bytes of a column
	maxInflated = 2 << 30 // bytes of all blocks, which is the memory that a reader needs
	maxTests    = 4 << 20
	flagRun     = 1 // marks the file of a run: a stream of a JVM does not have it
)

// ErrTooLarge is the error for counts by test that are larger than a file may be.
var ErrTooLarge = fmt.Errorf("the counts by test are larger than %d GB, or of more than %d tests", maxInflated>>30,
	maxTests)

// Write writes the file "tests" of a run. Equal counts make equal files. Only one block at a time is in memory.
func (c *Counts) Write(w io.Writer) error {
	if len(c.tests) > maxTests {
		return ErrTooLarge
	}
	fw, err := c.begin(w)
	if err != nil {
		return err
	}
	b := blockWriter{numbers: make([]uint32, len(c.prints.start)), c: c}
	for i := range c.tests {
		b.add(i)
		if b.size() >= blockSize || i == len(c.tests)-1 {
			if err := b.flush(fw); err != nil {
				return err
			}
		}
	}
	return fw.Close()
}

// begin writes the part before the blocks.
func (c *Counts) begin(w io.Writer) (*recordfile.Writer, error) {
	var e recordfile.Encoder
	e.Uint32(flagRun)
	e.Uint32(c.jvms)
	e.Uint32(uint32(len(c.tests)))
	e.Uint32(uint32(len(c.tables)))
	for _, t := range c.tables {
		e.Raw(t.id[:])
		e.Uint32(t.counters)
	}
	about, err := e.Bytes()
	if err != nil {
		return nil, err
	}
	return recordfile.NewWriter(w, recordfile.Tests, about)
}

// blockWriter makes the blocks of a file.
type blockWriter struct {
	c       *Counts
	numbers []uint32 // numbers of footprints in the file, from 1; 0 if not written yet
	next    uint32   // the number of the next footprint
	tests   int      // in the block
	total   int      // bytes of all blocks
	columns [3]recordfile.Encoder
}

// The columns of a block.
const (
	columnTests = iota
	columnPrints
	columnCounts
)

// add adds a test to the block.
func (b *blockWriter) add(i int) {
	b.tests++
	writeTest(&b.columns[columnTests], &b.c.tests[i])
	print := b.c.print[i]
	if b.numbers[print] == 0 {
		b.next++
		b.numbers[print] = b.next
		packed := b.c.prints.at(print)
		b.columns[columnPrints].Uvarint(uint64(len(packed)))
		b.columns[columnPrints].Raw(packed)
	}
	b.columns[columnTests].Uvarint(uint64(b.numbers[print] - 1))
	b.columns[columnCounts].Raw(packedCounts(b.c.packed[b.c.start[i]:], b.c.prints.sizes[print]))
}

// packedCounts returns the part of packed with its first n numbers.
func packedCounts(packed []byte, n uint32) []byte {
	end := 0
	for ; n > 0; end++ {
		if packed[end] < 0x80 { // the last byte of a number
			n--
		}
	}
	return packed[:end]
}

func (b *blockWriter) size() int {
	n := 0
	for i := range b.columns {
		n = max(n, b.columns[i].Len())
	}
	return n
}

// flush writes the block.
func (b *blockWriter) flush(fw *recordfile.Writer) error {
	var e recordfile.Encoder
	e.Uvarint(uint64(b.tests))
	for i := range b.columns {
		column, err := b.columns[i].Bytes()
		if err != nil {
			return err
		}
		if b.total += len(column); b.total > maxInflated {
			return ErrTooLarge
		}
		deflated := deflate(column)
		e.Uvarint(uint64(len(column)))
		e.Uvarint(uint64(len(deflated)))
		e.Raw(deflated)
		b.columns[i].Reset()
	}
	b.tests = 0
	payload, err := e.Bytes()
	if err != nil {
		return err
	}
	return fw.Item(payload)
}

func deflate(data []byte) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.DefaultCompression) // fails for unknown levels only, and writes to memory
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// Flags beside the kind.
const (
	flagOverloaded = 0x80
	flagCarried    = 0x40
)

// writeTest writes the data of a test.
func writeTest(e *recordfile.Encoder, t *Test) {
	kind := uint8(t.Kind)
	if t.Overloaded {
		kind |= flagOverloaded
	}
	if t.Carried {
		kind |= flagCarried
	}
	e.Uint8(kind)
	e.Uint8(uint8(t.Status))
	for _, s := range []string{t.Step, t.Class, t.Method, t.Params, t.Invocation, t.ID, t.Display, t.Reason} {
		e.String(s)
	}
	e.Uvarint(uint64(t.Attempt))
	e.Uvarint(uint64(max(0, t.Began.UnixMilli()))) // 0 for the zero time
	e.Uvarint(t.Nanos)
}

// readTest reads the data of a test that writeTest wrote.
func readTest(d *recordfile.Decoder) Test {
	var t Test
	kind, status := d.Uint8(), d.Uint8()
	t.Kind, t.Status = Kind(kind&^(flagOverloaded|flagCarried)), Status(status)
	t.Overloaded, t.Carried = kind&flagOverloaded != 0, kind&flagCarried != 0
	for _, s := range []*string{&t.Step, &t.Class, &t.Method, &t.Params, &t.Invocation, &t.ID, &t.Display, &t.Reason} {
		*s = d.String()
	}
	t.Attempt = int(d.Uvarint(math.MaxInt32))
	if began := int64(d.Uvarint(math.MaxInt64)); began != 0 {
		t.Began = time.UnixMilli(began).UTC()
	}
	t.Nanos = d.Uvarint(math.MaxUint64)
	if t.Kind > Shared || t.Status > Unfinished || t.Attempt == 0 || t.Overloaded && t.Kind != Case {
		d.Fail("an unknown kind or status of a test")
	}
	return t
}

// WriteFile writes the counts to a file. A reader sees the complete file or none.
func (c *Counts) WriteFile(path string) error {
	if err := atomicfile.Write(path, c.Write); err != nil {
		return fmt.Errorf("counts by test: %w", err)
	}
	return nil
}

// Fits returns an error if a package of the counts has another size in the maps. It also does so if a package is not in
// the maps, unless part says that they are some of all.
func (c *Counts) Fits(maps []*probe.Set, part bool) error {
	sizes := map[probe.ID]uint32{}
	for _, t := range NewBuilder(maps).tables {
		sizes[t.id] = t.counters
	}
	for _, t := range c.tables {
		if n, known := sizes[t.id]; known && n != t.counters || !known && !part {
			return errors.New("the counts by test belong to other maps than those next to them: run the build again")
		}
	}
	return nil
}
