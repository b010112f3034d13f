package testcounts

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
	"jprof/internal/util/regular"
)

// The types of items in the stream of a JVM.
const (
	itemSection = 1
	itemBegin   = 2
	itemCounts  = 3
	itemEnd     = 4
)

// The kinds of tests and containers that begin.
const (
	beginClass     = 0
	beginContainer = 1
	beginTest      = 2
)

// begun is a test or container that began in a JVM.
type begun struct {
	n, parent                          uint64
	kind                               uint8
	at                                 time.Time
	id, class, method, params, display string

	around bool // tests or containers in it have begun
	ended  bool
	status Status
	nanos  uint64
	reason string
}

// change holds counts that the stream gives to an owner. It is valid until the next change is read.
type change struct {
	owner    *begun // nil for none
	shared   bool   // several tests at once
	sections []Section
}

// stream is the stream of a JVM, as far as it was read.
type stream struct {
	reader   streamReader
	start    time.Time
	whole    bool // its end has been read
	sections []table
	unknown  int      // sections that no map has
	begun    []*begun // in the order of the stream
	byNumber map[uint64]*begun
	columns  []Section // sections of the last change: their memory is used again
}

// A streamReader has the functions with which a reader handles streams.
type streamReader struct {
	accept func(start time.Time) bool  // reports whether to read more than the header
	known  func(table) bool            // reports whether a map has the section: else its counts are skipped
	change func(*stream, change) error // called for each change
}

// read reads the stream of a JVM. It returns the complete items before a fault. The fault is a *recordfile.Error, with
// io.ErrUnexpectedEOF in its chain if the stream is cut short.
func (r streamReader) read(in io.Reader, name string) (*stream, error) {
	s := &stream{reader: r, byNumber: map[uint64]*begun{}}
	fr, err := recordfile.NewReader(in, name, recordfile.Tests)
	if err != nil {
		return s, err
	}
	about := fr.About()
	if about.Uint32() != 0 {
		about.Fail("unknown flags")
	}
	about.Uint64() // the PID
	s.start = about.Time()
	if err := about.Close(); err != nil || !r.accept(s.start) {
		return s, err
	}
	err = fr.Each(s.item)
	s.whole = err == nil
	return s, err
}

// readFile calls read for a file. It returns nil if the file does not exist.
func (r streamReader) readFile(path string) (*stream, error) {
	f, err := regular.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return &stream{}, fmt.Errorf("counts by test: %w", err)
	}
	defer f.Close()
	return r.read(f, path)
}

// item reads one item. A wrong item is ignored completely.
func (s *stream) item(d *recordfile.Decoder) error {
	switch kind := d.Uint8(); kind {
	case itemSection:
		return s.section(d)
	case itemBegin:
		return s.begin(d)
	case itemCounts:
		return s.counts(d)
	case itemEnd:
		return s.end(d)
	default:
		d.Fail(fmt.Sprintf("an item of unknown type %d", kind))
		return d.Err()
	}
}

func (s *stream) section(d *recordfile.Decoder) error {
	var t table
	copy(t.id[:], d.Raw(len(t.id)))
	t.counters = d.Uint32()
	if t.counters > probe.MaxCounters || t.id == (probe.ID{}) {
		d.Fail("a section that no map can have")
	}
	if err := d.Close(); err != nil {
		return err
	}
	if !s.reader.known(t) {
		s.unknown++
		t.id = probe.ID{}
	}
	s.sections = append(s.sections, t)
	return nil
}

func (s *stream) begin(d *recordfile.Decoder) error {
	b := &begun{n: d.Uvarint(math.MaxUint64 - 1), parent: d.Uvarint(math.MaxUint64), kind: d.Uint8()}
	b.at = d.Time()
	b.id, b.class, b.method, b.params, b.display = d.String(), d.String(), d.String(), d.String(), d.String()
	switch {
	case b.kind > beginTest:
		d.Fail("an unknown kind of test or container")
	case b.n == 0 || s.byNumber[b.n] != nil:
		d.Fail("a test begins twice")
	case b.parent != 0 && s.byNumber[b.parent] == nil:
		d.Fail("a container has not begun")
	}
	if err := d.Close(); err != nil {
		return err
	}
	if parent := s.byNumber[b.parent]; parent != nil {
		parent.around = true
	}
	s.begun = append(s.begun, b)
	s.byNumber[b.n] = b
	return nil
}

func (s *stream) end(d *recordfile.Decoder) error {
	b := s.byNumber[d.Uvarint(math.MaxUint64)]
	status, nanos, reason := Status(d.Uint8()), d.Uvarint(math.MaxInt64), d.String()
	switch {
	case status > Skipped:
		d.Fail("an unknown status")
	case b == nil || b.ended:
		d.Fail("a test ends that is not under way")
	}
	if err := d.Close(); err != nil {
		return err
	}
	b.ended, b.status, b.nanos, b.reason = true, status, nanos, reason
	return nil
}

// The numbers of owners that are neither test nor container.
const (
	ownerOutside = 0
	ownerShared  = 1
)

func (s *stream) counts(d *recordfile.Decoder) error {
	var c change
	known := 0
	switch owner := d.Uvarint(math.MaxUint64); owner {
	case ownerOutside:
	case ownerShared:
		c.shared = true
	default:
		if c.owner = s.byNumber[owner-1]; c.owner == nil {
			d.Fail("counts of a test that has not begun")
		}
	}
	for range d.Count(2) {
		number := d.Uvarint(uint64(len(s.sections)))
		if number == uint64(len(s.sections)) {
			d.Fail("counts of a section that is not there")
			break
		}
		if known == len(s.columns) {
			s.columns = append(s.columns, Section{})
		}
		section := &s.columns[known]
		section.ID, section.Index, section.Count = s.sections[number].id, section.Index[:0], section.Count[:0]
		last := uint64(0)
		for k := range d.Count(2) {
			gap := d.Uvarint(probe.MaxCounters)
			last += gap
			if last >= uint64(s.sections[number].counters) || k > 0 && gap == 0 {
				d.Fail("a counter that the section does not have")
				break
			}
			section.Index = append(section.Index, uint32(last))
			section.Count = append(section.Count, min(d.Uvarint(math.MaxUint64), counts.MaxCount))
		}
		if section.ID != (probe.ID{}) {
			known++
		}
	}
	if err := d.Close(); err != nil {
		return err
	}
	c.sections = s.columns[:known]
	return s.reader.change(s, c)
}

// underWay lists the tests that have not ended, without those that only contain other tests.
func (s *stream) underWay() []*begun {
	var list []*begun
	for _, b := range s.begun {
		if b.kind == beginTest && !b.ended && !b.around {
			list = append(list, b)
		}
	}
	return list
}

// container returns the first of b and the containers around it for which holds returns true, nil for none.
func (s *stream) container(b *begun, holds func(*begun) bool) *begun {
	for ; b != nil; b = s.byNumber[b.parent] {
		if holds(b) {
			return b
		}
	}
	return nil
}
