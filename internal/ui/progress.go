package ui

import (
	"github.com/schollz/progressbar/v3"

	"jprof/internal/printable"
)

// Progress shows the progress of a step. It shows nothing if it is nil, or if the output is not a terminal.
type Progress struct{ bar *progressbar.ProgressBar }

// Progress starts a display of a step that takes a while, under a title. Done must be called before anything else is
// printed.
func (u *UI) Progress(title string) *Progress {
	if !u.tty {
		return nil
	}
	return &Progress{progressbar.NewOptions(-1, // how long it takes is not known
		progressbar.OptionSetWriter(u.w),
		progressbar.OptionSetDescription("jprof: "+printable.Text(title)),
		progressbar.OptionSetWidth(24),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(false),
	)}
}

// Done takes the display away.
func (p *Progress) Done() {
	if p != nil {
		_ = p.bar.Finish() // only a failed write to the terminal: not worth a word
	}
}
