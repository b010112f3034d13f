package instrument

import (
	"reflect"
	"strings"
	"testing"

	"jprof/instrument/code"
)

// TestMethodHash checks that annotations and modifiers in front of a method do not make it another one.
func TestMethodHash(t *testing.T) {
	base := code.MethodHash([]byte(`public void f(@A int x) { g("@"); }`), nil)
	for _, same := range []string{`@Deprecated public void f(@A int x) { g("@"); }`,
		"@a.b . C (x = \")\", y = @D(1)) // @E\n@F\npublic void f(@A int x) { g(\"@\"); }",
		`void f(@A int x) { g("@"); }`, "private/**/static @X final\nvoid f(@A int x) { g(\"@\"); }",
		`default synchronized void f(@A int x) { g("@"); }`} {
		if code.MethodHash([]byte(same), nil) != base {
			t.Errorf("%s has another hash", same)
		}
	}
	for _, other := range []string{`public void f(int x) { g("@"); }`, `staticvoid f(@A int x) { g("@"); }`,
		`final void f(@A int x) { g("!"); }`, `static`, `@A`, `@`, ``} {
		if code.MethodHash([]byte(other), nil) == base {
			t.Errorf("%s has the same hash", other)
		}
	}
}

// TestHashesOfAnonymousClasses checks that methods of classes without a name are distinguished by the code in front of
// the class.
func TestHashesOfAnonymousClasses(t *testing.T) {
	hashes := func(src string) map[string][8]byte {
		all := map[string][8]byte{}
		for _, m := range instrumented(t, src).Probes.Methods {
			all[m.Name+string(m.Hash[:])] = m.Hash
		}
		return all
	}
	two := hashes("enum E { A { int f() { return 1; } }, B { int f() { return 1; } } }")
	swapped := hashes("enum E { B { int f() { return 1; } }, A { int f() { return 1; } } }")
	if len(two) != 2 || !reflect.DeepEqual(two, swapped) {
		t.Errorf("constants: %v, %v", two, swapped)
	}
	fields := "class C { Runnable a = new Runnable() { public void run() { g(); } }; Runnable b = new Runnable() { " +
		"public void run() { g(); } }; }"
	if got := hashes(fields); len(got) != 2 {
		t.Errorf("fields: %v", got)
	}
	if !reflect.DeepEqual(hashes(fields), hashes(strings.ReplaceAll(fields, " ", "\n\t"))) {
		t.Error("white space makes other methods")
	}
}

func TestTokenHash(t *testing.T) {
	base := code.TokenHash([]byte(`void f() { g("a b"); }`))
	for _, same := range []string{"void   f() {\n g(\"a b\"); }", `void f() /* x */{ g("a b"); }`,
		"void f(){// y\ng (\"a b\");\r}"} {
		if code.TokenHash([]byte(same)) != base {
			t.Errorf("%q has another hash", same)
		}
	}
	for _, other := range []string{`void f() { g("a  b"); }`, `void f() { g("a b") ; g(); }`, `voidf() { g("a b"); }`,
		`void f() { g("a b"); + +a; }`} {
		if code.TokenHash([]byte(other)) == base {
			t.Errorf("%q has the hash of another method", other)
		}
	}
	if code.TokenHash([]byte("\"\"\"\na\r\n\"\"\"")) != code.TokenHash([]byte("\"\"\"\na\n\"\"\"")) {
		t.Error("the ends of lines in a text block make another hash")
	}
	if code.TokenHash([]byte(`'"' /* " */ "\"//"`)) != code.TokenHash([]byte(`'"' "\"//"`)) {
		t.Error("literals are not seen as such")
	}
}
