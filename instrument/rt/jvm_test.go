package rt

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"jprof/internal/counts"
	"jprof/internal/jtest"
	"jprof/internal/probe"
)

var (
	idP, idQ = probe.ID{0xfe, 15: 1}, probe.ID{2}
	maps     = []*probe.Set{{Packages: []*probe.Package{
		{ID: idP, Files: []*probe.File{{Counters: 7}, {Counters: 2}}},
		{ID: idQ, Files: []*probe.File{{Counters: 300}}},
	}}}
)

// helpers are the helper classes of testdata/programs and testdata/Lambdas.java.
func helpers(countsDir string) []Class {
	return []Class{
		{"p", "__Counter00000001", idP, countsDir, []FileCounters{{"Main", 0, 7, Uses{Lambdas: true, Endings: true, Rows: true, Tests: true}}, {"Other", 7, 2, Uses{}}}},
		{"q", "__Counter00000002", idQ, countsDir, []FileCounters{{"Q", 0, 300, Uses{}}}},
		{"shadow", "__Counter00000003", probe.ID{3}, countsDir, []FileCounters{{"Shadow", 0, 1, Uses{Lambdas: true}}}},
		{"p", "__Counter00000004", probe.ID{4}, countsDir, []FileCounters{{"Lambdas", 0, 2, Uses{Lambdas: true}}}},
		{"", "__Counter00000005", probe.ID{5}, countsDir, []FileCounters{{MethodName("wait.java"), 0, 1, Uses{Lambdas: true}}}},
	}
}

// build writes all sources to dir and compiles them as far as each test of this file needs.
func build(t *testing.T, jdk jtest.JDK, dir string, javacArgs ...string) {
	t.Helper()
	var generated []string
	for _, c := range helpers("/nowhere/counts") {
		path := filepath.Join(dir, "src", c.Package, c.Name+".java")
		write(t, path, Source(c))
		generated = append(generated, path)
	}
	classes := filepath.Join(dir, "classes")
	strict := append([]string{"-Xlint:all,-options", "-Xdoclint:all", "-Werror", "-d", classes}, javacArgs...)
	javac(t, jdk, append(strict, generated...)...)

	text, err := os.ReadFile("testdata/Lambdas.java")
	if err != nil {
		t.Fatal(err)
	}
	lambdas := filepath.Join(dir, "src", "p", "Lambdas.java")
	write(t, lambdas, bytes.ReplaceAll(text, []byte("COUNT("), []byte("__Counter00000004.Lambdas(")))
	programs, err := filepath.Glob("testdata/programs/*/*.java")
	if err != nil {
		t.Fatal(err)
	}
	loose := append([]string{"-nowarn", "-Xlint:none", "-cp", classes, "-d", classes, lambdas}, javacArgs...)
	javac(t, jdk, append(loose, programs...)...)
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func javac(t *testing.T, jdk jtest.JDK, args ...string) {
	t.Helper()
	if out, err := jdk.Run("javac", args...); err != nil {
		t.Fatalf("javac %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// result is what a program did.
type result struct {
	exit           int
	stdout, stderr string
}

// command is a JVM that runs a program of p.Main and writes its counts to dir.
func command(jdk jtest.JDK, classes, dir, program string, jvmArgs ...string) *exec.Cmd {
	args := slices.Concat(jtest.QuickStart, []string{"-Xmx64m"}, jvmArgs)
	cmd := exec.Command(jdk.Java(), append(args, "-cp", classes, "p.Main", program)...)
	// What these two hold is not for our JVMs, and is announced on stderr.
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "JAVA_TOOL_OPTIONS=") || strings.HasPrefix(v, "JDK_JAVA_OPTIONS=")
	})
	cmd.Env = append(cmd.Env, "JPROF_COUNTS="+dir)
	return cmd
}

func run(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// p is the counters of p that must be: of Main.java and of Other.java.
func p(counters ...uint64) []uint64 {
	return append(counters, make([]uint64, 9-len(counters))...)
}

// q is the counters of q after n uses.
func q(n uint64) []uint64 {
	counters := make([]uint64, 300)
	counters[299] = n
	return counters
}

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
		{program: "split", p: p(1, 0, 0, 0, 0, 0, 0, 1, 2), jvms: 1, files: []string{"1"}},
		{program: "children", stdout: "end of twoPackages\nend of twoPackages\nend of children\n",
			p: p(3, 3), q: q(4), jvms: 3, files: []string{"1", "2", "2"}},
		{program: "lambdas", p: p(1, 1, 2, 1, 1, 1, 1), jvms: 1, files: []string{"1"}},
		{program: "noSecurityProperties", before: 24, jvmArgs: []string{"-Djava.security.manager=allow"}, stderr: "WARNING",
			p: p(1), q: q(1), jvms: 1, files: []string{"2"}},
		{program: "ownManager", before: 24, jvmArgs: []string{"-Djava.security.manager=allow"}, stderr: "WARNING",
			p: p(1, 6), q: q(6), jvms: 1, files: []string{"3"}, problems: 1},
		{program: "ownProperties", p: p(1, 6), q: q(6), jvms: 1, files: []string{"3"}, problems: 1},
		{program: "threadGroup", stdout: "end of threadGroup\nthe program's own hook\n", p: p(1), q: q(1), jvms: 1, files: []string{"2"}},
		{program: "ownThreads", p: p(1, 1), q: q(1), jvms: 1, files: []string{"2"}},
		{program: "stackEnd", p: p(1), q: q(1001), jvms: 1, files: []string{"2"}},
		{program: "garbage", p: p(1, 1), jvms: 1, files: []string{"1"}},
		{program: "outOfMemory", exit: 1, stdout: "-", stderr: "OutOfMemoryError", p: p(1, 1), jvms: 1, files: []string{"1"}},
		{program: "interruptedExit", exit: 5, stdout: "-", p: p(1, 1), jvms: 1, files: []string{"1"}},
		{program: "lambdas", jvmArgs: []string{"--limit-modules", "java.base"}, p: p(1, 1, 2, 1, 1, 1, 1), jvms: 1, files: []string{"1"}},
		{program: "exit", jvmArgs: []string{"-Dorg.graalvm.nativeimage.imagecode=buildtime"}, exit: 3, stdout: "-"}, // leaves nothing
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
					if !reflect.DeepEqual(totals.Counters(idP), tt.p) || !reflect.DeepEqual(totals.Counters(idQ), tt.q) {
						t.Errorf("counters %d and %d, want %d and %d", totals.Counters(idP), totals.Counters(idQ), tt.p, tt.q)
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
			t.Run("disk full", func(t *testing.T) { testDiskFull(t, jdk, classes) })
		})
	}
}

// countFiles tells of each file its number of sections, "part" for those without an end; sorted.
func countFiles(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".tmp") {
			continue // the JVM has ended while it was written once more
		}
		f, err := os.Open(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		content, err := counts.Read(f, e.Name())
		f.Close()
		isWhole := strings.HasSuffix(e.Name(), WholeSuffix)
		switch {
		case isWhole != (err == nil), !isWhole && !strings.HasSuffix(e.Name(), PartSuffix):
			t.Errorf("%s: %v", e.Name(), err)
		case !isWhole:
			list = append(list, "part")
		default:
			list = append(list, fmt.Sprint(len(content.Sections)))
			// The name tells what the header does.
			if want := fmt.Sprintf("%d-%d-", content.PID, content.Start.UnixMilli()); !strings.HasPrefix(e.Name(), want) || content.PID == 0 {
				t.Errorf("%s does not start with %s", e.Name(), want)
			}
		}
	}
	slices.Sort(list)
	return list
}

func testSignal(t *testing.T, jdk jtest.JDK, classes string) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals on Windows")
	}
	dir := t.TempDir()
	cmd := command(jdk, classes, dir, "waitForSignal")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, len("ready\n"))
	if _, err := stdout.Read(line); err != nil {
		t.Error(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 143 {
		t.Errorf("%v", err)
	}
	totals, err := counts.Collect(dir, maps, time.Time{})
	if err != nil || !reflect.DeepEqual(totals.Counters(idP), p(1, 1)) || len(totals.Problems()) != 0 {
		t.Errorf("%+v, %v", totals, err)
	}
}

// testKill kills a JVM a while after it has counted: what it had counted is known, and that it has not ended.
func testKill(t *testing.T, jdk jtest.JDK, classes string) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals on Windows")
	}
	dir := t.TempDir()
	cmd := command(jdk, classes, dir, "waitForSignal")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !jtest.Await(func() bool {
		totals, err := counts.Collect(dir, maps, time.Time{})
		return err == nil && reflect.DeepEqual(totals.Counters(idP), p(1, 1))
	}) {
		t.Error("its counts do not come")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // killed
	totals, err := counts.Collect(dir, maps, time.Time{})
	if err != nil || !reflect.DeepEqual(totals.Counters(idP), p(1, 1)) || totals.JVMs() != 1 ||
		len(totals.Problems()) != 1 || !strings.Contains(totals.Problems()[0], "has not written all of its counts") {
		t.Errorf("%+v, %v", totals, err)
	}
}

// testNoFolder has a file where the folder should be.
func testNoFolder(t *testing.T, jdk jtest.JDK, classes string) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, nil)
	got := run(t, command(jdk, classes, filepath.Join(file, "counts"), "twoPackages"))
	if got.exit != 0 || got.stdout != "end of twoPackages\n" {
		t.Errorf("%+v", got)
	}
	if !strings.HasPrefix(got.stderr, "jprof: cannot write the counts of this JVM to "+file) || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("not one line: %q", got.stderr)
	}
}

// testDiskFull limits the size of files, so that what there is at first fits in, and not what q counts. The
// file stays as it was written last, without an end.
func testDiskFull(t *testing.T, jdk jtest.JDK, classes string) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to limit the size of files")
	}
	dir := t.TempDir()
	java := command(jdk, classes, dir, "twoPackages")
	cmd := exec.Command("sh", append([]string{"-c", `ulimit -f 2 && exec "$@"`, "sh"}, java.Args...)...)
	cmd.Env = java.Env
	got := run(t, cmd)
	if got.exit != 0 || got.stdout != "end of twoPackages\n" || strings.Count(got.stderr, "\n") != 1 || !strings.HasPrefix(got.stderr, "jprof: ") {
		t.Errorf("%+v", got)
	}
	if files := countFiles(t, dir); !reflect.DeepEqual(files, []string{"part"}) {
		t.Errorf("count files %q", files)
	}
	totals, err := counts.Collect(dir, maps, time.Time{})
	if err != nil || !reflect.DeepEqual(totals.Counters(idP), p()) || totals.Counters(idQ) != nil || len(totals.Problems()) != 1 {
		t.Errorf("%+v, %v", totals, err)
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
			if got, want := run(t, command(jdk, filepath.Join(dir, "classes"), countsDir, "lambdas")), (result{0, "end of lambdas\n", ""}); got != want {
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
	if err != nil || !reflect.DeepEqual(totals.Counters(idP), p(1, 1)) || !reflect.DeepEqual(totals.Counters(idQ), q(2)) {
		t.Errorf("%+v, %v", totals, err)
	}
}

// TestLambdasThatJavacRejects keeps the list in the package comment true.
func TestLambdasThatJavacRejects(t *testing.T) {
	jdk := jtest.Newest(t)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "p/H.java"), Source(Class{Package: "p", Name: "H", Files: []FileCounters{{"F", 0, 1, Uses{Lambdas: true}}}}))
	write(t, filepath.Join(dir, "other/Api.java"), []byte("package other; class Hidden {} public class Api { public static Hidden make() { return null; }"+
		" public static Object both() throws java.io.IOException, InterruptedException { return null; } }"))
	for name, tt := range map[string]struct{ lambda, want string }{
		"assigned parameter":     {"java.util.function.UnaryOperator<String> f = x -> #x = x.trim()#;", "effectively final"},
		"two checked exceptions": {"Both f = () -> #other.Api.both()#;", "unreported exception"},
		"inaccessible type":      {"java.util.function.Supplier<Object> f = () -> #other.Api.make()#;", "not public"},
	} {
		t.Run(name, func(t *testing.T) {
			compile := func(before, after string) (string, error) {
				body := strings.Replace(strings.Replace(tt.lambda, "#", before, 1), "#", after, 1)
				path := filepath.Join(dir, "p/A.java")
				write(t, path, []byte("package p; class A { interface Both { Object get() throws java.io.IOException, InterruptedException; } "+body+" }"))
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
