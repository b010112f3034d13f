package charset

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"jprof/internal/java/lex"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ charset, src, want, offsets string }{
		// offsets: where in the source the characters of the text start, and where it ends
		{"UTF-8", "a\xc3\xa9b", "aéb", "0 1 3 4"},
		{"", "ab", "ab", "0 1 2"},
		{"ISO8859_1", "a\xe9b", "aéb", "0 1 2 3"},
		{"Cp1252", "\x80", "€", "0 1"},
		{"UTF-16", "\xfe\xff\x00a\x00\xe9", "aé", "2 4 6"},
		{"UTF-16", "\xff\xfea\x00\xe9\x00", "aé", "2 4 6"},
		{"UTF-16", "\x00a\xd8\x3d\xde\x00\x00b", "a😀b", "0 2 6 8"},
		{"UTF-16LE", "\xff\xfea\x00", "\ufeffa", "0 2 4"},
		{"UnicodeLittle", "a\x00", "a", "0 2"},
		{"UTF-32", "\x00\x00\xfe\xff\x00\x00\x00a", "a", "4 8"},
		{"SJIS", "a\x83\x5c\xb1b", "aソｱb", "0 1 3 4 5"},
		{"MS932", "\x87\x40", "①", "0 2"},
		{"EUC_JP", "\xb4\xc1", "漢", "0 2"},
		{"GB18030", "\x81\x30\x81\x30a", "\u0080a", "0 4 5"},
		{"Big5", "\xb3\x5c;", "許;", "0 2 3"},
		{"x-windows-949", "\x81\x41", "갂", "0 2"},
		{"ISO-2022-JP", "a\x1b$B4A;z\x1b(Bb", "a漢字b", "0 1 6 11 12"},
		{"Cp037", "\x81\x5a\x25", "a!\n", "0 1 2 3"},
		{"Cp1047", "\xc0\x15", "{\n", "0 1 2"},
	} {
		cs, ok := Lookup(c.charset)
		if !ok {
			t.Errorf("%s is not known", c.charset)
			continue
		}
		text, m, err := cs.Decode([]byte(c.src))
		if err != nil || string(text) != c.want {
			t.Errorf("%s: % x is %q, %v; want %q", c.charset, c.src, text, err, c.want)
			continue
		}
		var offsets []string
		for i := range string(text) {
			offsets = append(offsets, strconv.Itoa(m.Source(i)))
		}
		offsets = append(offsets, strconv.Itoa(m.Source(len(text))))
		if got := strings.Join(offsets, " "); got != c.offsets {
			t.Errorf("%s: %q starts at %s, want %s", c.charset, text, got, c.offsets)
		}
	}
}

func TestDecodeError(t *testing.T) {
	for _, c := range []struct {
		charset, src string
		offset       int
	}{
		{"UTF-8", "ab\xffc", 2},
		{"US-ASCII", "a\xe4", 1},
		{"UTF-16", "\x00a\x00", 2},
		{"UTF-16BE", "\xdc\x00", 0},
		{"UTF-16BE", "\x00a\xd8\x00\x00a", 2},
		{"UTF-32LE", "\x00\x00\x11\x00", 0},
		{"Shift_JIS", "a\x81", 1},
		{"GBK", "ab\x81\x20", 2},
		{"windows-1253", "\xaa", 0},
	} {
		cs, ok := Lookup(c.charset)
		if !ok {
			t.Errorf("%s is not known", c.charset)
			continue
		}
		text, _, err := cs.Decode([]byte(c.src))
		var e *Error
		if !errors.As(err, &e) || e.Offset != c.offset {
			t.Errorf("%s: % x is %q, error %v; want one at byte %d", c.charset, c.src, text, err, c.offset)
		}
	}
	if _, ok := Lookup("klingon"); ok {
		t.Error("klingon is known")
	}
}

func TestKeepsASCII(t *testing.T) {
	for name, want := range map[string]bool{
		"UTF-8": true, "US-ASCII": true, "ISO-8859-15": true, "windows-1252": true, "Cp850": true, "EUC-JP": true,
		"GB2312": true, "EUC-KR": true,
		"KOI8-R": true, "MacRoman": true, "UTF-16": false, "UTF-32": false, "Shift_JIS": false, "GBK": false,
		"Big5": false, "GB18030": false,
		"ISO-2022-JP": false, "Cp037": false, "Cp1047": false, "x-windows-949": false,
	} {
		c, ok := Lookup(name)
		if !ok || c.KeepsASCII() != want {
			t.Errorf("%s: known %v, keeps ASCII %v", name, ok, ok && c.KeepsASCII())
		}
	}
}

func TestEncode(t *testing.T) {
	for _, c := range []struct{ charset, src, want string }{
		{"UTF-8", "", "7b0a7d"},
		{"Shift_JIS", "", "7b0a7d"},
		{"UTF-16", "", "007b000a007d"},
		{"UTF-16", "\xff\xfe", "7b000a007d00"},
		{"UTF-16LE", "", "7b000a007d00"},
		{"UTF-32", "", "0000007b0000000a0000007d"},
		{"Cp037", "", "c015d0"},
		{"Cp1047", "", "c015d0"},
	} {
		cs, _ := Lookup(c.charset)
		if got := hex.EncodeToString([]byte(cs.Encode("{\n}", []byte(c.src)))); got != c.want {
			t.Errorf("%s: %s, want %s", c.charset, got, c.want)
		}
	}
}

func TestUnescape(t *testing.T) {
	for _, c := range []struct{ src, want, offsets string }{
		{`a\u007bb\uuu007D`, "a{b}", "0 1 7 8 16"},
		{`"\\u0041"`, `"\\u0041"`, ""},
		{`\\\u0041`, `\\A`, "0 1 2 8"},
		{`\u005cu0041`, `\u0041`, "0 6 7 8 9 10 11"},
		{`\ud83d\ude00;`, "😀;", "0 12 13"},
		{`\ud83dx`, "\ufffdx", "0 6 7"},
		{`\u00g0 \u00 \`, `\u00g0 \u00 \`, ""},
		{"é\\u00e9é", "ééé", "0 2 8 10"},
	} {
		text, m := Unescape([]byte(c.src))
		if string(text) != c.want || (m == nil) != (c.offsets == "") {
			t.Errorf("%s is %q, want %q", c.src, text, c.want)
			continue
		}
		if m == nil {
			continue
		}
		var offsets []string
		for i := range string(text) {
			offsets = append(offsets, strconv.Itoa(m.Source(i)))
		}
		offsets = append(offsets, strconv.Itoa(m.Source(len(text))))
		if got := strings.Join(offsets, " "); got != c.offsets {
			t.Errorf("%s: characters start at %s, want %s", c.src, got, c.offsets)
		}
	}
}

// FuzzUnescape checks that offsets go there and back, and that no escape is left but those that another makes.
func FuzzUnescape(f *testing.F) {
	for _, s := range []string{`\u007b`, `\\u007b`, `\\\u007b\u007d`, `\u005cu007b`, `\ud83d\ude00`, `\ud83d`,
		`"\u0022`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		text, m := Unescape(src)
		if m == nil {
			if !bytes.Equal(text, src) {
				t.Fatalf("%q has become %q", src, text)
			}
			return
		}
		last := -1
		for i := 0; i <= len(text); {
			at := m.Source(i)
			if at <= last || at > len(src) || m.Text(at) != i {
				t.Fatalf("%q: %d is at %d, which is %d", text, i, at, m.Text(at))
			}
			last = at
			if at < len(src) && text[i] != src[at] {
				if _, size := lex.Escape(src[at:]); size == 0 {
					t.Fatalf("%q at %d has become %q at %d", src, at, text, i)
				}
			}
			if r, n := utf8.DecodeRune(text[min(i, len(text)):]); r != utf8.RuneError {
				i += n
			} else if bytes.HasPrefix(text[min(i, len(text)):], []byte("\ufffd")) && src[min(at, len(src)-1)] == '\\' {
				i += 3
			} else {
				i++
			}
		}
	})
}

// FuzzMap checks that offsets go there and back, that what is decoded is UTF-8, and that encoded
// insertions are decoded to the inserted text.
func FuzzMap(f *testing.F) {
	names := []string{"UTF-8", "UTF-16", "UTF-16LE", "UTF-32", "Shift_JIS", "GBK", "GB18030", "Big5", "ISO-2022-JP",
		"EUC-JP", "x-windows-949", "Cp1047", "ISO-8859-1"}
	for i := range names {
		f.Add(byte(i), []byte("class A { } // \x83\x5c \xb3\x5c"))
		f.Add(byte(i), []byte("\xfe\xff\x00a\x1b$B4A;z\x1b(Bb;"))
		f.Add(byte(i), []byte("\xff\xfea\x00\x00\x00"))
	}
	f.Fuzz(func(t *testing.T, which byte, src []byte) {
		c, _ := Lookup(names[int(which)%len(names)])
		text, m, err := c.Decode(src)
		if err != nil {
			return
		}
		if !utf8.Valid(text) {
			t.Fatalf("%q is no UTF-8", text)
		}
		last := 0
		for i := range string(text) + "." {
			at := m.Source(i)
			if at < last || at > len(src) {
				t.Fatalf("%q: %d is at %d, behind %d", text, i, at, last)
			}
			if back := m.Text(at); back != i {
				t.Fatalf("%q: %d is at %d, which is %d", text, i, at, back)
			}
			last = at
		}
		for i := 1; i < len(text); i++ {
			if text[i-1] != ';' || text[i] >= 0x80 {
				continue
			}
			at := m.Source(i)
			more := append(append(bytes.Clone(src[:at]), c.Encode("f(1);", src)...), src[at:]...)
			got, _, err := c.Decode(more)
			if want := string(text[:i]) + "f(1);" + string(text[i:]); err != nil || string(got) != want {
				t.Fatalf("%q, %v; want %q", got, err, want)
			}
		}
	})
}
