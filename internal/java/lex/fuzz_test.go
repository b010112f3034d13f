package lex

import (
	"bytes"
	"testing"
)

// FuzzNext checks rules for each text, Java or not: tokens are the text, without gaps and overlaps; reading goes
// on behind each token as if the text began there; and an escape for a character makes no difference for the tokens
// around it.
func FuzzNext(f *testing.F) {
	for _, seed := range []string{
		"package a; import b.*; class A<T extends List<List<T>>> { int[] x = {1, .5e-3f, 0x1p+2}; }",
		"for (int i = 0; i < n; i++) { s += a[i] >>> 2 == '\\'' ? \"\\\"\" : \"\\u0022; }",
		"\"\"\"\n  a \"\" \\\"\"\" b\n\"\"\" + 'x' // line\r\n/* block * / */ -> :: ... >>>= # ` \\",
		"@interface non-sealed caf\\u00e9 \\\\u0041 \\uuuu0041 \xc3\xa9 \xff \x00\x1a",
		"\"open\n'open\n/* open", "\"\"\" open \\",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		checkCover(t, src)
		if bytes.IndexByte(src, '\\') >= 0 {
			return
		}
		var kinds []Kind
		s := New(src)
		for tok := s.Next(); tok.Kind != EOF; tok = s.Next() {
			kinds = append(kinds, tok.Kind)
			rest := New(src[tok.Start:])
			if again := rest.Next(); again.Kind != tok.Kind || again.End() != len(tok.Text) {
				t.Fatalf("%q is %q when the text starts there", tok.Text, again.Text)
			}
		}
		e := New(escaped(src))
		for _, kind := range kinds {
			if tok := e.Next(); tok.Kind != kind {
				t.Fatalf("%q is of kind %d, want %d as without escapes", tok.Text, tok.Kind, kind)
			}
		}
	})
}

// escaped returns a text with Unicode escapes for all that is ASCII.
func escaped(src []byte) []byte {
	const digits = "0123456789abcdef"
	var out []byte
	for _, c := range src {
		if c >= 0x80 {
			out = append(out, c)
			continue
		}
		out = append(out, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
	}
	return out
}
