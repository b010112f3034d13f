package affected_test

import (
	"maps"
	"strings"
	"testing"
)

// TestCache checks the tests selected for changes of code that uses a static field, which the tests share. If the
// garbage collector may empty the field at any time, and only the code that stores the object has made it, then only
// code that handles the object can make it wrong.
func TestCache(t *testing.T) {
	const (
		lazily = `static Buf take() {
			Buf b = held.get(); if (b == null) { b = new Buf(); held = new HOLDER(b); } return b; }`
		put = "static Buf take() { return held.get(); } static void put(Buf b) { held = new HOLDER(b); }"
		all = "asks computes finds"
	)
	for _, c := range []struct{ name, holder, methods, path, old, new, want string }{
		{"no cache", "Optional<Buf>", lazily, "C.java", "1", "2", all},
		{"beside the cache", "SoftReference<Buf>", lazily, "C.java", "1", "2", "computes"},
		{"for each thread", "ThreadLocal<SoftReference<Buf>>", lazily, "C.java", "1", "2", "computes"},
		{"calls a method of what is in it", "SoftReference<Buf>", lazily, "A.java", "+ 1", "+ 2", all},
		{"reads a field of what is in it", "SoftReference<Buf>", lazily, "B.java", ".n", ".n++", all},
		{"made elsewhere", "SoftReference<Buf>", put, "C.java", "1", "2", all},
		{"an array", "SoftReference<Buf[]>", lazily, "C.java", "1", "2", all},
		{"not of the project", "SoftReference<StringBuilder>", lazily, "C.java", "1", "2", all},
	} {
		cache := "package p; class Cache { static HOLDER held = new HOLDER(null); " + c.methods + " }"
		p := program{
			sources: map[string]string{
				"Buf.java":   "package p; class Buf { int n = 1; int size() { return n; } }",
				"Cache.java": strings.ReplaceAll(cache, "HOLDER", c.holder),
				"A.java":     "package p; class A { int f() { return Cache.take().size() + 1; } }",
				"B.java":     "package p; class B { int g() { return Cache.take().n; } int other() { return 0; } }",
				"C.java":     "package p; class C { int h() { Cache.put(Cache.take()); return 1; } }",
			},
			tests: []string{
				"asks: A.f() Cache.take() Buf.n Cache.held", "finds: B.g() Cache.take()",
				"computes: C.h() Cache.take()", "other: B.other()",
			},
		}
		to := maps.Clone(p.sources)
		to[c.path] = strings.Replace(to[c.path], c.old, c.new, 1)
		if to[c.path] == p.sources[c.path] {
			t.Errorf("%s: %q is not in %s", c.name, c.old, c.path)
		}
		if sel := selectionOf(t, p, to); chosen(sel) != c.want {
			t.Errorf("%s: selects %q, want %q\n%s", c.name, chosen(sel), c.want, reasons(sel))
		}
	}
}
