package plugins

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// TestOpened checks which files the agent notes with each JDK, that it runs no code of the program for that, and that
// notes which would take too much of the heap have no end.
func TestOpened(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skipf("files are not noted on %s", runtime.GOOS)
	}
	jdks, dir := jtest.JDKs(t), t.TempDir()
	sourcePath := filepath.Join("tests", "src") + string(filepath.ListSeparator) + filepath.Join("tests", "stubs")
	jar, classes := filepath.Join(dir, "tests.jar"), filepath.Join(dir, "classes")
	run := func(command string, args ...string) {
		t.Helper()
		if out, err := jdks[0].Run(command, args...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	run("javac", "-nowarn", "-sourcepath", sourcePath, "-d", classes, "testdata/jprof/tests/Opens.java",
		"tests/src/jprof/tests/Hook.java")
	run("jar", "cfm", jar, "tests/src/META-INF/MANIFEST.MF", "-C", classes, ".")
	project := filepath.Join(dir, "project")
	for _, name := range []string{"stream.txt", "random.txt", "bytes.txt", "moved.txt", "lists/a", "streams/a",
		"walked/in/a"} {
		path := filepath.Join(project, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "files.roots"), []byte(project+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const want = "bytes.txt lists/ moved.txt own.txt random.txt stream.txt streams streams/ walked walked/ walked/in " +
		"walked/in/ walked/in/a writable.txt"
	for _, jdk := range jdks {
		for _, many := range []string{"", "many"} {
			notes := filepath.Join(dir, jdk.String()+many+".files")
			args := append(slices.Clone(jtest.QuickStart), "-Xverify:all", "-Xmx24m", "-javaagent:"+jar+"=pools", "-cp",
				jar, "jprof.tests.Opens", project, notes)
			if many != "" {
				args = append(args, many)
			}
			c := exec.Command(jdk.Java(), args...)
			c.Env = append(os.Environ(), "JPROF_COUNTS="+filepath.Join(dir, "counts"))
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", jdk, err, out)
			}
			text, err := os.ReadFile(notes)
			if err != nil {
				t.Fatalf("%s: %v", jdk, err)
			}
			if whole := strings.HasSuffix(string(text), "\nend\n"); whole == (many != "") {
				t.Errorf("%s %s: whole: %v", jdk, many, whole)
			}
			var names []string
			for line := range strings.Lines(string(text)) {
				if f := strings.Split(strings.TrimSpace(line), "\t"); f[0] == "f" {
					names = append(names, f[3])
				}
			}
			slices.Sort(names)
			if got := strings.Join(slices.Compact(names), " "); got != want {
				t.Errorf("%s %s:\n%s\nwant\n%s", jdk, many, got, want)
			}
		}
		if err := os.WriteFile(filepath.Join(project, "moved.txt"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
