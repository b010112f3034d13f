package oracle

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// marked states, for each line with a mark, the count that expected gives, or the start of its reason.
const marked = `package p;
class A {
    int x = f(); // 2
    static int y = 1, // 1
        z = f(); // declaration
    static final int CONSTANT = 3;
    @Deprecated @SuppressWarnings("a")
    private java.util.List<String> list = make(); // 2
    @Deprecated
    int four = 4; // 2
    static java.util.List<String> make() { return null; }
    enum Letter {
        A, B, // 1
        C(1); // 1
        Letter(int... n) { }
    }
    { f(); } // declaration
    {
        f(); // 2
    }
    A() {
        super(); // 1
    }
    A(int n) {
        super(); // 1
    }
    static int f() {
        return 1; // 15
    }
    static void g(int n) {
        for (int i = 0; i < n; i++) { // 1
            if (i == 1) { // 3
                continue; // break
            } else if (i == 5) { // loop
                f(); // 0
            }
            else if (i == 2) // 2
                f(); // 1
        }
        while (n-- > 0) // loop
            f(); // 3
        try {
            f(); // 1
            if (n < 0) // 1
                return; // break
        } finally {
            f(); // 1
            int k = switch (String.valueOf(n)) { // copies
                default -> 1;
            };
        }
        f(); // 0
    }
    static Object h(Object o) {
        java.util.function.IntSupplier s = () -> 4; // 1
        switch (s.getAsInt()) { // 1
            case 3: return null; // 0
            case 4: f(); // 1
            default:
                o = o == null // 1
                    ? new Object() { public String toString() { return "x"; } } // no statement
                    : o; // no statement
        }
        s = () -> { // 1
            return new Object() { public int hashCode() { return 5; } }.hashCode(); // 2
        };
        s.getAsInt(); // 1
        return o.toString() + s.getAsInt(); // 1
    }
    static class Inner {
        static void k() {
            for (Thread.State state : Thread.State.values()) { // 1
                switch (state) { // 6
                    case NEW:
                        f(); // 1
                    default:
                }
            }
        }
    }
    static boolean is(boolean b) { return b; }
    static void l(int n, boolean no) {
        while (n < 3 && is(no // loop
            || is(no) || is( // 1
            no)) || is(no // no statement
            || is(no)) || is(no // no statement
            || is(no))) // no statement
            n++; // 0
    }
    static boolean m(Object o, boolean no) {
        no = is(no) // 1
            && is(no); // 1
        if (is(no) // 1
            && is(no) && o instanceof String) // 1
            f(); // 0
        return is(!(o instanceof String)) // 1
            && is(no); // no statement
    }
    interface Unused {
        default void m(int n) {
            assert n > 0; // 0
        }
    }
    interface Used {
        default void m(int n) {
            assert n > 0; // 1
        }
    }
    public static void main(String[] args) {
        new Used() {}.m(1); // 1
        new A(); new A(1); // 1
        Letter.A.name(); // 1
        g(3); // 1
        Inner.k(); // 1
        @SuppressWarnings("b")
        int five = 5; // 1
        h(null); // 1
        l(2, false); // 1
        m(args, true); // 1
    }
}
`

func TestExpected(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) { expectMarks(t, runOracle(t, jdk, marked)) })
	}
}

func expectMarks(t *testing.T, counts *Counts) {
	s := scan(marked)
	entries := s.placed(counts.Lines["p/A.java"])
	for i, text := range strings.Split(marked, "\n") {
		_, mark, ok := strings.Cut(text, "// ")
		if !ok {
			continue
		}
		n := i + 1
		if entries[n] == nil {
			t.Errorf("line %d has no code: %s", n, text)
			continue
		}
		count, reason := s.expected(n, entries[n])
		got := reason
		if reason == "" {
			got = strconv.FormatUint(count, 10)
		}
		if got != mark && (reason == "" || !strings.HasPrefix(got, mark)) {
			t.Errorf("line %d has %q: %s", n, got, text)
		}
	}
}

// runOracle compiles and runs the class p.A of a source with the agent.
func runOracle(t *testing.T, jdk jtest.JDK, source string) *Counts {
	t.Helper()
	agent := built(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "A.java")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := jdk.Run("javac", "-d", dir, file); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	option, err := agent.Option(filepath.Join(dir, "counts"), []string{"p"})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(jdk.Java(),
		append(slices.Clone(jtest.QuickStart), option, "-cp", dir, "p.A")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", jdk, err, out)
	}
	counts, err := Read(filepath.Join(dir, "counts"))
	if err != nil {
		t.Fatal(err)
	}
	if len(counts.Failures) > 0 {
		t.Fatalf("not counted: %v", counts.Failures)
	}
	return counts
}

// built is the agent, for which Maven has to bring ASM the first time.
func built(t *testing.T) Agent {
	t.Helper()
	jtest.JDKs(t)
	jtest.NeedsTool(t, "mvn")
	agent, err := Build("../../..")
	if err != nil {
		t.Skipf("the oracle cannot be built: %v", err)
	}
	return agent
}

func TestCompare(t *testing.T) {
	dir := t.TempDir()
	source := "package p;\nclass A {\n  void f() {\n    g();\n    g();\n    g();\n    g();\n  }\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "A.java"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	entry := func(n uint64) []Entry { return []Entry{{"p/A.f()V", 1, n}} }
	run := func(last uint64) *Counts {
		return &Counts{Lines: map[string]map[int][]Entry{
			"p/A.java": {4: entry(1), 5: entry(2), 6: entry(3), 7: entry(last)}}}
	}
	r, err := Compare(Input{
		Root:    dir,
		LCOV:    map[string]map[int]uint64{"A.java": {4: 8, 5: 17, 7: 9}},
		Runs:    []*Counts{run(5), run(6)},
		Scale:   8,
		Explain: func(l Line) string { return map[int]string{5: "known"}[l.Line] },
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Same != 1 || len(r.Differ) != 1 || r.Causes()["known"] != 1 || len(r.Missing) != 1 ||
		r.Incomparable[unstable] != 1 {
		t.Errorf("got %+v", r)
	}
	if u := r.Unexplained(); len(u) != 1 || u[0].Line != 6 || u[0].Oracle != 24 {
		t.Errorf("unexplained: %v", u)
	}
	var b strings.Builder
	r.Print(&b, 1)
	for _, want := range []string{"lines compared: 2, equal: 1, different: 1; without a count: 1",
		"A.java:5: oracle 16, jprof 17: g();", "not compared: 1: " + unstable} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q does not say %q", b.String(), want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Read(dir); err == nil {
		t.Error("a folder without counts was read")
	}
	for _, bad := range []string{"a\tb\n", "f\tm\tx\t1\t1\n"} {
		if err := os.WriteFile(filepath.Join(dir, "1.tsv"), []byte(bad), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
	lcov := filepath.Join(dir, "lcov")
	if err := os.WriteFile(lcov, []byte("SF:a\nDA:x,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadLCOV(lcov); err == nil {
		t.Error("a damaged LCOV file was read")
	}
}

// TestAgentAtTheEnd checks that a JVM that ends by System.exit in another thread writes its counts, and that the counts
// of a class that several class loaders have loaded are added up.
func TestAgentAtTheEnd(t *testing.T) {
	counts := runOracle(t, jtest.Newest(t), `package p;
class A {
    public static void main(String[] args) throws Exception {
        java.net.URL here = A.class.getProtectionDomain().getCodeSource().getLocation();
        for (int i = 0; i < 3; i++) {
            ClassLoader l = new java.net.URLClassLoader(new java.net.URL[] {here}, null);
            java.lang.reflect.Method m = l.loadClass("p.A").getDeclaredMethod("f");
            m.setAccessible(true);
            m.invoke(null);
        }
        Thread t = new Thread(() -> System.exit(0));
        t.start();
        Thread.sleep(100000);
    }
    static void f() {
        System.nanoTime();
    }
}
`)
	if e := counts.Lines["p/A.java"][16]; len(e) != 1 || e[0].Count != 3 || e[0].Method != "p/A.f()V" {
		t.Errorf("line 16: %v", e)
	}
	if e := counts.Lines["p/A.java"][12]; len(e) != 1 || e[0].Count != 1 {
		t.Errorf("line 12: %v", e)
	}
	if counts.JVMs != 1 {
		t.Errorf("%d JVMs", counts.JVMs)
	}
}
