// Package watch shows in the terminal the counts of a measurement that runs: jprof watch. It follows runs by package
// live, and runs a build of jprof itself, again when files were saved.
//
//	follow.go   finds runs and polls them
//	ending.go   sums up a saved run: totals, failures with their places, lines of the change that did not run
//	build.go    runs a build, and waits for saved files
//	model.go    the table: its state, which keys and messages change (bubbletea)
//	view.go     its text
//	plain.go    lines in the place of the table, without a terminal
//
// follow and builder run in goroutines of their own, and send messages; model and plain only receive. So nothing is
// drawn by two at once, and tests send the messages themselves.
//
// # Saved files
//
// The system reports that something in a folder has changed (fsnotify). Then, when nothing more is saved for a moment,
// the files are compared with their state when the last build began (runner.Look): names that editors use for a
// moment, files that builds write, and saves during a build need no rules of their own. The files of a project are
// those of the mirror.
package watch

import (
	"context"
	"errors"
	"io"
	"sync"

	tea "charm.land/bubbletea/v2"

	"jprof/internal/runs/live"
	"jprof/internal/util/environ"
	"jprof/runner"
)

// Options choose the runs to watch, a build, and the terminal.
type Options struct {
	Env environ.Env
	// Build is run first, and again when files were saved; nil to follow the runs that others start.
	Build *Build
	// In and Out are a terminal. Without one (nil), lines go to Print.
	In    io.Reader
	Out   io.Writer
	Print func(line string)
	// Open opens a page in the browser.
	Open func(page string) error
	// ByRate sorts methods by their rates, not by executions.
	ByRate bool
}

// Run watches until ctx ends or the user quits. Without a terminal, and without a build, it ends with the first run.
// Then it has ended what it has started.
func Run(ctx context.Context, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Out == nil {
		return runPlain(ctx, o)
	}
	m := newModel(cancel, o.ByRate)
	m.open = o.Open
	var p *tea.Program
	send := func(msg any) { p.Send(msg) }
	if o.Build != nil {
		m.output.stepOf, m.output.isHelp = o.Build.Step, o.Build.Help
		o.Build.Stdio = runner.Stdio{Out: m.output, Err: m.output}
		m.builder = newBuilder(*o.Build, send)
	}
	p = tea.NewProgram(m, tea.WithInput(o.In), tea.WithOutput(o.Out), tea.WithEnvironment(o.Env.Vars),
		tea.WithoutSignalHandler())
	failed := make(chan error, 1)
	go func() {
		failed <- work(ctx, o, m.builder, send)
		p.Send(done{})
	}()
	go func() {
		<-ctx.Done() // the user, or a signal
		p.Send(leaving{})
	}()
	_, err := p.Run()
	cancel() // if the terminal is gone
	return errors.Join(err, <-failed)
}

// The messages of Run itself.
type (
	leaving struct{} // the user quits: a running build is ended first
	done    struct{} // it has ended
)

// work follows runs, and runs the build, if there is one, until ctx ends.
func work(ctx context.Context, o Options, b *builder, send func(any)) error {
	if b == nil {
		follow(ctx, o.Env, func(live.State) bool { return true }, o.Out == nil, send)
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var followed sync.WaitGroup
	followed.Go(func() {
		follow(ctx, o.Env, func(s live.State) bool { return s.PID != 0 && s.PID == b.pid() }, false, send)
	})
	err := b.run(ctx)
	cancel()
	followed.Wait()
	return err
}
