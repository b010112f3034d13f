package counts

import (
	"encoding/binary"
	"errors"
	"io"
	"os"

	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
)

// Sections reads single sections of the count file of a JVM, for callers that read the file again and again. If a
// section changes, its check sum changes, too. A file keeps the order of its sections, and new sections come at the
// end. The zero value has no file. The next file uses the memory again.
type Sections struct {
	file *os.File
	at   recordfile.At
}

// Place holds the position of a section in the file.
type Place struct {
	Head recordfile.Head
	ID   probe.ID // zero for a record that is not a section
}

// Counters returns the number of counters in the section.
func (p Place) Counters() int { return max(0, int(p.Head.Length)-len(p.ID)) / 8 }

// Open opens a file, even if its JVM has just renamed it. Its errors, and those of the other methods, are those of
// Read.
func (s *Sections) Open(path string) error {
	f, err := open(path)
	if err != nil {
		return err
	}
	s.file = f
	s.at.Reset(f, path)
	return nil
}

// Close closes the file.
func (s *Sections) Close() error { return s.file.Close() }

// About reads the head of the file, and returns the offset of the first section.
func (s *Sections) About() (f *File, first int64, err error) {
	fr, err := recordfile.NewReader(io.NewSectionReader(s.file, 0, 1<<62), s.file.Name(), recordfile.Counts)
	if err != nil {
		return nil, 0, named(err)
	}
	f, err = readAbout(fr.About())
	return f, fr.Offset(), err
}

// Find finds the record at an offset: a section, or the record of frames. It returns io.EOF at the end of a complete
// file. It returns an error that wraps io.ErrUnexpectedEOF if the file is cut short, as the files of running JVMs are.
func (s *Sections) Find(offset int64) (Place, error) {
	p := Place{}
	head, err := s.at.Head(offset, p.ID[:])
	if err != nil {
		return Place{}, named(err)
	}
	p.Head = head
	if head.Tag == recordfile.TagItem {
		return p, nil
	}
	if _, _, err := s.at.Payload(head); err != nil {
		return Place{}, named(err)
	}
	return Place{}, io.EOF
}

// Sum returns the check sum of a section that is stored in the file.
func (s *Sections) Sum(p Place) (uint32, error) {
	sum, err := s.at.Check(p.Head)
	return sum, named(err)
}

// Add adds the counters of a section to each of sums, saturating, and returns the check sum of the section. It does so
// even if the check sum is wrong. An empty sum becomes as long as the section. A sum of another length does not change.
func (s *Sections) Add(p Place, sums ...*[]uint64) (sum uint32, err error) {
	payload, sum, err := s.at.Payload(p.Head)
	if err == nil && (len(payload) < len(p.ID) || probe.ID(payload) != p.ID) {
		err = errors.New("two sections have the same place")
	}
	if err != nil {
		return sum, named(err)
	}
	payload = payload[len(p.ID):]
	for _, to := range sums {
		if len(*to) == 0 {
			*to = make([]uint64, len(payload)/8)
		}
		if len(*to) == len(payload)/8 {
			add(*to, payload)
		}
	}
	return sum, nil
}

// add adds counters that are encoded as in a file. Four at a time take a third of the time, because counters are seldom
// at the limit.
func add(to []uint64, from []byte) {
	for len(to) >= 4 && len(from) >= 32 {
		a, b := binary.BigEndian.Uint64(from), binary.BigEndian.Uint64(from[8:])
		c, d := binary.BigEndian.Uint64(from[16:]), binary.BigEndian.Uint64(from[24:])
		sumA, sumB, sumC, sumD := a+to[0], b+to[1], c+to[2], d+to[3]
		if (a|b|c|d|sumA|sumB|sumC|sumD)>>63 != 0 {
			saturate(to[:4], from)
		} else {
			to[0], to[1], to[2], to[3] = sumA, sumB, sumC, sumD
		}
		to, from = to[4:], from[32:]
	}
	saturate(to, from)
}

// saturate does the work of add for counters that may be at the limit.
func saturate(to []uint64, from []byte) {
	for i := range to {
		to[i] = min(min(binary.BigEndian.Uint64(from[8*i:]), MaxCount)+to[i], MaxCount)
	}
}
