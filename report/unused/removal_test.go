package unused_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/report"
	"jprof/report/unused"
	"jprof/report/unused/removal"
)

// removed is a project with unused code of each kind that a patch deletes, or lets stay.
const removed = `
-- src/main/java/a/Main.java --
package a;

import java.util.ArrayList;
import java.util.List;
import java.util.Map; // and of no use before

import static a.Util.calc;
import static a.Util.twice;
import static java.util.Collections.emptyList;

public class Main {
	public static void main(String[] args) throws Exception {
		Runnable r = Util::viaReference;
		if (args.length > 5) {
			Util.called(1);
			new Overloaded("x");
			Class.forName("b.Reflected");
			Main.class.getDeclaredMethod("inString");
		}
		System.out.println(new Sub().shown() + new Held().inherited());
	}

	/** Nobody calls it. */
	@SuppressWarnings("unused")
	private static int old(List<Integer> list) throws Exception {
		return new ArrayList<>(list).size() + calc(2) + emptyList().size();
	} // and this goes with it

	void first() { second(); } void second() { first(); }
	// a line of its own stays

	// a comment in front goes
	void third(int... n) {
		n[0]++;
	}
	static void inString() { }
	static void withString() { System.out.println(twice(3)); }
}
-- src/main/java/a/Util.java --
package a;

class Util {
	static void viaReference() { }
	static void called(int n) { }
	static void called(int n, int m) { }
	static void calledByTest() { }
	static int calc(int n) { return 1; }
	static int twice(int n) { return 2 * n; }
}
-- src/main/java/a/Overloaded.java --
package a;

class Overloaded {
	Overloaded(String text) { this(text, 1); }
	Overloaded(String text, int n) { }
	Overloaded(int n) { }
}
class Only { Only(int n) { } static int live() { return 1; } }
class Two { Two(int n) { } Two(String text) { } static int live() { return 1; } }
class OfTwo extends Two { OfTwo() { super(1); } static int live() { return 1; } }
-- src/main/java/a/Sub.java --
package a;

abstract class Base {
	abstract int shown();
	abstract int hidden();
	int overridden() { return 1; }
	public int inherited() { return 1; }
	public int notInherited() { return 1; }
}
class Sub extends Base {
	int shown() { return 1; }
	int hidden() { return 2; }
	@Override int overridden() { return 2; }
}
interface Inherits { int inherited(); }
class Held extends Base implements Inherits {
	int shown() { return 1; }
	int hidden() { return 1; }
}
class Foreign implements java.util.concurrent.Delayed {
	public int compareTo(java.util.concurrent.Delayed o) { return 1; }
	public long getDelay(java.util.concurrent.TimeUnit u) { return 1; }
	static int live() { return 1; }
}
-- src/main/java/b/Whole.java --
package b;

/** A file that goes. */
public class Whole {
	static class Nested { void f() { } }
	int n = 1;
	void f(Also a) { a.g(); }
}
-- src/main/java/b/Also.java --
package b;

class Also { void g() { } }
-- src/main/java/b/Tested.java --
package b;

public class Tested {
	public int f() { return 1; }
	public int g() { return 1; }
}
-- src/main/java/b/Reflected.java --
package b;

class Reflected { Reflected() { } void f() { } }
-- src/main/java/c/Lone.java --
package c;

public class Lone { void f() { } }
-- src/test/java/b/TestedTest.java --
package b;

import c.*;

class TestedTest {
	int test() { return new Tested().f() + a.Hidden.value(); }
}
-- src/test/java/a/Hidden.java --
package a;

public class Hidden {
	public static int value() { Util.calledByTest(); return 1; }
}
`

// TestRemoval deletes unused code by a patch, and compiles what remains.
func TestRemoval(t *testing.T) {
	m, _ := project(t, removed)
	ran := []string{"Main::main(String[])", "Sub::shown()", "Held::inherited()", "Only::live()", "Two::live()",
		"OfTwo::live()", "Foreign::live()", "Held::shown()", "Base::inherited()"}
	r := unused.Find(unused.Input{Model: m, Ran: func(ref report.MethodRef) bool {
		return slices.Contains(ran, ref.Method().Label)
	}})
	dir := t.TempDir()
	var sources []unused.Text
	for _, part := range strings.Split(removed, "\n-- ")[1:] {
		name, body, _ := strings.Cut(part, " --\n")
		body = strings.TrimSuffix(body, "\n") + "\n"
		sources = append(sources, unused.Text{Path: name, Data: []byte(body)})
		write(t, filepath.Join(dir, filepath.FromSlash(name)), body)
	}
	plan := removal.New(r, sources)
	var kept []string
	for _, k := range plan.Kept {
		kept = append(kept, k.Name+": "+k.Why)
	}
	want := []string{
		"Overloaded: src/main/java/a/Main.java:12 refers to it",
		"Overloaded::Overloaded(String): src/main/java/a/Main.java:12 refers to it",
		"Overloaded::Overloaded(String, int): another constructor may call it",
		"Overloaded::Overloaded(int): src/main/java/a/Main.java:12 refers to it",
		"Only::Only(int): it is the only constructor that remains",
		"Two::Two(String): OfTwo may call it by super()",
		"Two::Two(int): OfTwo may call it by super()",
		"OfTwo::OfTwo(): it is the only constructor that remains",
		"Sub::hidden(): it overrides Base::hidden()",
		"Held::hidden(): it overrides Base::hidden()",
		"Util: src/test/java/a/Hidden.java:4 refers to it",
		"Util::viaReference(): src/main/java/a/Main.java:12 refers to it",
		"Util::called(int): src/main/java/a/Main.java:12 refers to it",
		"Util::calledByTest(): src/test/java/a/Hidden.java:4 refers to it",
		"Reflected::f(): src/test/java/b/TestedTest.java:6 refers to it",
		"Tested: src/test/java/b/TestedTest.java:6 refers to it",
		"Tested::f(): src/test/java/b/TestedTest.java:6 refers to it",
		"Lone: src/test/java/b/TestedTest.java imports its package, which would be empty",
		"Lone::f(): src/test/java/b/TestedTest.java:6 refers to it",
	}
	if !slices.Equal(kept, want) {
		t.Errorf("stays:\n\t%s\nnot:\n\t%s", strings.Join(kept, "\n\t"), strings.Join(want, "\n\t"))
	}
	var patch bytes.Buffer
	if err := plan.Write(&patch); err != nil {
		t.Fatal(err)
	}
	javac := jtest.Newest(t).Javac()
	write(t, filepath.Join(dir, "unused.patch"), patch.String())
	execute(t, dir, "git", "apply", "-p1", "unused.patch")
	main, err := os.ReadFile(filepath.Join(dir, "src/main/java/a/Main.java"))
	if err != nil {
		t.Fatal(err)
	}
	const wantMain = `package a;

import java.util.Map; // and of no use before

public class Main {
	public static void main(String[] args) throws Exception {
		Runnable r = Util::viaReference;
		if (args.length > 5) {
			Util.called(1);
			new Overloaded("x");
			Class.forName("b.Reflected");
			Main.class.getDeclaredMethod("inString");
		}
		System.out.println(new Sub().shown() + new Held().inherited());
	}

	// a line of its own stays
	static void inString() { }
}
`
	if string(main) != wantMain {
		t.Errorf("Main.java is\n%s", main)
	}
	if _, err := os.Stat(filepath.Join(dir, "src/main/java/b/Whole.java")); err == nil {
		t.Error("Whole.java is still there")
	}
	var files []string
	err = filepath.WalkDir(filepath.Join(dir, "src"), func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".java") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	execute(t, dir, javac, append([]string{"-Xlint:none", "-d", "classes"}, files...)...)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func execute(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}
