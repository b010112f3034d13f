package instrument

import (
	"regexp"
	"testing"

	"jprof/instrument/syntax"
)

// TestRows checks that a body with several counters asks for the row of its thread once. Bodies inside of it, which
// other threads may run, have their own.
func TestRows(t *testing.T) {
	p := syntax.NewParser()
	defer p.Close()
	for _, c := range []struct{ src, want string }{
		{"void f() { }", "void f() {__C.f(0); }"},
		{"void f() { while (a) { } }", "void f() {long[] __r0=__C.f(0); while (a) {__C.f(__r0,1); } }"},
		{"boolean f() { return a && c; }",
			"boolean f() {long[] __r0=__C.f(0); return a&&__C.f(__r0,1,true) && c&&__C.f(__r0,2,true); }"},
		{"Runnable f() { return () -> { while (a) { } }; }",
			"Runnable f() {__C.f(0); return () -> {long[] __r1=__C.f(1); while (a) {__C.f(__r1,2); } }; }"},
		{"Runnable f() { return () -> a ? 1 : 2; }",
			"Runnable f() {__C.f(0); return () -> {__C.f(1);return a&&__C.f(2,true) ? 1 : 2;}; }"},
		{"void f() { while (a) { class B { void g() { } } } }",
			"void f() {long[] __r0=__C.f(0); while (a) {__C.f(__r0,1); class B { void g() {__C.f(2); } } } }"},
		{"{ while (a) { } }", "{long[] __r0=__C.f(0); while (a) {__C.f(__r0,1); } }"},
		{"T() { super(); while (a) { } }", "T() { super();long[] __r0=__C.f(0); while (a) {__C.f(__r0,1); } }"},
	} {
		s, err := File(p, []byte("class T { boolean a, c; "+c.src+" }"), Origin{}, func(string) Helper {
			return Helper{"__C", "f"}
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := "class T { boolean a, c; " + c.want + " }"; string(s.Text) != want {
			t.Errorf("got  %s\nwant %s", s.Text, want)
		}
	}
}

// TestEndings checks that calls that end the JVM, and hooks, go through the helper class.
func TestEndings(t *testing.T) {
	p := syntax.NewParser()
	defer p.Close()
	for _, c := range []struct{ src, want string }{
		{"System.exit(1);", "System.exit(__C.__exit(1));"},
		{"java.lang.System . exit ( a (2) ) ;", "java.lang.System . exit (__C.__exit( a (2) )) ;"},
		{"Runtime.getRuntime().halt(1);", "Runtime.getRuntime().halt(__C.__halt(1));"},
		{"Runtime.getRuntime().addShutdownHook(new Thread(() -> a()));",
			"Runtime.getRuntime().addShutdownHook(__C.__hook(new Thread(() -> __C.f(1,()->a()))));"},
		{"Runnable r = () -> Runtime.getRuntime().halt(1);",
			"Runnable r = () -> {__C.f(1);Runtime.getRuntime().halt(__C.__halt(1));};"},
		{"runtime.halt(1);", "runtime.halt(1);"},
		{"System.exits(1);", "System.exits(1);"},
	} {
		s, err := File(p, []byte("class T { void f() { "+c.src+" } }"), Origin{}, func(string) Helper {
			return Helper{"__C", "f"}
		})
		if err != nil {
			t.Fatal(err)
		}
		want := "class T { void f() {__C.f(0); " + c.want + " } }"
		if string(s.Text) != want || s.Uses.Endings != (c.src != c.want) {
			t.Errorf("got  %s\nwant %s", s.Text, want)
		}
	}
}

// TestLocalCounters checks which loops count in local variables.
func TestLocalCounters(t *testing.T) {
	p := syntax.NewParser()
	defer p.Close()
	for _, c := range []struct{ src, want string }{
		{"for (int i = 0; i < n; i++) a[i] = i;", "{long __n1_0=0;try{for (int i = 0; i < n; i++) {__n1_0++;a[i] = " +
			"i;}}catch(final java.lang.Throwable __t1_n){__C.f(__r0,1,__n1_0);throw __t1_n;}__C.f(__r0,1,__n1_0);}"},
		{"for (int i = n; i > 0; --i) if (a[i] > k) k = a[i];",
			"{long __n1_0=0,__n1_1=0;try{for (int i = n; i > 0; --i) {__n1_0++;if (a[i] > k) {__n1_1++;k = " +
				"a[i];}}}catch(final java.lang.Throwable __t1_n){__C.f(__r0,1,__n1_0);__C.f(__r0,3,__n1_1);throw " +
				"__t1_n;}__C.f(__r0,1,__n1_0);__C.f(__r0,3,__n1_1);}"},
		{"l: for (int i = 0; i < n; i += 2) { }", "{long __n1_0=0;try{l: for (int i = 0; i < n; i += 2) {__n1_0++; " +
			"}}catch(final java.lang.Throwable __t1_n){__C.f(__r0,1,__n1_0);throw __t1_n;}__C.f(__r0,1,__n1_0);}"},
		{"for (int i = 0; i < n; i++) k(i);", ""},
		{"for (int i = 0; i < n; i++) k = new int[i];", ""},
		{"for (int i = 0; i < n; i++) s += \"a\";", ""},
		{"for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) k += j;", "for (int i = 0; i < n; i++) " +
			"{__C.f(__r0,1);{long __n1_0=0;try{for (int j = 0; j < i; j++) {__n1_0++;k += j;}}catch(final " +
			"java.lang.Throwable __t1_n){__C.f(__r0,2,__n1_0);throw __t1_n;}__C.f(__r0,2,__n1_0);}}"},
		{"for (int i = 0; i < n; i++) if (a[i] == 1) i--;", ""},
		{"for (int i = 0; i < n; i++) { if (a[i] == 1) i >>>= 1; }", ""},
		{"for (int i = 0; i < n; ) { i++; }", ""},
		{"for (long i = 0; i < n; i++) { }", ""},
		{"for (int i = 0; ; i++) { if (i <= n) break; }", ""},
		{"for (int i = 0; i < n; i++) { if (a[i] == 1) return; }", ""},
		{"l: { for (int i = 0; i < n; i++) { if (a[i] == 1) break l; } }", ""},
		{"for (int i = 0; i < n; i++) { if (i <= k) break; }", "tight"},
		{"for (int i = 0; i < n; i++) { if (i <= k && a[i] >= i) break; }", ""},
		{"for (int i = 0; i < n; i++) { if (i <= k) k++; if (i <= n) n--; if (i <= k) break; }", ""},
		{"for (int i = 0; i < n; i += k) { }", ""},
		{"for (int i = 0; i < n; i += 0) { }", ""},
		{"while (n > 0) n--;", ""},
	} {
		s, err := File(p, []byte("class T { void f(int n, int k, int[] a, String s) { "+c.src+" } }"), Origin{},
			func(string) Helper { return Helper{"__C", "f"} })
		if err != nil {
			t.Fatal(err)
		}
		if s.Uses.Sums != (c.want != "") {
			t.Errorf("%s\ngot %s", c.src, s.Text)
		}
		if want := "class T { void f(int n, int k, int[] a, String s) {long[] __r0=__C.f(0); " + c.want +
			" } }"; len(c.want) > 10 && string(s.Text) != want {
			if got := withoutPoints(string(s.Text)); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		}
	}
}

// withoutPoints returns an instrumented text without the variable for points.
func withoutPoints(text string) string {
	for _, form := range []string{`int __p0=-?\d+;try\{`, `__p0=-?\d+;`,
		`\}catch\(final java\.lang\.Throwable __t0\)\{__C\.f\(-1,__p0\);throw __t0;\}`} {
		text = regexp.MustCompile(form).ReplaceAllString(text, "")
	}
	return text
}
