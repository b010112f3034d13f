package term

import (
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/fatih/color"
	"golang.org/x/term"

	"jprof/internal/util/printable"
)

// Screen describes standard output: its width and colours.
type Screen struct {
	w      io.Writer
	getenv func(string) string
	red    *color.Color
	yellow *color.Color
	faint  *color.Color
}

// NewScreen returns the Screen of w. Only a terminal has a width and colours. The environment (getenv) may set them:
// COLUMNS is the width, NO_COLOR and TERM switch colours off, as for New.
func NewScreen(w io.Writer, getenv func(string) string) *Screen {
	s := &Screen{w: w, getenv: getenv, red: color.New(color.FgRed), yellow: color.New(color.FgYellow),
		faint: color.New(color.Faint)}
	enable(colored(w, getenv), s.red, s.yellow, s.faint)
	return s
}

// IsTerminal reports whether it is a terminal that can do more than print lines.
func (s *Screen) IsTerminal() bool { return isTerminal(s.w) && s.getenv("TERM") != "dumb" }

// Shown returns a writer of whole lines that may have any characters, such as those of sources. A terminal gets them
// safe to show, without the CR at their ends; a file or pipe gets them as they are.
func (s *Screen) Shown() io.Writer {
	if isTerminal(s.w) {
		return shown{s.w}
	}
	return s.w
}

type shown struct{ w io.Writer }

// Write writes lines.
func (s shown) Write(text []byte) (int, error) {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		body, ended := strings.CutSuffix(line, "\n")
		b.WriteString(printable.Text(strings.TrimSuffix(body, "\r")))
		if ended {
			b.WriteByte('\n')
		}
	}
	if _, err := io.WriteString(s.w, b.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Width returns the number of columns into which text should fit, 0 for any number. Output to a file or a pipe is not
// cut.
func (s *Screen) Width() int {
	if !isTerminal(s.w) {
		return 0
	}
	if n, err := strconv.Atoi(s.getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	n, _, err := term.GetSize(int(s.w.(*os.File).Fd()))
	if err != nil {
		return 0
	}
	return n
}

// Bad colours text about something wrong.
func (s *Screen) Bad(text string) string { return s.red.Sprint(text) }

// Partly colours text about something half right.
func (s *Screen) Partly(text string) string { return s.yellow.Sprint(text) }

// Faint shows text as less important.
func (s *Screen) Faint(text string) string { return s.faint.Sprint(text) }

// colored reports whether w may have colours.
func colored(w io.Writer, getenv func(string) string) bool {
	return isTerminal(w) && getenv("TERM") != "dumb" && getenv("NO_COLOR") == ""
}

func enable(on bool, colors ...*color.Color) {
	for _, c := range colors {
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
}
