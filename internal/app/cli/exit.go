package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/runner"
)

// exitCodes is the help about exit codes.
const exitCodes = `Where a build or program ran, its exit code becomes that of jprof. ` +
	`Other exit codes: 0 for success. ` +
	`1 if a gate failed (check), runs differ (diff --exit-code) or doctor found a problem. ` +
	`2 for wrong usage, a name that does not exist, or bad settings. ` +
	`3 if there is no run to read, or none of the given name. 4 if jprof failed otherwise.`

// wasInterrupted returns the signal that ended ctx or led to err. It returns false if there was none.
func wasInterrupted(ctx context.Context, err error) (exit.Interrupted, bool) {
	var i exit.Interrupted
	if errors.As(err, &i) || errors.As(context.Cause(ctx), &i) {
		return i, true
	}
	// A child was interrupted, and that is known before ctx has ended.
	return exit.Interrupted{Signal: os.Interrupt}, errors.Is(err, context.Canceled)
}

// withSignals returns a context that ends when the user or the system interrupts jprof. A second signal ends jprof at
// once, as if the first had not been caught.
func withSignals(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	c := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // under nohup it stays ignored
			signal.Notify(c, s)
		}
	}
	done := make(chan struct{})
	go func() {
		select {
		case s := <-c:
			signal.Stop(c)
			cancel(exit.Interrupted{Signal: s})
		case <-done:
		}
	}()
	return ctx, func() {
		signal.Stop(c)
		close(done)
		cancel(nil)
	}
}

// lastWork is the time that a command which only reads has to end after a signal.
const lastWork = 3 * time.Second

// endsSoon returns the action of a command that starts no program. It ends after a signal, even if the command is in
// the middle of a long computation, or waits for the other end of a pipe.
func (s *session) endsSoon(action cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		done := make(chan error, 1)
		go func() { done <- action(c) }()
		select {
		case err := <-done:
			return err
		case <-c.Context.Done():
		}
		select {
		case err := <-done:
			return err
		case <-time.After(lastWork):
			s.open = nil // it still reads them
			return context.Cause(c.Context)
		}
	}
}

// exitCode prints an error and returns its exit code.
func exitCode(ctx context.Context, u *term.UI, err error) int {
	var s exit.Status
	var n exit.Note
	var both exit.Both
	var usage exit.UsageError
	if runner.IsDiskFull(err) && len(term.Hints(err)) == 0 {
		err = term.WithHints(err, "make room on that disk, then run it again")
	}
	switch {
	case err == nil:
		return exit.OK
	case errors.As(err, &n):
		u.Info("%s", n.Text)
		return int(n.Status)
	case errors.As(err, &both):
		u.Error(err)
		return int(both.Status)
	case errors.As(err, &s):
		return int(s)
	case errors.As(err, &usage):
		u.Error(err)
		return exit.Usage
	}
	if i, ok := wasInterrupted(ctx, err); ok {
		u.Info("cancelled")
		return exit.SignalCode(i.Signal)
	}
	u.Error(err)
	if errors.Is(err, runs.ErrNoRun) {
		return exit.NoRun
	}
	return exit.Error
}

// firstRun adds a hint with commands that make a run, with contexts or with counts, if err reports that there are none
// yet. It returns other errors unchanged.
func (s *session) firstRun(err error, contexts bool) error {
	var none runs.NoneYet
	if !errors.As(err, &none) {
		return err
	}
	var commands []string
	for _, tool := range s.tools {
		commands = append(commands, usual(tool.Info()))
	}
	commands = append(commands, "jprof run Main.java")
	if contexts {
		for i, command := range commands {
			list := strings.SplitN(command, " ", 3)
			commands[i] = strings.Join(slices.Insert(list, 2, "--contexts=app"), " ")
		}
	}
	hint := "run " + words.Either(commands) + " first"
	if none.Elsewhere {
		hint += ", or go to the folder where that was done"
	}
	return term.WithHints(err, hint)
}
