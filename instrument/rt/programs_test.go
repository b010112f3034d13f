package rt

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
		{"p", "__Counter00000001", idP, countsDir, []FileCounters{
			{"Main", 0, 7, Uses{Lambdas: true, Endings: true, Finds: true, Rows: true, Tests: true}},
			{"Other", 7, 2, Uses{Arguments: true}},
		}},
		{"q", "__Counter00000002", idQ, countsDir, []FileCounters{{"Q", 0, 300, Uses{}}}},
		{"shadow", "__Counter00000003", probe.ID{3}, countsDir, []FileCounters{{"Shadow", 0, 1, Uses{Lambdas: true}}}},
		{"p", "__Counter00000004", probe.ID{4}, countsDir, []FileCounters{{"Lambdas", 0, 2, Uses{Lambdas: true}}}},
		{"", "__Counter00000005", probe.ID{5}, countsDir, []FileCounters{
			{MethodName("wait.java"), 0, 1, Uses{Lambdas: true}},
		}},
	}
}

// build writes all sources to dir and compiles them as far as tests need.
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

// write makes a file and the folders around it.
func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// javac compiles what must be right.
func javac(t *testing.T, jdk jtest.JDK, args ...string) {
	t.Helper()
	if out, err := jdk.Run("javac", args...); err != nil {
		t.Fatalf("javac %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// result holds the output and the exit code of a program.
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

// run returns what a program did.
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

// countFiles returns of each file its number of sections, "part" for those without an end; sorted.
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
			// The name has the same data as the header.
			want := fmt.Sprintf("%d-%d-", content.PID, content.Start.UnixMilli())
			if !strings.HasPrefix(e.Name(), want) || content.PID == 0 {
				t.Errorf("%s does not start with %s", e.Name(), want)
			}
		}
	}
	slices.Sort(list)
	return list
}
