// Package srcedit changes a text by edits at byte offsets of the original, and refuses edits that touch the same bytes.
// It never prints the text again: bytes without an edit stay.
package srcedit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// ErrOverlap is wrapped by the error of Apply when two edits touch the same bytes.
var ErrOverlap = errors.New("edits overlap")

// Edit replaces the bytes [Start, End) of the original by New; Start == End inserts.
type Edit struct {
	Start, End int
	New        string
}

// Range is a half-open range of bytes.
type Range struct{ Start, End int }

// Buffer collects edits of one original text.
type Buffer struct {
	src   []byte
	edits []Edit
}

// NewBuffer returns an empty list of edits of src. The Buffer keeps src and does not change it.
func NewBuffer(src []byte) *Buffer { return &Buffer{src: src} }

// Insert adds text before the byte at offset. Texts for the same offset stand in the result in the
// order of the calls.
func (b *Buffer) Insert(offset int, text string) { b.Replace(offset, offset, text) }

// Replace puts text in the place of the bytes [start, end).
func (b *Buffer) Replace(start, end int, text string) {
	b.edits = append(b.edits, Edit{start, end, text})
}

// Reserve keeps a place for a text that is known only later: Set puts it there. It stands among the
// texts for the same offset where Insert would have put it.
func (b *Buffer) Reserve(offset int) (place int) {
	b.Insert(offset, "")
	return len(b.edits) - 1
}

// Set puts a text in a reserved place. It must not be called after Apply.
func (b *Buffer) Set(place int, text string) { b.edits[place].New = text }

// Moved returns a Buffer of another text, with the same edits: place maps their places, text their texts.
func (b *Buffer) Moved(src []byte, place func(int) int, text func(string) string) *Buffer {
	moved := &Buffer{src: src, edits: make([]Edit, len(b.edits))}
	for i, e := range b.edits {
		moved.edits[i] = Edit{place(e.Start), place(e.End), text(e.New)}
	}
	return moved
}

// Apply returns the edited text, and where in it the new texts stand, in ascending order. It fails
// with ErrOverlap when two edits touch the same bytes, or an insertion stands inside of a replaced range.
func (b *Buffer) Apply() ([]byte, []Range, error) {
	b.edits = slices.DeleteFunc(b.edits, func(e Edit) bool { return e.Start == e.End && e.New == "" })
	slices.SortStableFunc(b.edits, func(x, y Edit) int { return x.Start - y.Start })
	size := len(b.src)
	at := 0
	for i, e := range b.edits {
		if e.Start < 0 || e.End < e.Start || e.End > len(b.src) {
			return nil, nil, fmt.Errorf("edit %d-%d %q is outside of the text of %d bytes",
				e.Start, e.End, e.New, len(b.src))
		}
		if e.Start < at {
			p := b.edits[i-1]
			return nil, nil, fmt.Errorf("%w: %d-%d %q and %d-%d %q",
				ErrOverlap, p.Start, p.End, p.New, e.Start, e.End, e.New)
		}
		at = e.End
		size += len(e.New) - (e.End - e.Start)
	}
	out := make([]byte, 0, size)
	ranges := make([]Range, 0, len(b.edits))
	at = 0
	for _, e := range b.edits {
		out = append(out, b.src[at:e.Start]...)
		ranges = append(ranges, Range{len(out), len(out) + len(e.New)})
		out = append(out, e.New...)
		at = e.End
	}
	return append(out, b.src[at:]...), ranges, nil
}

// Remove returns text without the ranges, which are in ascending order: where all edits were
// insertions, it undoes Apply.
func Remove(text []byte, ranges []Range) []byte {
	var out bytes.Buffer
	at := 0
	for _, r := range ranges {
		out.Write(text[at:r.Start])
		at = r.End
	}
	out.Write(text[at:])
	return out.Bytes()
}
