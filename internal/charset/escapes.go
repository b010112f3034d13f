package charset

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Unescape replaces Unicode escapes of the Java language (JLS 3.3) by their characters, as the compiler does before
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
		r, size := escape(src[i:])
		if size == 0 { // the next character belongs to this backslash: it starts no escape
			i = min(i+2, len(src))
			continue
		}
		if utf16.IsSurrogate(r) {
			if low, more := escape(src[i+size:]); more > 0 && utf16.DecodeRune(r, low) != utf8.RuneError {
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

// escape reads the escape that src starts with, \u0041 or \uuu0041; size is 0 where there is none.
func escape(src []byte) (r rune, size int) {
	i := 1
	for i < len(src) && src[i] == 'u' {
		i++
	}
	if len(src) == 0 || src[0] != '\\' || i == 1 || len(src) < i+4 {
		return 0, 0
	}
	for _, b := range src[i : i+4] {
		d := bytes.IndexByte([]byte("0123456789abcdef"), b|0x20)
		if d < 0 || b < '0' {
			return 0, 0
		}
		r = r<<4 | rune(d)
	}
	return r, i + 4
}
