package instrument

import (
	"strings"
	"testing"

	"jprof/instrument/syntax"
)

// TestEarlyConstruction checks that from Java 25 on, initialisers and super(...) come after the counter.
func TestEarlyConstruction(t *testing.T) {
	p := syntax.NewParser()
	defer p.Close()
	for _, c := range []struct{ src, want string }{
		{"class A { A() { f(); } }", "class A { A() {__C.f(0); f(); } }"}, // nothing in front of it can throw
		{"class A { int k = g(); A() { f(); } }",
			"class A {{__C.f(2);} int k = g(); A() {long[] __r0=__C.f(0);super();__C.f(__r0,1); f(); } }"},
		{"class A { static int k = g(); A() { f(); } }",
			"class A {static{__C.f(1);} static int k = g(); A() {__C.f(0); f(); } }"},
		{"class A extends B { A() { f(); } }",
			"class A extends B { A() {long[] __r0=__C.f(0);super();__C.f(__r0,1); f(); } }"},
		{"class A<T extends B> { A() { f(); } }", "class A<T extends B> { A() {__C.f(0); f(); } }"},
		{"class A extends B { A() { super(g()); } }", "class A extends B { A() {__C.f(0); super(g());__C.f(1); } }"},
		// may not call super()
		{"enum A { X; int k = g(); A() { f(); } }",
			"enum A { X;static{__C.f(1);}{__C.f(2);} int k = g(); A() {__C.f(0); f(); } }"},
	} {
		s, err := File(p, []byte(c.src), Origin{Level: 25}, func(string) Helper { return Helper{"__C", "f"} })
		if err != nil {
			t.Fatal(err)
		}
		if string(s.Text) != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.src, s.Text, c.want)
		}
		early := strings.Contains(c.want, "super();__C") || strings.Contains(c.want, "(0); super")
		before, err := File(p, []byte(c.src), Origin{Level: 24}, func(string) Helper { return Helper{"__C", "f"} })
		if err != nil {
			t.Fatal(err)
		}
		if early == (string(before.Text) == c.want) {
			t.Errorf("%s\nat level 24: %s", c.src, before.Text)
		}
	}
}

// TestVeryLongChains checks that only the whole is counted of very long chains of operands: javac recurses over them.
func TestVeryLongChains(t *testing.T) {
	p := syntax.NewParser()
	defer p.Close()
	for _, c := range []struct{ operands, counters int }{{maxOperands, maxOperands}, {maxOperands + 1, 1}} {
		src := "class A { boolean f(int x) { return " + strings.Repeat("x > 1 && ", c.operands-1) + "x > 2; } }"
		s, err := File(p, []byte(src), Origin{}, func(string) Helper { return Helper{"__C", "f"} })
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(string(s.Text), ",true"); got < c.counters-1 || got > c.counters {
			t.Errorf("%d operands have %d counters", c.operands, got)
		}
	}
}

// TestRecursiveHandlers checks that methods that may call themselves count exceptions without a call.
func TestRecursiveHandlers(t *testing.T) {
	p := syntax.NewParser()
	defer p.Close()
	for call, want := range map[string]bool{"m(1)": true, "this.m(2)": true, "left.m()": true, "mm(1)": false,
		"n(1)": false, "am(1)": false} {
		s, err := File(p, []byte("class A { void m() { f(); "+call+"; g(); } }"), Origin{}, func(string) Helper {
			return Helper{"__C", "f"}
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(s.Text), "__C.Rows.DEEP_f[__p0]++"); got != want || s.Uses.Deep != want {
			t.Errorf("%s: %s", call, s.Text)
		}
	}
}
