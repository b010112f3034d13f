package testcounts

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"time"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/regular"
)

// Progress counts the tests that have ended so far in a JVM that is still running. A repeated test counts each time.
type Progress struct{ Ended, Failed, Skipped int }

// Plus returns the sum for two JVMs.
func (p Progress) Plus(o Progress) Progress {
	return Progress{p.Ended + o.Ended, p.Failed + o.Failed, p.Skipped + o.Skipped}
}

// Underway is a test that has begun and not ended.
type Underway struct {
	Name  string    // CLASS#METHOD, or the name for users where the framework reports no method
	Began time.Time // by the clock of its JVM
}

// FailedTest is a test that has failed.
type FailedTest struct {
	Name   string // as in Underway
	Reason string // the first line of the exception, "" if the framework reports none
}

// mostFailed limits the failed tests that a Tail keeps: the first ones stay.
const mostFailed = 50

// Tail reads the stream of a JVM while it is written. It reads only the begins and ends, skips the counts, and checks
// no sums. Collect, which reads the complete stream, checks them.
type Tail struct {
	Progress
	Failures []FailedTest // the tests that have failed, in their order

	path   string
	offset int64 // of the next record
	begun  map[uint64]under
}

// under is a test or container that has begun and not ended.
type under struct {
	Underway
	test   bool
	around bool // tests or containers in it have begun
}

// Running returns the tests that have begun and not ended, in no order.
func (t *Tail) Running() (list []Underway) {
	for _, u := range t.begun {
		if u.test && !u.around {
			list = append(list, u.Underway)
		}
	}
	return list
}

// NewTail returns a Tail at the start of a stream. The file may appear later.
func NewTail(path string) *Tail { return &Tail{path: path, begun: map[uint64]under{}} }

// Read reads the part of the stream since the last call. A fault is a *recordfile.Error or *recordfile.VersionError:
// then Progress counts the tests before it.
func (t *Tail) Read() error {
	f, err := regular.Open(t.path)
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

// item reads an item of type begin or end.
func (t *Tail) item(d *recordfile.Decoder) error {
	if d.Uint8() == itemBegin {
		t.begin(d)
	} else {
		t.end(d)
	}
	return d.Err()
}

// begin reads an item of type begin.
func (t *Tail) begin(d *recordfile.Decoder) {
	n, parent, kind := d.Uvarint(math.MaxUint64-1), d.Uvarint(math.MaxUint64), d.Uint8()
	if around, ok := t.begun[parent]; ok {
		around.around = true
		t.begun[parent] = around
	}
	u := under{test: kind == beginTest}
	if u.test {
		u.Began = d.Time()
		_ = d.String() // its ID
		class, method, _, display := d.String(), d.String(), d.String(), d.String()
		if u.Name = display; method != "" {
			u.Name = class + "#" + method
		}
	}
	t.begun[n] = u
}

// end reads an item of type end.
func (t *Tail) end(d *recordfile.Decoder) {
	n := d.Uvarint(math.MaxUint64)
	status := Status(d.Uint8())
	d.Uvarint(math.MaxInt64) // nanoseconds
	reason := d.String()
	ended := t.begun[n]
	delete(t.begun, n)
	if d.Err() != nil || !ended.test || ended.around {
		return
	}
	t.Ended++
	switch status {
	case Failed:
		t.Failed++
		if len(t.Failures) < mostFailed {
			t.Failures = append(t.Failures, FailedTest{ended.Name, reason})
		}
	case Skipped:
		t.Skipped++
	}
}
