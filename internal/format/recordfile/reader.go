package recordfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"jprof/internal/util/version"
)

// Reader reads a file record by record and checks each. Its errors are *VersionError and *Error;
// an error of the underlying reader is wrapped.
type Reader struct {
	r      *bufio.Reader
	name   string
	offset int64 // of the next byte to be read
	items  uint32
	record bytes.Buffer // the payload that was returned last
	about  []byte
}

// NewReader reads the header and the record about the file. name is the name of the file in errors.
func NewReader(r io.Reader, name string, kind Magic) (*Reader, error) {
	fr := &Reader{r: bufio.NewReaderSize(r, 1<<16), name: name}
	var head [HeaderSize]byte
	n, err := io.ReadFull(fr.r, head[:])
	if !isEOF(err) && err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	// Compare as much of the magic as there is: a short text file is not reported as cut short.
	m := min(n, len(kind))
	if string(head[:m]) != string(kind)[:m] {
		return nil, &Error{name, 0, fmt.Sprintf("this is not a %v of jprof", kind), nil}
	}
	if n < HeaderSize {
		return nil, cutShort(name, int64(n))
	}
	fr.offset = HeaderSize
	if v := binary.BigEndian.Uint32(head[len(kind):]); v != Version {
		return nil, &VersionError{name, v, Version, fr.writer(v)}
	}
	tag, about, err := fr.next()
	if err != nil {
		return nil, err
	}
	if tag != TagAbout {
		return nil, damaged(name, HeaderSize, "the first record does not say what the file is about")
	}
	fr.about = bytes.Clone(about)
	return fr, nil
}

// writer returns the version of the newer jprof that wrote the file, whose format is given, "" if it is not known.
func (fr *Reader) writer(format uint32) string {
	if format < Version {
		return ""
	}
	tag, payload, err := fr.next()
	if err != nil || tag != TagWriter || !version.IsVersion(string(payload)) {
		return ""
	}
	return string(payload)
}

// About returns a decoder of the record about the file.
func (fr *Reader) About() *Decoder {
	return NewDecoder(fr.about, fr.name, HeaderSize+headSize)
}

// Offset returns the offset of the next record.
func (fr *Reader) Offset() int64 { return fr.offset }

// Item returns a decoder of the next record of tag TagItem. After the end record it returns io.EOF, if the number of
// items is right and nothing follows. The next call overwrites the bytes of the decoder.
func (fr *Reader) Item() (*Decoder, error) {
	start := fr.offset
	tag, payload, err := fr.next()
	if err != nil {
		return nil, err
	}
	switch tag {
	case TagItem:
		fr.items++
		return NewDecoder(payload, fr.name, start+headSize), nil
	case TagEnd:
		d := NewDecoder(payload, fr.name, start+headSize)
		n := d.Uint32()
		if err := d.Close(); err != nil {
			return nil, err
		}
		if n != fr.items {
			return nil, damaged(fr.name, start, fmt.Sprintf("%d records where %d were written", fr.items, n))
		}
		if _, err := fr.r.ReadByte(); err == nil {
			return nil, damaged(fr.name, fr.offset, "bytes after the end")
		} else if err != io.EOF {
			return nil, fmt.Errorf("%s: %w", fr.name, err)
		}
		return nil, io.EOF
	}
	return nil, damaged(fr.name, start, fmt.Sprintf("record of unknown kind %d", tag))
}

// Each calls use for all records that Item returns, up to the end of the file.
func (fr *Reader) Each(use func(*Decoder) error) error {
	for {
		d, err := fr.Item()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = use(d)
		}
		if err != nil {
			return err
		}
	}
}

// next reads one record. The next call overwrites the payload.
func (fr *Reader) next() (tag byte, payload []byte, err error) {
	start := fr.offset
	var head [headSize]byte
	if err := fr.full(head[:]); err != nil {
		return 0, nil, err
	}
	length := binary.BigEndian.Uint32(head[1:])
	if length > MaxRecord {
		return 0, nil, damaged(fr.name, start, fmt.Sprintf("record of %d bytes", length))
	}
	// The buffer grows with the bytes that exist, not with the claimed length.
	fr.record.Reset()
	n, err := io.CopyN(&fr.record, fr.r, int64(length))
	fr.offset += n
	if err != nil {
		return 0, nil, fr.readError(err)
	}
	var check [4]byte
	if err := fr.full(check[:]); err != nil {
		return 0, nil, err
	}
	payload = fr.record.Bytes()
	if checksum(head[:], payload) != binary.BigEndian.Uint32(check[:]) {
		return 0, nil, damaged(fr.name, start, "wrong check sum")
	}
	return head[0], payload, nil
}

// full fills p with the next bytes.
func (fr *Reader) full(p []byte) error {
	n, err := io.ReadFull(fr.r, p)
	fr.offset += int64(n)
	if err != nil {
		return fr.readError(err)
	}
	return nil
}

// readError returns the error for a failed read: the end of the file, or a fault of the disk.
func (fr *Reader) readError(err error) error {
	if isEOF(err) {
		return cutShort(fr.name, fr.offset)
	}
	return fmt.Errorf("%s: %w", fr.name, err)
}

func isEOF(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
