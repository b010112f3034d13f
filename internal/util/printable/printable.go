// Package printable makes text from other programs and files safe to show. It imports nothing of jprof, so that each
// package that prints can use it.
package printable

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text makes text safe to show: control characters become their pictures, invalid UTF-8 becomes the replacement
// character, and characters that change the direction of text are named. Tabs stay.
func Text(s string) string {
	if Plain(s) {
		return s
	}
	harmless := func(r rune) bool { return r != unicode.ReplacementChar && standIn(r) == "" }
	if strings.IndexFunc(s, func(r rune) bool { return !harmless(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s { // ranging yields the replacement character for each invalid byte
		if p := standIn(r); p != "" {
			b.WriteString(p)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// JSON makes JSON safe to show: the characters that Text replaces become escapes, which mean the same. JSON has such
// characters in its texts only, and those of ASCII are escapes already, but for U+007F.
func JSON(text []byte) []byte {
	if bytes.IndexFunc(text, needsEscape) < 0 {
		return text
	}
	b := make([]byte, 0, len(text)+64)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if needsEscape(r) {
			b = fmt.Appendf(b, `\u%04x`, r)
		} else {
			b = append(b, text[:size]...)
		}
		text = text[size:]
	}
	return b
}

func needsEscape(r rune) bool { return r >= 0x7f && standIn(r) != "" }

// Plain reports whether text has only characters of ASCII that stay, as most text has.
func Plain[T string | []byte](s T) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c >= 0x7f {
			return false
		}
	}
	return true
}

// standIn returns the text that replaces r, "" if r stays.
func standIn(r rune) string {
	switch {
	case r == '\t':
		return ""
	case r < ' ':
		return string(rune(0x2400) + r)
	case r == 0x7f:
		return "\u2421"
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
		return fmt.Sprintf("⟨U+%04X⟩", r)
	}
	return ""
}
