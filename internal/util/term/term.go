// Package term prints messages for users.
//
// Rules for every message:
//   - it goes to standard error: standard output is for data that was asked for, and for the
//     output of the user's own build or program;
//   - each line starts with "jprof: ", so that it stands out in the output of a build;
//   - control characters are shown as text: names and titles may come from anywhere;
//   - lower case at the start, no full stop at the end, no exclamation mark;
//   - an error names the place (file and line first), then the fault, and, as hints, the remedy;
//   - colour and progress only where standard error is a terminal, and colour never where NO_COLOR
//     is set; progress never while the user's own build or program may print. Elsewhere a step
//     that takes more than ten seconds is named in a line.
//
// Data has colours, and is cut to a width, only where standard output is a terminal (Screen).
//
// Only internal/app/cli prints. Other packages return errors, which may offer hints.
package term

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"

	"jprof/internal/util/printable"
)

// Hinter is an error with hints for the user. Each line of a hint follows the rules for messages.
type Hinter interface {
	error
	Hints() []string
}

// UI prints messages. Its methods may be called from several goroutines if the writer allows it.
type UI struct {
	w       io.Writer
	verbose bool
	tty     bool
	red     *color.Color
	yellow  *color.Color
	bold    *color.Color

	patience time.Duration // until a step without a display of its progress is named
}

// New returns a UI that prints to w. Colour and progress are on if w is a terminal, unless NO_COLOR or TERM (getenv)
// switch them off.
func New(w io.Writer, getenv func(string) string) *UI {
	u := &UI{
		w:      w,
		tty:    isTerminal(w) && getenv("TERM") != "dumb",
		red:    color.New(color.FgRed, color.Bold),
		yellow: color.New(color.FgYellow),
		bold:   color.New(color.Bold),

		patience: patience,
	}
	enable(colored(w, getenv), u.red, u.yellow, u.bold)
	return u
}

// isTerminal reports whether w is a terminal that understands escape sequences.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())) && understands(f)
}

// SetVerbose switches the messages of Verbose on.
func (u *UI) SetVerbose(on bool) { u.verbose = on }

// Info prints a message. Each of its lines gets the prefix.
func (u *UI) Info(format string, args ...any) {
	u.lines(nil, fmt.Sprintf(format, args...))
}

// Verbose prints a message if SetVerbose(true) was called.
func (u *UI) Verbose(format string, args ...any) {
	if u.verbose {
		u.lines(nil, fmt.Sprintf(format, args...))
	}
}

// Result prints a message that the user looks for at the end, such as the path of a report.
func (u *UI) Result(format string, args ...any) {
	u.lines(u.bold, fmt.Sprintf(format, args...))
}

// Warn prints a message about a fault that does not end the run.
func (u *UI) Warn(format string, args ...any) {
	u.lines(u.yellow, "warning: "+fmt.Sprintf(format, args...))
}

// Error prints err and the hints of every Hinter that it wraps, each hint once.
func (u *UI) Error(err error) {
	u.lines(u.red, err.Error())
	u.Hints(err)
}

// Hints prints the hints of every Hinter that err wraps, each once, and then more.
func (u *UI) Hints(err error, more ...string) {
	for _, h := range append(Hints(err), more...) {
		u.lines(nil, "hint: "+strings.ReplaceAll(h, "\n", "\nhint: "))
	}
}

// lines prints each line of text with the prefix, and with color c if that is not nil.
func (u *UI) lines(c *color.Color, text string) {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		line = "jprof: " + printable.Text(strings.TrimRight(line, "\r"))
		if c != nil {
			line = c.Sprint(line)
		}
		b.WriteString(line + "\n")
	}
	// There is no other place to report an error of standard error.
	_, _ = io.WriteString(u.w, b.String())
}

// Raw prints lines as they are, without the prefix, for programs that look for errors in the output of builds.
func (u *UI) Raw(text string) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		columns := strings.Split(line, "\t")
		for k := range columns {
			columns[k] = printable.Text(columns[k])
		}
		lines[i] = strings.Join(columns, "\t")
	}
	_, _ = io.WriteString(u.w, strings.Join(lines, "\n")+"\n")
}

// Hints returns the hints of err and of the errors that it wraps, outermost first, each once.
func Hints(err error) []string {
	var out []string
	seen := map[string]bool{}
	var walk func(error)
	walk = func(err error) {
		if err == nil {
			return
		}
		if h, ok := err.(Hinter); ok {
			for _, s := range h.Hints() {
				if !seen[s] {
					seen[s] = true
					out = append(out, s)
				}
			}
		}
		switch e := err.(type) {
		case interface{ Unwrap() error }:
			walk(e.Unwrap())
		case interface{ Unwrap() []error }:
			for _, inner := range e.Unwrap() {
				walk(inner)
			}
		}
	}
	walk(err)
	return out
}

type hinted struct {
	error
	hints []string
}

func (h hinted) Unwrap() error   { return h.error }
func (h hinted) Hints() []string { return h.hints }

// WithHints returns an error that wraps err and adds hints, or nil for nil.
func WithHints(err error, hints ...string) error {
	if err == nil {
		return nil
	}
	return hinted{err, hints}
}

// Errorf is fmt.Errorf for an error with one hint.
func Errorf(hint, format string, args ...any) error {
	return WithHints(fmt.Errorf(format, args...), hint)
}
