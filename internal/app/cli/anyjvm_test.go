package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// TestAnyJVM records in JVMs that jprof does not start: one that runs, and one with the agent of a folder. There is no
// project: the first run makes the folder .jprof.
func TestAnyJVM(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("jprof cannot attach to JVMs there")
	}
	jdk := jtest.Newest(t)
	dir := t.TempDir()
	if out, err := jdk.Run("javac", "-d", dir, "../../measure/anyjvm/testdata/Busy.java"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	jprof := func(exit int, args ...string) (stdout, stderr string) {
		t.Helper()
		var out, messages bytes.Buffer
		if got := Main(append([]string{"jprof"}, args...),
			Env{Dir: dir, Stdout: &out, Stderr: &messages, Vars: append(os.Environ(), "JPROF_COUNTS=")}); got != exit {
			t.Errorf("jprof %q has the exit code %d, want %d: %s", args, got, exit, messages.String())
		}
		return out.String(), messages.String()
	}
	options, _ := jprof(0, "agent", "-o", "any")
	var programs []*exec.Cmd
	for _, option := range []string{"-Xshare:auto", strings.TrimSpace(options)} {
		cmd := exec.Command(jdk.Java(), option, "-cp", dir, "Busy", "2")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 6)); err != nil { // ready
			t.Fatal(err)
		}
		t.Cleanup(func() {
			in.Close()
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		})
		programs = append(programs, cmd)
	}
	pid := strconv.Itoa(programs[0].Process.Pid)
	id, said := jprof(0, "attach", pid, "--for", "1s", "--label", "first")
	run := strings.TrimSpace(id)
	for _, text := range []string{"recording contexts in the JVM " + pid, "stopped: ",
		"hottest method by bytecodes: Busy.fib"} {
		if !strings.Contains(said, text) {
			t.Errorf("%q does not have %q", said, text)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, ".jprof", "runs", run, "contexts")); err != nil {
		t.Error(err)
	}
	if text, _ := jprof(0, "contexts"); !strings.Contains(text, run) || !strings.Contains(text, "java Busy") ||
		!strings.Contains(text, "Busy.round(int)") {
		t.Errorf("%s: %s", run, text)
	}
	if text, _ := jprof(0, "runs"); !strings.Contains(text, "first") {
		t.Error(text)
	}
	jprof(0, "attach", pid)
	snapshot, _ := jprof(0, "attach", pid, "--snapshot")
	last, _ := jprof(0, "attach", pid, "--stop")
	if text, _ := jprof(0, "contexts"); snapshot == last || !strings.Contains(text, strings.TrimSpace(last)) {
		t.Errorf("the newest run is not %s: %s", last, text)
	}
	other := strconv.Itoa(programs[1].Process.Pid)
	if _, said := jprof(4, "attach", other); !strings.Contains(said, "recorded already") {
		t.Error(said)
	}
	id, _ = jprof(0, "attach", other, "--stop")
	again, _ := jprof(0, "collect", "--contexts", filepath.Join("any", "recorded"))
	if text, _ := jprof(0, "runs"); !strings.Contains(text, strings.TrimSpace(id)) ||
		!strings.Contains(text, strings.TrimSpace(again)) {
		t.Errorf("%s and %s: %s", id, again, text)
	}
	file, said := jprof(0, "attach", other, "--reached", "--for", "1s", "-o", "ran")
	if _, err := os.Stat(strings.TrimSpace(file)); err != nil || !strings.Contains(said, "methods in 5 classes ran") {
		t.Errorf("%v: %s", err, said)
	}
	text, _ := jprof(0, "unused", "--reached", "ran", "Busy:never") // the newest run has contexts, and no counts
	if !strings.Contains(text, "never executed: 1 of ") || !strings.Contains(text, "  Busy.never() ") {
		t.Error(text)
	}
	if _, said := jprof(2, "unused", "--reached", "ran", "Bsy"); !strings.Contains(said, "similar names: Busy") {
		t.Error(said)
	}
	for _, args := range []string{"attach", "attach x", "attach 1 2", "attach 1 --stop --snapshot",
		"attach 1 --stop --for 1s", "attach 1 --for 0s", "attach 1 --for 5", "attach 1 --for x",
		"attach 1 --contexts=all", "attach 1 --contexts=app --reached", "agent x",
		"attach 1 --max-contexts 0", "agent --blocks=no"} {
		if _, said := jprof(2, strings.Fields(args)...); !strings.Contains(said, "hint: ") {
			t.Errorf("%s: %s", args, said)
		}
	}
	if _, said := jprof(4, "collect", "--contexts", "."); !strings.Contains(said, "no files of JVMs with contexts") {
		t.Error(said)
	}
}
