package term

import (
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"jprof/internal/util/printable"
)

// patience is the time after which a step that shows no progress is named, so that a log does not seem to stand still.
const patience = 10 * time.Second

// Progress shows the progress of a step. Where the output is not a terminal, it names a step that takes long, once.
type Progress struct {
	bar  *progressbar.ProgressBar // nil without a terminal
	late *time.Timer              // prints the title; nil with a terminal

	mu   sync.Mutex // held while the title is printed
	done bool
}

// Progress starts a display of a step that takes a while, under a title. Done must be called before anything else is
// printed.
func (u *UI) Progress(title string) *Progress {
	if !u.tty {
		p := &Progress{}
		p.late = time.AfterFunc(u.patience, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if !p.done {
				u.Info("%s ...", title)
			}
		})
		return p
	}
	return &Progress{bar: progressbar.NewOptions(-1, // the length is not known
		progressbar.OptionSetWriter(u.w),
		progressbar.OptionSetDescription("jprof: "+printable.Text(title)),
		progressbar.OptionSetWidth(24),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(false),
	)}
}

// Done removes the display.
func (p *Progress) Done() {
	if p.bar != nil {
		_ = p.bar.Finish() // only a failed write to the terminal: not worth a word
		return
	}
	p.late.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = true
}
