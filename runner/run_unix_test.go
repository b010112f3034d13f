//go:build unix

package runner

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"jprof/buildtools"
	"jprof/internal/jtest"
)

var quick = Grace{Ask: 200 * time.Millisecond, Kill: 200 * time.Millisecond}

// long are times of grace that no test waits for, unless it fails.
var long = Grace{Ask: 10 * time.Minute, Kill: 10 * time.Minute}

func script(t *testing.T, text string) buildtools.Command {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return buildtools.Command{Path: jtest.FakeTool(t, dir, "mvn", text), Dir: dir, Env: os.Environ()}
}

func TestRunPassesOn(t *testing.T) {
	c := script(t, `read line; echo "$line, $1, $KEY, $PWD"; echo oops >&2; exit 7`)
	c.Args = []string{"two words"}
	c.Env = append(c.Env, "KEY=a", "KEY=b")
	var out, errs bytes.Buffer
	result, err := Run(t.Context(), c, Stdio{strings.NewReader("hello\n"), &out, &errs}, quick)
	if err != nil || result.ExitCode != 7 || result.Interrupted() {
		t.Errorf("%+v, %v", result, err)
	}
	if want := "hello, two words, b, " + c.Dir + "\n"; out.String() != want || errs.String() != "oops\n" {
		t.Errorf("output %q, want %q; errors %q", out.String(), want, errs.String())
	}
	if since := time.Since(result.Start); since < 0 || result.Start.IsZero() {
		t.Errorf("started at %v", result.Start)
	}
}

func TestRunEnds(t *testing.T) {
	result, err := Run(t.Context(), script(t, `kill -9 $$`), Stdio{}, quick)
	if err != nil || result.ExitCode != 137 || result.Interrupted() {
		t.Errorf("killed by somebody else: %+v, %v", result, err)
	}
	if _, err := Run(t.Context(), buildtools.Command{Path: "/no/such/mvn", Dir: "/"}, Stdio{}, quick); err == nil ||
		!strings.Contains(err.Error(), "starting /no/such/mvn") {
		t.Errorf("no such program: %v", err)
	}
}

// signalled runs a script, and sends s to this process when the script has made the file "ready". The script must do
// that after all that the test relies on.
func signalled(t *testing.T, s syscall.Signal, grace Grace, text string) (Result, string) {
	t.Helper()
	keep := make(chan os.Signal, 1) // so that a signal that comes too late does not end the tests
	signal.Notify(keep, s)
	defer signal.Stop(keep)
	c := script(t, text)
	go func() {
		if awaitFile(filepath.Join(c.Dir, "ready")) {
			syscall.Kill(os.Getpid(), s)
		}
	}()
	result, err := Run(t.Context(), c, Stdio{}, grace)
	if err != nil {
		t.Fatal(err)
	}
	return result, c.Dir
}

// awaitFile waits until a file is there, and reports whether it is.
func awaitFile(path string) bool {
	return jtest.Await(func() bool {
		_, err := os.Stat(path)
		return err == nil
	})
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return strings.TrimSpace(string(data))
}

// gone reports whether the process has ended.
func gone(t *testing.T, pid string) bool {
	t.Helper()
	for _, d := range descendants() {
		if pid == strconv.Itoa(d) {
			return false
		}
	}
	out, err := exec.Command("ps", "-o", "stat=", "-p", pid).Output()
	return err != nil || strings.HasPrefix(strings.TrimSpace(string(out)), "Z")
}

func TestSignalsReachChildrenAndAreWaitedFor(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		result, dir := signalled(t, s, long,
			`trap 'sleep 0.3; echo done >hook; exit 9' TERM HUP; touch ready; `+jtest.Forever())
		if result.Signal != s || result.ExitCode != 9 || read(t, filepath.Join(dir, "hook")) != "done" {
			t.Errorf("%v: %+v", s, result)
		}
	}
}

// A thread dump of a JVM that jprof runs ends neither of them.
func TestQuitEndsNothing(t *testing.T) {
	c := script(t, `trap 'echo threads >dump; exit 7' QUIT; touch ready; `+jtest.Forever())
	go func() {
		awaitFile(filepath.Join(c.Dir, "ready"))
		_ = syscall.Kill(os.Getpid(), syscall.SIGQUIT)
		for _, pid := range descendants() { // as a terminal does
			_ = kill(pid, syscall.SIGQUIT)
		}
	}()
	result, err := Run(t.Context(), c, Stdio{}, long)
	dump := filepath.Join(c.Dir, "dump")
	if err != nil || result.ExitCode != 7 || result.Interrupted() || read(t, dump) != "threads" {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestGrandchildrenAreWaitedFor(t *testing.T) {
	// The grandchild outlives its parents, and writes its counts when it is asked to end. (Not by
	// SIGINT: a shell has what it starts in the background ignore it.)
	result, dir := signalled(t, syscall.SIGTERM, long, `
cat >grandchild <<'END'
trap 'sleep 0.3; echo counts >counts; exit 0' INT TERM
touch ready
`+jtest.Forever()+`
END
(sh ./grandchild & echo $! >pid)
`+jtest.Forever())
	if !result.Interrupted() || read(t, filepath.Join(dir, "counts")) != "counts" {
		t.Errorf("%+v", result)
	}
	if pid := read(t, filepath.Join(dir, "pid")); !gone(t, pid) {
		t.Errorf("%s still runs", pid)
	}
}

func TestWhoDoesNotEndIsKilled(t *testing.T) {
	result, dir := signalled(t, syscall.SIGTERM, quick, `
trap '' TERM INT
sh -c 'trap "" TERM INT; echo $$ >pid; touch ready; `+jtest.Forever()+`' &
`+jtest.Forever())
	if result.ExitCode != 137 || result.Signal != syscall.SIGTERM {
		t.Errorf("%+v", result)
	}
	if pid := read(t, filepath.Join(dir, "pid")); !gone(t, pid) {
		t.Errorf("%s still runs", pid)
	}
}

func TestContextEndsTheCommand(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := script(t, `touch ready; `+jtest.Forever())
	go func() {
		awaitFile(filepath.Join(c.Dir, "ready"))
		cancel()
	}()
	result, err := Run(ctx, c, Stdio{}, long)
	if err != nil || result.ExitCode != 143 || result.Signal != syscall.SIGTERM {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestOutput(t *testing.T) {
	out, err := Output(t.Context(), script(t, `echo out; echo err >&2`))
	if err != nil || string(out) != "out\n" {
		t.Errorf("%q, %v", out, err)
	}
	c := script(t, `echo out; echo "what is wrong" >&2; exit 3`)
	c.Args = []string{"a b"}
	if _, err = Output(t.Context(), c); err == nil ||
		!strings.Contains(err.Error(), c.Path+" 'a b': exit code 3\nout\nwhat is wrong") {
		t.Errorf("%v", err)
	}
}
