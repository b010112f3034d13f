package recordfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// At reads single records of a file at known offsets, without those between them. Errors are those of Reader.
type At struct {
	r      io.ReaderAt
	name   string
	record []byte // the record that was read last
}

// Head holds the fields before the payload of a record, and its offset.
type Head struct {
	Tag    byte
	Offset int64 // of the record in the file
	Length uint32
}

// Next returns the offset of the next record.
func (h Head) Next() int64 { return h.Offset + FrameSize + int64(h.Length) }

const (
	headSize  = 5 // the tag and the length
	checkSize = FrameSize - headSize
)

// Reset makes a read from the file r. The memory is used again.
func (a *At) Reset(r io.ReaderAt, name string) { a.r, a.name = r, name }

// Head reads the head of the record at an offset, and fills start with the first bytes of its payload.
func (a *At) Head(offset int64, start []byte) (Head, error) {
	p, err := a.bytes(offset, headSize+len(start))
	if len(p) < headSize {
		return Head{}, err
	}
	h := Head{p[0], offset, binary.BigEndian.Uint32(p[1:])}
	if h.Length > MaxRecord {
		return Head{}, damaged(a.name, offset, fmt.Sprintf("record of %d bytes", h.Length))
	}
	clear(start)
	copy(start, p[headSize:min(len(p), headSize+int(h.Length))])
	return h, nil
}

// Check returns the check sum of a record that is stored in the file, without comparing it with the record.
func (a *At) Check(h Head) (uint32, error) {
	p, err := a.bytes(h.Next()-checkSize, checkSize)
	if err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint32(p), nil
}

// Payload reads a record with the head h, and compares its check sum. The payload is valid until the next call.
func (a *At) Payload(h Head) (payload []byte, check uint32, err error) {
	p, err := a.bytes(h.Offset, FrameSize+int(h.Length))
	if err != nil {
		return nil, 0, err
	}
	end := len(p) - checkSize
	check = binary.BigEndian.Uint32(p[end:])
	if p[0] != h.Tag || binary.BigEndian.Uint32(p[1:]) != h.Length || checksum(nil, p[:end]) != check {
		return nil, check, damaged(a.name, h.Offset, "wrong check sum")
	}
	return p[headSize:end], check, nil
}

// bytes reads n bytes at an offset. If the file ends before, it returns fewer bytes and an error.
func (a *At) bytes(offset int64, n int) ([]byte, error) {
	a.record = slices.Grow(a.record[:0], n)[:n]
	got, err := a.r.ReadAt(a.record, offset)
	if got == n {
		return a.record, nil
	}
	if isEOF(err) {
		err = cutShort(a.name, offset+int64(got))
	} else {
		err = fmt.Errorf("%s: %w", a.name, err)
	}
	return a.record[:got], err
}
