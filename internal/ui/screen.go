package ui

import (
	"io"
	"os"
	"strconv"

	"github.com/fatih/color"
	"golang.org/x/term"
)

// Screen is what is known of the place that data is written to: standard output.
type Screen struct {
	w      io.Writer
	getenv func(string) string
	red    *color.Color
	yellow *color.Color
	faint  *color.Color
}

// NewScreen returns the Screen of w. Only a terminal has a width and colours; getenv is asked for COLUMNS, which stands for the width, and
// for NO_COLOR and TERM, as by New.
func NewScreen(w io.Writer, getenv func(string) string) *Screen {
	s := &Screen{w: w, getenv: getenv, red: color.New(color.FgRed), yellow: color.New(color.FgYellow), faint: color.New(color.Faint)}
	enable(colored(w, getenv), s.red, s.yellow, s.faint)
	return s
}

// Width is the number of columns that text should fit into, 0 for any number: what is no terminal gets all of it.
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

// Bad colours text that tells of something wrong.
func (s *Screen) Bad(text string) string { return s.red.Sprint(text) }

// Partly colours text that tells of something half right.
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
