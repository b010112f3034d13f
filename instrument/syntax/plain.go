package syntax

import (
	"bytes"
	"unicode/utf8"
)

// Syntax that the grammar does not know is replaced by words that it knows, of the same length, so that all offsets
// stay. Only the parser sees the result: names, and other texts, are those of the source.

// plain masks bytes that the parser does not read as javac does: those of other encodings than UTF-8, and NUL, which
// ends its text. It returns src itself if there are none, as in nearly every source.
func plain(src []byte) []byte {
	text := src
	if !utf8.Valid(src) {
		text = maskNonASCII(src)
	}
	if bytes.IndexByte(src, 0) >= 0 {
		text = bytes.ReplaceAll(text, []byte{0}, []byte{' '})
	}
	return text
}

// fill sets all bytes of b.
func fill(b []byte, with byte) {
	for i := range b {
		b[i] = with
	}
}

// maskNonASCII replaces each byte outside of ASCII by a letter.
func maskNonASCII(src []byte) []byte {
	out := bytes.Clone(src)
	for i, b := range out {
		if b >= 0x80 {
			out[i] = 'x'
		}
	}
	return out
}
