package testcounts

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"

	"jprof/internal/format/recordfile"
)

// Progress counts the tests that have ended so far in a JVM that is still running. A repeated test counts each time.
type Progress struct{ Ended, Failed, Skipped int }

// Plus returns the sum for two JVMs.
func (p Progress) Plus(o Progress) Progress {
	return Progress{p.Ended + o.Ended, p.Failed + o.Failed, p.Skipped + o.Skipped}
}

// Tail reads the stream of a JVM while it is written. It reads only the begins and ends, skips the counts, and checks
// no sums. Collect, which reads the complete stream, checks them.
type Tail struct {
	Progress

	path   string
	offset int64 // of the next record
	begun  map[uint64]under
}

// under is a test or container that has begun and not ended.
type under struct {
	test   bool
	around bool // tests or containers in it have begun
}

// NewTail returns a Tail at the start of a stream. The file may appear later.
func NewTail(path string) *Tail { return &Tail{path: path, begun: map[uint64]under{}} }

// Read reads the part of the stream since the last call. A fault is a *recordfile.Error or *recordfile.VersionError:
// then Progress counts the tests before it.
func (t *Tail) Read() error {
	f, err := os.Open(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("counts by test: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("counts by test: %w", err)
	}
	if t.offset == 0 {
		if info.Size() < recordfile.HeaderSize {
			return nil
		}
		if _, err := recordfile.NewReader(f, t.path, recordfile.Tests); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) {
				return nil // its start is still being written
			}
			return err
		}
		t.offset = recordfile.HeaderSize
	}
	var at recordfile.At
	at.Reset(f, t.path)
	for info.Size()-t.offset >= recordfile.FrameSize {
		var kind [1]byte // of an item
		head, err := at.Head(t.offset, kind[:])
		if err != nil || head.Next() > info.Size() { // the file does not have all of it yet
			return err
		}
		if head.Tag == recordfile.TagItem && (kind[0] == itemBegin || kind[0] == itemEnd) {
			payload, _, err := at.Payload(head)
			if err != nil {
				return err
			}
			if err := t.item(recordfile.NewDecoder(payload, t.path, t.offset)); err != nil {
				return err
			}
		}
		t.offset = head.Next()
	}
	return nil
}

// item reads the first fields of an item of type begin or end.
func (t *Tail) item(d *recordfile.Decoder) error {
	if d.Uint8() == itemBegin {
		t.begin(d)
	} else {
		t.end(d)
	}
	return d.Err()
}

// begin reads the first fields of an item of type begin.
func (t *Tail) begin(d *recordfile.Decoder) {
	n, parent, kind := d.Uvarint(math.MaxUint64-1), d.Uvarint(math.MaxUint64), d.Uint8()
	if around, ok := t.begun[parent]; ok {
		around.around = true
		t.begun[parent] = around
	}
	t.begun[n] = under{test: kind == beginTest}
}

// end reads the first fields of an item of type end.
func (t *Tail) end(d *recordfile.Decoder) {
	n := d.Uvarint(math.MaxUint64)
	status := Status(d.Uint8())
	ended := t.begun[n]
	delete(t.begun, n)
	if d.Err() != nil || !ended.test || ended.around {
		return
	}
	t.Ended++
	switch status {
	case Failed:
		t.Failed++
	case Skipped:
		t.Skipped++
	}
}
