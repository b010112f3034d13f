package testcounts

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
)

// Read reads a file that Write wrote. name is its name in errors. The whole file must be right, else Read fails with a
// *recordfile.Error or *recordfile.VersionError. It needs as much memory as the inflated counts have bytes.
func Read(r io.Reader, name string) (*Counts, error) {
	fr, err := recordfile.NewReader(r, name, recordfile.Tests)
	if err != nil {
		return nil, err
	}
	about := fr.About()
	if about.Uint32() != flagRun {
		about.Fail("this is the stream of one JVM, not the file of a run")
	}
	jvms, tests := about.Uint32(), int(about.Uint32())
	if tests > maxTests {
		return nil, fmt.Errorf("%s: %w", name, ErrTooLarge)
	}
	in := reader{c: &Counts{jvms: jvms}}
	if err := in.readTables(about); err != nil {
		return nil, err
	}
	if err := fr.Each(func(d *recordfile.Decoder) error { return in.block(d, name) }); err != nil {
		return nil, err
	}
	if len(in.c.tests) != tests {
		about.Fail(fmt.Sprintf("%d tests where %d were written", len(in.c.tests), tests))
		return nil, about.Err()
	}
	return in.c, nil
}

// reader reads the blocks of a file.
type reader struct {
	c        *Counts
	inflated uint64
}

// readTables reads the rest of the first record.
func (in *reader) readTables(d *recordfile.Decoder) error {
	for n := d.Uint32(); n > 0 && d.Err() == nil; n-- {
		var t table
		copy(t.id[:], d.Raw(len(t.id)))
		t.counters = d.Uint32()
		if last := len(in.c.tables) - 1; t.counters > probe.MaxCounters ||
			last >= 0 && bytes.Compare(in.c.tables[last].id[:], t.id[:]) >= 0 {
			d.Fail("packages out of order, or too large")
		}
		in.c.tables = append(in.c.tables, t)
	}
	return d.Close()
}

// block reads a block of tests.
func (in *reader) block(d *recordfile.Decoder, name string) error {
	start := d.Offset()
	n := d.Uvarint(uint64(maxTests - len(in.c.tests)))
	var columns [3]*recordfile.Decoder
	for i := range columns {
		inflated, deflated := d.Uvarint(maxInflated), d.Uvarint(recordfile.MaxRecord)
		in.inflated += inflated
		if in.inflated > maxInflated {
			return fmt.Errorf("%s: %w", name, ErrTooLarge)
		}
		column, err := inflate(d.Raw(int(deflated)), inflated)
		if err != nil {
			d.Fail("a block cannot be inflated")
		}
		columns[i] = recordfile.NewDecoder(column, name, start)
	}
	if err := d.Close(); err != nil {
		return err
	}
	tests, prints, packed := columns[columnTests], columns[columnPrints], columns[columnCounts]
	for ; n > 0 && tests.Err() == nil; n-- {
		if err := in.test(tests, prints, packed); err != nil {
			return err
		}
	}
	for _, column := range columns {
		if err := column.Close(); err != nil {
			return err
		}
	}
	return nil
}

// inflate returns the inflated bytes. There must be n.
func inflate(deflated []byte, n uint64) ([]byte, error) {
	// The buffer grows with the bytes that exist, not with the claimed length.
	var b bytes.Buffer
	read, err := io.Copy(&b, io.LimitReader(flate.NewReader(bytes.NewReader(deflated)), int64(n)+1))
	if err == nil && uint64(read) != n {
		err = io.ErrUnexpectedEOF
	}
	return b.Bytes(), err
}

// test reads one test.
func (in *reader) test(tests, prints, packed *recordfile.Decoder) error {
	c := in.c
	t := readTest(tests)
	print := uint32(tests.Uvarint(uint64(len(c.prints.start))))
	if err := tests.Err(); err != nil {
		return err
	}
	if last := len(c.tests) - 1; last >= 0 && Compare(&c.tests[last], &t) >= 0 {
		tests.Fail("tests out of order")
		return tests.Err()
	}
	if int(print) == len(c.prints.start) {
		if err := in.print(prints); err != nil {
			return err
		}
	}
	c.tests, c.print, c.start = append(c.tests, t), append(c.print, print), append(c.start, uint64(len(c.packed)))
	var e recordfile.Encoder
	for range c.prints.sizes[print] {
		n := packed.Uvarint(counts.MaxCount)
		if n == 0 {
			packed.Fail("a count of 0")
		}
		e.Uvarint(n)
	}
	if err := packed.Err(); err != nil {
		return err
	}
	canonical, err := e.Bytes()
	c.packed = append(c.packed, canonical...)
	return err
}

// print reads a footprint.
func (in *reader) print(d *recordfile.Decoder) error {
	from := d.Offset()
	packed := d.Raw(d.Count(1))
	if err := d.Err(); err != nil {
		return err
	}
	p := recordfile.NewDecoder(packed, "", from)
	size, number := 0, uint64(0)
	wrong := func() error {
		d.Fail("a footprint that no test can have")
		return d.Err()
	}
	for i := range p.Count(3) {
		gap := p.Uvarint(math.MaxUint32)
		number += gap
		gaps := recordfile.NewDecoder(p.Raw(p.Count(1)), "", 0)
		if p.Err() != nil || number >= uint64(len(in.c.tables)) || i > 0 && gap == 0 || gaps.Len() == 0 {
			return wrong()
		}
		at := uint64(0)
		for first := true; gaps.Len() > 0; first = false {
			gap := gaps.Uvarint(probe.MaxCounters)
			if at += gap; at >= uint64(in.c.tables[number].counters) || gaps.Err() != nil || !first && gap == 0 {
				return wrong()
			}
			size++
		}
		if gaps.Err() != nil {
			return wrong()
		}
	}
	if p.Close() != nil {
		return wrong()
	}
	in.c.prints.add(packed, size)
	return nil
}
