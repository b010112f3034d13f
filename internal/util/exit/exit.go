// Package exit has the exit codes of jprof, and the errors that carry them. Any package returns these errors; only
// internal/app/cli turns an error into an exit code.
//
// Any other error has code 4, and runs.ErrNoRun code 3.
package exit

import (
	"fmt"
	"os"
	"syscall"

	"jprof/internal/util/term"
)

// Exit codes of jprof itself. A command that runs a build or a program ends with the exit code of that if it is not 0.
const (
	OK     = 0
	Failed = 1 // a gate failed (check), runs differ (diff --exit-code), or doctor found a problem
	Usage  = 2 // wrong usage, a name that does not exist, or bad settings
	NoRun  = 3 // no run to read: none, none of that name, one without counts, or a damaged one
	Error  = 4 // jprof failed otherwise
)

// UsageError is the error for a wrong command line, and for an error in jprof.yaml. The command line may also name a
// file, class, revision or project that does not exist. For the name of a run, the error is runs.ErrNoRun.
type UsageError struct{ error }

// AsUsage returns err as a UsageError.
func AsUsage(err error) UsageError { return UsageError{err} }

// Unwrap returns the wrapped error.
func (e UsageError) Unwrap() error { return e.error }

// Usagef returns a UsageError, with a hint if that is not "".
func Usagef(hint, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if hint != "" {
		err = term.WithHints(err, hint)
	}
	return UsageError{err}
}

// Status is the exit code of the user's build or program, which becomes that of jprof. It is an error only so that
// functions can return it; nothing is printed for it.
type Status int

// Error names the exit code.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Of returns the error for the exit code of a build or program, nil for 0.
func Of(code int) error {
	if code == 0 {
		return nil
	}
	return Status(code)
}

// Note is an exit code with a message that is no error.
type Note struct {
	Status
	Text string
}

// Unwrap returns the exit code.
func (n Note) Unwrap() error { return n.Status }

// Keep returns err, or the Status of the user's build or program if err is nil. If both failed, the exit code is that
// of the build, and err is still printed: see Both.
func Keep(code int, err error) error {
	if err == nil {
		return Of(code)
	}
	if code == 0 {
		return err
	}
	return Both{err, Status(code)}
}

// Both is an error of jprof after a build or program that failed.
type Both struct {
	error
	Status Status
}

// Unwrap returns the error of jprof.
func (b Both) Unwrap() error { return b.error }

// Interrupted is the cause of the end of a context that a signal ended.
type Interrupted struct{ Signal os.Signal }

// Error names the signal.
func (i Interrupted) Error() string { return "interrupted by " + i.Signal.String() }

// SignalCode returns the exit code that a shell reports for a process that the signal ended.
func SignalCode(sig os.Signal) int {
	if s, ok := sig.(syscall.Signal); ok {
		return 128 + int(s)
	}
	return Error
}
