package lsp

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// encoding is the unit in which positions count characters.
type encoding string

// The encodings of positions. UTF-16 is that of clients that name none.
const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
	utf32Units encoding = "utf-32"
)

// chooseEncoding returns the encoding for a client: UTF-8 if it has that, because it needs no counting.
func chooseEncoding(offered []string) encoding {
	for _, e := range []encoding{utf8Units, utf16Units, utf32Units} {
		if slices.Contains(offered, string(e)) {
			return e
		}
	}
	return utf16Units
}

// units returns the number of units of a rune.
func (e encoding) units(r rune, size int) int {
	switch e {
	case utf8Units:
		return size
	case utf32Units:
		return 1
	}
	return max(1, utf16.RuneLen(r)) // a byte that is no UTF-8 is one unit
}

// text is the text of a document.
type text struct {
	raw    []byte
	starts []int // of the lines
}

func newText(raw []byte) *text { return &text{raw, lineStarts(raw)} }

// lineStarts returns the offsets of the starts of lines, at least one. Lines end with LF, CR LF or CR.
func lineStarts(raw []byte) []int {
	starts := make([]int, 1, 1+bytes.Count(raw, []byte{'\n'}))
	for at := 0; ; {
		i := bytes.IndexAny(raw[at:], "\r\n")
		if i < 0 {
			return starts
		}
		at += i + 1
		if raw[at-1] == '\r' && at < len(raw) && raw[at] == '\n' {
			at++
		}
		starts = append(starts, at)
	}
}

// lines returns the number of lines.
func (t *text) lines() int { return len(t.starts) }

// line returns a line, counted from 0, without its end.
func (t *text) line(n int) []byte {
	if n < 0 || n >= len(t.starts) {
		return nil
	}
	end := len(t.raw)
	if n+1 < len(t.starts) {
		end = t.starts[n+1]
	}
	return bytes.TrimRight(t.raw[t.starts[n]:end], "\r\n")
}

// offset returns the offset of a position. Positions outside of the text become the nearest one in it, as the protocol
// says.
func (t *text) offset(p Position, e encoding) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(t.starts):
		return len(t.raw)
	}
	line, at := t.line(p.Line), 0
	for left := p.Character; left > 0 && at < len(line); {
		r, size := utf8.DecodeRune(line[at:])
		if left -= e.units(r, size); left < 0 {
			break // in the middle of a character
		}
		at += size
	}
	return t.starts[p.Line] + at
}

// lineAt returns the line of an offset, counted from 0.
func (t *text) lineAt(offset int) int { return sort.SearchInts(t.starts, offset+1) - 1 }

// position returns the position of an offset.
func (t *text) position(offset int, e encoding) Position {
	offset = max(0, min(offset, len(t.raw)))
	p := Position{Line: t.lineAt(offset)}
	for at := t.starts[p.Line]; at < offset; {
		r, size := utf8.DecodeRune(t.raw[at:])
		p.Character += e.units(r, size)
		at += size
	}
	return p
}

// end returns the position of the end of a line.
func (t *text) end(line int, e encoding) Position {
	line = min(line, len(t.starts)-1)
	return t.position(t.starts[line]+len(t.line(line)), e)
}

// start returns the position of the first character of a line that is no blank.
func (t *text) start(line int, e encoding) Position {
	line = min(line, len(t.starts)-1)
	text := t.line(line)
	return t.position(t.starts[line]+len(text)-len(bytes.TrimLeft(text, " \t")), e)
}

// change returns the text after a change, and its place: the first line and the last one that it touches before, and
// the number of lines that it adds. If it only inserts whole lines, it touches none: last is first-1 then.
func (t *text) change(c textChange, e encoding) (changed *text, first, last, added int) {
	if c.Range == nil {
		changed = newText([]byte(c.Text))
		first, last = t.difference(changed)
		return changed, first, last, changed.lines() - t.lines()
	}
	from, to := t.offset(c.Range.Start, e), t.offset(c.Range.End, e)
	if to < from {
		from, to = to, from
	}
	raw := make([]byte, 0, len(t.raw)-(to-from)+len(c.Text))
	raw = append(append(append(raw, t.raw[:from]...), c.Text...), t.raw[to:]...)
	changed = newText(raw)
	first, last, added = t.lineAt(from), t.lineAt(to), changed.lines()-t.lines()
	switch {
	case from > 0 && raw[from-1] == '\r' || from+len(c.Text) < len(raw) && raw[from+len(c.Text)] == '\n' &&
		strings.HasSuffix(c.Text, "\r"): // a CR before or in the new text may get its LF, or lose it
		first, last = t.difference(changed)
	case from < to || added == 0:
	case from == t.starts[first] && strings.HasSuffix(c.Text, "\n"):
		last = first - 1
	case from == t.starts[first]+len(t.line(first)) && strings.HasPrefix(c.Text, "\n"):
		first++
	}
	return changed, first, last, added
}

// difference returns the first and the last line that differ from those of another text, which may have more or fewer
// lines there.
func (t *text) difference(other *text) (first, last int) {
	n := min(t.lines(), other.lines())
	for first < n-1 && bytes.Equal(t.line(first), other.line(first)) {
		first++
	}
	last = t.lines() - 1
	for k := 1; last > first && k < n-first && bytes.Equal(t.line(t.lines()-k), other.line(other.lines()-k)); k++ {
		last--
	}
	return first, last
}
