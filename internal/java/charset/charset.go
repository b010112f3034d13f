package charset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// Charset is an encoding.
type Charset struct {
	form form
	enc  encoding.Encoding // for forms that x/text decodes

	// Of UTF-16 and UTF-32.
	order binary.ByteOrder // of sources without a byte order mark
	mark  bool             // a byte order mark at the beginning is not part of the text
	// Of EBCDIC: for Java, 0x15 ends a line, as 0x25 does. With nextLine, 0x25 is U+0085 (next line) instead.
	ebcdic, nextLine bool
}

// A form is a way to encode characters as bytes.
type form uint8

const (
	formUTF8 form = iota
	formUTF16
	formUTF32
	formSingle // one byte for each character; enc is a *charmap.Charmap
	formASCII  // one byte for each character, none above 0x7f
	formDouble // up to several bytes; all but the first may be those of ASCII characters
	formEUC    // several bytes, none of them that of an ASCII character
	formShift  // bytes whose meaning depends on the last shift
)

// KeepsASCII reports whether bytes below 0x80 are always ASCII characters, and no other bytes are. Then ASCII text can
// be found and inserted without decoding.
func (c *Charset) KeepsASCII() bool {
	switch c.form {
	case formUTF8, formASCII, formEUC:
		return true
	case formSingle:
		for b := range 0x100 {
			if r := c.single(byte(b)); b < 0x80 && r != rune(b) || b >= 0x80 && r < 0x80 {
				return false
			}
		}
		return true
	}
	return false
}

// IsUTF8 reports whether sources are UTF-8.
func (c *Charset) IsUTF8() bool { return c.form == formUTF8 }

// single returns the character of one byte.
func (c *Charset) single(b byte) rune {
	switch {
	case c.ebcdic && b == 0x15:
		return '\n'
	case c.nextLine && b == 0x25:
		return '\u0085'
	}
	return c.enc.(*charmap.Charmap).DecodeByte(b)
}

// Encode returns the bytes for a text in ASCII, to insert into the source src. A byte order mark of src may define
// their order.
func (c *Charset) Encode(ascii string, src []byte) string {
	var out []byte
	switch c.form {
	case formUTF16:
		order, _ := c.byteOrder(src)
		for i := range len(ascii) {
			out = order.AppendUint16(out, uint16(ascii[i]))
		}
	case formUTF32:
		order, _ := c.byteOrder(src)
		for i := range len(ascii) {
			out = order.AppendUint32(out, uint32(ascii[i]))
		}
	case formSingle:
		for i := range len(ascii) {
			b, _ := c.enc.(*charmap.Charmap).EncodeRune(rune(ascii[i])) // all of them have ASCII
			if c.ebcdic && ascii[i] == '\n' {
				b = 0x15
			}
			out = append(out, b)
		}
	default:
		return ascii
	}
	return string(out)
}

// Error is the error for bytes of a source that are no character.
type Error struct {
	Offset int
	Bytes  []byte
}

// Error returns a message with the offset of the first byte.
func (e *Error) Error() string { return fmt.Sprintf("no character at byte %d: % x", e.Offset, e.Bytes) }

// Decode returns a source as UTF-8, with a map from its characters to those of the source. The error is an *Error if
// some bytes are no character of the encoding.
func (c *Charset) Decode(src []byte) ([]byte, *Map, error) {
	d := &decoder{src: src, out: make([]byte, 0, len(src)), m: &Map{}}
	var err error
	switch c.form {
	case formUTF8:
		err = d.utf8()
	case formUTF16:
		err = d.utf16(c.byteOrder(src))
	case formUTF32:
		err = d.utf32(c.byteOrder(src))
	case formSingle, formASCII:
		err = d.single(c)
	default:
		err = d.transform(c.enc.NewDecoder().Transformer, c.form != formShift)
	}
	if err != nil {
		return nil, nil, err
	}
	d.m.source = len(src) // text after the last character belongs to the source, too
	return d.out, d.m, nil
}

// byteOrder returns the byte order of a source, and the length of its byte order mark, 0 if it has none.
func (c *Charset) byteOrder(src []byte) (binary.AppendByteOrder, int) {
	size, read := 2, func(o binary.ByteOrder) uint32 { return uint32(o.Uint16(src)) }
	if c.form == formUTF32 {
		size, read = 4, func(o binary.ByteOrder) uint32 { return o.Uint32(src) }
	}
	if c.mark && len(src) >= size {
		switch {
		case read(binary.BigEndian) == 0xFEFF:
			return binary.BigEndian, size
		case read(binary.LittleEndian) == 0xFEFF:
			return binary.LittleEndian, size
		}
	}
	if c.order == binary.LittleEndian {
		return binary.LittleEndian, 0
	}
	return binary.BigEndian, 0
}

// decoder collects the text of a source.
type decoder struct {
	src []byte
	out []byte
	m   *Map
}

// add appends a character, which has a number of bytes in the source.
func (d *decoder) add(r rune, source int) {
	n := len(d.out)
	d.out = utf8.AppendRune(d.out, r)
	d.m.add(len(d.out)-n, source)
}

// fail returns the error for bytes at an offset.
func (d *decoder) fail(at, size int) error {
	return &Error{at, d.src[at:min(at+size, len(d.src))]}
}

// utf8 decodes UTF-8.
func (d *decoder) utf8() error {
	for i := 0; i < len(d.src); {
		r, n := utf8.DecodeRune(d.src[i:])
		if r == utf8.RuneError && n == 1 {
			return d.fail(i, 1)
		}
		i += n
	}
	d.out = append(d.out, d.src...)
	d.m.same(len(d.src))
	return nil
}

// utf16 decodes UTF-16 after a byte order mark of the given length.
func (d *decoder) utf16(o binary.AppendByteOrder, mark int) error {
	order := o.(binary.ByteOrder)
	d.m.add(0, mark)
	for i := mark; i < len(d.src); {
		if i+2 > len(d.src) {
			return d.fail(i, 2)
		}
		r, n := rune(order.Uint16(d.src[i:])), 2
		if utf16.IsSurrogate(r) {
			if i+4 > len(d.src) {
				return d.fail(i, 4)
			}
			r, n = utf16.DecodeRune(r, rune(order.Uint16(d.src[i+2:]))), 4
			if r == utf8.RuneError {
				return d.fail(i, 2)
			}
		}
		d.add(r, n)
		i += n
	}
	return nil
}

// utf32 decodes UTF-32 after a byte order mark of the given length.
func (d *decoder) utf32(o binary.AppendByteOrder, mark int) error {
	order := o.(binary.ByteOrder)
	d.m.add(0, mark)
	for i := mark; i < len(d.src); i += 4 {
		if i+4 > len(d.src) {
			return d.fail(i, 4)
		}
		r := order.Uint32(d.src[i:])
		if r > utf8.MaxRune || !utf8.ValidRune(rune(r)) {
			return d.fail(i, 4)
		}
		d.add(rune(r), 4)
	}
	return nil
}

// single decodes an encoding with one byte for each character.
func (d *decoder) single(c *Charset) error {
	for i, b := range d.src {
		r := rune(b)
		if c.form == formSingle {
			r = c.single(b)
		} else if b >= 0x80 {
			r = utf8.RuneError
		}
		if r == utf8.RuneError {
			return d.fail(i, 1)
		}
		d.add(r, 1)
	}
	return nil
}

// longest is larger than the number of bytes of any character, with the shift in front of it.
const longest = 8

// transform decodes character by character with a decoder of x/text. If stateless is set, there are no shifts, so that
// a byte of ASCII at the start of a character is this character.
func (d *decoder) transform(t transform.Transformer, stateless bool) error {
	var dst [2 * utf8.UTFMax]byte
	for i := 0; i < len(d.src); {
		if b := d.src[i]; stateless && b < 0x80 {
			d.out = append(d.out, b)
			d.m.same(1)
			i++
			continue
		}
		for n := 1; ; n++ {
			end := min(i+n, len(d.src))
			written, read, err := t.Transform(dst[:], d.src[i:end], end == len(d.src))
			if errors.Is(err, transform.ErrShortSrc) && read == 0 && end < len(d.src) && n < longest {
				continue
			}
			r, size := utf8.DecodeRune(dst[:written])
			if err != nil || read == 0 || written > 0 && (r == utf8.RuneError || size < written) {
				return d.fail(i, n)
			}
			d.out = append(d.out, dst[:written]...)
			d.m.add(written, read)
			i += read
			break
		}
	}
	return nil
}
