package watch

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"jprof/internal/format/testcounts"
	"jprof/internal/runs/live"
)

// started is a model in a terminal of 80 columns and 12 lines, with a run of 42 s.
func started(t *testing.T) (*model, live.Update) {
	m := newModel(func() {}, false)
	now := time.Now()
	m.now = func() time.Time { return now }
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 12})
	u := live.Update{
		State: live.State{ID: "r", Label: "base", Phase: live.Building, Round: 1, Started: now.Add(-42 * time.Second),
			Command: []string{"mvn", "verify"}, Project: "/home/\x1b[31mme"},
		JVMs: live.JVMs{Alive: 1, Ended: 3}, Tests: &testcounts.Progress{Ended: 20, Failed: 2},
		Main: live.Sums{Files: 10, Executions: 1234567, Rate: 1000.5, Covered: 50, Regions: 200},
	}
	return m, u
}

// screen is the text of a model, without styles.
func screen(m *model) string { return ansi.Strip(m.View().Content) }

func wantScreen(t *testing.T, m *model, want string) {
	t.Helper()
	var lines []string
	for line := range strings.SplitSeq(screen(m), "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if got := strings.Join(lines, "\n"); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s", got)
	}
}

func press(m *model, keys ...string) {
	for _, k := range keys {
		key := tea.KeyPressMsg{}
		switch k {
		case "enter":
			key.Code = tea.KeyEnter
		case "esc":
			key.Code = tea.KeyEscape
		case "backspace":
			key.Code = tea.KeyBackspace
		case "up":
			key.Code = tea.KeyUp
		case "down":
			key.Code = tea.KeyDown
		case "pgdown":
			key.Code = tea.KeyPgDown
		case "pgup":
			key.Code = tea.KeyPgUp
		case "end":
			key.Code = tea.KeyEnd
		case "ctrl+c":
			key = tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
		default:
			key = tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
		}
		m.Update(key)
	}
}

func TestScreen(t *testing.T) {
	m, u := started(t)
	wantScreen(t, m, `
jprof watch
nothing runs here: start jprof mvn, jprof gradle or jprof run in this project









q quit  s sort  / filter  ? keys`)
	run := &live.Run{}
	m.Update(updated{run, u})
	var methods []live.Method
	for i := range 10 {
		methods = append(methods, live.Method{Path: "core/src/main/java/org/example/parser/Parser.java", Line: i + 1,
			Name: fmt.Sprintf("Parser::parse%d(String, int)", i), Executions: uint64(100000 - i), Rate: float64(i)})
	}
	m.Update(listed{run: run, methods: methods})
	wantScreen(t, m, `
jprof watch  /home/␛[31mme
mvn verify  (base)
building, 42 s, 1 JVM alive, 3 ended, 20 tests, 2 failed
1,234,567 executions, 1,000/s; 50 of 200 regions (25 %) in 10 files  (not final)


executions↓  per second  place          method
    100,000           0  Parser.java:1  Parser::parse0(String, int)
     99,999           1  Parser.java:2  Parser::parse1(String, int)
     99,998           2  Parser.java:3  Parser::parse2(String, int)
     99,997           3  Parser.java:4  Parser::parse3(String, int)
q quit  s sort  / filter  ? keys  1 to 4 of 10`)
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 12})
	if got := screen(m); !strings.Contains(got, " core/src/main/java/org/example/parser/Parser.java:1  Parser::") {
		t.Errorf("with room for paths:\n%s", got)
	}
}

// TestScroll moves through more methods than there are lines.
func TestScroll(t *testing.T) {
	m, u := started(t)
	run := &live.Run{}
	m.Update(updated{run, u})
	m.Update(listed{run: run, methods: make([]live.Method, 10)})
	rows := m.rows()
	if rows != 4 {
		t.Fatalf("%d rows", rows)
	}
	for _, x := range []struct {
		key   string
		first int
	}{{"up", 0}, {"down", 1}, {"pgdown", 5}, {"pgdown", 6}, {"down", 6}, {"up", 5}, {"pgup", 1}, {"end", 6},
		{"g", 0}, {"j", 1}, {"k", 0}} {
		if press(m, x.key); m.first != x.first {
			t.Errorf("after %s the first is %d, not %d", x.key, m.first, x.first)
		}
	}
	press(m, "end")
	if !strings.Contains(screen(m), "7 to 10 of 10") {
		t.Errorf("got\n%s", screen(m))
	}
	m.Update(listed{run: run, methods: make([]live.Method, 5)})
	if m.first != 1 {
		t.Errorf("with fewer methods the first is %d", m.first)
	}
	m.Update(listed{run: run, byRate: true, methods: make([]live.Method, 7)}) // of a sort that is no more
	if len(m.methods) != 5 {
		t.Errorf("there are %d methods", len(m.methods))
	}
}

// TestFilter types a filter.
func TestFilter(t *testing.T) {
	m, u := started(t)
	m.Update(updated{&live.Run{}, u})
	press(m, "/", "q", "s", "x", "backspace")
	if m.filter != "qs" || m.byRate || !strings.Contains(screen(m), "/qs█") {
		t.Errorf("got %q\n%s", m.filter, screen(m))
	}
	press(m, "enter", "s")
	if m.filtering || !m.byRate || !strings.Contains(screen(m), "filter: qs") {
		t.Errorf("got\n%s", screen(m))
	}
	press(m, "esc")
	if m.filter != "" {
		t.Errorf("the filter is %q", m.filter)
	}
	press(m, "/", "a", "esc")
	if m.filter != "" || m.filtering {
		t.Errorf("the filter is %q", m.filter)
	}
}

// TestKeys lists the keys.
func TestKeys(t *testing.T) {
	m, u := started(t)
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 20})
	run := &live.Run{}
	m.Update(updated{run, u})
	m.Update(listed{run: run, methods: []live.Method{{Path: "A.java", Name: "A::f()"}}})
	for _, away := range []string{"?", "esc", "/", "o"} {
		if press(m, "?"); strings.Contains(screen(m), "A::f()") || strings.Contains(screen(m), "1 to 1") {
			t.Errorf("got\n%s", screen(m))
		}
		for _, k := range keys {
			if !strings.Contains(screen(m), k[0]+" ") || !strings.Contains(screen(m), k[1]) {
				t.Errorf("no %s in\n%s", k[0], screen(m))
			}
		}
		if press(m, away); !strings.Contains(screen(m), "A::f()") {
			t.Errorf("after %s\n%s", away, screen(m))
		}
		press(m, "esc")
	}
}

// TestStep shows the step of a build before the first JVM has started, and after that.
func TestStep(t *testing.T) {
	m, u := started(t)
	m.output.stepOf = func(line string) string {
		if step, is := strings.CutPrefix(line, "> "); is {
			return step
		}
		return ""
	}
	fmt.Fprint(m.output, "> compile\r\nother")
	u.JVMs = live.JVMs{}
	m.Update(updated{&live.Run{}, u})
	if got := screen(m); !strings.Contains(got, "building compile, 42 s") ||
		!strings.Contains(got, "no counts yet: no JVM with counters has started") || strings.Contains(got, " regions") {
		t.Errorf("got\n%s", got)
	}
	fmt.Fprint(m.output, "\r\n\x1b[1m> test\x1b[m") // a line that is not complete yet
	u.JVMs.Alive = 1
	m.Update(updated{&live.Run{}, u})
	if got := screen(m); !strings.Contains(got, "building test, 42 s, 1 JVM") ||
		strings.Contains(got, "no counts yet") {
		t.Errorf("got\n%s", got)
	}
	u.State.Phase = live.Reading
	m.Update(updated{&live.Run{}, u})
	if got := screen(m); !strings.Contains(got, "reading, 42 s") {
		t.Errorf("got\n%s", got)
	}
}

// TestStates shows the states of a run and of a build.
func TestStates(t *testing.T) {
	m, u := started(t)
	m.Update(tea.WindowSizeMsg{Width: 200, Height: 20})
	cancelled := false
	m.cancel = func() { cancelled = true }
	shows := func(want ...string) {
		t.Helper()
		for _, text := range want {
			not, is := strings.CutPrefix(text, "-")
			if strings.Contains(screen(m), not) == is {
				t.Errorf("no %q in\n%s", text, screen(m))
			}
		}
	}
	run := &live.Run{}
	u.Problems = []string{"x.map: damaged", "y.map: damaged"}
	m.Update(updated{run, u})
	shows("problem: x.map: damaged", "(not final)")
	u.Problems, u.State.Round = nil, 3
	u.Test, u.Main = live.Sums{Files: 1, Executions: 5}, live.Sums{}
	m.Update(updated{run, u})
	shows("-problem", "building (round 3)", "5 executions, 0/s; 0 of 0 regions (0 %) of test sources in 1 file")
	u.State.Contexts = true
	m.Update(updated{run, u})
	shows("with --contexts there are no live counts", "-executions")
	m.Update(ended{state: live.State{ID: "another"}, text: []string{"no"}})
	shows("building")
	m.Update(ended{state: u.State, text: []string{"run r: ok", "final: 1 of 2 methods"}})
	shows("run r: ok", "final: 1 of 2", "waits for the next run", "-building", "-not final")

	m.builder = newBuilder(Build{}, nil)
	fmt.Fprintln(m.output, "of the build before")
	m.Update(begun{"jprof mvn test", "all tests run"})
	shows("jprof mvn test", "all tests run", "jprof starts", "-run r")
	fmt.Fprintln(m.output, "\x1b[31mBUILD\x1b[m\tFAILURE")
	m.Update(built{code: 1})
	shows("exit code 1; waits until a file is saved", "BUILD    FAILURE", "-of the build before")
	press(m, "o")
	shows("-BUILD")
	m.Update(saved{[]string{"A.java", "B.java"}})
	shows("saved: A.java and 1 file more")
	m.Update(begun{"jprof mvn test", ""})
	m.Update(updated{run, u})
	m.Update(built{code: 130, interrupted: true})
	shows("the build has ended", "cancelled; waits until a file is saved", "-exit code", "-BUILD")
	m.Update(ended{state: u.State})
	shows("cancelled, and no run was saved", "-not final")
	m.Update(begun{"jprof mvn test", ""})
	m.Update(updated{&live.Run{}, u})
	m.Update(built{code: 137})
	m.Update(ended{state: u.State})
	shows("it has ended, and no run was saved", "exit code 137; waits")
	m.Update(trouble{fmt.Errorf("it is late")})
	shows("problem: it is late")

	press(m, "ctrl+c") // nothing is built
	if !cancelled {
		t.Error("Ctrl-C does not quit")
	}
	m.Update(begun{"jprof mvn test", ""})
	m.Update(leaving{})
	shows("ending the build, 0.0 s, then jprof watch quits; Ctrl-C again ends it sooner")
	now := m.now()
	m.now = func() time.Time { return now.Add(7 * time.Second) }
	m.Update(leaving{})
	shows("ending the build, 7.0 s,")
	if _, c := m.Update(done{}); c == nil {
		t.Error("it does not quit")
	}
}

// TestTestDriven shows a build that runs some tests: their number and reason before they run, the test that runs, and
// at the end what failed, with places that are not cut. It uses the keys.
func TestTestDriven(t *testing.T) {
	m, u := started(t)
	var page string
	m.open = func(p string) error { page = p; return nil }
	m.builder = newBuilder(Build{}, nil)
	m.output.isHelp = func(line string) bool { return strings.HasPrefix(line, "[ERROR] To see") }
	m.Update(begun{"jprof mvn --by-test test", "selecting"})
	u.State.Selected = &live.Selected{Tests: 12, Of: 2149,
		Text: "12 of 2,149 tests selected (12 executed what has changed)"}
	u.Tests = &testcounts.Progress{Ended: 3, Failed: 1}
	began := m.now().Add(-2500 * time.Millisecond)
	u.Running = []testcounts.Underway{{Name: "org.example.ParserTest#slow", Began: began},
		{Name: "org.example.ParserTest#other", Began: m.now()}}
	run := &live.Run{}
	m.Update(updated{run, u})
	m.Update(listed{run: run, methods: make([]live.Method, 10)})
	press(m, "a")
	wantScreen(t, m, `
jprof watch  /home/␛[31mme
mvn verify  (base)
building, 42 s, 1 JVM alive, 3 ended, 3 of 12 tests, 1 failed
1,234,567 executions, 1,000/s; 50 of 200 regions (25 %) in 10 files  (not final)
runs now: org.example.ParserTest#slow, 2.5 s (and 1 test more)
all tests run when this build has ended

executions↓  per second  place  method
          0           0  :0
          0           0  :0
          0           0  :0
q quit  a run all  o output  s sort  / filter  ? keys  Ctrl-C end build  1 to 3`+"…")
	if len(m.builder.again) != 1 {
		t.Error("a does not ask for all tests")
	}
	m.runAll = false
	if got := screen(m); !strings.Contains(got, "\n12 of 2,149 tests selected (12 executed what has changed)\n") {
		t.Errorf("got\n%s", got)
	}
	long := strings.Repeat("long/", 20) + "ParserTest.java:33"
	fmt.Fprintln(m.output, "[ERROR] Tests run: 12, Failures: 1\n[ERROR] To see the full stack trace")
	m.Update(built{code: 1})
	m.Update(ended{state: u.State, text: []string{"run r: build failed, 1 test failed", "final: all", "report: r.html"},
		found:  []string{"1 test failed", "  org.example.ParserTest#slow", "    expected: <1>", "    " + long},
		report: "/r.html"})
	wantScreen(t, m, `
jprof watch  /home/␛[31mme
mvn verify  (base)
run r: build failed, 1 test failed
final: all
report: r.html
exit code 1; waits until a file is saved

1 test failed
  org.example.ParserTest#slow
    expected: <1>
    long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/l
q quit  a run all  r report  f found  o output  s sort  / filter  ? keys  1 to `+"…")
	press(m, "end")
	if got := screen(m); !strings.Contains(got, "\nong/long/long/long/long/ParserTest.java:33\n") {
		t.Errorf("at the end:\n%s", got)
	}
	press(m, "f")
	if got := screen(m); !strings.Contains(got, "executions↓") {
		t.Errorf("after f:\n%s", got)
	}
	press(m, "o")
	if got := screen(m); !strings.Contains(got, "[ERROR] Tests run: 12") || strings.Contains(got, "To see") {
		t.Errorf("after o:\n%s", got)
	}
	_, open := m.Update(tea.KeyPressMsg{Code: 'r', Text: "r"})
	if open == nil || open() != nil || page != "/r.html" {
		t.Errorf("r opens %q", page)
	}
	m.Update(opened{fmt.Errorf("no browser")})
	if got := screen(m); !strings.Contains(got, "problem: the report /r.html cannot be opened: no browser") {
		t.Errorf("got\n%s", got)
	}
	m.Update(begun{"jprof mvn --by-test test", ""})
	if _, open := m.Update(tea.KeyPressMsg{Code: 'r', Text: "r"}); open != nil ||
		!strings.Contains(screen(m), "problem: there is no report yet") {
		t.Errorf("got\n%s", screen(m))
	}
}
