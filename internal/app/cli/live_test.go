package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/term"
)

// waits is a program that has executed 3,004 statements when it waits, and executes two more then. What follows in the
// region of a call that has not returned is counted, too: read, and step.
const waits = `class Waits {
    static int n;

    static void step() {
        n++;
        n++;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 1000; i++)
            step();
        System.out.println("waiting");
        System.in.read();
        step();
    }
}
`

// TestLive follows jprof run while the program waits for input, and to the end.
func TestLive(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Waits.java"), []byte(waits), 0o666); err != nil {
		t.Fatal(err)
	}
	in, input := io.Pipe()
	output, out := io.Pipe()
	var messages bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- Main([]string{"jprof", "run", "--label", "l", "Waits.java"},
			Env{Stdin: in, Stdout: out, Stderr: &messages, Dir: dir})
		out.Close()
	}()
	line := make([]byte, len("waiting"))
	if _, err := io.ReadFull(output, line); err != nil || string(line) != "waiting" {
		t.Fatalf("got %q, %v: %s", line, err, messages.String())
	}
	go io.Copy(io.Discard, output) // nobody needs the rest

	store := runs.Store{Project: dir}
	found := live.Find(store)
	if len(found) != 1 || found[0].Phase != live.Running || found[0].Label != "l" ||
		strings.Join(found[0].Command, " ") != "Waits.java" ||
		strings.Join(found[0].Args, " ") != "run --label l Waits.java" {
		t.Fatalf("found %+v", found)
	}
	r, err := live.Open(found[0])
	if err != nil {
		t.Fatal(err)
	}
	poll := func() live.Update {
		u, err := r.Poll()
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	var u live.Update
	if !jtest.Await(func() bool { u = poll(); return u.Main.Executions > 0 }) {
		t.Fatal("there are no counts")
	}
	if u.Main.Executions != 3004 || u.Main.Covered != 3 || u.Main.Regions != 3 || u.JVMs != (live.JVMs{Alive: 1}) ||
		len(u.Problems) > 0 || len(u.Methods) != 2 || u.Methods[0].Name != "Waits::step()" ||
		u.Methods[0].Executions != 2000 {
		t.Errorf("while it waits: %+v", u)
	}
	wantLines(t, r, "   1000 1000 1000   1 1 1000 1 1 1  ")

	if _, err := input.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	input.Close()
	if code := <-ended; code != 0 {
		t.Fatalf("exit code %d: %s", code, messages.String())
	}
	if u = poll(); !u.Ended || u.Main.Executions != 3006 || u.JVMs != (live.JVMs{Ended: 1}) {
		t.Errorf("in the end: %+v", u)
	}
	if found := live.Find(store); len(found) > 0 {
		t.Errorf("found %+v after the end", found)
	}
	if _, err := os.Stat(store.Path("live")); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
	o, err := store.Pick(runs.WantNewest)
	if err != nil || o.ID != u.State.ID {
		t.Fatalf("the run is %+v, %v", o, err)
	}
	d, err := runmodel.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	model, err := d.Model(term.New(io.Discard, func(string) string { return "" }), settings.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if m := model.Totals; m.Executed != u.Main.Executions || m.Regions.Covered != u.Main.Covered {
		t.Errorf("the report has %+v, live counts were %+v", m.Metrics, u.Main)
	}
}

// wantLines compares the first counts of the lines of Waits.java, with blanks between the lines.
func wantLines(t *testing.T, r *live.Run, want string) {
	t.Helper()
	s, err := r.Source("Waits.java")
	if err != nil {
		t.Error(err)
		return
	}
	var all []string
	for _, l := range s.Lines {
		text := ""
		if n, ok := l.Count(); ok {
			text = fmt.Sprint(n)
		}
		all = append(all, text)
	}
	if got := strings.Join(all, " "); got != want {
		t.Errorf("lines have %q, want %q", got, want)
	}
}
