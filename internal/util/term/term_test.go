package term

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/creack/pty"
)

func noEnv(string) string { return "" }

func TestMessages(t *testing.T) {
	tests := []struct {
		name string
		do   func(*UI)
		want string
	}{
		{"info", func(u *UI) { u.Info("%d files", 3) }, "jprof: 3 files\n"},
		{"each line has the prefix", func(u *UI) { u.Info("a\n  b\n") }, "jprof: a\njprof:   b\n"},
		{"carriage returns go", func(u *UI) { u.Info("a\r\nb\r\n") }, "jprof: a\njprof: b\n"},
		{"escapes are shown", func(u *UI) { u.Info("%s", "a\x1b[2Jb\rc\n\x1b]0;d\a") },
			"jprof: a␛[2Jb␍c\njprof: ␛]0;d␇\n"},
		{"escapes in errors are shown", func(u *UI) {
			u.Error(Errorf("first\x1b[1m\n  second", "no \u009b31m"))
		}, "jprof: no ⟨U+009B⟩31m\njprof: hint: first␛[1m\njprof: hint:   second\n"},
		{"warning", func(u *UI) { u.Warn("no counts") }, "jprof: warning: no counts\n"},
		{"result", func(u *UI) { u.Result("report: x") }, "jprof: report: x\n"},
		{"verbose is off", func(u *UI) { u.Verbose("x") }, ""},
		{"verbose is on", func(u *UI) { u.SetVerbose(true); u.Verbose("x") }, "jprof: x\n"},
		{"error", func(u *UI) { u.Error(errors.New("no pom")) }, "jprof: no pom\n"},
		{"a hint of two lines", func(u *UI) { u.Error(Errorf("do a\nor b", "no")) },
			"jprof: no\njprof: hint: do a\njprof: hint: or b\n"},
		{"error with hints", func(u *UI) {
			u.Error(fmt.Errorf("mvn: %w", WithHints(errors.New("no pom"), "go there", "or there")))
		}, "jprof: mvn: no pom\njprof: hint: go there\njprof: hint: or there\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			test.do(New(&out, noEnv))
			if out.String() != test.want {
				t.Errorf("printed %q, want %q", out.String(), test.want)
			}
		})
	}
}

// TestColours checks that messages have only the colours of ui.
func TestColours(t *testing.T) {
	var out bytes.Buffer
	u := New(&out, noEnv)
	u.yellow.EnableColor()
	u.Warn("a\x1b[31mb\nc")
	if want := "\x1b[33mjprof: warning: a␛[31mb\x1b[0m\n\x1b[33mjprof: c\x1b[0m\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
}

func TestNoProgressWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	p := New(&out, noEnv).Progress("copying")
	p.Done()
	if out.Len() != 0 {
		t.Errorf("printed %q", out.String())
	}
}

// lines is a writer that hands over printed lines.
type lines chan string

func (l lines) Write(text []byte) (int, error) {
	l <- string(text)
	return len(text), nil
}

// TestLongStep has a step that takes longer than the patience: it is named once. One that has ended is not.
func TestLongStep(t *testing.T) {
	out := make(lines)
	u := New(out, noEnv)
	u.patience = 0
	p := u.Progress("merging contexts")
	if got, want := <-out, "jprof: merging contexts ...\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
	p.Done()
}

func TestHintsOfWrappedErrors(t *testing.T) {
	inner := Errorf("install one", "no %s", "JDK")
	if inner.Error() != "no JDK" {
		t.Errorf("Error() = %q", inner.Error())
	}
	both := errors.Join(inner, WithHints(errors.New("x"), "second", "install one"))
	if got, want := Hints(fmt.Errorf("run: %w", both)),
		[]string{"install one", "second"}; !reflect.DeepEqual(got, want) {
		t.Errorf("Hints = %q, want %q", got, want)
	}
	if got := Hints(errors.New("plain")); got != nil {
		t.Errorf("Hints of a plain error = %q", got)
	}
	if WithHints(nil, "x") != nil {
		t.Error("WithHints(nil) is not nil")
	}
}

func TestScreenOfNoTerminal(t *testing.T) {
	wanted := func(name string) string { return map[string]string{"COLUMNS": "40", "TERM": "xterm"}[name] }
	s := NewScreen(&bytes.Buffer{}, wanted)
	if got := s.Width(); got != 0 {
		t.Errorf("width %d", got)
	}
	if got := s.Bad("a") + s.Partly("b") + s.Faint("c"); got != "abc" {
		t.Errorf("painted %q", got)
	}
}

// TestShown prints a line of a source to a terminal and to a file: only the terminal gets other characters.
func TestShown(t *testing.T) {
	const line = "-\tint a; // \x1b[2J\x1b]0;title\a \u202e \xff é\r\n"
	var file bytes.Buffer
	if n, err := io.WriteString(NewScreen(&file, noEnv).Shown(), line); n != len(line) || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if file.String() != line {
		t.Errorf("a file gets %q", file.String())
	}
	end, terminal, err := pty.Open()
	if errors.Is(err, pty.ErrUnsupported) {
		t.Skip("this system has no pseudo terminals that tests can open")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	defer terminal.Close()
	for _, kind := range []string{"xterm", "dumb"} {
		screen := NewScreen(terminal, func(name string) string { return map[string]string{"TERM": kind}[name] })
		if n, err := io.WriteString(screen.Shown(), line); n != len(line) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		got, err := bufio.NewReader(end).ReadString('\n')
		got = strings.TrimLeft(strings.TrimPrefix(got, "-"), "\t ") // the terminal may make spaces of a tab
		if want := "int a; // ␛[2J␛]0;title␇ ⟨U+202E⟩ \ufffd é\r\n"; err != nil || got != want {
			t.Errorf("%s gets %q, want %q, %v", kind, got, want, err)
		}
	}
}
