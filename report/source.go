package report

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
)

// Source is the text of one file, addressed by bytes of the original.
type Source struct {
	// Spans tells whether the spans of the file fit: false where the encoding does not keep ASCII as
	// it is (UTF-16). Nothing is measured in such files.
	Spans bool
	// Note is what a reader should know about how the text was read, or "".
	Note string

	raw   []byte
	enc   encoding.Encoding // nil for UTF-8
	lines []int             // start of each line
}

// Source loads the text of a file. It fails when the source is gone or is not what was measured.
func (m *Model) Source(f *File) (*Source, error) {
	raw, err := m.source(f.Path, f.Hash)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	if sha256.Sum256(raw) != f.Hash {
		return nil, fmt.Errorf("%s: changed since it was measured", f.Path)
	}
	s := &Source{raw: raw, Spans: true}
	enc, ok := lookUp(f.Encoding)
	if !ok {
		s.Note = fmt.Sprintf("the encoding %q is not known here: shown as UTF-8", f.Encoding)
	}
	if strings.HasPrefix(strings.ToUpper(f.Encoding), "UTF-16") || strings.HasPrefix(strings.ToUpper(f.Encoding), "UTF-32") {
		s.Spans = false
		if enc != nil {
			if text, err := enc.NewDecoder().Bytes(raw); err == nil {
				s.raw, enc = text, nil
			}
		}
	}
	s.enc = enc
	s.lines = lineStarts(s.raw)
	return s, nil
}

// lookUp finds an encoding by any name that Java has for it. UTF-8 is nil.
func lookUp(name string) (encoding.Encoding, bool) {
	// Java writes some names in its own way: UTF8, ISO8859_1, Cp1252.
	for _, n := range []string{name, strings.ReplaceAll(name, "_", "-")} {
		if enc, err := ianaindex.IANA.Encoding(n); err == nil && enc != nil {
			return notUTF8(enc), true
		}
		if enc, err := htmlindex.Get(n); err == nil && enc != nil {
			return notUTF8(enc), true
		}
	}
	return nil, name == ""
}

func notUTF8(enc encoding.Encoding) encoding.Encoding {
	if enc == unicode.UTF8 {
		return nil
	}
	return enc
}

// lineStarts finds where lines start. They end as the Java language says: LF, CR LF or CR alone.
func lineStarts(raw []byte) []int {
	starts := []int{0}
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\r':
			if i+1 < len(raw) && raw[i+1] == '\n' {
				i++
			}
			starts = append(starts, i+1)
		case '\n':
			starts = append(starts, i+1)
		}
	}
	if last := len(starts) - 1; last > 0 && starts[last] == len(raw) {
		starts = starts[:last] // the end of the last line starts no other
	}
	return starts
}

// Lines returns the number of lines.
func (s *Source) Lines() int { return len(s.lines) }

// Line returns the bytes [start, end) of line n, counted from 1, without its line terminator; an
// empty range where there is no such line.
func (s *Source) Line(n int) (start, end int) {
	if n < 1 || n > len(s.lines) {
		return len(s.raw), len(s.raw)
	}
	start, end = s.lines[n-1], len(s.raw)
	if n < len(s.lines) {
		end = s.lines[n]
	}
	return start, start + len(bytes.TrimRight(s.raw[start:end], "\r\n"))
}

// Text returns the bytes [start, end) as text that is safe to show (see Printable). Ranges are cut
// to the file.
func (s *Source) Text(start, end int) string {
	end = min(end, len(s.raw))
	if start < 0 || start >= end {
		return ""
	}
	piece := s.raw[start:end]
	if start == 0 {
		piece = bytes.TrimPrefix(piece, []byte("\ufeff"))
	}
	if s.enc != nil {
		if text, err := s.enc.NewDecoder().Bytes(piece); err == nil {
			piece = text
		}
	}
	return Printable(string(piece))
}

// LineAt returns the number, from 1, of the line that holds a byte.
func (s *Source) LineAt(offset int) int {
	i, found := slices.BinarySearch(s.lines, offset)
	if found {
		return i + 1
	}
	return max(1, i)
}

// Raw returns the bytes that lines and spans address. They must not be changed, nor shown: Text makes
// them safe.
func (s *Source) Raw() []byte { return s.raw }
