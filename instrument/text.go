package instrument

import (
	"jprof/instrument/syntax"
	"jprof/internal/java/charset"
)

// Sources are read as javac reads them, and changed in their own bytes. The parser and the walk see UTF-8 without
// Unicode escapes, and charset.Map gives the byte of the source for each offset. Insertions are encoded, and made at
// these bytes. The result is decoded once more. If it is not the text with the insertions, nothing is counted
// (notReadBack).

// text is a source as the compiler reads it: decoded to UTF-8, without Unicode escapes. Nearly all sources have this
// form already, and are used without a copy.
type text struct {
	src    []byte // the original source
	origin Origin
	set    *charset.Charset // the declared charset, nil if it is not known

	utf8    []byte
	lines   *syntax.Lines    // of utf8, with the numbers of the source
	charset *charset.Charset // nil if the bytes were not decoded
	maps    []*charset.Map   // offsets from utf8 back to src, applied in this order

	program *syntax.Node // nil before parsing
	err     error        // error of decoding or parsing
}

// readText reads a source. If it cannot be read, it returns the original, with the reason.
func readText(src []byte, o Origin) (t *text, why string) {
	t = &text{src: src, origin: o, utf8: src}
	t.decode()
	t.lines = syntax.NewLines(t.utf8)
	if why = refuse(sourceReasons, t); why != "" {
		return t, why
	}
	plain, escapes := charset.Unescape(t.utf8)
	if escapes != nil {
		// For the compiler, an escape may end a line. Tools that number lines do not read escapes.
		t.lines = t.lines.Moved(func(offset uint32) uint32 { return uint32(escapes.Text(int(offset))) })
		t.utf8, t.maps = plain, append([]*charset.Map{escapes}, t.maps...)
	}
	return t, ""
}

// decode decodes the source to UTF-8. It keeps the bytes if the source is UTF-8, or has only ASCII characters. If the
// encoding keeps ASCII, it also keeps bytes that cannot be decoded, because the parser needs only ASCII.
func (t *text) decode() {
	t.set, _ = charset.Lookup(t.origin.Encoding)
	if len(t.src) > maxSource || t.set == nil || t.set.IsUTF8() || t.set.KeepsASCII() && isASCII(t.src) {
		return
	}
	decoded, places, err := t.set.Decode(t.src)
	switch {
	case err == nil:
		t.utf8, t.charset, t.maps = decoded, t.set, []*charset.Map{places}
	case !t.set.KeepsASCII():
		t.err = err
	}
}

func isASCII(src []byte) bool {
	for _, b := range src {
		if b >= 0x80 {
			return false
		}
	}
	return true
}

// source returns the offset in the source for an offset in the text.
func (t *text) source(offset uint32) uint32 {
	for _, m := range t.maps {
		offset = uint32(m.Source(int(offset)))
	}
	return offset
}

// apply returns the source with the insertions, and their ranges in it. If the compiler would read another text than
// that with the insertions, apply returns the reason instead.
func (t *text) apply(in *insertions) (out []byte, inserts []Range, reason string, err error) {
	want, inserts, err := in.apply(t.utf8)
	if err != nil || len(t.maps) == 0 {
		return want, inserts, "", err
	}
	encode := func(s string) string { return s }
	if t.charset != nil {
		encode = func(s string) string { return t.charset.Encode(s, t.src) }
	}
	out, inserts, err = in.moved(t.source, encode).apply(t.src)
	if err != nil {
		return nil, nil, "", err
	}
	if why := refuse(resultReasons, &inserted{t.origin, want, out}); why != "" {
		return nil, nil, why, nil
	}
	return out, inserts, "", nil
}
