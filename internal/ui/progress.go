package ui

import (
	"github.com/schollz/progressbar/v3"

	"jprof/internal/printable"
)

// Progress shows the progress of a step. It shows nothing if it is nil, or if the output is not a terminal.
type Progress struct{ bar *progressbar.ProgressBar }

// Progress starts a progress display of total units (-1: not known) under a title. Done must be
// called before anything else is printed.
func (u *UI) Progress(title string, total int) *Progress {
	if !u.tty {
		return nil
	}
	return &Progress{progressbar.NewOptions(total,
		progressbar.OptionSetWriter(u.w),
		progressbar.OptionSetDescription("jprof: "+printable.Text(title)),
		progressbar.OptionSetWidth(24),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(false),
	)}
}

// Add adds n finished units.
func (p *Progress) Add(n int) {
	if p != nil {
		_ = p.bar.Add(n) // only a failed write to the terminal: not worth a word
	}
}

// Done takes the display away.
func (p *Progress) Done() {
	if p != nil {
		_ = p.bar.Finish()
	}
}
