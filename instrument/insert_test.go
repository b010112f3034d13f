package instrument

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/probe"
)

// shortForms writes what is inserted so that it can be read.
var shortForms = []struct{ from, to string }{
	{`int __p\d=(-?\d+);try\{`, "[@$1 "},
	{`\}catch\(final java\.lang\.Throwable __t\d\)\{__C\.f\(-1,__p\d\);throw __t\d;\}`, "]"},
	{`catch\(final java\.lang\.Throwable __t\d\)\{__C\.f\(-1,__p\d\);__p\d=-1;throw __t\d;\}`, "catch@ "},
	{`int __q(\d_\d)=__p\d;`, "<$1 "},
	{`__p\d=__q(\d_\d);`, "$1> "},
	{`(?:long\[\] __r\d(?:_\d+)?=)?__C\.f\((?:__r\d(?:_\d+)?,)?(\d+),__p\d\);`, "#$1@ "},
	{`(?:long\[\] __r\d(?:_\d+)?=)?__C\.f\((?:__r\d(?:_\d+)?,)?(\d+),(t|f)(?:rue|alse),__p\d=(-?\d+)\)`, "#$1$2@$3"},
	{`(?:long\[\] __r\d(?:_\d+)?=)?__C\.f\((?:__r\d(?:_\d+)?,)?(\d+),(t|f)(?:rue|alse)\)`, "#$1$2"},
	{`(?:long\[\] __r\d(?:_\d+)?=)?__C\.f\((?:__r\d(?:_\d+)?,)?(\d+),\(\)->`, "#$1("},
	{`(?:long\[\] __r\d(?:_\d+)?=)?__C\.f\((?:__r\d(?:_\d+)?,)?(\d+)\);`, "#$1 "},
	{`__p\d=(-?\d+);`, "@$1 "},
	{`\(__p\d=(-?\d+)\)!=-2&&`, "@$1&"},
}

// expectInstrumented checks the instrumented statements of a method, of which the counter is 0. In want, counter k is
// #k, @k sets the variable to point k, [ and ] are the handler around all, and - stands in front if the method only
// finds its row at its start.
func expectInstrumented(t *testing.T, code, want string) *probe.File {
	t.Helper()
	s := instrumented(t, "class T { void f() {"+code+"} }")
	got := regexp.MustCompile(`^class T \{ void f\(\) \{(?:long\[\] __r0=)?__C\.f\(0\);`).ReplaceAllString(
		string(s.Text), "")
	if body, late := strings.CutPrefix(got, "class T { void f() {long[] __r0=__C.f();"); late {
		got = "- " + body
	}
	got, _ = strings.CutSuffix(got, "} }")
	for _, form := range shortForms {
		got = regexp.MustCompile(form.from).ReplaceAllString(got, form.to)
	}
	if got != want {
		t.Errorf("%s\n got %s\nwant %s", code, got, want)
	}
	return s.Probes
}

func TestInsertions(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"single statements", "if (a) b(); else c();", "- [@1 if (a) {#2 @-1 b();} else {#3 @-1 c();}]"},
		{"nested single statements", "for (;;) while (a) if (b) c();",
			"[@-1 for (;;) {#1 @5 while (a) {#2 @3 if (b) {#4 @6 c();}@5 }}]"},
		{"dangling else", "if (a) if (b) c(); else d();", "[@1 if (a) {@3 if (b) {#4 @-1 c();} else {#5 @-1 d();}}]"},
		{"else if has no counter of its own", "if (a) b(); else if (c) d(); else e();",
			"- [@1 if (a) {#2 @-1 b();} else if (@3&(c)) {#4 @-1 d();} else {#5 @-1 e();}]"},
		{"a variable of else if", "if (a) b(); else if (!(c() instanceof D d)) e(); else d.g();",
			"- [@1 if (a) {#2 @-1 b();} else {@3 if (!(c() instanceof D d)) {#4 @-1 e();} else {#5 @-1 d.g();}}]"},
		{"empty bodies", "if (a) ; else ; while (b) ; do ; while (c);",
			"[@1 if (a) {#2 ;} else ; @4 while (b) {#3 ;} @6 do {#5 ;} while (c);]"},
		{"braces", "if (a) { b(); } else { }", "[@1 if (a) {#2  @-1 b(); } else { }]"},
		{"loops", "for (var x : y) a(); do b(); while (c);",
			"[@2 for (var x : y) {#1 a();} @4 do {#3 @4 b();} while (c);]"},
		{"a labelled loop", "l: for (;;) break l;", "l: for (;;) {#1 break l;}"},
		{"colons", "switch (a) { case 1: case 2: b(); break; default: { c(); } case 3: }",
			"- [@1 switch (a) { case 1: case 2: #2 @3 b(); break; default: #4 { @5 c(); } case 3:#6  }]"},
		{"arrows of a statement", "switch (a) { case 1 -> b(); case 2 -> { } default -> throw c; }",
			"- [@1 switch (a) { case 1 -> {#2 @-1 b();} case 2 -> {#3  } default -> {#4 @-1 throw c;} }]"},
		{"arrows of an expression", "x = switch (a) { case 1 -> b(); case 2 -> { yield 1; } default -> throw c; };",
			"x = switch (a) { case 1 -> {#1 yield b();} case 2 -> {#2  yield 1; } default -> {#3 throw c;} };"},
		{"an arrow to the class of a primitive", "x = switch (a) { case 1 -> int.class; default -> void.class ; };",
			"x = switch (a) { case 1 -> {#1 yield (int.class);} default -> {#2 yield (void.class );} };"},
		{"an arrow to a switch", "x = switch (a) { default -> switch (b) { default -> 1; }; };",
			"x = switch (a) { default -> {#1 yield switch (b) { default -> {#2 yield 1;} };} };"},
		{"a statement between semicolons", "switch (a) { default -> b(); };",
			"[@1 switch (a) { default -> {#2 @-1 b();} };]"},
		{"try", "try { a(); } catch (E | F e) { b(); } finally { c(); }",
			"try { a(); } catch (E | F e) {#1  b(); } finally {#2  c(); }"},
		{"resources", "try (var r = a(() -> b)) { c(); }", "try (var r = a(() -> {#1 return b;})) {#2  c(); }"},
		{"synchronized and blocks", "synchronized (a) { b(); } { c(); }",
			"[@1 synchronized (a) { @2 b(); } { @-1 c(); }]"},
		{"lambda values", "f(x -> x + 1, () -> (a()), y -> -y, z -> z ? 1 : 2, u -> A::b);",
			"f(x -> {#1 return x + 1;}, () -> {#2 return (a());}, y -> {#3 return -y;}, z -> {#4 return " +
				"(z||#5f)&&#6t ? 1 : 2;}, u -> {#7 return A::b;});"},
		{"lambdas that may be void", "f(x -> a(), () -> b++, () -> c = 1, () -> new D());",
			"f(x -> #1(a()), () -> #2(b++), () -> #3(c = 1), () -> #4(new D()));"},
		{"a chain of operands", "while (a && b && c || d) ;",
			"[@5 while (a&&#1t@6 && b&&(#2t@7 && c)||(#3f@8 || d)) {#4 ;}]"},
		{"chains in parentheses", "while (a && b && (c || d && (e || g && h))) ;",
			"[@9 while (a&&#1t@10 && b&&#2t@11 && (c||#3f@12 || d&&#4t@13 && (e||#5f@14 || g&&" +
				"#6t@15 && h&&#7t))) {#8 ;}]"},
		{"lambdas of a known type", "class L { java.util.function.Supplier<Map<A, B>> s = () -> a(); Runnable r = " +
			"() -> a(); Object o = f((Runnable) () -> b()); Function<A, B> g = x -> c(x); { s = () -> c(); } }",
			"class L {{#7 } java.util.function.Supplier<Map<A, B>> s = () -> {#1 return a();}; Runnable r = " +
				"() -> {#2 a();}; Object o = f((Runnable) () -> {#3 b();}); Function<A, B> g = x -> #4(c(x)); {#5  " +
				"s = () -> #6(c()); } }"},
		{"lambdas in lambdas", "f(x -> y -> { return () -> a(); });",
			"f(x -> {#1 return y -> {#2  return () -> #3(a()); };});"},
		{"a lambda that assigns its parameter", "f(x -> x = 1, (int y) -> y++, (z, w) -> --w, v -> v.a = v);",
			"f(x -> x = 1, (int y) -> y++, (z, w) -> --w, v -> #1(v.a = v));"},
		{"a lambda that assigns its parameter in disguise", "f(x -> g((x)++), y -> g(y /* z */ = 1), z -> g(++(z)));",
			"f(x -> g((x)++), y -> g(y /* z */ = 1), z -> g(++(z)));"},
		{"a lambda that only looks like it",
			"f(x -> g(\"x = 1\"), y -> g(/* y++ */ y == 1), z -> g(z[0]++, --z[1], (z) >= 1));",
			"f(x -> #1(g(\"x = 1\")), y -> #2(g(/* y++ */ y == 1)), z -> #3(g(z[0]++, --z[1], (z) >= 1)));"},
		{"a decision with an expression that counts", "if (a && b) return; c();",
			"[@2 if (a&&#1t@3 && b) {#4 return;} @-1 c();]"},
		{"decisions that lead away", "if (a) return; if (b) { c(); throw d; } e(); for (;;) g();",
			"- [@1 if (a) {#2 return;} @3 if (b) {#4  @5 c(); @-1 throw d; } #6 @7 e(); for (;;) {#8 @-1 g();}]"},
		{"a decision that code goes on behind", "if (a) b(); else c(); if (d) e();",
			"[@1 if (a) {#2 @3 b();} else {@4 c();} @5 if (d) {#6 @-1 e();}]"},
		{"a late decision in an outcome", "if (a) { if (b) return; c(); } else d();",
			"- [@1 if (a) { @3 if (b) {#4 return;} #5 @-1 c(); } else {#6 @-1 d();}]"},
		{"a handler in an outcome", "if (a != null) { try { return; } catch (E e) { } } else b();",
			"- if (a != null) {#1  try { return; } catch (E e) {#2  } } else {#3 b();}"},
		{"a decision in an outcome", "if (a) { if (b) return; c(); } else { }",
			"[@1 if (a) { @3 if (b) {#4 return;} #5 @-1 c(); } else { }]"},
		{"a statement without calls before a decision", "int i = a[1]; if (i > 0) return; i++; b(i); c();",
			"- [@1 int i = a[1]; if (i > 0) {#2 return;} i++; #3 @4 b(i); @-1 c();]"},
		{"comments", "if (a) // why\n b(); /* c */ else /* d */ c(); // e\n",
			"- [@1 if (a) // why\n {#2 @-1 b();} /* c */ else /* d */ {#3 @-1 c();} // e\n]"},
		{"a jump in a try that catches", "try { if (a) return; } catch (E e) { } b();",
			"[@1 try { if (a) {#2 return;} } catch (E e) {#3@  } @-1 b();]"},
		{"a jump in a catch", "try { a(); } catch (E e) { return; } b();",
			"[@2 try { a(); } catch (E e) {#1@  return; } @-1 b();]"},
		{"a jump in finally", "try { a(); } finally { if (b) return; } c();",
			"[@-1 try { a(); } catch@ finally {#1 <0_1  @2 if (b) {#3 return;} 0_1> } #4 @-1 c();]"},
		{"what is unknown inside is unknown outside", "while (a) { try { return; } catch (E e) { } } b();",
			"[@3 while (a) {#1  try { return; } catch (E e) {#2@  } } @-1 b();]"},
		{"a break the loop stops", "while (a) { try { break; } catch (E e) { } } b();",
			"[@3 while (a) {#1  try { break; } catch (E e) {#2@  } } @-1 b();]"},
		{"a loop with finally", "while (a) try { b(); } finally { c(); }",
			"while (a||#3f) {#1 try { b(); } finally {#2  c(); }}"},
		{"a loop over elements with finally", "if (a) x(); else for (var d : e) try { b(); } finally { c(); }",
			"- [@1 if (a) {#2 @-1 x();} else {#3 @-1 for (var d : e) {#4 try { @-1 b(); } catch@ finally {#5 <0_1  " +
				"@-1 c(); 0_1> }@-1 }#6 }]"},
		{"a local class", "class L { int v = 1; { a(); } L() { super(); } }",
			"class L { int v = 1; {#1  a(); } L() { super();#2  } }"},
		{"a number that is one with its sign", "class L { L(int a) { super(a(-2147483648)); } }",
			"class L { L(int a) { super(a(__C.__pass(__C.f(1),-2147483648)));#2  } }"},
		{"an argument with types of its own", "class L { L(int a) { super(M.<A, B>of(), a); } L() { super(M<A, " +
			"B>::new); } L(A a) { super(new M<A>(1), a); } }", "class L { L(int a) { super(M.<A, B>of(), a);#1  } " +
			"L() { super(M<A, B>::new);#2  } L(A a) { super(new M<A>(__C.__pass(__C.f(3),1)), a);#4  } }"},
		{"the owner of a field that may be null",
			"class L { L(int[] a, L b) { super(a.length, b); } L(int[] a) { super(a[0]); } L(L b) { super(a(b)); } }",
			"class L { L(int[] a, L b) { super(a.length, b);#1  } L(int[] a) { super(a[0]);#2  } L(L b) { " +
				"super(a(__C.__pass(__C.f(3),b)));#4  } }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			expectInstrumented(t, c.code, c.want)
		})
	}
}

// TestConstructors checks where the invocations of constructors are counted that call another one.
func TestConstructors(t *testing.T) {
	for _, c := range []struct{ call, want string }{
		{"super()", "super();#0 "},
		{"super(a)", "super(#0(a));#1 "},
		{"this(null, () -> b, \"x\" + 1, c)", "this(null, () -> {#1 return b;}, #0(\"x\" + 1), c);#2 "},
		{"super(f(g(), a))", "super(f(g(), a));#0 "},
		{"super(f(-(a + 1)))", "super(f(-(#0(a) + 1)));#1 "},
		{"super(T.f(a.b, c))", "super(T.f(a.b, c));#0 "},
		{"super(T.f(a, c))", "super(T.f(#0(a), c));#1 "},
		{"super(new int[a].length)", "super(new int[#0(a)].length);#1 "},
		{"super((Object) s)", "super((Object) #0(s));#1 "},
		{"super(a++)", "super(a++);#0 "},
		{"super(a = 1)", "super(a = 1);#0 "},
		{"super(a <<= 1)", "super(a <<= 1);#0 "},
		{"super(a == 1 ? s : null)", "super((#0(a) == 1||#1f)&&#2t ? s : null);#3 "},
		{"super(a -> a)", "super(a -> {#1 return a;});#0 "},
		{"super(f(s -> s, a))", "super(f(s -> {#1 return s;}, a));#0 "},
		{"super(new byte[] {1})", "super(new byte[] {1});#0 "},
		{"super(field)", "super(field);#0 "},
		{"super(n + 1)", "super(n + 1);#0 "},
		{"o.super(a)", "o.super(#0(a));#1 "},
		{"super(T::new, 'c')", "super(T::new, 'c');#0 "},
	} {
		src := "class T { T(int a, String s, T o, Integer n) {" + c.call + "; } }"
		s := instrumented(t, src)
		got, _ := strings.CutPrefix(string(s.Text), "class T { T(int a, String s, T o, Integer n) {")
		got, _ = strings.CutSuffix(got, " } }")
		got = regexp.MustCompile(`__C\.__pass\(__C\.f\((\d+)\),`).ReplaceAllString(got, "#$1(")
		for _, form := range shortForms {
			got = regexp.MustCompile(form.from).ReplaceAllString(got, form.to)
		}
		if strings.TrimSpace(got) != strings.TrimSpace(c.want) {
			t.Errorf("%s\n got %s\nwant %s", c.call, got, c.want)
		}
		if err := checkProbes(s.Probes, []byte(src)); err != nil {
			t.Errorf("%s: %v", c.call, err)
		}
	}
}

// sum writes a formula as c0-c1+2c3.
func sum(f probe.Formula) string {
	s := ""
	for _, t := range f {
		switch {
		case t.Coef == 1 && s == "":
		case t.Coef == 1:
			s += "+"
		case t.Coef == -1:
			s += "-"
		default:
			s += fmt.Sprintf("%+d", t.Coef)
		}
		s += fmt.Sprintf("c%d", t.Counter)
	}
	return s
}

// TestRegions checks the formulas: code after a statement has the count before it, less the jumps and exceptions.
func TestRegions(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"a(); b(); { c(); } d();", "c0: a c0-c1: b c0-c1-c2: { c0-c1-c2-c3: d | c0-c1-c2: c"},
		{"a(); if (x) b(); c();", "c0: a c0-c1: if c0-c1-c3: c | c2: b"},
		{"if (x) return; a(); if (y) throw z; b();",
			"c1+c2: if | c1: return | c2: a c2-c3: if | c4: throw | c2-c3-c4: b"},
		{"while (x) { if (y) continue; a(); } b();", "c0: while c0-c4-c5: b | c2+c3: if | c2: continue | c3: a"},
		{"while (x) { if (y) return; a(); } b();", "c0: while | c2+c3: if | c2: return | c3: a | c0-c2-c4-c5: b"},
		{"o: while (x) { while (y) { if (z) break o; } a(); } b();",
			"c0: o while c0-c4-c5-c6: b | c1: while | c2: if | c3: break | c1-c3-c4: a"},
		{"if (x) { return; } else if (y) a(); else b(); c();",
			"c0: if | c1: return | c0-c1: if | c2: a | c0-c1-c2: b | c0-c1-c3-c4: c"},
		{"switch (x) { case 1: a(); case 2: break; default: return; } b();",
			"c0: switch | c1: a | c3: break | c4: return | c0-c2-c4: b"},
		{"int v = switch (x) { case 1 -> 2; default -> throw y; }; a();", "c0: int | c1: 2 | c2: throw | c0-c2-c3: a"},
		{"return switch (x) { default -> throw y; };", "c0: return | c1: throw"},
		{"try { a(); } catch (E e) { return; } b();", "c0: try | c0: a | c1: return | c0-c2: b"},
		{"run(() -> { if (x) return; a(); }); b();", "c0: run c0-c4: b | c2+c3: if | c2: return | c3: a"},
		{"b: { if (x) break b; a(); } c();", "c0: b c0-c2: c | c0: if | c1: break | c0-c1: a"},
		{"class L { } a();", "c0: a"},
	} {
		src := "class T { boolean x, y, z; void f() {" + c.code + "} }"
		f := instrumented(t, src).Probes
		var regions []string
		for _, r := range f.Regions {
			words, last := "", probe.Formula(nil)
			for i, st := range r.Statements {
				rest := src[st.Span.Start.Offset:]
				if i := strings.IndexAny(rest[1:], " ();:,"); i >= 0 {
					rest = rest[:i+1]
				}
				if i == 0 || !st.Count.Equal(last) {
					words += sum(st.Count) + ": "
					last = st.Count
				}
				words += rest + " "
			}
			regions = append(regions, strings.TrimSpace(words))
		}
		if got := strings.Join(regions, " | "); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.code, got, c.want)
		}
		if err := checkProbes(f, []byte(src)); err != nil {
			t.Errorf("%s: %v", c.code, err)
		}
	}
}

// TestLongFormulas checks that a method with very many exits has no long formulas.
func TestLongFormulas(t *testing.T) {
	f := instrumented(t, "class T { int f(int x) {"+strings.Repeat("if (x == 1) return 1;", 500)+
		"if (x == 0) return 0;"+strings.Repeat("else if (x == 2) x++;", 500)+"return 2; } }").Probes
	for _, r := range f.Regions {
		if len(r.Count) > maxTerms+1 {
			t.Fatalf("the formula at %v has %d terms", r.Span, len(r.Count))
		}
	}
	if f.Counters < 1000 || f.Counters > 1200 {
		t.Errorf("%d counters for 1000 conditions", f.Counters)
	}
}

// TestLongChains checks that generated code with very many parts takes no unreasonable time: each
// would take minutes if the time grew with the square of its length.
func TestLongChains(t *testing.T) {
	for _, c := range []struct {
		body     string
		counters uint32 // at least
	}{
		{"if (" + strings.Repeat("f(x) || ", 20000) + "y) g();", 3}, // the whole: see maxOperands
		{"boolean b = " + strings.Repeat("x == 1 && ", 20000) + "y;", 2},
		{"return " + strings.Repeat("("+strings.Repeat("x == 1 && ", 100)+"y) || ", 100) + "y;", 10000},
		{strings.Repeat("if (f(x)) g(); else ", 3000) + "h();", 2000},
		{strings.Repeat("g(f(x));", 50000), 2000},
		{"switch (x) {" + strings.Repeat("case 1: f(x); break;", 5000) + "}", 2000},
	} {
		s := instrumented(t, "class T { boolean f(int x, boolean y) {"+c.body+"} }")
		if s.Probes.Counters < c.counters {
			t.Errorf("%.40s...: %d counters", c.body, s.Probes.Counters)
		}
	}
}

func TestTypesAndMethods(t *testing.T) {
	const src = `package a . /* x */ b;
class Outer {
  Object first = new Object() { void one() {} };
  static { run(); }
  { run(); }
  Outer(int x, final @A("(,)") java.util.Map<String, ? extends int[]> m, String... more) {}
  void m(int /* the first */ a[/* x */], /* the (next) */ List <
   // of
   String > /* y */ l) {
    class Local { void two() { new Object() { void three() {} }; } }
    f(() -> new Object() { void five() {} }, new Object() { void four() {} });
    new A(new B() { void six() {} }) { void seven() {} };
    class Other { void eight() {} }
    { class Local { void nine() {} } }
  }
  class Inner { class Deep { void ten() {} } Object o = new Object() { void eleven() {} }; }
  abstract void none();
  native void nope();
}
enum E { X(new Object() { int twelve() { return 1; } }) { void thirteen() {} }; E(Object o) {} static class In { ` +
		`void fourteen() {} } }
record R(int a, String... b) { R { a = 1; } void fifteen() {} }
interface I { default void sixteen() {} void not(); }
@interface N { Runnable r = new Runnable() { public void run() {} }; }
`
	s := instrumented(t, src)
	if s.Package != "a.b" {
		t.Errorf("package %q", s.Package)
	}
	var got []string
	for _, m := range s.Probes.Methods {
		got = append(got, fmt.Sprintf("%s::%s(%s)", s.Probes.Types[m.Type].Name, m.Name, m.Params))
	}
	want := []string{
		"Outer$1::one()", "Outer::<clinit>()", "Outer::{}()",
		"Outer::<init>(int, java.util.Map<String, ? extends int[]>, String...)",
		"Outer::m(int[], List < String >)",
		"Outer$1Local::two()", "Outer$1Local$1::three()",
		"Outer$3::five()", "Outer$2::four()", "Outer$4::six()", "Outer$5::seven()",
		"Outer$1Other::eight()", "Outer$2Local::nine()",
		"Outer$Inner$Deep::ten()", "Outer$Inner$1::eleven()",
		"E$1::twelve()", "E$2::thirteen()", "E::<init>(Object)", "E$In::fourteen()",
		"R::<init>(int, String...)", "R::fifteen()", "I::sixteen()", "N$1::run()",
	}
	if !slices.Equal(got, want) {
		t.Errorf("methods:\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}
