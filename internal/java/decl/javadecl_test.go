package decl

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestParse checks what is read of declarations of each form.
func TestParse(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"package a.b; import static x.Y.*; import z.Z; class A { }", "a.b.A"},
		{"class A<T extends Comparable<? super T>> extends p.B<T>.C implements D, E<F> { }", "A<C,D,E"},
		{"class A { int f(int a, String... b) throws X { return 1; } }", "A A.f(int, String ...)"},
		{"class A { <T> A(T t) { } A() { this(1); } }", "A A.A(T) A.A()"},
		{"class A { int a = b < c, d = 2, e[] = {1, 2}; }", "A A.a A.d A.e"},
		{"class A { Map<String, List<X>> m = new HashMap<String, List<X>>(), n; }", "A A.m A.n"},
		{"class A { static { } { } ; }", "A A.static {} A.{}"},
		{"enum A { @X ONE(1) { void f() {} }, TWO, ; int g() { return 1; } }", "A A.ONE A.TWO A.g()"},
		{"record A(int x, @X String... y) { A { } int z() { return x; } }", "A A.A(compact) A.z()"},
		{"@interface A { int value() default 1; String[] names() default {}; }", "A A.value() A.names()"},
		{"interface A { int N = 1; default void f() { } class B { } }", "A A.N A.f() A$B"},
		{"sealed class A permits B { non-sealed static class B extends A { } }", "A A$B<A"},
		{"class A { int record; void record() { } record R(int x) { } }", "A A.record A.record() A$R"},
		{"class A { java.util.@X List<@Y int[]> f(A this, int[] a[]) { return null; } }", "A A.f(int [ ] [ ])"},
		{"module a { requires b; }", ""},
		{"class A { void f() { ", "unclear"},
		{"void main() { }", "unclear"},
	} {
		var p Parser
		f := p.Parse([]byte(c.source))
		var got []string
		for _, typ := range f.Types {
			name := typ.Binary
			if len(typ.Supers) > 0 {
				name += "<" + strings.Join(typ.Supers, ",")
			}
			got = append(got, name)
			for _, m := range typ.Members {
				got = append(got, typ.Name+"."+m.Label())
			}
		}
		if f.Unclear != "" {
			got = []string{"unclear"}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s\ngot  %s\nwant %s\n%s", c.source, s, c.want, f.Unclear)
		}
	}
}

// TestMentions checks the names in code.
func TestMentions(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"f(a, g(b, c));", "a a/> b b/> c c/> f f/2 g g/2"},
		{"new Foo<A, B>(x == y);", "A B Foo Foo/1 x y"},
		{"f(a < b, c > (d));", "a a/1 b c d d/> f f/*"},
		{"Foo::bar; map::put; map::get;", "Foo Foo/~ bar bar/* get get/* map map/~ put put/*"},
		{`f("com.example.Name", "some text");`, "Name Name/* com example f f/2"},
		{"T[i] = 1; T[j]++; ++U[k]; V[l][m] += 1;", "T T/~ U U/~ V V/~ i j k l m"},
		{"x = T[0] + T.length; y = U[0]; V[0].w();",
			"T U U/: V V/~ length length/. w w/0 x x/!? x/= y y/!? y/="},
		{"for (String s : names) { }", "String names s s/>"},
		{"out.write(T); System.arraycopy(S, 0, D, 0, 1); g(T);",
			"D D/> S System System/~ T T/> arraycopy arraycopy/5 g g/1 out out/~ write write/1"},
		{"out.write(a.T, 0, 1); Arrays.equals(b, c.d);",
			"Arrays T T/. a b c d d/. equals equals/2 out out/~ write write/3"},
		{"map.get(1); map.put(2, 3);", "get get/1 map map/~ put put/2"},
		{"map.values().clear();", "clear clear/0 map map/~ values values/0"},
		{"for (int v : map.values()) { } list.size();", "list map size size/0 v v/> values values/0"},
		{"a.b++; --c.d; ++e.f.g; this.h = 1; (i) = 2;",
			"a b b/. b/= c d d/. d/= e f f/. g g/. g/= h h/!? h/= i i/!? i/= i/>"},
		{"k = null; l = new int[2]; m = new A[] {b}; n = new B(c); o = p; q = r.clone(); s = t ? null : u();",
			"A A/: B B/1 b b/> c c/> clone clone/0 k k/= l l/= m m/= n n/= o o/!? o/= p p/> q q/!clone/0 q/= r " +
				"s s/!u/0 s/= t u u/0"},
		{"this.k = o.k; l = o.l; this.m = m;", "k k/. k/= k/@ l l/. l/= l/@ m m/!? m/= m/@ o"},
		{"int[] n = new int[2]; n[0] = 1; this.k = n;", "k k/= n n/= n/> n/~"},
		{"int[] n = new int[2]; f(n); this.k = n;", "f f/1 k k/!? k/= n n/= n/>"},
		{"return a ? b : c; if (d) { } e(f ? 1 : 2);", "a b b/> c c/> d e e/1 f"},
	} {
		var p Parser
		f := p.Parse([]byte("class A { void a_() { " + c.code + " } }"))
		if f.Unclear != "" {
			t.Fatal(f.Unclear)
		}
		if got := strings.Join(f.Types[0].Members[0].Mentions, " "); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.code, got, c.want)
		}
	}
}

// TestParameters checks that names of parameters are no fields, but where a class in the method may have such a field.
func TestParameters(t *testing.T) {
	for _, c := range []struct{ code, want, returns string }{
		{"int[] a(int[] b) { b[0] = 1; f(b); return b; }", "b f f/1 int", "?"},
		{"int[] a(int[] b) { this.b = b; return c; }", "b b/!? b/= c c/> int", "?"},
		{"int[] a(int[] b) { return b == null ? null : b.clone(); }", "b clone clone/0", "clone/0"},
		{"int[] a(int n) { int[] c = new int[n]; Arrays.fill(c, n); c[0]++; return c; }", "", ""},
		{"int[] a(int n) { int[] c = new int[n]; keep(c); return c; }", "", "?"},
		{"int[] a(int n) { int[] c = d; int[] d = c; return c; }", "", "?"},
		{"Map a() { return new HashMap<A, B>(); }", "", ""},
		{"Object a(int[] b) { return new A() { void f() { b[0] = 1; } }; }",
			"A A/0 Object Object/> b b/> b/~ f f/0", "?"},
	} {
		var p Parser
		f := p.Parse([]byte("class A { " + c.code + " }"))
		if f.Unclear != "" {
			t.Fatal(f.Unclear)
		}
		m := f.Types[0].Members[0]
		mentions := slices.DeleteFunc(slices.Clone(m.Mentions), func(s string) bool { return s == "int" })
		if got := strings.Join(mentions, " "); c.want != "" && got != strings.TrimSuffix(c.want, " int") {
			t.Errorf("%s\ngot  %s\nwant %s", c.code, got, c.want)
		}
		if got := strings.Join(m.Returns, " "); got != c.returns {
			t.Errorf("%s: returns %q, want %q", c.code, got, c.returns)
		}
	}
}

// FuzzParse checks that any text is read, that members lie in their types and do not overlap, and that comments and
// white space change nothing.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"package a; class A<T> { int x = 1, y; A() { } enum E { ONE, TWO } }", "class A { {",
		"record R(int x) { }", "@interface A { int v() default 1; }",
		"@interface A{i v()u;l t"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		var p Parser
		file := p.Parse([]byte(source))
		if file.Unclear != "" {
			return
		}
		for _, typ := range file.Types {
			list := slices.Clone(typ.Members)
			for i, m := range list {
				if m.Start < typ.Start || m.End > typ.End || m.Start > m.End || i > 0 && m.Start < list[i-1].End {
					t.Fatalf("%q: %s at %d to %d", source, m, m.Start, m.End)
				}
			}
		}
		if strings.ContainsAny(source, "\"'\\/") {
			return
		}
		again := p.Parse([]byte("/* */ " + strings.ReplaceAll(source, "{", "{ // x\n")))
		if a, b := describe(file), describe(again); a != b {
			t.Fatalf("%q: %s and %s", source, a, b)
		}
	})
}

func describe(f *File) string {
	var b strings.Builder
	for _, typ := range f.Types {
		fmt.Fprintln(&b, typ.Binary, typ.Head)
		for _, m := range typ.Members {
			fmt.Fprintln(&b, m, m.Declared, m.Code, m.Mentions)
		}
	}
	return b.String()
}

// TestIsConstant checks which fields compilers may copy to where their names are used.
func TestIsConstant(t *testing.T) {
	for code, want := range map[string]bool{
		`"x"`: true, `"\u0085"`: true, `"a b"`: true, `"a.B#c"`: true, `A + "x" + p.B.C`: true,
		`(int) 'c' << 2`: true, `-1.5e3`: true, `A > 1 && !true ? (B + 1) : ~0x7F`: true, `"""
			x"""`: true,
		`f()`: false, `new A()`: false, `new int[1].length`: false, `A[0]`: false, `null`: false, `a++`: false,
		`this.a`: false, `(a = 1)`: false, `A.class.x`: false, `B.<C>f()`: false, `(a) -> 1`: false, `A::f`: false,
		`a instanceof B`: false, `switch (a) { default -> 1; }`: false,
	} {
		var p Parser
		m := p.Parse([]byte("class T { static final String S = " + code + "; }")).Types[0].Members[0]
		if m.IsConstant() != want {
			t.Errorf("%s: %v", code, !want)
		}
	}
	var p Parser
	f := p.Parse([]byte(`class T { static String a = "x"; final Object b = 1; final int c; }`))
	for _, m := range f.Types[0].Members {
		if m.IsConstant() {
			t.Errorf("%s: true", m.Name)
		}
	}
}
