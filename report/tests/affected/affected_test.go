package affected_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/report/tests/affected"
	"jprof/report/tests/change"
)

// program is sources by path, and what each test executes: labels of members with their types, by blanks.
type program struct {
	sources map[string]string
	tests   []string // "name: Type.member Type.member"
	partial bool     // see affected.Input
	byCode  bool     // not by the rules for State of affected.Input
	files   *testcounts.Files
	changed string // a file that has changed, "" for none
	folder  string // a folder that was added or removed with it, "" for none
}

// chosen lists selected tests, "all" where all are.
func chosen(sel affected.Selection) string {
	if len(sel.All) > 0 {
		return "all"
	}
	var names []string
	for _, s := range sel.Tests {
		names = append(names, s.Method)
	}
	return strings.Join(slices.Compact(names), " ")
}

func selectionOf(t *testing.T, p program, to map[string]string) affected.Selection {
	t.Helper()
	var parser decl.Parser
	set := &probe.Set{}
	in := affected.Input{TestPath: func(path string) bool { return strings.HasPrefix(path, "test/") },
		Partial: p.partial, State: !p.byCode}
	counter := map[string]testcounts.Section{}
	var before, after change.Version
	for _, path := range slices.Sorted(maps.Keys(p.sources)) {
		decls := parser.Parse([]byte(p.sources[path]))
		if decls.Unclear != "" {
			t.Fatalf("%s: %s", path, decls.Unclear)
		}
		f := &probe.File{Path: path}
		pkg := &probe.Package{ID: probe.ID{byte(len(set.Packages) + 1)}, Files: []*probe.File{f}}
		set.Packages = append(set.Packages, pkg)
		for _, typ := range decls.Types {
			for _, m := range typ.Members {
				if !m.Body || m.IsConstant() {
					continue
				}
				f.Methods = append(f.Methods, probe.Method{NameAt: probe.Pos{Offset: uint32(m.Start)},
					Count: probe.Counter(f.Counters)})
				counter[m.Type.Short()+"."+m.Label()] = testcounts.Section{ID: pkg.ID, Index: []uint32{f.Counters},
					Count: []uint64{1}}
				f.Counters++
			}
		}
		in.Sources = append(in.Sources, affected.Source{Path: path, Decls: decls,
			Test: strings.HasPrefix(path, "test/"), Maps: []affected.Place{{Package: pkg.ID, File: f}}})
		before.Files = append(before.Files, change.File{Path: path, Decls: decls, Text: []byte(p.sources[path])})
	}
	b := testcounts.NewBuilder([]*probe.Set{set})
	for _, line := range p.tests {
		name, executed, _ := strings.Cut(line, ":")
		test := testcounts.Test{Class: "T", Method: name, Attempt: 1}
		switch {
		case name == "outside":
			test = testcounts.Test{Kind: testcounts.Outside}
		case strings.HasPrefix(name, "class "):
			test = testcounts.Test{Kind: testcounts.Class, Class: strings.TrimPrefix(name, "class ")}
		case strings.Contains(name, "#"):
			test.Class, test.Method, _ = strings.Cut(name, "#")
			if method, skipped := strings.CutSuffix(test.Method, " skipped"); skipped {
				test.Method, test.Status = method, testcounts.Skipped
			}
		}
		owner := b.Owner(test)
		for _, label := range strings.Fields(executed) {
			s, known := counter[strings.ReplaceAll(label, "~", " ")]
			if !known {
				t.Fatalf("no member %s", label)
			}
			if err := b.Add(owner, s); err != nil {
				t.Fatal(err)
			}
		}
	}
	in.Counts = b.Counts()
	for _, path := range slices.Sorted(maps.Keys(to)) {
		after.Files = append(after.Files,
			change.File{Path: path, Decls: parser.Parse([]byte(to[path])), Text: []byte(to[path])})
	}
	c := change.Between(before, after)
	in.Facts, in.OldMembers, in.OldTypes = c.Facts, c.Members, c.Types
	in.Counts.SetFiles(p.files)
	in.Appeared = func(name string) bool { return strings.Contains(name, "new") || name == p.folder }
	if p.changed != "" {
		in.Facts = append(in.Facts, change.Fact{Kind: change.Resource, Path: p.changed})
	}
	in.Together = affected.Together(in.Sources)
	return affected.Select(in)
}

// TestRules has changes: what is replaced in the sources, which tests are selected, and by which rules.
func TestRules(t *testing.T) {
	p := program{
		sources: map[string]string{
			"A.java": `package p; import java.util.*;
class A { static final int MAX = 10; static final int LIMIT = MAX * 2; static final String NEXT = "\u0085";
  int state = 3;
  int used(int n) { return n + 1; } int unused() { return 2; }
  int limited() { return LIMIT; } static int over(Object o) { return 1; }
  String next() { return NEXT; } private int hidden() { return 5; }
}`,
			"B.java": `package p; class B extends A { int f() { return used(1); } }`,
			"Cache.java": `package p; import java.util.*;
class Cache { static Map<String, String> map = new HashMap<>();
  static final String[] NAMES = {"a", "b"};
  static String get(String k) { return map.computeIfAbsent(k, Cache::create); }
  static String create(String k) { return k + "x"; } static String name(int i) { return NAMES[i]; } }`,
			"Table.java": `package p; class Table { static final int[] T = make();
  static int[] make() { return new int[1]; }
  static int at(int i) { return T[i]; } }`,
			"E.java": `package p; enum E { ONE, TWO; int size() { return 1; } }`,
			"U.java": `package p; class U { int e(E e) { return e.size(); }
  int call() { return A.over(null); } }`,
			"test/TT.java": `package p; class TT { @Test void first() {}
  @Test void second() { help(); } void help() {} }`,
			"test/TT2.java": `package p; class TT2 { }`,
		},
		tests: []string{
			"used: A.used(int) A.state",
			"b: B.f() A.used(int) A.state",
			"limited: A.limited() A.state",
			"creates: Cache.get(String) Cache.create(String) Cache.map Cache.NAMES",
			"finds: Cache.get(String)",
			"names: Cache.name(int)",
			"makes: Table.T Table.make() Table.at(int)",
			"table: Table.at(int)",
			"enum: U.e(E) E.size() E.ONE E.TWO",
			"over: U.call() A.over(Object)",
			"next: A.next()",
			"p.TT#first:",
			"p.TT#second: TT.second() TT.help()",
			"nothing:",
		},
	}
	for _, c := range []struct{ name, path, old, new, want, rules string }{
		{"comment", "A.java", "return n + 1", "return /* one */ n  +  1", "", ""},
		{"code", "A.java", "n + 1", "n + 2", "b used", "executed"},
		{"never executed", "A.java", "return 2", "return 3", "", ""},
		{"final parameter", "A.java", "used(int n)", "used(final int n)", "", ""},
		{"annotation for javac", "A.java", "int unused", "@SuppressWarnings(\"x\") int unused", "", ""},
		{"annotation that programs can read", "A.java", "int unused", "@Deprecated int unused", "all", "annotation"},
		{"annotation", "A.java", "int unused", "@Inject int unused", "all", "annotation"},
		{"constant through another one", "A.java", "MAX = 10", "MAX = 11", "limited", "mentions-name"},
		{"constant that is a word", "A.java", `"\u0085"`, `"x"`, "next", "mentions-name"},
		{"initialiser of instances", "A.java", "state = 3", "state = 4", "b limited next over used", "uses-class"},
		{"private method added", "A.java", "int unused", "private int x() { return 1; } int unused", "", ""},
		{"override added", "B.java", "int f", "int used(int n) { return 7; } int f", "b", "calls-name"},
		{"overload added", "A.java", "int unused", "static int over(String s) { return 2; } int unused", "over",
			"calls-name"},
		{"lazily made in another test", "Cache.java", `k + "x"`, `k + "y"`, "creates finds", "executed static-field"},
		{"made by a static initialiser", "Table.java", "new int[1]", "new int[2]", "makes table",
			"executed initialiser"},
		{"static field", "Cache.java", `{"a", "b"}`, `{"a", "c"}`, "creates finds names", "mentions-name uses-class"},
		{"constant of an enum added", "E.java", "ONE, TWO", "ONE, TWO, THREE", "enum", "uses-class"},
		{"super type", "B.java", "extends A", "extends A implements Runnable", "b", "uses-class"},
		{"import", "A.java", "import java.util.*;", "import java.util.*; import q.Object;", "over", "mentions-name"},
		{"test changed", "test/TT.java", "void help() {}", "void help() { int i; }", "second", "executed"},
		{"new test", "test/TT.java", "void help()", "@Test void third() {} void help()", "third", "new-test"},
		{"new test that is called", "test/TT.java", "void help()", "@Test void help(int n) {} void help()",
			"help second", "new-test uses-class"},
		{"unreadable", "A.java", "class A {", "class A { ( ", "all", "unclear"},
	} {
		to := maps.Clone(p.sources)
		to[c.path] = strings.Replace(to[c.path], c.old, c.new, 1)
		if to[c.path] == p.sources[c.path] {
			t.Errorf("%s: %q is not in %s", c.name, c.old, c.path)
		}
		sel := selectionOf(t, p, to)
		if got, by := chosen(sel), rules(sel); got != c.want || by != c.rules {
			t.Errorf("%s: selects %q by %q, want %q by %q\n%s", c.name, got, by, c.want, c.rules, reasons(sel))
		}
	}
}

// rules are those of the first reasons, each once.
func rules(sel affected.Selection) string {
	if len(sel.All) > 0 {
		return string(sel.All[0].Rule)
	}
	var first []string
	for _, s := range sel.Tests {
		first = append(first, string(s.Reasons[0].Rule))
	}
	slices.Sort(first)
	return strings.Join(slices.Compact(first), " ")
}

func reasons(s affected.Selection) string {
	var b strings.Builder
	for _, x := range s.All {
		fmt.Fprintf(&b, "all: %s; %s\n", x.Fact.Text(), x.How)
	}
	for _, x := range s.Tests {
		for _, r := range x.Reasons {
			text := ""
			if r.Fact != nil {
				text = r.Fact.Text()
			}
			fmt.Fprintf(&b, "%s: %s; %s\n", x.Label(), text, r.How)
		}
	}
	return b.String()
}

// TestOwners checks what counts that belong to no single test mean for tests.
func TestOwners(t *testing.T) {
	sources := map[string]string{"A.java": "class A { int f() { return 1; } int g() { return 1; } }"}
	p := program{sources: sources,
		tests: []string{"class p.C: A.f()", "p.C#a:", "p.C$In#b:", "p.D#c:", "outside: A.g()"}}
	to := func(old, new string) map[string]string {
		return map[string]string{"A.java": strings.Replace(sources["A.java"], old, new, 1)}
	}
	sel := selectionOf(t, p, to("f() { return 1", "f() { return 2"))
	if chosen(sel) != "a b" || rules(sel) != "set-up" {
		t.Errorf("set-up of a class: %s", reasons(sel))
	}
	sel = selectionOf(t, p, to("g() { return 1", "g() { return 2"))
	if chosen(sel) != "a b c" || rules(sel) != "no-single-test" {
		t.Errorf("outside: %s", reasons(sel))
	}
}

// TestInitialisedElsewhere checks the tests that find what the initialiser of a class has made in another test, by code
// that does not name the class: of a nested class, and of a file that imports the field.
func TestInitialisedElsewhere(t *testing.T) {
	p := program{sources: map[string]string{
		"A.java": `package p; class A { static final int N = C.make(); static int make() { return 0; }
			static class In { int f() { return N; } } }`,
		"B.java": "package p; import static p.A.N; class B { int g() { return N; } int h() { return 1; } }",
		"C.java": "package p; class C { static int make() { return 1; } }",
	}, tests: []string{"first: A.N C.make()", "nested: A.In.f()", "imports: B.g()", "other: B.h()"}}
	to := maps.Clone(p.sources)
	to["C.java"] = strings.Replace(to["C.java"], "return 1", "return 2", 1)
	if s := selectionOf(t, p, to); chosen(s) != "first imports nested" || rules(s) != "executed initialiser" {
		t.Errorf("selects %s", reasons(s))
	}
}

// TestNotRun checks which test classes without a test in the run are selected, and which test methods that it does not
// have: those that have changed, and all others only where it may lack tests. Then those that were skipped are, too.
func TestNotRun(t *testing.T) {
	p := program{sources: map[string]string{
		"A.java": "package p; class A { int f() { return 1; } }",
		"test/AllTest.java": `package p; class OneTest { @Test void a() {} }
			abstract class BaseTest { @Test void c() {} } class HelpTest { void d() {} }
			class Other { @Test void e() {} }`,
		"test/TwoTest.java": "package p; class TwoTest { @Test void b() {} int n() { return 1; } }",
		"test/ATest.java": "package p; class ATest extends BaseTest { @Test void a() {} " +
			"@org.junit.Test(timeout = 1) void b() {} void c() {} }",
		"test/More.java": `package p; class MoreIT extends BaseTest { } class LibTest extends Library { }
			class Lib extends Library { } @Test class Marked { public void m() { } }
			class Old extends Base3 { } abstract class Base3 { public void testIt() { } static void testNot() { } }
			class Around { @Nested class Inner { @Test void d() { } } }
			class Off { @Disabled @Test void x() { } @Test void y() { } } @Ignore class Offs { @Test void z() { } }`,
	}, tests: []string{"p.OneTest#a: A.f()", "p.ATest#a:", "p.Off#x skipped", "p.Off#y skipped", "p.Offs#z skipped"}}
	const rest = "p.Around$Inner,p.LibTest,p.Marked,p.MoreIT,p.Off#y,p.Old,"
	for _, c := range []struct {
		name, path, old, new string
		want, partial        string
	}{
		{"main source", "A.java", "return 1", "return 2", "p.OneTest#a",
			"p.ATest#b+c," + rest + "p.OneTest#a,p.Other,p.TwoTest"},
		{"the class", "test/TwoTest.java", "return 1", "return 2", "p.TwoTest",
			"p.ATest#b+c," + rest + "p.Other,p.TwoTest"},
		{"the method", "test/ATest.java", "b() {}", "b() { int i; }", "p.ATest#b",
			"p.ATest#b+c," + rest + "p.Other,p.TwoTest"},
		{"added", "test/ATest.java", "void c()", "@Test void d() {} void c()", "p.ATest#d",
			"p.ATest#b+c+d," + rest + "p.Other,p.TwoTest"},
		{"nothing", "A.java", "", "", "", ""},
	} {
		to := maps.Clone(p.sources)
		to[c.path] = strings.Replace(to[c.path], c.old, c.new, 1)
		for _, p.partial = range []bool{false, true} {
			want := c.want
			if p.partial {
				want = c.partial
			}
			if s := selectionOf(t, p, to); s.ForMaven() != want {
				t.Errorf("%s, partial %v: selects %s\n%s", c.name, p.partial, s.ForMaven(), reasons(s))
			}
		}
	}
}

// TestFailsafe checks that -Dtest has no tests that Failsafe runs, and what versions before 2.19 understand.
func TestFailsafe(t *testing.T) {
	test := func(step, class, method string, attempt int) affected.Selected {
		return affected.Selected{Test: testcounts.Test{Step: step, Class: class, Method: method, Attempt: attempt}}
	}
	s := affected.Selection{Tests: []affected.Selected{test("u", "p.A", "x", 1), test("i", "p.B", "x", 1),
		test("i", "p.B$In", "y", 1), test("", "p.B", "z", 0), test("", "p.CIT", "z", 0), test("u", "p.DIT", "z", 1)}}
	if got := s.ForMaven() + " " + s.ForFailsafe(); got != "p.A#x,p.B#x+z,p.B$In#y,p.CIT#z,p.DIT#z " {
		t.Errorf("without Failsafe: %s", got)
	}
	s.Plugins = affected.Plugins{Failsafe: map[string]bool{"i": true}, Classes: map[string]bool{"p.B": true}}
	if got := s.ForMaven() + " " + s.ForFailsafe(); got != "p.A#x,p.DIT#z p.B#x+z,p.B$In#y,p.CIT#z" {
		t.Errorf("with Failsafe: %s", got)
	}
	s.Plugins.OldSurefire, s.Plugins.OldFailsafe = true, true
	if got := s.ForMaven() + " " + s.ForFailsafe(); got != "p.A,p.DIT p.B,p.CIT" {
		t.Errorf("before 2.19: %s", got)
	}
}

// TestExpressions checks what names tests to build tools.
func TestExpressions(t *testing.T) {
	test := func(class, method string) affected.Selected {
		return affected.Selected{Test: testcounts.Test{Class: class, Method: method}}
	}
	s := affected.Selection{Tests: []affected.Selected{test("p.B", "x"), test("p.A", "two"), test("p.A", "one"),
		test("p.A", "one"), test("p.C", "with blanks"), test("p.C", "y"), test("p.D", "")}}
	if got := s.ForMaven(); got != "p.A#one+two,p.B#x,p.C,p.D" {
		t.Errorf("Maven: %s", got)
	}
	if got := strings.Join(s.ForGradle(), " "); got !=
		"--tests p.A.one --tests p.A.two --tests p.B.x --tests p.C --tests p.D" {
		t.Errorf("Gradle: %s", got)
	}
	const first = "--select-method=p.A#one --select-method=p.A#two"
	if got := strings.Join(s.ForJUnit(), " "); !strings.HasPrefix(got, first) {
		t.Errorf("JUnit: %s", got)
	}
	if none := (&affected.Selection{}); none.ForMaven() != "" || len(none.ForGradle())+len(none.ForJUnit()) != 0 {
		t.Error("none needed")
	}
	s.All = []affected.Reason{{How: "why"}}
	if s.ForMaven() != "*" || strings.Join(s.ForGradle(), " ") != "--tests *" {
		t.Error("all")
	}
	feature := affected.Selection{Tests: []affected.Selected{test("A feature of Cucumber", "x")}}
	if feature.ForMaven() != "*" {
		t.Error("a test without a class")
	}
}
