package charset

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// pairs is a Java program that prints, for each charset, all sequences of one and of two bytes that
// are text to it, as "NAME", or as the bytes and the UTF-16 units in hexadecimal.
const pairs = `
import java.nio.*;
import java.nio.charset.*;
public class Pairs {
    public static void main(String[] names) throws Exception {
        StringBuilder out = new StringBuilder();
        for (String name : names) {
            if (!Charset.isSupported(name)) continue;
            out.append(name).append('\n');
            CharsetDecoder d = Charset.forName(name).newDecoder();
            for (int b = 0; b < 256; b++) print(out, d, (byte) b);
            for (int b = 0; b < 65536; b++) print(out, d, (byte) (b >> 8), (byte) b);
        }
        System.out.print(out);
    }
    static void hex(StringBuilder out, int n, int digits) {
        while (digits-- > 0) out.append(Character.forDigit(n >> 4 * digits & 15, 16));
    }
    static void print(StringBuilder out, CharsetDecoder d, byte... bytes) {
        try {
            CharBuffer s = d.reset().decode(ByteBuffer.wrap(bytes));
            if (s.length() == 0) return;
            for (byte b : bytes) hex(out, b & 255, 2);
            out.append(' ');
            for (int i = 0; i < s.length(); i++) hex(out, s.charAt(i), 4);
            out.append('\n');
        } catch (CharacterCodingException e) {
        }
    }
}`

// TestAsJava checks that bytes that are text to us and to Java are the same characters, as far as
// the structure of a source is concerned: as many, and those of ASCII at the same place.
func TestAsJava(t *testing.T) {
	jdk := jtest.Newest(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Pairs.java"), []byte(pairs), 0o666); err != nil {
		t.Fatal(err)
	}
	names := []string{"Shift_JIS", "windows-31j", "EUC-JP", "GBK", "x-mswin-936", "GB2312", "GB18030", "Big5",
		"x-windows-950", "Big5-HKSCS", "EUC-KR", "x-windows-949", "ISO-8859-1", "ISO-8859-15", "windows-1252",
		"windows-1251", "KOI8-R", "IBM850", "US-ASCII", "x-MacRoman", "IBM037", "IBM1047", "IBM01140", "UTF-8",
		"UTF-16", "UTF-16LE", "UTF-16BE", "x-UTF-16LE-BOM"}
	out, err := exec.Command(jdk.Java(),
		slices.Concat(jtest.QuickStart, []string{filepath.Join(dir, "Pairs.java")}, names)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var c *Charset
	name, both, javaOnly, wrong := "", 0, 0, 0
	end := func() {
		if c != nil {
			t.Logf("%s: %d sequences are text to both, %d to Java only", name, both, javaOnly)
		}
	}
	for line := range bytes.Lines(out) {
		raw, units, ok := strings.Cut(strings.TrimSpace(string(line)), " ")
		if !ok {
			end()
			name, both, javaOnly, wrong = raw, 0, 0, 0
			if c, ok = Lookup(name); !ok {
				t.Errorf("%s is not known", name)
			}
			continue
		}
		var src []byte
		for i := 0; i < len(raw); i += 2 {
			b, _ := strconv.ParseUint(raw[i:i+2], 16, 8)
			src = append(src, byte(b))
		}
		if c == nil {
			continue
		}
		text, _, err := c.Decode(src)
		if err != nil {
			javaOnly++
			continue
		}
		both++
		if got, want := shape(string(text)), javaShape(units); got != want {
			if wrong++; wrong < 20 {
				t.Errorf("%s: %s is %q, and %s to Java", name, raw, text, units)
			}
		}
	}
	end()
}

// shape is a text with x for each character outside of ASCII.
func shape(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return r
		}
		return 'x'
	}, s)
}

func javaShape(units string) string {
	var b strings.Builder
	for i := 0; i+4 <= len(units); i += 4 {
		u, _ := strconv.ParseUint(units[i:i+4], 16, 16)
		if u < 0x80 {
			b.WriteByte(byte(u))
		} else if u < 0xDC00 || u >= 0xE000 { // a low surrogate belongs to the one before
			b.WriteByte('x')
		}
	}
	return b.String()
}
