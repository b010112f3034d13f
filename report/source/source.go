package source

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"

	"jprof/internal/java/charset"
	"jprof/report"
)

// Source is the text of one file. Its lines and offsets are those of the text, which is UTF-8. A report.File has
// offsets in the bytes of the file; At and Placed convert them.
type Source struct {
	// Note explains how the text was read if that matters to a reader, or "".
	Note string

	text   []byte
	places *charset.Map // from text to the bytes of the file, nil if both are the same
	lines  []int        // start of each line
}

// Load reads the source of a file. It fails if the source is missing, or is not the one that was built.
func Load(m *report.Model, f *report.File) (*Source, error) {
	raw, err := m.ReadSource(f.Path, f.Hash)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	if sha256.Sum256(raw) != f.Hash {
		return nil, fmt.Errorf("%s: the source has changed since the run", f.Path)
	}
	return Of(f, raw), nil
}

// Of decodes raw, a version of the source of a file.
func Of(f *report.File, raw []byte) *Source {
	s := &Source{text: raw}
	enc, known := charset.Lookup(f.Encoding)
	switch {
	case !known:
		s.Note = fmt.Sprintf("unknown encoding %q: shown as UTF-8", f.Encoding)
	case !enc.IsUTF8():
		text, places, err := enc.Decode(raw)
		if err != nil {
			s.Note = fmt.Sprintf("not valid %s, shown as UTF-8: %v", f.Encoding, err)
			break
		}
		s.text, s.places = text, places
	}
	s.lines = lineStarts(s.text)
	return s
}

// At returns the offset in the text for one in the bytes of the file.
func (s *Source) At(offset uint32) int {
	if s.places == nil {
		return int(offset)
	}
	return s.places.Text(int(offset))
}

// Placed returns a copy of f, whose source is s, with places in the text. If text and bytes are the same, it returns f.
func (s *Source) Placed(f *report.File) *report.File {
	if s.places == nil {
		return f
	}
	move := func(p *report.Pos) { p.Offset = uint32(s.At(p.Offset)) }
	moveSpan := func(span *report.Span) {
		move(&span.Start)
		move(&span.End)
	}
	placed := *f
	placed.Methods = each(f.Methods, func(m *report.Method) {
		moveSpan(&m.Span)
		move(&m.Name)
	})
	placed.Blocks = each(f.Blocks, func(b *report.Block) { moveSpan(&b.Span) })
	placed.Regions = each(f.Regions, func(r *report.Region) {
		moveSpan(&r.Span)
		r.Statements = each(r.Statements, moveSpan)
	})
	placed.Expressions = each(f.Expressions, func(e *report.Expression) { moveSpan(&e.Span) })
	placed.Branches = each(f.Branches, func(b *report.Branch) { moveSpan(&b.Span) })
	placed.Omitted = each(f.Omitted, func(p *report.Part) { moveSpan(&p.Span) })
	return &placed
}

// each returns a copy of a list, with change applied to each element.
func each[T any](list []T, change func(*T)) []T {
	list = slices.Clone(list)
	for i := range list {
		change(&list[i])
	}
	return list
}

// lineStarts returns the offsets of the starts of lines. As in Java, lines end with LF, CR LF or CR alone.
func lineStarts(raw []byte) []int {
	starts := make([]int, 1, 1+bytes.Count(raw, []byte("\n")))
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
		starts = starts[:last] // the end of the last line does not start another one
	}
	return starts
}

// Lines returns the number of lines.
func (s *Source) Lines() int { return len(s.lines) }

// Line returns the bytes [start, end) of line n, counted from 1, without its line terminator. If there is no such line,
// it returns an empty range.
func (s *Source) Line(n int) (start, end int) {
	if n < 1 || n > len(s.lines) {
		return len(s.text), len(s.text)
	}
	start, end = s.lines[n-1], len(s.text)
	if n < len(s.lines) {
		end = s.lines[n]
	}
	return start, start + len(bytes.TrimRight(s.text[start:end], "\r\n"))
}

// Text returns the bytes [start, end) as text that is safe to show (see report.Printable). A range beyond the end is
// cut.
func (s *Source) Text(start, end int) string {
	end = min(end, len(s.text))
	if start < 0 || start >= end {
		return ""
	}
	piece := s.text[start:end]
	if start == 0 {
		piece = bytes.TrimPrefix(piece, []byte("\ufeff"))
	}
	return report.Printable(string(piece))
}

// LineAt returns the number, from 1, of the line that holds a byte.
func (s *Source) LineAt(offset int) int {
	i, found := slices.BinarySearch(s.lines, offset)
	if found {
		return i + 1
	}
	return max(1, i)
}

// Raw returns the bytes that lines and offsets refer to. The caller must not change them, nor show them: Text makes
// them safe.
func (s *Source) Raw() []byte { return s.text }
