package anyjvm

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/internal/measure/agent"
)

// busy is a JVM that runs testdata/Busy.java.
type busy struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	err   bytes.Buffer
	ended bool
}

// compile compiles the program, and returns its folder.
func compile(t *testing.T, jdk jtest.JDK) string {
	t.Helper()
	classes := t.TempDir()
	args := []string{"-nowarn", "-d", classes, "testdata/Busy.java"}
	if jdk.Version > 8 {
		args = append([]string{"--release", "8"}, args...)
	}
	if out, err := jdk.Run("javac", args...); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return classes
}

// begin starts the program, and waits until it works.
func begin(t *testing.T, jdk jtest.JDK, options ...string) *busy {
	t.Helper()
	args := append(slices.Concat(jtest.QuickStart, options), "-cp", compile(t, jdk), "Busy", "4")
	return started(t, exec.Command(jdk.Java(), args...))
}

// started starts a command that runs the program, and waits until that works.
func started(t *testing.T, cmd *exec.Cmd) *busy {
	t.Helper()
	b := &busy{t: t, cmd: cmd}
	b.cmd.Stderr = &b.err
	b.cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "JPROF_COUNTS=") })
	var err error
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !b.ended {
			b.cmd.Process.Kill()
			b.cmd.Wait()
		}
	})
	b.out = bufio.NewReader(out)
	if line, err := b.out.ReadString('\n'); line != "ready\n" {
		t.Fatalf("%q, %v: %s", line, err, b.err.String())
	}
	return b
}

// end ends the program, checks its own result, and returns the rounds of work that it has done.
func (b *busy) end() uint64 {
	b.t.Helper()
	b.in.Write([]byte("\n"))
	text, err := io.ReadAll(b.out)
	if err != nil {
		b.t.Fatal(err)
	}
	b.ended = true
	if err := b.cmd.Wait(); err != nil {
		b.t.Errorf("%v: %s", err, b.err.String())
	}
	var rounds, wrong uint64
	if n, err := fmt.Sscanf(string(text), "rounds %d wrong %d\n", &rounds, &wrong); n != 2 || wrong > 0 {
		b.t.Errorf("the program printed %q (%v), with %d wrong results", text, err, wrong)
	}
	for line := range strings.Lines(b.err.String()) {
		if !strings.HasPrefix(line, "WARNING: ") { // JDK 21 and later warn of agents that come while they run
			b.t.Errorf("the program printed %q", line)
		}
	}
	return rounds
}

func (b *busy) pid() int { return b.cmd.Process.Pid }

// open finds the JVM of the program.
func (b *busy) open() *JVM {
	b.t.Helper()
	v, err := Open(b.pid())
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { v.Close() })
	return v
}

// sums is a visitor that adds up the calls of methods.
type sums struct {
	head  *contexts.Header
	calls map[string]uint64
}

func (s *sums) Root(contexts.Root) error { return nil }

func (s *sums) Node(n *contexts.Node) error {
	m := s.head.Methods[n.Method]
	s.calls[s.head.Classes[m.Class].Name+"."+m.Name] += n.Calls
	return nil
}

// recorded reads the recording of an answer, and checks that its numbers fit to each other.
func recorded(t *testing.T, a *Answer) map[string]uint64 {
	t.Helper()
	dir := t.TempDir()
	if _, err := a.CopyTo(dir); err != nil {
		t.Fatal(err)
	}
	c, err := contexts.Collect(dir, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if lacks := c.Lacks(); len(lacks) > 0 {
		t.Errorf("problems %q", lacks)
	}
	source := c.Profile.Source()
	s := &sums{source.Head(), map[string]uint64{}}
	if err := source.Walk(s); err != nil {
		t.Fatal(err)
	}
	const threads, fibs = 4, 1973 // calls of fib in a round
	rounds := s.calls["Busy.round"]
	for method, each := range map[string]uint64{"Busy.fib": fibs, "Busy.thrower": 10, "Busy$Sub.<init>": 1,
		"Busy$Base.<init>": 1, "Busy$Boom.<init>": 4} {
		// In each thread a round may have begun before the recording, and one may have not ended.
		if n, want := s.calls[method], rounds*each; n+threads*each < want || n > want+threads*each {
			t.Errorf("%d calls of %s in %d rounds", n, method, rounds)
		}
	}
	if n := s.calls["Busy.never"] + s.calls["Busy.work"] + s.calls["Busy.main"]; n > 0 {
		t.Errorf("%d calls of methods that do not run, or began before", n)
	}
	return s.calls
}

// TestAttach records in a JVM that runs, several times, while it is busy.
func TestAttach(t *testing.T) {
	systems(t)
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			b := begin(t, jdk)
			v := b.open()
			ctx := context.Background()
			set := agent.Settings{Coverage: agent.App}
			var all uint64
			for range 3 {
				a, _, err := v.Start(ctx, set, 0)
				if err != nil {
					t.Fatal(err)
				}
				if a.State != "recording" || a.Refused != 0 || a.Classes < 4 {
					t.Errorf("%+v", a)
				}
				if _, _, err := v.Start(ctx, set, 0); err == nil || !strings.Contains(err.Error(), "recorded already") {
					t.Errorf("a second recording: %v", err)
				}
				private(t, v.process.Path(v.base))
				quiet(t, b.pid())
				var calls map[string]uint64
				if !jtest.Await(func() bool {
					if a, err = v.Snapshot(ctx); err != nil {
						t.Fatal(err)
					}
					calls = recorded(t, a)
					return calls["Busy.round"] > 100
				}) {
					t.Fatalf("calls %v", calls)
				}
				if a, err = v.Stop(ctx); err != nil || a.State != "stopped" {
					t.Fatalf("%+v, %v", a, err)
				}
				last := recorded(t, a)
				if last["Busy.round"] < calls["Busy.round"] {
					t.Errorf("%d rounds at the end, %d before", last["Busy.round"], calls["Busy.round"])
				}
				all += last["Busy.round"]
				gone(t, v, a, b.pid())
			}
			if _, err := v.Stop(ctx); err == nil || !strings.Contains(err.Error(), "nothing is recorded") {
				t.Errorf("stopped twice: %v", err)
			}
			_, answer, err := v.Start(ctx, set, 200*time.Millisecond)
			if err != nil {
				t.Fatal(err)
			}
			a, err := v.Wait(ctx, answer)
			if err != nil || a.State != "stopped" {
				t.Fatalf("%+v, %v", a, err)
			}
			all += recorded(t, a)["Busy.round"]
			gone(t, v, a, b.pid())
			if rounds := b.end(); all > rounds+4*4 {
				t.Errorf("%d rounds were recorded, but %d ran", all, rounds)
			}
		})
	}
}

// systems skips a test where jprof cannot attach, or the test cannot see what it must.
func systems(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the test reads /proc")
	}
}

// gone checks that a recording has left nothing behind: no thread, and no file.
func gone(t *testing.T, v *JVM, a *Answer, pid int) {
	t.Helper()
	own := "" // a thread of jprof's: it ends some time after its answer
	ended := jtest.Await(func() bool {
		names, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/comm", pid))
		if err != nil || len(names) == 0 {
			t.Fatalf("no threads: %v", err)
		}
		own = ""
		for _, name := range names {
			if text, _ := os.ReadFile(name); strings.HasPrefix(string(text), "jprof") {
				own = string(text)
			}
		}
		return own == ""
	})
	if !ended {
		t.Errorf("the thread %q goes on", own)
	}
	if err := v.Remove(a); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(a.Out); err == nil {
		t.Errorf("%s is still there", a.Out)
	}
}

// private checks that only the user can read the files below a folder.
func private(t *testing.T, dir string) {
	t.Helper()
	info, err := os.Lstat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !info.IsDir() || info.Mode().Perm() != 0o700 {
		t.Errorf("%s has the mode %v", dir, info.Mode())
	}
}

// quiet checks that a process neither listens nor is connected, but for the socket of the JVM's attach mechanism.
func quiet(t *testing.T, pid int) {
	t.Helper()
	quietBut(t, pid, 1)
}

// quietBut checks that a process has no socket of the network, and as many others at least.
func quietBut(t *testing.T, pid, others int) {
	t.Helper()
	own := map[string]bool{}
	links, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil || len(links) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, link := range links {
		if to, _ := os.Readlink(link); strings.HasPrefix(to, "socket:[") {
			own[strings.TrimSuffix(strings.TrimPrefix(to, "socket:["), "]")] = true
		}
	}
	for _, kind := range []string{"tcp", "tcp6", "udp", "udp6"} {
		table, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, kind))
		if err != nil {
			t.Logf("no %s on this machine: %v", kind, err)
			continue
		}
		for line := range strings.Lines(string(table)) {
			if fields := strings.Fields(line); len(fields) > 9 && own[fields[9]] {
				t.Errorf("the JVM has a socket of %s: %s", kind, line)
			}
		}
	}
	if len(own) < others {
		t.Errorf("the JVM has %d sockets, want %d: the test does not see them", len(own), others)
	}
}
