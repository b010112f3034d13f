package syntax

import (
	"bytes"
	"unicode/utf8"
)

// Syntax that the grammar does not know is replaced by words that it knows, of the same length, so that all offsets
// stay. Only the parser sees the result: names, and other texts, are those of the source.

// plain masks bytes that the grammar reads otherwise than javac, without an error: only LF ends its lines, not CR
// alone, and NUL ends its text. It returns src itself if there are none, as in nearly every source.
func plain(src []byte) []byte {
	text := src
	change := func() {
		if &text[0] == &src[0] {
			text = bytes.Clone(src)
		}
	}
	if !utf8.Valid(src) {
		text = maskNonASCII(src)
	}
	if bytes.Count(src, []byte("\r")) != bytes.Count(src, []byte("\r\n")) {
		change()
		for i, b := range src {
			if b == '\r' && (i+1 == len(src) || src[i+1] != '\n') {
				text[i] = '\n'
			}
		}
	}
	if bytes.IndexByte(src, 0) >= 0 {
		change()
		for i, b := range src {
			if b == 0 {
				text[i] = ' '
			}
		}
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
