package watch

import (
	"context"
	"fmt"
	"slices"
	"time"

	"jprof/internal/runs/live"
	"jprof/internal/util/words"
)

// every is the interval between lines about a run.
const every = 5 * time.Second

// runPlain prints lines.
func runPlain(ctx context.Context, o Options) error {
	p := &plain{print: o.Print, builds: o.Build != nil}
	messages := make(chan any)
	failed := make(chan error, 1)
	go func() {
		send := func(msg any) { messages <- msg }
		var b *builder
		if o.Build != nil {
			b = newBuilder(*o.Build, send)
		}
		failed <- work(ctx, o, b, send)
		close(messages)
	}()
	for msg := range messages {
		p.receive(msg, time.Now())
	}
	return <-failed
}

// plain prints messages as lines.
type plain struct {
	print  func(line string)
	builds bool      // it runs the build itself
	id     string    // of the run that the last line was about
	at     time.Time // of that line
	// selected is the selection of tests that was printed last for the run.
	selected *live.Selected
}

// receive prints a message, if a line is due.
func (p *plain) receive(msg any, now time.Time) {
	switch msg := msg.(type) {
	case waiting:
		if p.builds {
			return
		}
		p.print("nothing runs here: waiting for jprof mvn, jprof gradle or jprof run in this project")
	case updated:
		first := p.id != msg.State.ID
		if first {
			p.print(fmt.Sprintf("run %s: %s; numbers are not final before it ends", msg.State.ID,
				words.Command(msg.State.Command)))
			p.id, p.at, p.selected = msg.State.ID, now, nil
		}
		if s := msg.State.Selected; s != nil && (p.selected == nil || *p.selected != *s) {
			p.print(s.Text)
			p.selected = s
		}
		if first || now.Sub(p.at) < every {
			return
		}
		line := ""
		if !msg.State.Contexts && msg.Main.Files+msg.Test.Files > 0 {
			line = "; " + sums(msg.Update)
		}
		if len(msg.Methods) > 0 {
			line += fmt.Sprintf("; most in %s", msg.Methods[0].Name)
		}
		p.at = now
		p.print(describe(msg.Update, "", now) + line)
	case ended:
		if msg.text == nil {
			p.print(notSaved)
		}
		for _, line := range slices.Concat(msg.text, msg.found) {
			p.print(line)
		}
	case trouble:
		p.print(msg.Error())
	case begun:
		p.print(msg.line)
		if msg.note != "" {
			p.print(msg.note)
		}
	case built:
		if msg.interrupted {
			p.print("cancelled")
		} else if msg.code != 0 {
			p.print(fmt.Sprintf("exit code %d", msg.code))
		}
		p.print("waiting until a file is saved")
	case saved:
		p.print("saved: " + filesOf(msg.files))
	}
}
