package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/runs"
)

// steps is a program with known counts.
const steps = `class Steps {
    static int n;

    static void step(boolean half) {
        if (half || n < 0)
            n++;
        else
            n += 2;
    }

    static void never() {
        n--;
        n--;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 1234; i++)
            step(true);
        System.out.println(n);
    }
}
`

// allSteps are the hints of steps.
const allSteps = "4:1234 5:1234 6:1234 8:0 11:0 12:0 13:0 16:1 17:1 18:1234 19:1"

// runSteps runs the program with options of jprof, and returns the ID of the run.
func runSteps(t *testing.T, dir, text string, options ...string) string {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "Steps.java"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var messages bytes.Buffer
	if code := Main(slices.Concat([]string{"jprof", "run"}, options, []string{"Steps.java"}),
		Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &messages, Dir: dir}); code != 0 {
		t.Fatalf("exit code %d: %s", code, messages.String())
	}
	o := runs.Store{Project: dir}.Last()
	if o == nil {
		t.Fatal("no run")
	}
	return o.ID
}

// TestLSP opens a program in an editor before its first run, runs it, and edits it.
func TestLSP(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "Steps.java"), []byte(steps), 0o666); err != nil {
		t.Fatal(err)
	}
	e := openEditor(t, dir, map[string]any{"hints": "all"})
	uri, _ := e.open("Steps.java")
	e.shows(uri, "")
	first := runSteps(t, dir, steps)
	e.shows(uri, allSteps) // the run appears
	e.has("jprof/changed", first)
	e.has("textDocument/publishDiagnostics", `"message":"not executed (2 lines)"`)
	e.has("textDocument/publishDiagnostics", "1 of 4 outcomes happened: half: T 1,234 / F 0; n")
	e.has("textDocument/publishDiagnostics", "0: never reached")
	e.has("workspace/inlayHint/refresh", "")
	e.has("workspace/codeLens/refresh", "")

	t.Run("hovers", func(t *testing.T) {
		for line, want := range map[int]string{
			3: "**1,234 invocations** of `Steps::step(boolean)`",
			4: "**1,234 executions**\n\n- half: T 1,234 / F 0\n\n- n < 0: never reached\n\n" +
				"block `body`: entered 1,234 times",
			7:  "**not executed**\n\nblock `else`: entered 0 times",
			11: "**not executed**",
		} {
			var h struct{ Contents struct{ Kind, Value string } }
			e.ask("textDocument/hover", place(uri, line, 9), &h)
			if !strings.HasPrefix(h.Contents.Value, want) || !strings.Contains(h.Contents.Value, "run "+first) {
				t.Errorf("line %d: %q", line, h.Contents.Value)
			}
		}
	})
	t.Run("lenses", func(t *testing.T) {
		want := "1,234 invocations|0 invocations|1 invocation"
		if got := e.lenses(uri); got != want {
			t.Errorf("the lenses are %q, want %q", got, want)
		}
	})
	t.Run("commands", func(t *testing.T) {
		next := e.command("jprof.nextUncovered", place(uri, 0, 0))
		if fmt.Sprint(next["uri"]) != uri || !strings.Contains(fmt.Sprint(next["range"]), "line:7") {
			t.Errorf("the next uncovered code is %v", next)
		}
		e.has("window/showDocument", `"line":7`)
		if next = e.command("jprof.nextUncovered", place(uri, 7, 0)); !strings.Contains(fmt.Sprint(next), "line:11") {
			t.Errorf("after that it is %v", next)
		}
		if hot := e.command("jprof.nextHot", place(uri, 0, 0)); !strings.Contains(fmt.Sprint(hot), "line:3") {
			t.Errorf("the hottest method is %v", hot)
		}
		page := fmt.Sprint(e.command("jprof.openReport", place(uri, 4, 0))["uri"])
		path, line, _ := strings.Cut(strings.TrimPrefix(page, "file://"), "#")
		if _, err := os.Stat(path); err != nil || line != "L5" || !strings.HasSuffix(path, "Steps.java.html") {
			t.Errorf("the page of the report is %s: %v", page, err)
		}
		err := e.try("workspace/executeCommand", map[string]any{"command": "jprof.showTests",
			"arguments": []any{place(uri, 4, 0)}}, nil)
		if err == nil || !strings.Contains(err.Error(), "run it with --by-test") {
			t.Errorf("the tests of a run without tests: %v", err)
		}
		e.has("window/showMessage", "run it with --by-test")
	})
	t.Run("edits", func(t *testing.T) {
		e.replace(uri, 3, 0, 3, 0, "    // above\n")
		e.shows(uri, "5:1234 6:1234 7:1234 9:0 12:0 13:0 14:0 17:1 18:1 19:1234 20:1")
		e.replace(uri, 5, 8, 5, 8, "n += 0; ") // step has changed
		e.shows(uri, "12:0 13:0 14:0 17:1 18:1 19:1234 20:1")
		if got := e.lenses(uri); got != "changed since the run: no counts|0 invocations|1 invocation" {
			t.Errorf("the lenses of the changed text are %q", got)
		}
		e.replace(uri, 12, 8, 12, 12, "if (") // never is half typed
		e.shows(uri, "17:1 18:1 19:1234 20:1")
		e.replace(uri, 12, 8, 12, 12, "n--;")
		e.replace(uri, 5, 8, 5, 16, "")
		e.shows(uri, "5:1234 6:1234 7:1234 9:0 12:0 13:0 14:0 17:1 18:1 19:1234 20:1")
		e.replace(uri, 3, 0, 4, 0, "")
		e.shows(uri, allSteps)
	})
	t.Run("another run", func(t *testing.T) {
		second := runSteps(t, dir, strings.Replace(steps, "1234", "1000", 1))
		e.shows(uri, strings.ReplaceAll(strings.ReplaceAll(strings.Replace(allSteps, "17:1 18:1234 ", "", 1), "1234",
			"1000"), "16:1 19:1", "")[:len("4:1000 5:1000 6:1000 8:0 11:0 12:0 13:0")])
		e.replace(uri, 16, 28, 16, 32, "1000")
		e.shows(uri, strings.ReplaceAll(allSteps, "1234", "1000"))
		e.command("jprof.compare", map[string]any{"run": first})
		got := ""
		if !jtest.Await(func() bool { // the counts may be the live ones still
			got = e.lenses(uri)
			return strings.HasPrefix(got, "1,000 invocations (-234 to "+first+")|")
		}) {
			t.Errorf("compared with the first run, the lenses are %q", got)
		}
		e.has("window/showMessage", "compared with those of run "+first)
		var list []struct{ ID string }
		e.ask("jprof/runs", map[string]any{}, &list)
		if len(list) != 2 || list[0].ID != second {
			t.Errorf("the runs are %v", list)
		}
		if err := os.RemoveAll(filepath.Join(dir, ".jprof", "runs", second)); err != nil {
			t.Fatal(err)
		}
		e.replace(uri, 16, 28, 16, 32, "1234")
		e.shows(uri, allSteps) // those of the first run, as the second is gone
	})
	t.Run("runs", func(t *testing.T) {
		if err := os.WriteFile(filepath.Join(dir, "Steps.java"),
			[]byte(strings.Replace(steps, "1234", "77", 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		e.command("jprof.compare", map[string]any{"run": ""})
		r := e.command("jprof.run", map[string]any{})
		if command := fmt.Sprint(r["command"]); !strings.HasSuffix(command, " run Steps.java]") || r["cwd"] != dir {
			t.Errorf("it runs %v", r)
		}
		e.has("window/showMessage", "the build has ended")
		e.replace(uri, 16, 28, 16, 32, "77")
		e.shows(uri, strings.ReplaceAll(allSteps, "1234", "77"))
	})
	e.end()
}

// TestLSPLive shows the counts of a program that still runs.
func TestLSPLive(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "Waits.java"), []byte(waits), 0o666); err != nil {
		t.Fatal(err)
	}
	e := openEditor(t, dir, map[string]any{"hints": "methods"})
	uri, _ := e.open("Waits.java")
	in, input := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- Main([]string{"jprof", "run", "Waits.java"}, Env{Stdin: in, Stdout: io.Discard, Stderr: io.Discard,
			Dir: dir})
	}()
	e.shows(uri, "4:1000 9:1")
	var h struct{ Contents struct{ Value string } }
	e.ask("textDocument/hover", place(uri, 3, 0), &h)
	if want := "live counts of the build that runs"; !strings.Contains(h.Contents.Value, want) {
		t.Errorf("the hover is %q, without %q", h.Contents.Value, want)
	}
	var status struct{ Live bool }
	if e.ask("jprof/status", map[string]any{}, &status); !status.Live {
		t.Error("the status is not live")
	}
	input.Close()
	if code := <-ended; code != 0 {
		t.Fatalf("exit code %d", code)
	}
	e.shows(uri, "4:1001 9:1")
	e.end()
}
