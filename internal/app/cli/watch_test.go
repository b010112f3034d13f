package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"jprof/internal/jtest"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
)

// loops is a program that runs until there is a file stop.
const loops = `class Loops {
    static int n;

    static void step() {
        n++;
    }

    public static void main(String[] args) throws Exception {
        System.out.println("the program has begun");
        while (!new java.io.File("stop").exists()) {
            for (int i = 0; i < 100; i++)
                step();
            Thread.sleep(10);
        }
    }
}
`

// terminal is a program in a terminal with 120 columns.
type terminal struct {
	*testing.T
	screen *vt.SafeEmulator
	keys   io.Writer
}

// inTerminal starts a command in a terminal.
func inTerminal(t *testing.T, cmd *exec.Cmd, rows int) *terminal {
	t.Helper()
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: uint16(rows), Cols: 120})
	if errors.Is(err, pty.ErrUnsupported) {
		t.Skip("this system has no pseudo terminals that tests can open")
	}
	if err != nil {
		t.Fatal(err)
	}
	x := &terminal{t, vt.NewSafeEmulator(120, rows), file}
	go io.Copy(x.screen, file) // until the program ends
	go io.Copy(file, x.screen) // its answers to questions
	t.Cleanup(func() {
		if cmd.ProcessState == nil && cmd.Process.Signal(syscall.SIGTERM) == nil {
			_ = cmd.Wait() // with the processes that it has started
		}
		file.Close()
	})
	return x
}

// shows waits until the screen has all texts, and none of those that start with a minus.
func (x *terminal) shows(texts ...string) {
	x.Helper()
	if !jtest.Await(func() bool {
		screen := x.screen.String()
		for _, text := range texts {
			not, is := strings.CutPrefix(text, "-")
			if strings.Contains(screen, not) == is {
				return false
			}
		}
		return true
	}) {
		x.Fatalf("the screen does not show %q:\n%s", texts, x.screen.String())
	}
}

func (x *terminal) types(keys string) {
	x.Helper()
	if _, err := io.WriteString(x.keys, keys); err != nil {
		x.Fatal(err)
	}
}

// TestWatch uses jprof watch in a terminal: a program that it runs, sorts and filters, the end, a save, Ctrl-C, the end
// of it all.
func TestWatch(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	dir := t.TempDir()
	source, stop := filepath.Join(dir, "Loops.java"), filepath.Join(dir, "stop")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(source, loops)
	cmd := exec.Command("jprof", "watch", "--", "run", "Loops.java")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TERM=xterm-256color", "NO_COLOR=1")
	x := inTerminal(t, cmd, 24)

	x.shows("jprof watch", "Loops.java", "running, ", "1 JVM alive, 0 ended", "(not final)", "of 4 regions",
		"executions↓", "Loops.java:4", "Loops::step()", "Loops::main(String[])", "1 to 2 of 2")
	x.types("s")
	x.shows("per second↓", "-executions↓")
	x.types("/MAIN java")
	x.shows("Loops::main", "-Loops::step", "/MAIN java█")
	x.types("\r")
	x.shows("filter: MAIN java", "1 to 1 of 1")
	x.types("\x1b")
	x.shows("Loops::step", "-filter:")
	x.types("o")
	x.shows("the program has begun", "-Loops::step")
	x.types("?")
	x.shows("sort by executions, or by the rate", "-the program has begun")
	x.types("?")

	write(stop, "")
	x.shows("passed in ", "final: ", "2 of 2 methods", "waits until a file is saved", "-not final", "Loops::step")
	if err := os.Remove(stop); err != nil {
		t.Fatal(err)
	}
	write(source, loops+"// saved\n")
	x.shows("running, ", "(not final)", "Loops::step")
	write(source, loops+"// saved while it runs\n") // this does not start it after Ctrl-C: there are three runs
	x.types("\x03")
	x.shows("cancelled; waits until a file is saved", "cancelled in ")

	write(source, loops+"// saved again\n")
	x.shows("running, ", "Loops::step")
	x.types("q")
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v:\n%s", err, x.screen.String())
	}
	store := runs.Store{Project: dir}
	if found := live.Find(store); len(found) > 0 {
		t.Errorf("a run is still under way: %+v", found)
	}
	if list, bad := store.List(); len(list) != 3 || len(bad) > 0 || list[2].Outcome() != "interrupted" {
		t.Errorf("there are %d runs, %v", len(list), bad)
	}
}

// TestWatchUsage checks command lines that cannot be watched.
func TestWatchUsage(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pom.xml"), []byte("<project/>"), 0o666); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"--by name":           "--by must be executions or rate, not name",
		"-- report":           "watch runs mvn, gradle or run, not report",
		"-- mvn --version":    "there is nothing to watch",
		"-- gradle test":      "here is a project of mvn",
		"-- run":              "run requires the Java file",
		"-- run Missing.java": "Missing.java: no such file",
	} {
		var errs bytes.Buffer
		code := Main(append([]string{"jprof", "watch"}, strings.Fields(line)...),
			Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &errs, Dir: dir})
		if code != 2 || !strings.Contains(errs.String(), want) {
			t.Errorf("watch %s: exit code %d, %s", line, code, errs.String())
		}
	}
}

// TestOnlyAffected checks when a build that is watched runs only some tests, without a run. TestScripts/^mvn_affected$
// has one with a run.
func TestOnlyAffected(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pom.xml"), []byte("<project/>"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := newSession(Env{Stdout: io.Discard, Stderr: io.Discard, Dir: dir}, tools)
	if err != nil {
		t.Fatal(err)
	}
	for line, note := range map[string]string{
		"mvn test":                           "running all tests. With --by-test,",
		"mvn --by-test test":                 "no run yet",
		"mvn --by-test -Dtest=A test":        "leave -Dtest=A out",
		"mvn --by-test --affected main test": "",
		"mvn --contexts=app test":            "",
		"mvn --by-test --repeat 2 test":      "leave --repeat out",
	} {
		args := strings.Fields(line)
		_, options, err := cutOwn("mvn", args[1:])
		if err != nil {
			t.Fatal(err)
		}
		got, why := s.onlyAffected(dir, args, options)
		if strings.Join(got, " ") != line || !strings.Contains(why, note) ||
			note == "" && strings.Contains(why, "HEAD") {
			t.Errorf("%s: %q, %q", line, got, why)
		}
	}
}

// TestAllTests takes the options away that select tests, for the key that runs all.
func TestAllTests(t *testing.T) {
	for line, want := range map[string]string{
		"mvn --by-test test":                                  "mvn --by-test test",
		"mvn --affected main test":                            "mvn --by-test test",
		"mvn --by-test --affected=main --or-all -q test":      "mvn --by-test -q test",
		"mvn -B --affected HEAD --from r1 --by-test -Dx test": "mvn -B --by-test -Dx test",
		"gradle --affected HEAD --affected-by state test":     "gradle --by-test test",
		"gradle --from a test":                                "gradle --from a test",
	} {
		if got := strings.Join(allTests(strings.Fields(line)), " "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestOutputIsNotWatched has the output of jprof in a file of the project.
func TestOutputIsNotWatched(t *testing.T) {
	dir := t.TempDir()
	out, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := os.WriteFile(filepath.Join(dir, "pom.xml"), []byte("<project/>"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := newSession(Env{Stdout: out, Stderr: io.Discard, Dir: dir}, tools)
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.watched([]string{"mvn", "test"})
	if err != nil {
		t.Fatal(err)
	}
	files, err := b.Look()
	if _, is := files.Files["pom.xml"]; err != nil || !is || len(files.Files) != 1 {
		t.Errorf("it looks at %v, %v", files.Files, err)
	}
}
