package recordfile

import (
	"encoding/binary"
	"fmt"
	"time"
)

// Encoder builds a payload. Its zero value is empty and ready for use.
type Encoder struct {
	b   []byte
	err error
}

// Bytes returns the payload so far, or an error if a value was beyond the limits.
func (e *Encoder) Bytes() ([]byte, error) { return e.b, e.err }

// Reset empties the payload. The memory is used again.
func (e *Encoder) Reset() { e.b, e.err = e.b[:0], nil }

// Len returns the number of bytes so far.
func (e *Encoder) Len() int { return len(e.b) }

// Uint8 appends one byte.
func (e *Encoder) Uint8(v uint8) { e.b = append(e.b, v) }

// Uint32 appends 4 bytes.
func (e *Encoder) Uint32(v uint32) { e.b = binary.BigEndian.AppendUint32(e.b, v) }

// Uint64 appends 8 bytes.
func (e *Encoder) Uint64(v uint64) { e.b = binary.BigEndian.AppendUint64(e.b, v) }

// Uvarint appends v in 1 to 10 bytes, as encoding/binary does.
func (e *Encoder) Uvarint(v uint64) { e.b = binary.AppendUvarint(e.b, v) }

// Varint appends v in 1 to 10 bytes, as encoding/binary does.
func (e *Encoder) Varint(v int64) { e.b = binary.AppendVarint(e.b, v) }

// Time appends the milliseconds since 1970 in 8 bytes, 0 for the zero time and for a time before 1970.
func (e *Encoder) Time(t time.Time) { e.Uint64(uint64(max(0, t.UnixMilli()))) }

// Raw appends the bytes p.
func (e *Encoder) Raw(p []byte) { e.b = append(e.b, p...) }

// String appends the length of s and its bytes.
func (e *Encoder) String(s string) {
	if len(s) > MaxString && e.err == nil {
		e.err = fmt.Errorf("a string of %d bytes is longer than the limit of %d", len(s), MaxString)
	}
	e.Uvarint(uint64(len(s)))
	e.b = append(e.b, s...)
}

// Decoder reads values from a payload. After the first wrong value, all methods return zero values; Err and Close
// return the error.
type Decoder struct {
	b    []byte
	pos  int
	file string
	base int64 // offset of b in the file
	err  error
}

// NewDecoder returns a decoder of b, which begins at offset of the file.
func NewDecoder(b []byte, file string, offset int64) *Decoder {
	return &Decoder{b: b, file: file, base: offset}
}

// Fail sets the error of the decoder, unless it has one already.
func (d *Decoder) Fail(what string) {
	if d.err == nil {
		d.err = damaged(d.file, d.base+int64(d.pos), what)
	}
}

// Err returns the first error.
func (d *Decoder) Err() error { return d.err }

// Close returns the first error. Bytes that are left in the payload are an error.
func (d *Decoder) Close() error {
	if d.pos < len(d.b) {
		d.Fail(fmt.Sprintf("%d bytes too many in a record", len(d.b)-d.pos))
	}
	return d.err
}

// Len returns the number of bytes that are left, 0 after an error.
func (d *Decoder) Len() int {
	if d.err != nil {
		return 0
	}
	return len(d.b) - d.pos
}

// Offset returns the offset of the next byte in the file.
func (d *Decoder) Offset() int64 { return d.base + int64(d.pos) }

// Rewind goes back to the start of the payload.
func (d *Decoder) Rewind() { d.pos = 0 }

// Raw reads n bytes. The result is a part of the payload, not a copy.
func (d *Decoder) Raw(n int) []byte {
	if n < 0 || n > len(d.b)-d.pos {
		d.Fail("a record is too short")
	}
	if d.err != nil {
		return nil
	}
	p := d.b[d.pos : d.pos+n : d.pos+n]
	d.pos += n
	return p
}

// Uint8 takes one byte.
func (d *Decoder) Uint8() uint8 {
	if p := d.Raw(1); p != nil {
		return p[0]
	}
	return 0
}

// Uint32 takes 4 bytes.
func (d *Decoder) Uint32() uint32 {
	if p := d.Raw(4); p != nil {
		return binary.BigEndian.Uint32(p)
	}
	return 0
}

// Uint64 takes 8 bytes.
func (d *Decoder) Uint64() uint64 {
	if p := d.Raw(8); p != nil {
		return binary.BigEndian.Uint64(p)
	}
	return 0
}

// maxTime is the last millisecond of the year 9999: JSON has no later time.
const maxTime = 253402300799999

// Time takes a time that Encoder.Time wrote, the zero time for 0.
func (d *Decoder) Time() time.Time {
	switch ms := d.Uint64(); {
	case ms > maxTime:
		d.Fail("a time out of range")
	case ms != 0:
		return time.UnixMilli(int64(ms)).UTC()
	}
	return time.Time{}
}

// Uint64s takes 8 bytes for each element of to, and stores them.
func (d *Decoder) Uint64s(to []uint64) {
	p := d.Raw(8 * len(to))
	if p == nil {
		return
	}
	for i := range to {
		to[i] = binary.BigEndian.Uint64(p[8*i:])
	}
}

// Uvarint takes a number of at most limit.
func (d *Decoder) Uvarint(limit uint64) uint64 {
	if d.err != nil {
		return 0
	}
	v, n := binary.Uvarint(d.b[d.pos:])
	if n <= 0 || v > limit {
		d.Fail("a number is out of range")
		return 0
	}
	d.pos += n
	return v
}

// Varint takes a signed number.
func (d *Decoder) Varint() int64 {
	if d.err != nil {
		return 0
	}
	v, n := binary.Varint(d.b[d.pos:])
	if n <= 0 {
		d.Fail("a number is out of range")
		return 0
	}
	d.pos += n
	return v
}

// Count reads the number of elements of a list, each of at least size bytes. It fails if the rest of the payload is too
// short for them, so it is safe to allocate that many elements.
func (d *Decoder) Count(size int) int {
	return int(d.Uvarint(uint64(d.Len() / max(size, 1))))
}

// String takes a string.
func (d *Decoder) String() string {
	return string(d.Raw(int(d.Uvarint(MaxString))))
}
