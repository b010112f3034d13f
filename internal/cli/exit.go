package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"jprof/internal/runs"
	"jprof/internal/ui"
	"jprof/runner"
)

// Exit codes of jprof itself. A command that runs a build or a program ends with the exit code of that if it is not 0.
const (
	exitOK     = 0
	exitFailed = 1 // a gate failed (check), runs differ (diff --exit-code), or doctor found a problem
	exitUsage  = 2 // wrong usage, a name that does not exist, or bad settings
	exitNoRun  = 3 // no run to read: none, none of that name, one without counts, or a damaged one
	exitError  = 4 // jprof failed otherwise
)

// exitCodes is what help says of them.
const exitCodes = `Exit codes: 0 for success; that of the build or program where one ran; 1 if a gate failed (check), runs differ
(diff --exit-code) or doctor found a problem; 2 for wrong usage, a name that does not exist, or bad
settings; 3 if there is no run to read, or none of the given name; 4 if jprof failed otherwise.`

// usageError is a command line that makes no sense, or that names something that does not exist: a file, a class, a
// revision, a project. Names of runs are runs.ErrNoRun.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef returns a usageError, with a hint if that is not "".
func usagef(hint, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if hint != "" {
		err = ui.WithHints(err, hint)
	}
	return usageError{err}
}

// badSettings is what is wrong with jprof.yaml.
type badSettings struct{ error }

func (b badSettings) Unwrap() error { return b.error }

// status is the exit code of the user's build or program, which becomes that of jprof. It is an
// error only so that it travels like one: nothing is printed for it.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// asStatus returns what a command returns for the exit code of the build or program that it ran.
func asStatus(code int) error {
	if code == 0 {
		return nil
	}
	return status(code)
}

// exitCodeOf is the exit code of a build or program, also where the signal that ended it came to jprof only.
func exitCodeOf(r runner.Result) int {
	if r.Interrupted() {
		return signalCode(r.Signal)
	}
	return r.ExitCode
}

// interrupted is the cause of the end of a context that a signal ended.
type interrupted struct{ sig os.Signal }

func (e interrupted) Error() string { return "interrupted by " + e.sig.String() }

// signalCode is what a shell reports for a process that the signal ended.
func signalCode(sig os.Signal) int {
	if s, ok := sig.(syscall.Signal); ok {
		return 128 + int(s)
	}
	return exitError
}

// wasInterrupted returns the signal that ended ctx or led to err, if one did.
func wasInterrupted(ctx context.Context, err error) (interrupted, bool) {
	var i interrupted
	if errors.As(err, &i) || errors.As(context.Cause(ctx), &i) {
		return i, true
	}
	// A child was interrupted, and that is known before ctx has ended.
	return interrupted{os.Interrupt}, errors.Is(err, context.Canceled)
}

// withSignals returns a context that ends when the user or the system asks jprof to end. A second
// signal ends jprof at once, as if it had not asked for the first.
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
			cancel(interrupted{s})
		case <-done:
		}
	}()
	return ctx, func() {
		signal.Stop(c)
		close(done)
		cancel(nil)
	}
}

// exitCode prints what err has to say and returns the exit code for it.
func exitCode(ctx context.Context, u *ui.UI, err error) int {
	var s status
	var n note
	var both failedBoth
	var usage usageError
	var settings badSettings
	if errors.Is(err, syscall.ENOSPC) && len(ui.Hints(err)) == 0 {
		err = ui.WithHints(err, "make room on that disk, then run it again")
	}
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &n):
		u.Info("%s", n.text)
		return int(n.status)
	case errors.As(err, &both):
		u.Error(err)
		return int(both.status)
	case errors.As(err, &s):
		return int(s)
	case errors.As(err, &usage), errors.As(err, &settings):
		u.Error(err)
		return exitUsage
	}
	if i, ok := wasInterrupted(ctx, err); ok {
		u.Info("interrupted")
		return signalCode(i.sig)
	}
	u.Error(err)
	if errors.Is(err, runs.ErrNoRun) {
		return exitNoRun
	}
	return exitError
}

// note is the exit code of the user's build, and something to say about it.
type note struct {
	status
	text string
}

func (n note) Unwrap() error { return n.status }

// keepStatus returns err, or what stands for the exit code of the user's build or program if err is
// nil. If both failed, the exit code is that of the build, and err is still printed.
func keepStatus(code int, err error) error {
	if err == nil {
		return asStatus(code)
	}
	if code == 0 {
		return err
	}
	return failedBoth{err, status(code)}
}

// failedBoth is an error of jprof after a build or program that failed.
type failedBoth struct {
	error
	status status
}

func (f failedBoth) Unwrap() error { return f.error }
