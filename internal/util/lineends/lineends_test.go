package lineends

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"
)

func wide(order binary.AppendByteOrder, text string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

// Each kind of end is LF, in each encoding, and the text between them is at the place that Offsets gives.
func TestUnix(t *testing.T) {
	encodings := map[string]func(string) string{
		"8 bits":   func(s string) string { return s },
		"UTF-16LE": func(s string) string { return wide(binary.LittleEndian, s) },
		"UTF-16BE": func(s string) string { return wide(binary.BigEndian, s) },
	}
	for name, encode := range encodings {
		for _, text := range []string{"", "a\nb", "class Ä {\r\n}\r\n", "a\rb\r", "a\r\r\nb\n\r", "\r\n", "\n\r\n\n\r",
			"\ufeffmixed\nends\r\nin\rone ü č\u0a05 file\r\n"} {
			want := strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
			raw := []byte(encode(text))
			got := Unix(raw)
			if string(got) != encode(want) {
				t.Errorf("%s: %q: %q, want %q", name, text, got, encode(want))
			}
			if Hash(raw) != Hash(got) {
				t.Errorf("%s: %q: two hashes", name, text)
			}
			to := Offsets(raw)
			if to == nil {
				to = func(o uint32) uint32 { return o }
			}
			for i := 0; i < len(raw); i += len(encode("a")) {
				if unit := raw[i : i+len(encode("a"))]; !bytes.Contains(unit, []byte{'\r'}) &&
					!bytes.HasPrefix(got[to(uint32(i)):], unit) {
					t.Errorf("%s: %q: byte %d is not at %d", name, text, i, to(uint32(i)))
				}
			}
			if n := to(uint32(len(raw))); int(n) != len(got) {
				t.Errorf("%s: %q: the end is at %d of %d", name, text, n, len(got))
			}
		}
	}
	for _, binary := range []string{"\x00\r\nabcdefghijklmnopqrstuvwxyz", "a\x00\x00\x00\r\x00\x00\x00\n\x00\x00\x00"} {
		if got := Unix([]byte(binary)); !bytes.Equal(got, []byte(binary)) {
			t.Errorf("%q has become %q", binary, got)
		}
	}
}

// A text that older versions hashed is found byte by byte.
func TestFind(t *testing.T) {
	crlf, lf, other := []byte("a\r\nb\r\n"), []byte("a\nb\n"), []byte("a\nc\n")
	for _, text := range [][]byte{crlf, lf} {
		if got := Find(text, Hash(lf)); !bytes.Equal(got, lf) {
			t.Errorf("%q: %q", text, got)
		}
	}
	raw := sha256.Sum256(crlf)
	if got := Find(crlf, raw); !bytes.Equal(got, crlf) {
		t.Errorf("the bytes: %q", got)
	}
	if got := Find(lf, raw); got != nil {
		t.Errorf("found %q, which is none of the bytes", got)
	}
	if got := Find(other, Hash(lf)); got != nil {
		t.Errorf("found %q", got)
	}
}
