package instrument

import (
	"bytes"
	"testing"

	"jprof/instrument/syntax"
)

// FuzzFile checks on any text that is accepted: taking the insertions out gives it back, the result
// parses, and the probes are consistent.
func FuzzFile(f *testing.F) {
	for _, c := range []string{
		"class A { int f(int x) { if (x > 0) return 1; else for (;;) ; } }",
		"enum E { A { void f() {} }; E() { this(1); } }",
		"record R(int a) { R { a = switch (a) { case 1 -> 2; default -> { yield 3; } }; } }",
		"interface I { Runnable R = () -> a(b -> c++, d -> e); }",
		"class A { { try (var x = y) { l: do break l; while (z); } catch (E e) { throw e; } finally { ; } } }",
		"class A { void f(Object o) { switch (o) { case P(int a) when a > 1: g(); default: synchronized (o) { " +
			"return; } } } }",
	} {
		f.Add([]byte(c))
	}
	p := syntax.NewParser()
	f.Cleanup(p.Close)
	f.Fuzz(func(t *testing.T, src []byte) {
		s, err := File(p, src, Origin{}, func(string) Helper { return Helper{"__Counter01234567", "f"} })
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(without(s.Text, s.Inserts), src) {
			t.Fatalf("%q\ndoes not come back from\n%q", src, s.Text)
		}
		if err := checkProbes(s.Probes, src); err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		if len(s.Inserts) == 0 {
			return
		}
		if _, err := p.Parse(s.Text); err != nil {
			t.Fatalf("%q\nparses, but not\n%q: %v", src, s.Text, err)
		}
	})
}

// FuzzEncoded checks sources in other encodings, and with Unicode escapes: taking the insertions out gives the
// bytes back, and the probes lie in them.
func FuzzEncoded(f *testing.F) {
	for i := range encodings {
		letters := encodings[i].letters
		f.Add(byte(i), "class "+letters+" { void "+letters+"() { f(x -> g(\""+letters+"\")); } /* "+letters+" */ }")
		f.Add(byte(i), "class A \\u007b int f\\u0028) { if (\\u0061) b(); /"+"\\u002a "+letters+
			" */ return 1\\u003B \\u007d\\u007d")
	}
	p := syntax.NewParser()
	f.Cleanup(p.Close)
	f.Fuzz(func(t *testing.T, which byte, text string) {
		e := encodings[int(which)%len(encodings)]
		src, ok := tryEncode(e.encode, text)
		if !ok {
			return
		}
		s, err := File(p, []byte(src), Origin{Name: "F.java", Encoding: e.java}, func(string) Helper {
			return Helper{"__Counter01234567", "f"}
		})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(without(s.Text, s.Inserts), []byte(src)) {
			t.Fatalf("%s: %q\ndoes not come back from\n%q", e.java, src, s.Text)
		}
		if err := checkProbes(s.Probes, []byte(src)); err != nil {
			t.Fatalf("%s: %q: %v", e.java, src, err)
		}
	})
}

// tryEncode encodes what an encoding has characters for.
func tryEncode(encode func(string) string, text string) (out string, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return encode(text), true
}
