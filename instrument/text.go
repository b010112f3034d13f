package instrument

import (
	"bytes"
	"errors"
	"fmt"

	"jprof/instrument/syntax"
	"jprof/internal/charset"
	"jprof/internal/srcedit"
)

// text is a source as the compiler reads it: decoded to UTF-8, without Unicode escapes. Where the bytes of the
// source are that already, which is the case of nearly every source, it is the source itself.
type text struct {
	src     []byte // the source as it is
	utf8    []byte
	lines   *syntax.Lines    // of utf8, with the numbers of the source
	charset *charset.Charset // nil where the bytes were taken as they are
	maps    []*charset.Map   // from utf8 back to src, the first one first
}

// maxSource bounds the size of one source; javac's own limit on a class file is far below.
const maxSource = 64 << 20

// readText reads a source in an encoding, by Java's name. A source that cannot be read comes with the reason, and
// as it is.
func readText(src []byte, encoding string) (*text, string) {
	t := &text{src: src, utf8: src}
	reason := t.decode(encoding)
	t.lines = syntax.NewLines(t.utf8)
	if reason != "" {
		return t, reason
	}
	plain, escapes := charset.Unescape(t.utf8)
	if escapes != nil {
		// An escape may end a line to the compiler's eyes, but is none to those that number lines.
		t.lines = t.lines.Moved(func(offset uint32) uint32 { return uint32(escapes.Text(int(offset))) })
		t.utf8, t.maps = plain, append([]*charset.Map{escapes}, t.maps...)
	}
	return t, ""
}

// decode makes UTF-8 of the source, or says why it cannot.
func (t *text) decode(encoding string) string {
	if len(t.src) > maxSource {
		return fmt.Sprintf("it is larger than %d MB", maxSource>>20)
	}
	set, known := charset.Lookup(encoding)
	if !known {
		if isASCII(t.src) {
			return ""
		}
		return "it has characters outside of ASCII, and jprof does not know its encoding " + encoding
	}
	if set.IsUTF8() || set.KeepsASCII() && isASCII(t.src) {
		if bytes.HasPrefix(t.src, []byte{0xFE, 0xFF}) || bytes.HasPrefix(t.src, []byte{0xFF, 0xFE}) {
			return "it starts with a UTF-16 byte order mark, but the build declares " + encoding
		}
		return ""
	}
	decoded, places, err := set.Decode(t.src)
	var bad *charset.Error
	switch {
	case err == nil:
		t.utf8, t.charset, t.maps = decoded, set, []*charset.Map{places}
		return ""
	case set.KeepsASCII(): // to find what is ASCII, the others need not be understood
		return ""
	case errors.As(err, &bad):
		return fmt.Sprintf("it is not in its encoding %s: %v", encoding, bad)
	}
	return err.Error()
}

func isASCII(src []byte) bool {
	for _, b := range src {
		if b >= 0x80 {
			return false
		}
	}
	return true
}

// source returns the place in the source for one in the text.
func (t *text) source(offset int) int {
	for _, m := range t.maps {
		offset = m.Source(offset)
	}
	return offset
}

// apply makes the edits of the text, which are insertions, in the source. It says why where the result would not
// be read as the edited text.
func (t *text) apply(edits *srcedit.Buffer, encoding string) (out []byte, inserts []srcedit.Range, reason string, err error) {
	want, inserts, err := edits.Apply()
	if err != nil || len(t.maps) == 0 {
		return want, inserts, "", err
	}
	encode := func(s string) string { return s }
	if t.charset != nil {
		encode = func(s string) string { return t.charset.Encode(s, t.src) }
	}
	out, inserts, err = edits.Moved(t.src, t.source, encode).Apply()
	if err != nil {
		return nil, nil, "", err
	}
	if got, why := readText(out, encoding); why != "" || !bytes.Equal(got.utf8, want) {
		return nil, nil, "its encoding " + encoding + " does not allow text to be inserted where counters stand", nil
	}
	return out, inserts, "", nil
}
