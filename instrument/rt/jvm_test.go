package rt

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/jtest"
)

// TestJVM runs each program on each JDK and reads what its JVMs wrote.
func TestJVM(t *testing.T) {
	tests := []struct {
		program  string
		before   int // runs on JDKs before this one only
		jvmArgs  []string
		exit     int
		stdout   string // "end of PROGRAM\n" if empty
		stderr   string // is in it; nothing at all if empty
		p, q     []uint64
		jvms     int
		files    []string // count files: sections of each, or "part"
		problems int
	}{
		{program: "threads", p: p(1, 400000, 0, 100000, 100000, 100000, 100000, 40000), jvms: 1, files: []string{"1"}},
		{program: "exit", exit: 3, stdout: "-", p: p(1, 1), jvms: 1, files: []string{"1"}},
		{program: "uncaught", exit: 1, stdout: "-", stderr: "on purpose", p: p(1, 1), jvms: 1, files: []string{"1"}},
		{program: "halt", exit: 4, stdout: "-", p: p(1, 1), jvms: 1, files: []string{"1"}},
		{program: "late", p: p(1, 1), q: q(1), jvms: 1, files: []string{"2"}},
		{program: "twoPackages", p: p(1, 1), q: q(2), jvms: 1, files: []string{"2"}},
		{program: "loaders", p: p(1, 0, 0, 0, 0, 0, 0, 4, 8), jvms: 1, files: []string{"4"}},
		{program: "unloaded", p: p(1, 0, 0, 0, 0, 0, 0, 6, 12), jvms: 1, files: []string{"2"}},
		{program: "split", p: p(1, 0, 0, 0, 0, 0, 0, 1, 2), jvms: 1, files: []string{"1"}},
		{program: "children", stdout: "end of twoPackages\nend of twoPackages\nend of children\n",
			p: p(3, 3), q: q(4), jvms: 3, files: []string{"1", "2", "2"}},
		{program: "lambdas", p: p(1, 1, 2, 1, 1, 1, 1), jvms: 1, files: []string{"1"}},
		{program: "noSecurityProperties", before: 24, jvmArgs: []string{"-Djava.security.manager=allow"},
			stderr: "WARNING",
			p:      p(1), q: q(1), jvms: 1, files: []string{"2"}},
		{program: "ownManager", before: 24, jvmArgs: []string{"-Djava.security.manager=allow"}, stderr: "WARNING",
			p: p(1, 6), q: q(6), jvms: 1, files: []string{"3"}, problems: 1},
		{program: "ownProperties", p: p(1, 6), q: q(6), jvms: 1, files: []string{"3"}, problems: 1},
		{program: "threadGroup", stdout: "end of threadGroup\nthe program's own hook\n", p: p(1), q: q(1), jvms: 1,
			files: []string{"2"}},
		{program: "ownThreads", p: p(1, 1), q: q(1), jvms: 1, files: []string{"2"}},
		{program: "stackEnd", p: p(1), q: q(1001), jvms: 1, files: []string{"2"}},
		{program: "garbage", p: p(1, 1), jvms: 1, files: []string{"1"}},
		{program: "outOfMemory", exit: 1, stdout: "-", stderr: "OutOfMemoryError", p: p(1, 1), jvms: 1,
			files: []string{"1"}},
		{program: "interruptedExit", exit: 5, stdout: "-", p: p(1, 1), jvms: 1, files: []string{"1"}},
		{program: "lambdas", jvmArgs: []string{"--limit-modules", "java.base"}, p: p(1, 1, 2, 1, 1, 1, 1), jvms: 1,
			files: []string{"1"}},
		// leaves nothing
		{program: "exit", jvmArgs: []string{"-Dorg.graalvm.nativeimage.imagecode=buildtime"}, exit: 3, stdout: "-"},
		{program: "streams", stdout: "-", p: p(1), jvms: 1, files: []string{"1"}},
	}
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			build(t, jdk, dir)
			classes := filepath.Join(dir, "classes")
			for i, tt := range tests {
				t.Run(strings.Join(append([]string{tt.program}, tt.jvmArgs...), " "), func(t *testing.T) {
					if tt.before != 0 && jdk.Version >= tt.before {
						t.Skipf("Java %d has no security managers", jdk.Version)
					}
					countsDir := filepath.Join(dir, fmt.Sprintf("größe \"x\" %d", i), tt.program) // made by the JVM
					start := time.Now()
					got := run(t, command(jdk, classes, countsDir, tt.program, tt.jvmArgs...))
					stdout := map[string]string{"": "end of " + tt.program + "\n", "-": ""}
					want, ok := stdout[tt.stdout]
					if !ok {
						want = tt.stdout
					}
					if got.exit != tt.exit || got.stdout != want || (got.stderr == "") != (tt.stderr == "") ||
						!strings.Contains(got.stderr, tt.stderr) || strings.Contains(got.stderr, "jprof") {
						t.Errorf("%+v, want exit status %d, %q, %q", got, tt.exit, want, tt.stderr)
					}
					totals, err := counts.Collect(countsDir, maps, start)
					if err != nil {
						t.Fatal(err)
					}
					if !reflect.DeepEqual(totals.Counters(idP), tt.p) ||
						!reflect.DeepEqual(totals.Counters(idQ), tt.q) {
						t.Errorf("counters %d and %d, want %d and %d", totals.Counters(idP), totals.Counters(idQ), tt.p,
							tt.q)
					}
					if totals.JVMs() != tt.jvms || len(totals.Problems()) != tt.problems {
						t.Errorf("%d JVMs, want %d; problems %q", totals.JVMs(), tt.jvms, totals.Problems())
					}
					if got := countFiles(t, countsDir); !reflect.DeepEqual(got, tt.files) {
						t.Errorf("count files %q, want %q", got, tt.files)
					}
				})
			}
			t.Run("signal", func(t *testing.T) { testSignal(t, jdk, classes) })
			t.Run("kill", func(t *testing.T) { testKill(t, jdk, classes) })
			t.Run("no folder", func(t *testing.T) { testNoFolder(t, jdk, classes) })
			t.Run("closed loader", func(t *testing.T) { testClosedLoader(t, jdk, classes) })
			t.Run("security", func(t *testing.T) { testSecurity(t, jdk, classes) })
			t.Run("no room", func(t *testing.T) { testNoRoom(t, jdk, classes) })
			t.Run("disk full", func(t *testing.T) { testDiskFull(t, jdk, classes) })
		})
	}
}

// TestRelease8 compiles and runs the helper classes as those of a project for Java 8.
func TestRelease8(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			if jdk.Version < 9 {
				t.Skip("this javac has no --release, and knows Java 8 only")
			}
			dir := t.TempDir()
			build(t, jdk, dir, "--release", "8")
			countsDir := filepath.Join(dir, "counts")
			got := run(t, command(jdk, filepath.Join(dir, "classes"), countsDir, "lambdas"))
			if want := (result{0, "end of lambdas\n", ""}); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
			totals, err := counts.Collect(countsDir, maps, time.Time{})
			if err != nil || !reflect.DeepEqual(totals.Counters(idP), p(1, 1, 2, 1, 1, 1, 1)) {
				t.Errorf("%+v, %v", totals, err)
			}
		})
	}
}

// TestCountsDir lets the JVM write to the folder that the helper class was generated for.
func TestCountsDir(t *testing.T) {
	jdk := jtest.Newest(t)
	dir := t.TempDir()
	countsDir := filepath.Join(dir, "Größe, \"q\" \\u0041", "counts")
	for _, c := range helpers(countsDir)[:4] {
		write(t, filepath.Join(dir, "src", c.Package, c.Name+".java"), Source(c))
	}
	args := []string{"-nowarn", "-encoding", "US-ASCII", "-d", dir}
	for _, glob := range []string{filepath.Join(dir, "src/*/*.java"), "testdata/programs/[pq]/*.java"} {
		files, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, files...)
	}
	javac(t, jdk, args...)
	// A JVM that cannot spell the folder in the file names of its locale would not be a test of ours.
	cmd := command(jdk, dir, "", "twoPackages")
	cmd.Env = append(cmd.Env, "LC_ALL=C.UTF-8")
	if got, want := run(t, cmd), (result{0, "end of twoPackages\n", ""}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	totals, err := counts.Collect(countsDir, maps, time.Time{})
	if err != nil || !reflect.DeepEqual(totals.Counters(idP), p(1, 1)) ||
		!reflect.DeepEqual(totals.Counters(idQ), q(2)) {
		t.Errorf("%+v, %v", totals, err)
	}
}

// TestLambdasThatJavacRejects keeps the list in the package comment true.
func TestLambdasThatJavacRejects(t *testing.T) {
	jdk := jtest.Newest(t)
	dir := t.TempDir()
	helper := Class{Package: "p", Name: "H", Files: []FileCounters{{"F", 0, 1, Uses{Lambdas: true}}}}
	write(t, filepath.Join(dir, "p/H.java"), Source(helper))
	write(t, filepath.Join(dir, "other/Api.java"), []byte("package other; class Hidden {} "+
		"public class Api { public static Hidden make() { return null; } "+
		"public static Object both() throws java.io.IOException, InterruptedException { return null; } }"))
	for name, tt := range map[string]struct{ lambda, want string }{
		"assigned parameter": {
			"java.util.function.UnaryOperator<String> f = x -> #x = x.trim()#;", "effectively final"},
		"two checked exceptions": {"Both f = () -> #other.Api.both()#;", "unreported exception"},
		"inaccessible type":      {"java.util.function.Supplier<Object> f = () -> #other.Api.make()#;", "not public"},
	} {
		t.Run(name, func(t *testing.T) {
			compile := func(before, after string) (string, error) {
				body := strings.Replace(strings.Replace(tt.lambda, "#", before, 1), "#", after, 1)
				path := filepath.Join(dir, "p/A.java")
				write(t, path, []byte("package p; class A { "+
					"interface Both { Object get() throws java.io.IOException, InterruptedException; } "+body+" }"))
				out, err := jdk.Run("javac", "-proc:none", "-sourcepath", dir, "-d", filepath.Join(dir, "out"), path)
				return string(out), err
			}
			if out, err := compile("", ""); err != nil {
				t.Errorf("without the counter: %s", out)
			}
			if out, err := compile("H.F(0, () -> ", ")"); err == nil || !strings.Contains(out, tt.want) {
				t.Errorf("with it: %v, %s, want %q", err, out, tt.want)
			}
		})
	}
}
