package syntax

import (
	"bytes"
	"regexp"
	"unicode"
	"unicode/utf8"
)

// What the grammar does not know of Java is put in words that it knows, of the same length, so that
// all offsets stay. Only the parser sees the result: names, and what is written, are of the source.

// plain changes what the grammar would silently understand in another way than javac does: it knows no
// line ends but LF, neither CR alone nor escaped ones. It returns src itself where nothing is to be
// done, which is the case of nearly every source.
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
	escapes(src, func(start, end int, r rune) {
		if r == '\n' || r == '\r' {
			change()
			fill(text[start:end], ' ')
			text[start] = '\n'
		}
	})
	return text
}

var (
	importModule = regexp.MustCompile(`\bimport\s+(module)\s+\w`)
	labelName    = regexp.MustCompile(`\b(?:module|open|record|sealed|with|yield)\s*[:,;}]`)
	yieldUpdate  = regexp.MustCompile(`\byield\s*(?:\+\+|--)\s*[;)]`)
	number       = regexp.MustCompile(`\b[0-9][0-9a-fA-FxX]*_[0-9a-fA-F_]*`)
	unnamedRest  = regexp.MustCompile(`\bcase\s+[\w.]+(?:<[^<>]*>)?\s+_((?:\s*,\s*[\w.]+(?:<[^<>]*>)?\s+_)+)`)
	lateCall     = regexp.MustCompile(`[;}](?:\s|//[^\n]*|/\*(?s:.*?)\*/)*\b(super|this)\s*\(`)
)

// lenient changes what the grammar does not understand though javac does: characters of names that
// are no letters, escapes in names, the end-of-file character, names that are words of the language
// elsewhere, 0_7 and 1__0, imports of modules, several unnamed patterns behind one case, and statements
// in front of this(...) or super(...), which becomes the call of a method. It is for texts that were not understood as they are.
func lenient(text []byte) []byte {
	out := maskNonASCII(text)
	if n := len(out); n > 0 && out[n-1] == 0x1a {
		out[n-1] = ' '
	}
	escapes(text, func(start, end int, r rune) {
		if r >= 0x80 || r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			fill(out[start:end], 'x')
		}
	})
	for _, part := range []*regexp.Regexp{importModule, unnamedRest} {
		for _, m := range part.FindAllSubmatchIndex(text, -1) {
			fill(out[m[2]:m[3]], ' ')
		}
	}
	for _, name := range []*regexp.Regexp{labelName, yieldUpdate} {
		for _, m := range name.FindAllIndex(text, -1) {
			out[m[0]] = 'x'
		}
	}
	for _, m := range number.FindAllIndex(text, -1) {
		copy(out[m[0]:], bytes.ReplaceAll(text[m[0]:m[1]], []byte{'_'}, []byte{'0'}))
	}
	for _, m := range lateCall.FindAllSubmatchIndex(text, -1) {
		out[m[2]] = 'x'
	}
	return out
}

func fill(b []byte, with byte) {
	for i := range b {
		b[i] = with
	}
}

// maskNonASCII puts a letter in the place of each byte outside of ASCII.
func maskNonASCII(src []byte) []byte {
	out := bytes.Clone(src)
	for i, b := range out {
		if b >= 0x80 {
			out[i] = 'x'
		}
	}
	return out
}

// escapes calls found for each Unicode escape, \u0041 or \uuu0041, with what it stands for. A backslash
// behind another one starts none (JLS 3.3).
func escapes(src []byte, found func(start, end int, r rune)) {
	for i := 0; ; {
		n := bytes.IndexByte(src[i:], '\\')
		if n < 0 {
			return
		}
		i += n
		end := i + 1
		for end < len(src) && src[end] == 'u' {
			end++
		}
		if end == i+1 { // the character behind belongs to this backslash
			i = min(i+2, len(src))
			continue
		}
		r, digits := rune(0), 0
		for ; digits < 4 && end < len(src); digits, end = digits+1, end+1 {
			d := bytes.IndexByte([]byte("0123456789abcdef"), src[end]|0x20)
			if d < 0 || src[end] < '0' {
				break
			}
			r = r<<4 | rune(d)
		}
		if digits == 4 {
			found(i, end, r)
		}
		i = end
	}
}
