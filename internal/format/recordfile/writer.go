package recordfile

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// Writer writes a file record by record. Its methods fail with the first error of the underlying
// writer, wrapped.
type Writer struct {
	w     *bufio.Writer
	items uint32
}

// NewWriter writes the header and the record about the file. The caller must call Close at the end.
func NewWriter(w io.Writer, kind Magic, about []byte) (*Writer, error) {
	fw := &Writer{w: bufio.NewWriter(w)}
	var version [4]byte
	binary.BigEndian.PutUint32(version[:], Version)
	// Errors of a bufio.Writer stick: the last write returns the first error.
	fw.w.WriteString(string(kind))
	fw.w.Write(version[:])
	return fw, fw.record(TagAbout, about)
}

// Item writes one record of tag TagItem.
func (fw *Writer) Item(payload []byte) error {
	fw.items++
	return fw.record(TagItem, payload)
}

// Close writes the end record and flushes. It does not close the underlying writer.
func (fw *Writer) Close() error {
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], fw.items)
	if err := fw.record(TagEnd, n[:]); err != nil {
		return err
	}
	if err := fw.w.Flush(); err != nil {
		return fmt.Errorf("writing the end: %w", err)
	}
	return nil
}

// record writes one record.
func (fw *Writer) record(tag byte, payload []byte) error {
	if len(payload) > MaxRecord {
		return fmt.Errorf("a record of %d bytes is longer than the limit of %d", len(payload), MaxRecord)
	}
	var head [5]byte
	head[0] = tag
	binary.BigEndian.PutUint32(head[1:], uint32(len(payload)))
	var check [4]byte
	binary.BigEndian.PutUint32(check[:], checksum(head[:], payload))
	fw.w.Write(head[:])
	fw.w.Write(payload)
	if _, err := fw.w.Write(check[:]); err != nil {
		return fmt.Errorf("writing a record: %w", err)
	}
	return nil
}

// checksum returns the check of a record. head is its tag and length.
func checksum(head, payload []byte) uint32 {
	return crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, payload)
}
