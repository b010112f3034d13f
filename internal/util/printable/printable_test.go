package printable

import "testing"

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"plain, ünïcode, \ttabs": "plain, ünïcode, \ttabs",
		"\x1b[2J\a\r\n\x7f":      "␛[2J␇␍␊␡",
		"a\u009b31mb":            "a⟨U+009B⟩31mb",
		"a\u202eb\u2028c":        "a⟨U+202E⟩b⟨U+2028⟩c",
		"a\xffb":                 "a\ufffdb",
		"a\ufffdb":               "a\ufffdb",
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}
