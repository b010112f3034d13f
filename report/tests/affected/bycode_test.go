package affected_test

import (
	"maps"
	"strings"
	"testing"
)

// TestByCode has changes for the selection by executed code: what is replaced in the sources, and which tests are
// selected. The tests are of one program.
func TestByCode(t *testing.T) {
	p := program{byCode: true,
		sources: map[string]string{
			"A.java": `package p; class A { int used(int n) { return n + 1; } int size() { return 1; }
  static int twice(int n) { return 2 * n; } int kept = 3; int field() { return kept; }
  public String toString() { return "a"; } }`,
			"Other.java": `package p; class Other { int used(int n) { return n; } int size() { return 2; } }`,
			"U.java": `package p; class U { int ofA(A a) { return a.size(); } int ofOther(Other o) { return o.size(); }
  int local() { Other o = new Other(); return o.used(1); }
  int chain(A a) { return make(a).size(); } A make(A a) { return a; } }`,
			"State.java": `package p; import java.util.*; class State { static int level;
  static List<String> names = new ArrayList<>();
  static Map<String, String> known = new HashMap<>(); static ThreadLocal<byte[]> pool = new ThreadLocal<>();
  static ThreadLocal<String> scoped = new ThreadLocal<>();
  static void set(int n) { level = n; } static int get() { return level; }
  static String find(String k) { if (known.get(k) == null) { known.put(k, make(k)); } return known.get(k); }
  static String make(String k) { return k + "x"; } static int compute(int n) { return n + 7; }
  static void store() { level = compute(1); }
  static java.lang.ref.SoftReference<Pooled> soft = new java.lang.ref.SoftReference<>(new Pooled());
  static void give() { soft.get().free(); } static int take() { return soft.get().taken(); }
  static byte[] buffer() { byte[] b = new byte[compute(1)]; pool.set(b); return b; }
  static byte[] last() { return pool.get(); }
  static void in() { scoped.set(make("")); scoped.remove(); } static String out() { return scoped.get(); } }`,
			"Pooled.java": `package p; class Pooled { int n; void free() { n++; } int taken() { return n; } }`,
			"Init.java": `package p; class Init { static final int[] FIRST = first(); static final int[] SECOND = { 2 };
  static int[] first() { return new int[1]; } static int one() { return FIRST[0]; }
  static int two() { return SECOND[0]; } }`,
			"E.java": `package p; enum E {
  ONE { int go() { return 1; } }, TWO { int go() { return 2; } }; abstract int go(); }`,
			"UE.java": `package p; class UE { int one() { return E.ONE.go(); } E two() { return E.TWO; } }`,
			"K.java":  `package p; import java.awt.List; class K extends List { int more() { return 1; } }`,
			"L.java":  `package p; import java.util.*; class L extends ArrayList<String> { int more() { return 1; } }`,
			"R.java": `package p; class R { Object[] all() { return A.class.getDeclaredMethods(); }
  int plain(A a) { return a.size(); } }`,
		},
		tests: []string{
			"sizeA: U.ofA(A) A.size() A.kept", "sizeOther: U.ofOther(Other) Other.size()",
			"local: U.local() Other.used(int)",
			"chain: U.chain(A) U.make(A) A.size() A.kept", "field: A.field() A.kept",
			"writes: State.store() State.compute(int)", "sets: State.set(int)", "reads: State.get()",
			"finds: State.find(String) State.make(String)", "again: State.find(String)",
			"buffers: State.buffer() State.compute(int)", "last: State.last()",
			"scopes: State.in() State.make(String)", "outside2: State.out()",
			"gives: State.give() Pooled.free()", "takes: State.take() Pooled.taken()",
			"init: Init.FIRST Init.SECOND Init.first() Init.one()", "one: Init.one()", "two: Init.two()",
			"goes: UE.one() E.ONE E.TWO", "keeps: UE.two()",
			"list: L.more()", "ofAWT: K.more()",
			"reflects: R.all() A.size() A.kept", "plain: R.plain(A) A.size() A.kept",
		},
	}
	for _, c := range []struct{ name, path, old, new, want string }{
		{"code", "A.java", "return 1;", "return 3;", "chain plain reflects sizeA"},
		{"a method of another type has the name", "Other.java", "int used", "int size(int n) { return n; } int used",
			""},
		{"a method is called on a local variable", "Other.java", "int used(int n) { return n; }", "", "local"},
		{"a method that a library may call is added", "A.java", "public String",
			"public int hashCode() { return 1; } public String",
			"chain field plain reflects sizeA"},
		{"a method that overrides none is added to a list", "L.java", "int more", "int fewer() { return 0; } int more",
			""},
		{"a method is added to a subtype of another List", "K.java", "int more", "int fewer() { return 0; } int more",
			"ofAWT"},
		{"a method that overrides one of the JDK is added", "L.java", "int more",
			"public int size() { return 0; } int more", "list"},
		{"a member is added", "A.java", "int used", "private void more() {} int used", "reflects"},
		{"an overload is added", "A.java", "int used", "int size(int n) { return n; } int used", "reflects"},
		{"a field starts with another value", "A.java", "kept = 3", "kept = 4", "chain field plain reflects sizeA"},
		{"a static field is written and read", "State.java", "n + 7", "n + 8", "buffers reads sets writes"},
		{"a cache is asked by the key", "State.java", `k + "x"`, `k + "y"`, "finds scopes"},
		{"an initialiser, which may throw", "Init.java", "new int[1]", "new int[2]", "init one two"},
		{"a field that is initialised", "Init.java", "{ 2 }", "{ 3 }", "init one two"},
		{"code of what is in a pool", "Pooled.java", "n++", "n--", "gives takes"},
		{"the body of a constant", "E.java", "return 1;", "return 3;", "goes"},
		{"an import on demand of a library", "State.java", "import java.util.*;",
			"import java.util.*; import java.io.*;", ""},
	} {
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

// TestByCodeFinds has changes of small programs of two tests, "does" and "other": the test does must be selected.
func TestByCodeFinds(t *testing.T) {
	for _, c := range []struct{ name, source, old, new, does, other string }{
		{"a method is called on the result of a library", `class A { int size(long n) { return 1; } }
class U { int f(List l) { return l.get(0).size(1); } }`,
			"int size(long", "int size(int n) { return 2; } int size(long", "U.f(List)", "A.size(long)"},
		{"a subclass calls a constructor by super", `class A { int k; A(long n) { k = 1; } }
class B extends A { B() { super(1); } }`, "A(long", "A(int n) { k = 2; } A(long", "B.B()", ""},
		{"a constructor calls another by this", `class A { int k; A() { this(1); } A(long n) { k = 1; } }`,
			"A(long", "A(int n) { k = 2; } A(long", "A.A()", ""},
		{"a setter has a parameter of the name of the field", `class C { static final C I = new C(); int level;
  static void up() { I.setLevel(4); } void setLevel(int level) { this.level = level; } int level() { return level; } }
class V { int get() { return C.I.level(); } }`, "this.level = level", "this.level = level + 1", "V.get() C.level()",
			"C.up() C.setLevel(int)"},
		{"a text has the name of a variable", `class A { int size(long n) { return 1; } }
class U { A a; void log(String s) { } int f() { log("missing thing a here"); return a.size(1); } }`,
			"int size(long", "int size(int n) { return 2; } int size(long", "U.f() U.log(String)", "A.size(long)"},
		{"an initialiser is a switch", `class N { static int m;
  static final int K = switch (m) { case 1 -> make(); default -> 2; };
  static int make() { return 1; } } class U { int k() { return N.K; } }`,
			"default -> 2", "default -> 3", "U.k()", "N.K"},
		{"code writes a field only after the change", `class S { static int level; static int store() { return 1; }
  static int get() { return level; } }`, "return 1;", "level = 5; return 1;", "S.get()", "S.store()"},
		{"code calls what writes a field only after the change", `class S { static int level; static void go() { up(); }
  static void up() { level = 5; } static int store() { return 1; } static int get() { return level; } }`,
			"return 1;", "go(); return 1;", "S.get()", "S.store()"},
		{"code calls an added method, which writes a field", `class S { static int level; S me; S me() { return this; }
  void up() { level = 5; } static int store(S s) { return 1; } static int get() { return level; } }`,
			"static int store(S s) { return 1; }",
			"void go(S s) { s.me().up(); } static int store(S s) { s.go(s); return 1; }", "S.get()", "S.store(S)"},
		{"code calls what writes a field in more cases", `class S { static int level; static void up() { level = 5; }
  static int store(int n) { if (n > 3) up(); return 1; } static int get() { return level; } }`,
			"n > 3", "n > 0", "S.get()", "S.store(int)"},
		{"code makes what writes a field", `class S { static int level; S() { up(); } private void up() { level = 5; }
  static int store() { return 1; } static int get() { return level; } }`,
			"return 1;", "new S(); return 1;", "S.get()", "S.store()"},
		{"code gets a field by a name that it computes", `class C { static final int[] K = make();
  static int[] make() { return new int[1]; } } class U { Object f(String s) throws Exception {
  return C.class.getDeclaredField(s).get(null); } }`, "new int[1]", "new int[2]", "U.f(String)", "C.K C.make()"},
		{"code of a pool takes a buffer from its list", `class P { List<String> kept = new ArrayList<>();
  void put(String b) { kept.add(b); } String take() { List<String> all = kept; return all.remove(all.size() - 1); } }
class S { static final ThreadLocal<java.lang.ref.SoftReference<P>> POOL = new ThreadLocal<>();
  static void give(String b) { POOL.get().get().put(b); } static String get() { return POOL.get().get().take(); } }`,
			"size() - 1", "size() - 2", "S.give(String) P.put(String)", "S.get() P.take()"},
		{"code no longer calls what resets a field", `class B { static String name; static String done() {
  return make(); } static String make() { String s = name; name = null; return s; }
  static void with(String s) { name = s; } static boolean any() { return name != null; } }`,
			"return make();", "return null;", "B.any()", "B.done() B.make()"},
		{"the version of serialised instances", `class S implements Serializable {
  private static final long serialVersionUID = 1L; int n; int get() { return n; } }`, "1L", "2L", "S.get()", ""},
		{"an initialiser runs code of a class within the class", `class F { static final F DEFAULT = new B().f();
  int get() { return 1; } static class B { B me() { return this; } F f() { return me().make(); }
  F make() { return new F(); } } }`, "return this;", "return null;", "F.get()",
			"F.DEFAULT F.B.me() F.B.f() F.B.make()"},
		{"an initialiser calls a method of what another field holds", `class F {
  static final F FIRST = new F(); static final F NEXT = FIRST.make().me(); F me() { return this; }
  F make() { return this; } int get() { return 1; } }`, "make() { return this;", "make() { return null;", "F.get()",
			"F.FIRST F.NEXT F.make() F.me()"},
		{"a method hides one that another super type has", `interface I { int size(); }
class Base0 { public int size() { return 0; } } class Base extends Base0 { } class Sub extends Base implements I { }
class U { int f(I i) { return i.size(); } }`, "class Base extends Base0 { }",
			"class Base extends Base0 { public int size() { return 1; } }", "U.f(I)", "Base0.size()"},
	} {
		p := program{byCode: true, sources: map[string]string{"A.java": c.source},
			tests: []string{"does: " + c.does, "other: " + c.other}}
		to := strings.Replace(c.source, c.old, c.new, 1)
		if to == c.source {
			t.Errorf("%s: %q is not in the source", c.name, c.old)
		}
		sel := selectionOf(t, p, map[string]string{"A.java": to})
		if !strings.Contains(chosen(sel), "does") {
			t.Errorf("%s: selects %q\n%s", c.name, chosen(sel), reasons(sel))
		}
	}
}
