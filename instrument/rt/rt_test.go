package rt

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

func TestMethodName(t *testing.T) {
	for _, name := range []string{"Foo", "foo", "_foo", "Foo$Bar", "F1", "quipe"} {
		if got := MethodName(name + ".java"); got != name {
			t.Errorf("%s.java: %s", name, got)
		}
	}
	hidden := regexp.MustCompile(`^__[0-9a-f]{16}$`)
	for _, file := range []string{
		"wait.java", "notify.java", "toString.java", "finalize.java", "class.java", "_.java", "yield.java",
		"record.java", "true.java", "package-info.java", "module-info.java", "Équipe.java", "1.java", "a b.java",
		".java", "Foo", "Foo.JAVA", "Foo.java.java",
		"__0123456789abcdef.java", "__Counter01234567.java", "a\nb.java", "a\"b.java", `a\u0022.java`, "\xff.java",
	} {
		if got := MethodName(file); !hidden.MatchString(got) {
			t.Errorf("%q: %s", file, got)
		}
	}
}

func TestMethodNamesAreUnique(t *testing.T) {
	seen := map[string]string{}
	for _, file := range []string{"A.java", "a.java", "A", "A.JAVA", "Ä.java", "A\u0308.java", "wait.java",
		"wait.java.java", "__wait.java"} {
		name := MethodName(file)
		if other, ok := seen[name]; ok {
			t.Errorf("%q and %q are both %s", file, other, name)
		}
		seen[name] = file
		if again := MethodName(MethodName(file) + ".java"); strings.HasPrefix(name, "__") && again == name {
			t.Errorf("a file can be called like the method %s", name)
		}
	}
}

func TestClassName(t *testing.T) {
	name := ClassName("module", "main", "src", "p")
	if !regexp.MustCompile(`^__Counter[0-9a-f]{8}$`).MatchString(name) {
		t.Errorf("got %s", name)
	}
	if name != ClassName("module", "main", "src", "p") {
		t.Error("another name for the same keys")
	}
	for _, keys := range [][]string{{"module", "main", "src"}, {"module", "mainsrc", "", "p"},
		{"modulem", "ain", "src", "p"}, {}} {
		if ClassName(keys...) == name {
			t.Errorf("%q has the name of other keys", keys)
		}
	}
}

func TestInstrumented(t *testing.T) {
	for src, want := range map[string]bool{
		"class A { void f() {__Counter1a2b3c4d.A(7);} }":     true,
		"public final class __Counter00000000 {":             true,
		"__Counter1a2b3c4d":                                  true,
		"class __CounterX { int __Counter1a2b3c4d5e; }":      false,
		"int __Counter1; int __Counter_; // __Counter123456": false,
		"__Counter1 __Counter1a2b3c4d.A(1)":                  true,
		"":                                                   false,
	} {
		if got := Instrumented([]byte(src)); got != want {
			t.Errorf("%q: %v", src, got)
		}
	}
	if !Instrumented(Source(Class{Name: ClassName()})) {
		t.Error("a helper class is not known as one")
	}
}

func TestLiteral(t *testing.T) {
	for s, want := range map[string]string{
		"":                `""`,
		`C:\users\"x"`:    `"C:\\users\\\"x\""`,
		"a\nb\x001":       `"a\012b\0001"`,
		"größe":           `"gr\u00f6\u00dfe"`,
		"😀":               `"\ud83d\ude00"`,
		"\xff":            `"\ufffd"`,
		`\u0022+exit()+"`: `"\\u0022+exit()+\""`,
	} {
		if got := literal(s); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
}

func TestSource(t *testing.T) {
	c := Class{
		Package: "org.example", Name: "__Counter1a2b3c4d", ID: [16]byte{0x80, 7: 1, 8: 0xff, 15: 2},
		CountsDir: "/tmp/größe",
		Files:     []FileCounters{{"Foo", 0, 3, Uses{}}, {"__0123456789abcdef", 3, 2, Uses{Lambdas: true}}},
	}
	src := Source(c)
	if !bytes.Equal(src, Source(c)) {
		t.Error("two texts for the same class")
	}
	for i, b := range src {
		if b != '\n' && (b < ' ' || b > '~') {
			t.Fatalf("byte %#x at %d", b, i)
		}
	}
	for _, want := range []string{
		"package org.example;", "class __Counter1a2b3c4d {", "new long[5 + 16]", "0x8000000000000001L",
		"0xff00000000000002L",
		"long[] Foo(int k) {\njava.lang.Thread thread = ", "\nrow[0 + k]++;",
		"long[] __0123456789abcdef(int k) {\njava.lang.Thread thread = ", "\nrow[3 + k]++;",
		"T __0123456789abcdef(int k, ValueBody<T, E> body)", "interface VoidBody<",
	} {
		if !bytes.Contains(src, []byte(want)) {
			t.Errorf("%q is not in\n%s", want, src)
		}
	}
	if bytes.Contains(src, []byte("Foo(int k, ")) {
		t.Error("a file without lambdas has methods for them")
	}
	plain := string(Source(Class{Name: "__Counter1a2b3c4d", Files: c.Files[:1]}))
	if strings.Contains(plain, "package ;") || strings.Contains(plain, "VoidBody") {
		t.Errorf("the unnamed package, without lambdas:\n%s", plain)
	}
}
