package watch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jprof/buildtools"
	"jprof/internal/jtest"
	"jprof/runner"
)

// messages keeps the messages that were sent, as texts.
type messages struct {
	mu   sync.Mutex
	list []string
}

func (m *messages) send(msg any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch msg := msg.(type) {
	case begun:
		m.list = append(m.list, "begun "+msg.line+" "+msg.note)
	case built:
		m.list = append(m.list, fmt.Sprint("built ", msg.code, " ", msg.interrupted))
	case saved:
		m.list = append(m.list, "saved "+strings.Join(msg.files, " "))
	default:
		m.list = append(m.list, fmt.Sprintf("%T %+v", msg, msg))
	}
}

// last waits until there are n messages, and returns the last.
func (m *messages) last(t *testing.T, n int) string {
	t.Helper()
	var list []string
	if !jtest.Await(func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		list = slices.Clone(m.list)
		return len(list) >= n
	}) || len(list) != n {
		t.Fatalf("there are %q, want %d", list, n)
	}
	return list[n-1]
}

// shell is a builder that runs a script of sh in the folder src of a project.
func shell(t *testing.T, script string) (b *builder, m *messages, dir string) {
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "src"), 0o777); err != nil {
		t.Fatal(err)
	}
	m = &messages{}
	b = newBuilder(Build{
		Next: func(bool) (buildtools.Command, string) {
			return buildtools.Command{Path: "/bin/sh", Args: []string{"-c", script}, Dir: dir,
				Env: os.Environ()}, "note"
		},
		Look: func() (runner.Snapshot, error) {
			return runner.Look(t.TempDir(), buildtools.Project{Root: dir}, buildtools.Outputs{})
		},
	}, m.send)
	return b, m, dir
}

// start runs a builder, until end is called or the test is over: what it has started does not outlive the test.
func start(t *testing.T, b *builder) (end func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() { failed <- b.run(ctx) }()
	end = sync.OnceValue(func() error {
		cancel()
		return <-failed
	})
	t.Cleanup(func() { _ = end() }) // the test has called it, unless it failed
	return end
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestAgain saves files after a build, during one, and in a folder that is new.
func TestAgain(t *testing.T) {
	b, m, dir := shell(t, "exit $(cat src/code)")
	code := filepath.Join(dir, "src/code")
	put(t, code, "0")
	end := start(t, b)
	if got := m.last(t, 2); got != "built 0 false" {
		t.Errorf("got %s", got)
	}
	if got := m.list[0]; got != "begun jprof -c 'exit $(cat src/code)' note" {
		t.Errorf("got %s", got)
	}

	// An editor: a file that is there for a moment, and one that takes the place of another.
	put(t, filepath.Join(dir, "src/4913"), "")
	if err := os.Remove(filepath.Join(dir, "src/4913")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "src/.code.tmp"), "11")
	if err := os.Rename(filepath.Join(dir, "src/.code.tmp"), code); err != nil {
		t.Fatal(err)
	}
	if got := m.last(t, 5); got != "built 11 false" || m.list[2] != "saved src/code" {
		t.Errorf("got %q", m.list)
	}

	if err := os.Mkdir(filepath.Join(dir, "src/new"), 0o777); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "src/new/A.java"), "class A {}")
	if m.last(t, 8); m.list[5] != "saved "+filepath.Join("src", "new", "A.java") {
		t.Errorf("got %q", m.list)
	}
	put(t, filepath.Join(dir, "src/new/A.java"), "class A { }")
	if m.last(t, 11); m.list[8] != "saved "+filepath.Join("src", "new", "A.java") {
		t.Errorf("got %q", m.list)
	}
	if err := os.RemoveAll(filepath.Join(dir, "src/new")); err != nil {
		t.Fatal(err)
	}
	m.last(t, 14)
	if err := end(); err != nil {
		t.Error(err)
	}
	m.last(t, 14)
}

// TestSaveDuringBuild has the build save a file that it reads, once.
func TestSaveDuringBuild(t *testing.T) {
	b, m, _ := shell(t, "test -e src/made || touch src/made")
	end := start(t, b)
	if m.last(t, 5); m.list[2] != "saved src/made" {
		t.Errorf("got %q", m.list)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
}

// TestRunAll asks for all tests while a build waits, and while one runs.
func TestRunAll(t *testing.T) {
	b, m, dir := shell(t, "")
	next := b.Next
	b.Next = func(all bool) (buildtools.Command, string) {
		command, _ := next(all)
		return command, fmt.Sprint("all ", all)
	}
	put(t, filepath.Join(dir, "src/A.java"), "")
	end := start(t, b)
	m.last(t, 2)
	b.runAll()
	if m.last(t, 4); !strings.HasSuffix(m.list[2], " all true") || !strings.HasSuffix(m.list[0], " all false") {
		t.Errorf("got %q", m.list)
	}
	put(t, filepath.Join(dir, "src/A.java"), "class A {}")
	if m.last(t, 7); !strings.HasSuffix(m.list[5], " all false") {
		t.Errorf("after a save: %q", m.list)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
}

// TestStop ends builds: one by the key, another with all.
func TestStop(t *testing.T) {
	b, m, dir := shell(t, `trap 'echo >>ended; exit 130' INT; echo >>begun; `+jtest.Forever())
	count := func(name string) int {
		text, _ := os.ReadFile(filepath.Join(dir, name)) // not there yet
		return strings.Count(string(text), "\n")
	}
	b.Look = func() (runner.Snapshot, error) { return runner.LookAt(filepath.Join(dir, "src/code")) }
	if b.stop() {
		t.Error("something was stopped before it began")
	}
	end := start(t, b)
	if !jtest.Await(func() bool { return count("begun") == 1 && b.pid() != 0 }) || !b.stop() {
		t.Fatal("it is not running")
	}
	if got := m.last(t, 2); got != "built 130 true" || count("ended") != 1 {
		t.Errorf("got %s", got)
	}
	put(t, filepath.Join(dir, "src/code"), "")
	if !jtest.Await(func() bool { return count("begun") == 2 }) {
		t.Fatal("it does not begin again")
	}
	if err := end(); err != nil || count("ended") != 2 {
		t.Errorf("%v; %d have ended", err, count("ended"))
	}
}

// TestStopAfterSave ends a build during which a file was saved: it does not begin again before the next save.
func TestStopAfterSave(t *testing.T) {
	b, m, dir := shell(t, `trap 'exit 130' INT; echo >begun; `+jtest.Forever())
	code := filepath.Join(dir, "src/code")
	b.Look = func() (runner.Snapshot, error) { return runner.LookAt(code) }
	end := start(t, b)
	if !jtest.Await(func() bool { _, err := os.Stat(filepath.Join(dir, "begun")); return err == nil }) {
		t.Fatal("it is not running")
	}
	put(t, code, "1")
	b.stop()
	if got := m.last(t, 2); got != "built 130 true" {
		t.Errorf("got %s", got)
	}
	time.Sleep(3 * quiet)
	m.last(t, 2)
	put(t, code, "two")
	if got := m.last(t, 4); !strings.HasPrefix(got, "begun") || m.list[2] != "saved code" {
		t.Errorf("got %q", m.list)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	if got := m.last(t, 5); got != "built 130 true" {
		t.Errorf("got %s", got)
	}
}

// TestStopTwice asks a build twice, as it does not end when it is asked once.
func TestStopTwice(t *testing.T) {
	b, m, dir := shell(t, `trap 'echo >>asked; test $(wc -l <asked) = 1 || exit 130' INT; echo >begun; `+
		jtest.Forever())
	there := func(name string) bool {
		return jtest.Await(func() bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil })
	}
	end := start(t, b)
	if !there("begun") {
		t.Fatal("it is not running")
	}
	go end() // it is asked below
	if !there("asked") || !b.stop() {
		t.Fatal("it was not asked")
	}
	if got := m.last(t, 2); got != "built 130 true" {
		t.Errorf("got %s", got)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
}

// TestStopAtBegin ends a build at each step of its begin.
func TestStopAtBegin(t *testing.T) {
	for _, at := range []string{"look", "next"} {
		t.Run(at, func(t *testing.T) {
			b, m, dir := shell(t, jtest.Forever())
			stop := func(step string) {
				if step != at {
					return
				}
				if at = ""; !b.stop() { // once
					t.Error("the stop is lost")
				}
			}
			b.Look = func() (runner.Snapshot, error) {
				stop("look")
				return runner.LookAt(filepath.Join(dir, "src/code"))
			}
			next := b.Next
			b.Next = func(all bool) (buildtools.Command, string) {
				stop("next")
				return next(all)
			}
			end := start(t, b)
			if got := m.last(t, 2); got != "built 130 true" {
				t.Errorf("got %s", got)
			}
			if err := end(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestTail(t *testing.T) {
	var out tail
	for _, text := range []string{"a\nb", "c\r\n10 %\r20 %\r\n", "", "last"} {
		if n, err := out.Write([]byte(text)); n != len(text) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got := out.last(10); !slices.Equal(got, []string{"a", "bc", "20 %", "last"}) {
		t.Errorf("got %q", got)
	}
	if got := out.last(2); !slices.Equal(got, []string{"20 %", "last"}) {
		t.Errorf("got %q", got)
	}
	fmt.Fprint(&out, strings.Repeat("x", 3*maxLine))
	for range 2 * maxLines {
		fmt.Fprintln(&out, "line")
	}
	if got := out.last(3 * maxLines); len(got) != maxLines-1 || got[0] != "line" {
		t.Errorf("it keeps %d lines, from %q", len(got), got[0])
	}
	out.clear()
	if got := out.last(1); got != nil {
		t.Errorf("after clear there is %q", got)
	}
}
