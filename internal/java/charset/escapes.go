package charset

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"jprof/internal/java/lex"
)

// Unescape replaces Unicode escapes of the Java language (JLS 3.3) by their characters. The compiler does so before
// anything else: an escape may be a brace, a quote, a part of a name or the end of a line. Without escapes the map is
// nil, and the text is src itself.
func Unescape(src []byte) ([]byte, *Map) {
	var out []byte
	m := &Map{}
	at := 0
	for i := 0; ; {
		n := bytes.IndexByte(src[i:], '\\')
		if n < 0 {
			break
		}
		i += n
		r, size := lex.Escape(src[i:])
		if size == 0 { // the next character belongs to this backslash, and starts no escape
			i = min(i+2, len(src))
			continue
		}
		if utf16.IsSurrogate(r) {
			if low, more := lex.Escape(src[i+size:]); more > 0 && utf16.DecodeRune(r, low) != utf8.RuneError {
				r, size = utf16.DecodeRune(r, low), size+more
			}
		}
		out = append(out, src[at:i]...)
		m.same(i - at)
		before := len(out)
		out = utf8.AppendRune(out, r)
		m.add(len(out)-before, size)
		i += size
		at = i
	}
	if out == nil {
		return src, nil
	}
	m.same(len(src) - at)
	return append(out, src[at:]...), m
}
