package charset

import "sort"

// Map relates the bytes of a text to those of the source that it was made from. Both are divided into characters, in
// the same order. Bytes of the source that belong to no character (a byte order mark, the shifts of ISO-2022-JP) are
// between them. The zero Map relates equal texts.
type Map struct {
	runs         []run
	text, source int // bytes so far
}

// run is a sequence of characters that all have one length in the text, and one in the source.
type run struct {
	text, source       int // offsets of its start
	ofText, ofSource   int // the length of one character
	textEnd, sourceEnd int
}

// add appends a character, with the numbers of its bytes in the text and in the source. If it has no bytes in the text,
// it only separates other characters.
func (m *Map) add(text, source int) {
	if text == 0 {
		m.source += source
		return
	}
	if n := len(m.runs); n > 0 {
		r := &m.runs[n-1]
		if r.ofText == text && r.ofSource == source && r.sourceEnd == m.source {
			r.textEnd += text
			r.sourceEnd += source
			m.text, m.source = r.textEnd, r.sourceEnd
			return
		}
	}
	m.runs = append(m.runs, run{m.text, m.source, text, source, m.text + text, m.source + source})
	m.text += text
	m.source += source
}

// same appends n bytes that are equal in text and source.
func (m *Map) same(n int) {
	if n == 0 {
		return
	}
	m.add(1, 1)
	r := &m.runs[len(m.runs)-1]
	r.textEnd += n - 1
	r.sourceEnd += n - 1
	m.text, m.source = r.textEnd, r.sourceEnd
}

// Source returns the offset in the source for an offset in the text, which is the start of its character. Bytes that
// belong to no character may be in front of it. If the character before these bytes has one byte in both texts, the
// result is the end of that character. All shifts have ended there, so that text may be inserted.
func (m *Map) Source(offset int) int {
	if len(m.runs) == 0 {
		return offset
	}
	i := sort.Search(len(m.runs), func(i int) bool { return m.runs[i].textEnd > offset })
	if i > 0 && m.runs[i-1].textEnd == offset && m.runs[i-1].ofText == 1 && m.runs[i-1].ofSource == 1 {
		return m.runs[i-1].sourceEnd
	}
	if i == len(m.runs) {
		return m.source
	}
	r := m.runs[i]
	return r.source + (offset-r.text)/r.ofText*r.ofSource
}

// Text returns the offset in the text for an offset in the source. It is the start of the character at this offset, or
// of the next character.
func (m *Map) Text(offset int) int {
	if len(m.runs) == 0 {
		return offset
	}
	i := sort.Search(len(m.runs), func(i int) bool { return m.runs[i].sourceEnd > offset })
	if i == len(m.runs) {
		return m.text
	}
	r := m.runs[i]
	return r.text + max(0, offset-r.source)/r.ofSource*r.ofText
}
