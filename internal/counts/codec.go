// Package counts reads and writes what was counted: files of one JVM, as the generated helper
// classes write them (see instrument/rt), and the merged file of a run.
//
// A file of counts has the layout of internal/format:
//
//	about   = flags (uint32)  JVMs (uint32)  process (uint64)  start (uint64)
//	section = package ID (16 bytes)  n x counter (uint64)
//
// The length of the record tells n. Flag 1 marks a merged file. That of one JVM has JVMs = 1, the
// number of its process (0 where Java could not tell), and the time when its first helper class was
// initialised, in milliseconds since 1970; there can be several sections with the same ID, which are
// to be added. A merged file has the number of JVMs that are in it, process 0, the start of the
// first one (0 where there is none), and its sections have different, ascending IDs. Counters go up
// to MaxCount, which stands for that many or more.
package counts

import (
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"jprof/internal/format"
	"jprof/internal/probe"
)

// MaxCount is the value at which counters saturate.
const MaxCount = math.MaxInt64

const flagMerged = 1

// File is the content of one file of counts.
type File struct {
	Merged   bool
	JVMs     uint32
	PID      uint64    // 0 where it is not known, and in a merged file
	Start    time.Time // in milliseconds; zero where it is not known
	Sections []Section
}

// Section is the counters of a package.
type Section struct {
	ID       probe.ID
	Counters []uint64
}

// Read reads a file of counts. Errors call it name.
//
// A file that is cut short or damaged is not lost: Read returns the whole sections before the fault
// together with a *format.Error. Where not even the header is whole, JVMs is 0. For a file of
// another kind or version, and when r fails, it returns nil and the error.
func Read(r io.Reader, name string) (*File, error) {
	fr, err := format.NewReader(r, name, format.Counts)
	if err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return &File{}, err
		}
		return nil, err
	}
	d := fr.About()
	flags := d.Uint32()
	f := &File{Merged: flags&flagMerged != 0, JVMs: d.Uint32(), PID: d.Uint64()}
	start := d.Uint64()
	if flags&^uint32(flagMerged) != 0 {
		d.Fail("unknown flags")
	}
	if start > math.MaxInt64 {
		d.Fail("a time out of range")
	}
	if err := d.Close(); err != nil {
		return &File{}, err
	}
	if start != 0 {
		f.Start = time.UnixMilli(int64(start)).UTC()
	}
	for {
		d, err := fr.Item()
		if errors.Is(err, io.EOF) {
			return f, nil
		}
		if err != nil {
			var bad *format.Error
			if !errors.As(err, &bad) {
				return nil, err
			}
			return f, err
		}
		var s Section
		copy(s.ID[:], d.Raw(len(s.ID)))
		if d.Len()%8 != 0 {
			d.Fail("half a counter")
		}
		s.Counters = make([]uint64, d.Len()/8)
		for i := range s.Counters {
			s.Counters[i] = min(d.Uint64(), MaxCount)
		}
		if err := d.Close(); err != nil {
			return f, err
		}
		f.Sections = append(f.Sections, s)
	}
}

// Write writes a file of counts.
func Write(w io.Writer, f *File) error {
	var about format.Encoder
	var flags uint32
	if f.Merged {
		flags |= flagMerged
	}
	about.Uint32(flags)
	about.Uint32(f.JVMs)
	about.Uint64(f.PID)
	about.Uint64(millis(f.Start))
	payload, err := about.Bytes()
	if err != nil {
		return fmt.Errorf("counts: %w", err)
	}
	fw, err := format.NewWriter(w, format.Counts, payload)
	if err != nil {
		return fmt.Errorf("counts: %w", err)
	}
	for _, s := range f.Sections {
		if len(s.Counters) > probe.MaxCounters {
			return fmt.Errorf("counts: section %x: %d counters are more than the limit of %d", s.ID, len(s.Counters), probe.MaxCounters)
		}
		var section format.Encoder
		section.Raw(s.ID[:])
		for _, c := range s.Counters {
			section.Uint64(min(c, MaxCount))
		}
		payload, err := section.Bytes()
		if err != nil {
			return fmt.Errorf("counts: section %x: %w", s.ID, err)
		}
		if err := fw.Item(payload); err != nil {
			return fmt.Errorf("counts: section %x: %w", s.ID, err)
		}
	}
	if err := fw.Close(); err != nil {
		return fmt.Errorf("counts: %w", err)
	}
	return nil
}

// millis is t as it stands in a file, 0 for the zero time and for what cannot be a start.
func millis(t time.Time) uint64 {
	return uint64(max(0, t.UnixMilli()))
}
