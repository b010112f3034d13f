package unused_test

import (
	"slices"
	"strings"
	"testing"
)

// TestMarks has the rules of marks.go one by one: a project, and what is found in it.
func TestMarks(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a method and a class", `
-- src/main/java/a/A.java --
package a;
class A { void f() {} int g(String s) { return 1; } }
class B { B() {} }
`, "file src/main/java/a/A.java; class a.A; class a.B; A::f(); A::g(String); B::B()"},
		{"main", `
-- A.java --
class A { static void f() {} public static void main(String... args) {} static void main(int n) {} }
class B { void main() {} }
`, "A::f(); A::main(int); main A::main(String...); main B::main(); main class A; main class B"},
		{"serialization", `
-- A.java --
class A implements java.io.Serializable { void f() {} private Object readResolve() { return this; }
	private void readObject(java.io.ObjectInputStream in) {} void readObject(int a, int b) {} }
class E implements java.io.Externalizable { public E() {} public void readExternal(java.io.ObjectInput i) {}
	public void writeExternal(java.io.ObjectOutput o) {} }
`, "file A.java; class A; class E; A::f(); A::readObject(int, int); " +
			"serialization A::readObject(java.io.ObjectInputStream); serialization A::readResolve(); " +
			"serialization E::E(); serialization E::readExternal(java.io.ObjectInput); " +
			"serialization E::writeExternal(java.io.ObjectOutput)"},
		{"annotations of methods", `
-- A.java --
class A { @GetMapping("/x") String show(@Valid Form f) { return ""; } @org.junit.Before void before() {}
	@Deprecated @SuppressWarnings("unchecked") void old() {} @Nullable Object none(@RequestParam int n) { return n; }
	@Transactional void save() {} }
`, "A::none(int); A::old(); A::save(); annotation A::before(); annotation A::show(Form); annotation class A"},
		{"annotations of classes", `
-- A.java --
@Entity class A { A() {} String getName() { return ""; } void setName(String s) {} boolean isNew() { return true; }
	void add(int n) {} static int getCount() { return 0; } int getting() { return 0; }
	static class Inner { int getX() { return 1; } Inner(int n) {} } }
@Service class S { S(A a) {} int getRate() { return 1; } }
@FunctionalInterface interface F { default void f() {} }
`, "class F; A$Inner::Inner(int); A::add(int); A::getCount(); A::getting(); F::f(); S::getRate(); " +
			"annotation A$Inner::getX(); annotation A::A(); annotation A::getName(); annotation A::isNew(); " +
			"annotation A::setName(String); annotation S::S(A); annotation class A; annotation class A.Inner; " +
			"annotation class S"},
		{"overrides", `
-- A.java --
import org.lib.Filter;
class A extends Base implements Comparable<A>, Filter {
	@Override public String toString() { return ""; } @Override public boolean equals(Object o) { return true; }
	public boolean equals(A a) { return true; } public int compareTo(A a) { return 0; } public void close() {}
	@Override public void filter() {} @Override void base() {} void own() {} private void hidden() {}
	@Override public int hashCode() { return 1; } }
class Base { void base() {} }
class Sub extends A { @Override public void filter() {} public void close() {} }
class Plain { public void close() {} }
`, "A::base(); A::hidden(); A::own(); Base::base(); Plain::close(); class Base; class Plain; " +
			"may-override A::close(); may-override A::equals(A); may-override Sub::close(); may-override class A; " +
			"override A::compareTo(A); override A::equals(Object); override A::filter(); override A::hashCode(); " +
			"override A::toString(); override Sub::filter(); override class Sub"},
		{"overrides in sources with @Override", `
-- A.java --
class A extends org.lib.Filter implements Comparable<A> {
	@Override public String toString() { return ""; } @Override public int compareTo(A a) { return 0; }
	@Override public int hashCode() { return 1; } public void close() {} }
`, "A::close(); class A; file A.java; override A::compareTo(A); override A::hashCode(); override A::toString()"},
		{"anonymous and local classes", `
-- A.java --
class A { void f() { new Runnable() { public void run() {} void more() {} };
	class L implements org.lib.X { public void x() {} }
	new Base() { @Override void base() {} }; } }
class Base { void base() {} }
enum E { ONE { @Override void m() {} }; void m() {} }
`, "A$1::more(); A$2::base(); A::f(); Base::base(); E$1::m(); E::m(); class Base; class E; " +
			"may-override A$1L::x(); may-override class A; override A$1::run()"},
		{"names in strings", `
-- A.java --
class A { void start() {} void stop() {} void other() {} Object o = "start", p = "A#stop", q = "x other"; }
class B { B() {} int getN() { return 1; } void f() {} }
class C { String s = "B"; }
`, "A::other(); B::f(); class C; reflection A::start(); reflection A::stop(); reflection B::B(); " +
			"reflection B::getN(); reflection class A; reflection class B"},
		{"names in annotations", `
-- A.java --
@Import({B.class}) class A { }
class B { B() {} void f() {} }
class C { C() {} Object o = B.class; }
`, "B::f(); C::C(); class C; reflection B::B(); reflection class B"},
		{"names in resources", `
-- src/main/java/p/A.java --
package p;
class A { public A() {} void setSize(int n) {} void init() {} void other() {} }
class B { B() {} String getFirst() { return ""; } boolean isLast() { return true; } int count(int n) { return n; } }
-- src/main/resources/beans.xml --
<beans><bean class="p.A" init-method="init"><property name="size"/></bean></beans>
-- src/main/resources/other.xml --
<x name="other"/>
-- src/main/resources/templates/x.html --
<p th:if="${b.first} and *{last}" class="other">${b.count(3)}</p>
`, "A::other(); B::B(); reflection A::A(); reflection A::init(); reflection A::setSize(int); " +
			"reflection B::count(int); reflection B::getFirst(); reflection B::isLast(); reflection class p.A; " +
			"reflection class p.B"},
		{"constructors that prevent instances", `
-- A.java --
class A { private A() {} static void f() {} }
class B { private B() { throw new AssertionError("no"); } static void f() {} }
class C { private C() {} void f() {} }
class D { D() {} static void f() {} }
`, "A::f(); B::f(); C::C(); C::f(); D::D(); D::f(); class A; class B; class C; class D; file A.java; " +
			"no-instances A::A(); no-instances B::B()"},
		{"test sources", `
-- src/main/java/A.java --
class A { void f() {} }
-- src/test/java/ATest.java --
class ATest { void test() {} }
`, "file src/main/java/A.java; class A; A::f()"},
	} {
		got, want := found(t, tt.text), strings.Split(tt.want, "; ")
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s: found\n\t%q, not\n\t%q", tt.name, got, want)
		}
	}
}
