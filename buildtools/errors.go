package buildtools

import (
	"errors"
	"fmt"
)

// ErrNoBuild is wrapped by errors about a folder that is no project of a build tool, or does not exist.
var ErrNoBuild = errors.New("no project of a build tool")

// Error is an error in the set-up of a build. Hints are remedies.
type Error struct {
	Err  error
	hint []string
}

// Errorf returns an Error. The format is that of fmt.Errorf.
func Errorf(hints []string, format string, args ...any) *Error {
	return &Error{fmt.Errorf(format, args...), hints}
}

// NoBuild returns an Error that is also ErrNoBuild. The format is that of fmt.Errorf.
func NoBuild(hints []string, format string, args ...any) *Error {
	return &Error{noBuild{fmt.Errorf(format, args...)}, hints}
}

// noBuild is an error that is also ErrNoBuild. It has the text of the wrapped error.
type noBuild struct{ error }

func (n noBuild) Unwrap() []error { return []error{n.error, ErrNoBuild} }

// Error returns the message.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e *Error) Unwrap() error { return e.Err }

// Hints returns what the user can do, one line each.
func (e *Error) Hints() []string { return e.hint }
