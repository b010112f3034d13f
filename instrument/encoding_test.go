package instrument

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"jprof/instrument/syntax"
	"jprof/internal/jtest"
	"jprof/internal/util/lineends"
)

// encodings are sources in encodings that keep ASCII, or do not. Letters of the latter have ASCII bytes in them, if
// possible: 0x5c, 0x7b, 0x7c, 0x7d.
var encodings = []struct {
	java    string
	letters string
	encode  func(string) string
	alike   bool // it is only instrumented: one like it is compiled and run
}{
	{"UTF-8", "äソ", func(s string) string { return s }, true},
	{"UTF-16", "äソ", func(s string) string { return utf16Bytes("\ufeff"+s, true) }, false},
	{"UTF-16", "äソ", func(s string) string { return utf16Bytes("\ufeff"+s, false) }, false},
	{"UTF-16", "äソ", func(s string) string { return utf16Bytes(s, true) }, false},
	{"UTF-16LE", "äソ", func(s string) string { return utf16Bytes(s, false) }, false},
	{"UTF-16BE", "äソ", func(s string) string { return utf16Bytes(s, true) }, true},
	{"UnicodeLittle", "äソ", func(s string) string { return utf16Bytes("\ufeff"+s, false) }, false},
	{"Shift_JIS", "ソ表能十", with(japanese.ShiftJIS), false},
	{"MS932", "ソ表ボ", with(japanese.ShiftJIS), true},
	{"EUC-JP", "ソ表", with(japanese.EUCJP), true},
	{"ISO-2022-JP", "ソ表漢字", with(japanese.ISO2022JP), false},
	{"GBK", "俓亅", with(simplifiedchinese.GBK), true},
	{"GB18030", "俓亅", with(simplifiedchinese.GB18030), false},
	{"Big5", "許功蓋", with(traditionalchinese.Big5), false},
	{"x-windows-949", "갂갃", with(korean.EUCKR), false},
	{"ISO8859_1", "äß", with(charmap.ISO8859_1), true},
	{"Cp1047", "äß", func(s string) string { return strings.ReplaceAll(with(charmap.CodePage1047)(s), "\x25", "\x15") },
		false},
}

func with(e encoding.Encoding) func(string) string {
	return func(s string) string {
		out, err := e.NewEncoder().String(s)
		if err != nil {
			panic(err)
		}
		return out
	}
}

func utf16Bytes(s string, bigEndian bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		if bigEndian {
			b.Write([]byte{byte(u >> 8), byte(u)})
		} else {
			b.Write([]byte{byte(u), byte(u >> 8)})
		}
	}
	return b.String()
}

// encoded is a program with LETTERS in every place.
const encoded = `public class Encoded { // LETTERS "
    static int LETTERS = 1; // count=1 LETTERS {
    static String s = "LETTERS}LETTERS\\{" + "LETTERS\\\\"; // count=1
    static int fLETTERS(int LETTERS) {
        if (LETTERS > 1) LETTERS--; // count=2 LETTERS
        switch (s) { // count=2
            case "LETTERS": LETTERS++; // count=0
            default: s += "LETTERS"; // count=2
        }
        return LETTERS; // count=2
    }
    interface LETTERSx { int LETTERS(int xLETTERS); }
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) fLETTERS(i + 1); // count=1
        LETTERSx LETTERS = LETTERS2 -> LETTERS2 + 1; // count=1
        int x = LETTERS.LETTERS(LETTERS.LETTERS(1)); char c = '"'; // count=1
        LETTERS: while (true) { // count=1
            if (x == 3) break LETTERS; // count=1
        }
        new Object() { void LETTERS() { Encoded.LETTERS++; } }.LETTERS(); // count=1
        if (!s.startsWith("LETTERS}") || s.length() != Integer.parseInt(args[0])) throw new Error(s); // count=1
    } // LETTERS
}
`

// TestEncodings instruments, compiles and runs the same program in each encoding, and compares what is counted.
func TestEncodings(t *testing.T) {
	jdks := jtest.JDKs(t)
	for i, e := range encodings {
		text := strings.ReplaceAll(encoded, "LETTERS", e.letters)
		t.Run(fmt.Sprintf("%d-%s", i, e.java), func(t *testing.T) {
			dir := t.TempDir()
			src := e.encode(text)
			write(t, filepath.Join(dir, "src", "Encoded.java"), src)
			set := instrumentTree(t, []Root{{Src: filepath.Join(dir, "src"), Dst: filepath.Join(dir, "out")}},
				Options{CountsDir: filepath.Join(dir, "counts"), Encoding: e.java})
			f := set.Packages[0].Files[0]
			if err := checkSource(f, []byte(src)); err != nil || len(f.Unmeasured) > 0 {
				t.Fatalf("%v, %+v", err, f.Unmeasured)
			}
			if got, want := f.Methods[0].Name, "f"+e.letters; got != want {
				t.Errorf("the first method is %q, want %q", got, want)
			}
			if at, name := int(f.Methods[0].NameAt.Offset), e.encode("f"+e.letters); e.java != "UTF-16" &&
				e.java != "UnicodeLittle" && !strings.HasPrefix(src[at:], name) {
				t.Errorf("the first method is to be at %q, want %q", src[at:at+20], name)
			}
			p := syntax.NewParser()
			defer p.Close()
			one, err := File(p, []byte(src), Origin{Encoding: e.java}, func(string) Helper {
				return Helper{"__C", "f"}
			})
			if err != nil || !bytes.Equal(without(one.Text, one.Inserts), []byte(src)) {
				t.Errorf("%v: without the insertions it is %q", err, without(one.Text, one.Inserts))
			}
			if e.alike {
				return
			}
			jdk := jdks[i%len(jdks)]
			sources, err := filepath.Glob(filepath.Join(dir, "out", "*.java"))
			if err != nil {
				t.Fatal(err)
			}
			javac(t, jdk, append([]string{"-encoding", e.java, "-d", filepath.Join(dir, "classes")}, sources...)...)
			length := 5*utf8.RuneCountInString(e.letters) + 5 // of s at the end
			java(t, jdk, "-cp", filepath.Join(dir, "classes"), "Encoded", fmt.Sprint(length))
			marks := strings.ReplaceAll(strings.ReplaceAll(text, " "+e.letters+"\n", "\n"), "/* "+e.letters, "/*")
			compareMarks(t, []byte(marks), lineCounts(t, set, filepath.Join(dir, "counts")))
		})
	}
}

// TestLineEnds checks sources with odd ends of lines and of the file, on the lines that javac would number.
func TestLineEnds(t *testing.T) {
	const text = "class A {\n void f() { // a { comment\n\f  g();\n }\n}\n"
	for _, c := range []struct {
		name, src string
		line      uint32 // of g()
	}{
		{"LF", text, 3},
		{"CR", strings.ReplaceAll(text, "\n", "\r"), 3},
		{"CR LF", strings.ReplaceAll(text, "\n", "\r\n"), 3},
		{"a comment that an escape ends", strings.Replace(text, "comment\n", "comment \\u000a\n", 1), 3},
		{"an escaped line feed is no line", strings.Replace(text, "comment\n", "comment \\u000d\\u000A", 1), 2},
		{"the character that ends files", text + "\x1a", 3},
		{"a byte order mark", "\ufeff" + text, 3},
		{"NUL in a comment", strings.Replace(text, "a {", "\x00", 1), 3},
		{"Latin-1", strings.Replace(text, "a {", "\xe4\xff", 1), 3},
	} {
		p := syntax.NewParser()
		s, err := File(p, []byte(c.src), Origin{}, func(string) Helper { return Helper{"__C", "f"} })
		p.Close()
		if err != nil || len(s.Probes.Unmeasured) > 0 || len(s.Probes.Regions) != 1 {
			t.Errorf("%s: %v, %+v", c.name, err, s.Probes)
			continue
		}
		at := s.Probes.Regions[0].Statements[0].Span.Start
		rest := string(lineends.Unix([]byte(c.src))[at.Offset:])
		if at.Line != c.line || !strings.HasPrefix(rest, "g();") {
			t.Errorf("%s: the statement is in line %d, at %q", c.name, at.Line, rest)
		}
		if !bytes.Equal(without(s.Text, s.Inserts), []byte(c.src)) {
			t.Errorf("%s: the insertions taken out, it is %q", c.name, without(s.Text, s.Inserts))
		}
	}
}

// TestLineEndsInMaps checks that the map of a source is the same, byte by byte, for each end of its lines: Git checks
// sources out with LF or CR LF.
func TestLineEndsInMaps(t *testing.T) {
	files, err := filepath.Glob("../testdata/java/*.java")
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]string{"broken": "class A {\n void f( {\n}\n",
		"mixed": "class A {\r\n\n void f() {\n g();\r\n}}",
		"block": "class A {\n String s = \"\"\"\n  a \\\n\n  ü\n  \"\"\"; // jprof:off x\n int \\u0061 = 1;\n}\n"}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources[filepath.Base(file)] = string(text)
	}
	for name, text := range sources {
		want, err := Map([]byte(text), Origin{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		lf := string(lineends.Unix([]byte(text)))
		for _, other := range []string{lf, strings.ReplaceAll(lf, "\n", "\r\n"), strings.ReplaceAll(lf, "\n", "\r"),
			strings.Replace(lf, "\n", "\r\n", strings.Count(lf, "\n")/2)} {
			if got, err := Map([]byte(other), Origin{Name: name}); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: other ends of lines make another map: %v\n%+v\n%+v", name, err, got, want)
				break
			}
		}
	}
	latin := "class A { String s = \"\xe4\";\r\n int n = f();\r\n}"
	want, err := Map([]byte(strings.ReplaceAll(latin, "\r", "")), Origin{Encoding: "ISO-8859-1"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Map([]byte(latin), Origin{Encoding: "ISO-8859-1"})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("in Latin-1: %v\n%+v\n%+v", err, got, want)
	}
}

// TestBrokenMethod checks that what is not understood of one method is no matter of the others.
func TestBrokenMethod(t *testing.T) {
	const src = "class A {\n void f() { a(); }\n void g() { a();\n int = 1;\n }\n class B { void h() { } } }"
	s := instrumented(t, src)
	u := s.Probes.Unmeasured
	if len(u) != 1 || u[0].Span.Start.Line != 3 || u[0].Span.End.Line != 5 ||
		!strings.Contains(u[0].Reason, "line 4: cannot be parsed") {
		t.Errorf("not measured: %+v", u)
	}
	want := "class A {\n void f() {__C.f(0); a(); }\n void g() { a();\n int = 1;\n }\n" +
		" class B { void h() {__C.f(1); } } }"
	if string(s.Text) != want {
		t.Errorf("got %s\nwant %s", s.Text, want)
	}
	if err := checkProbes(s.Probes, []byte(src)); err != nil {
		t.Error(err)
	}
}
