package rt

import (
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/jtest"
)

// testSecurity runs a program under security managers that forbid what the counters need. It runs as without them, and
// missing counts are reported: by the name of the file, or on standard error if there can be none.
func testSecurity(t *testing.T, jdk jtest.JDK, classes string) {
	if jdk.Version >= 24 {
		t.Skipf("Java %d has no security managers", jdk.Version)
	}
	for manager, tt := range map[string]struct {
		files  []string
		stderr string
	}{
		"NoThreads": {files: []string{"part"}},
		"Sandbox":   {stderr: "jprof: some counts of this JVM are lost: java.lang.SecurityException: threads"},
	} {
		dir := filepath.Join(t.TempDir(), "counts")
		got := run(t, command(jdk, classes, dir, "twoPackages", "-Djava.security.manager=p.Main$"+manager))
		if got.exit != 0 || got.stdout != "end of twoPackages\n" ||
			strings.Contains(got.stderr, "jprof: ") != (tt.stderr != "") || !strings.Contains(got.stderr, tt.stderr) {
			t.Errorf("%s: %+v", manager, got)
		}
		if files := countFiles(t, dir); !reflect.DeepEqual(files, tt.files) {
			t.Errorf("%s: count files %q, want %q", manager, files, tt.files)
		}
	}
}

// testClosedLoader ends a JVM after the class loader of all that counts was closed, as OSGi does.
func testClosedLoader(t *testing.T, jdk jtest.JDK, classes string) {
	dir := t.TempDir()
	cmd := command(jdk, classes, dir, "")
	cmd.Args = append(cmd.Args[:len(cmd.Args)-2], "p.Closed")
	if got, want := run(t, cmd), (result{0, "", ""}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	totals, err := counts.Collect(dir, maps, time.Time{})
	if err != nil || !reflect.DeepEqual(totals.Counters(idQ), q(1)) || len(totals.Problems()) != 0 {
		t.Errorf("%+v, %v", totals, err)
	}
}

// testSignal ends a JVM by SIGTERM: its hooks run, and all is written.
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
	want := "jprof: cannot write the counts of this JVM to " + file
	if !strings.HasPrefix(got.stderr, want) || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("not one line: %q", got.stderr)
	}
}

// testNoRoom has room for no count file. The JVM leaves a trace in the folder, or in the one above, which has the
// folders of test steps.
func testNoRoom(t *testing.T, jdk jtest.JDK, classes string) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to limit the size of files")
	}
	for _, step := range []string{"", "step"} {
		dir := t.TempDir()
		if err := counts.NewFolder(dir); err != nil {
			t.Fatal(err)
		}
		java := command(jdk, classes, filepath.Join(dir, step), "twoPackages")
		cmd := exec.Command("sh", append([]string{"-c", `ulimit -f 0 && exec "$@"`, "sh"}, java.Args...)...)
		cmd.Env = java.Env
		got := run(t, cmd)
		if got.exit != 0 || got.stdout != "end of twoPackages\n" || !strings.HasPrefix(got.stderr, "jprof: ") {
			t.Errorf("%+v", got)
		}
		totals, err := counts.Collect(dir, maps, time.Time{})
		if err != nil || totals.JVMs() != 0 || len(totals.Problems()) != 1 ||
			!strings.Contains(totals.Problems()[0], "has not written all of its counts") {
			t.Errorf("%+v, %v", totals, err)
		}
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
	oneLine := strings.HasPrefix(got.stderr, "jprof: ") && strings.Count(got.stderr, "\n") == 1
	if got.exit != 0 || got.stdout != "end of twoPackages\n" || !oneLine {
		t.Errorf("%+v", got)
	}
	if files := countFiles(t, dir); !reflect.DeepEqual(files, []string{"part"}) {
		t.Errorf("count files %q", files)
	}
	totals, err := counts.Collect(dir, maps, time.Time{})
	if err != nil || !reflect.DeepEqual(totals.Counters(idP), p()) || totals.Counters(idQ) != nil ||
		len(totals.Problems()) != 1 {
		t.Errorf("%+v, %v", totals, err)
	}
}
