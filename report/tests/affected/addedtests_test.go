package affected_test

import (
	"maps"
	"strings"
	"testing"
)

// TestAddedTests checks whom a test that is added concerns: nobody else where JUnit makes an instance for it alone;
// otherwise the tests of its class, and always those that find what it leaves in a static field.
func TestAddedTests(t *testing.T) {
	const added = "@Test void more() { B.put(1); } "
	for _, c := range []struct{ name, test, old, new, want string }{
		{"alone", "class TT { @Test void a() {} ", "", added, "p.TT#more,p.UT#b"},
		{"without state", "class TT { @Test void a() {} ", "", "@Test void more() { new A().f(); } ", "p.TT#more"},
		{"set-up with state", "class TT { @Test void a() {} @BeforeEach void init() { B.put(1); } ", "",
			"@Test void more() {} ", "p.TT#more,p.UT#b"},
		{"a field with state", "class TT { @Test void a() {} int n = B.put(1); ", "", "@Test void more() {} ",
			"p.TT#more,p.UT#b"},
		{"set-up around it", "class TT { @Test void a() {} @BeforeEach void init() { B.put(1); } @Nested class In { ",
			"", "@Test void more() {} ", "p.TT$In#more,p.UT#b"},
		{"private", "class TT { @Test void a() {} ", "", "@Test private void more() {} ", "p.TT#more"},
		{"it may override one of a library", "class TT extends Base { @Test void a() {} ", "", added,
			"p.TT#a+more,p.UT#b"},
		{"it overrides", "class TT extends S { @Test void a() {} ", "", "@Test void init() {} ", "p.TT#a+init"},
		{"one instance for all", "@TestInstance(PER_CLASS) class TT { @Test void a() {} ", "", "@Test void more() {} ",
			"p.TT#a+more"},
		{"an order", "@TestMethodOrder(X.class) class TT { @Test void a() {} ", "", "@Test void more() {} ",
			"p.TT#a+more"},
		{"an extension", "@ExtendWith(X.class) class TT { @Test void a() {} ", "", "@Test void more() {} ",
			"p.TT#a+more"},
		{"a name", `@DisplayName("x") class TT { @Test void a() {} `, "", "@Test void more() {} ", "p.TT#more"},
		{"it is called", "class TT { @Test void a() { more(); } void more(Object... o) {} ", "",
			"@Test void more() {} ", "p.TT#a+more"},
		{"set-up", "class TT { @Test void a() {} ", "", "@BeforeEach void init() {} ", "p.TT#a+init"},
		{"removed", "class TT { @Test void a() {} @Test void more() {} ", "@Test void more() {} ", "", ""},
		{"one of two removed", "class TT { @Test void a() {} @Test void more() {} void more(int n) {} ",
			"void more(int n) {} ", "", "p.TT#a+more"},
		{"declared otherwise", "class TT { @Test void a() {} @Test void more() {} ", "@Test void more() {} ",
			"@Test public void more() throws X {} ", "p.TT#more"},
	} {
		p := program{sources: map[string]string{
			"A.java":       "package p; class A { int f() { return 1; } }",
			"B.java":       "package p; class B { static int last; static int put(int n) { return last = n; } }",
			"test/TT.java": "package p; " + c.test + strings.Repeat("}", strings.Count(c.test, "class ")),
			"test/UT.java": "package p; class UT { @Test void b() { B.last++; } }",
			"test/S.java":  "package p; class S { @BeforeEach void init() {} }",
		}, tests: []string{"p.TT#a: TT.a()", "p.UT#b: UT.b()"}}
		if strings.Contains(c.test, " more() {}") {
			p.tests = append(p.tests, "p.TT#more: TT.more()")
		}
		to := maps.Clone(p.sources)
		text := strings.TrimRight(to["test/TT.java"], "}")
		to["test/TT.java"] = strings.Replace(text, c.old, "", 1) + c.new + to["test/TT.java"][len(text):]
		if s := selectionOf(t, p, to); s.ForMaven() != c.want {
			t.Errorf("%s: selects %q, want %q\n%s", c.name, s.ForMaven(), c.want, reasons(s))
		}
	}
}

// TestInheritedTests checks that a test added to a class is one of each class below it.
func TestInheritedTests(t *testing.T) {
	p := program{sources: map[string]string{
		"test/BaseTest.java": "package p; abstract class BaseTest { @Test void a() {} }",
		"test/OneTest.java":  "package p; class OneTest extends BaseTest { @Test void b() {} }",
		"test/TwoTest.java":  "package p; class TwoTest extends BaseTest { }",
	}, tests: []string{"p.OneTest#a: BaseTest.a()", "p.OneTest#b: OneTest.b()", "p.TwoTest#a: BaseTest.a()"}}
	to := maps.Clone(p.sources)
	to["test/BaseTest.java"] = strings.Replace(to["test/BaseTest.java"], "@Test", "@Test void c() {} @Test", 1)
	if s := selectionOf(t, p, to); s.ForMaven() != "p.OneTest#c,p.TwoTest#c" {
		t.Errorf("selects %q\n%s", s.ForMaven(), reasons(s))
	}
	to["test/BaseTest.java"] = strings.Replace(p.sources["test/BaseTest.java"], "@Test void a() {}", "", 1)
	if s := selectionOf(t, p, to); s.ForMaven() != "" || len(s.Gone) != 2 {
		t.Errorf("removed: selects %q\n%s", s.ForMaven(), reasons(s))
	}
	delete(to, "test/TwoTest.java")
	if s := selectionOf(t, p, to); s.ForMaven() != "" || len(s.Gone) != 2 {
		t.Errorf("a class removed: selects %q\n%s", s.ForMaven(), reasons(s))
	}
}
