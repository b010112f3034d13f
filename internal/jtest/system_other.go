//go:build !unix

package jtest

import (
	"errors"
	"os"
)

// Peak is 0: this system does not report it.
func Peak(*os.ProcessState) int64 { return 0 }

// OwnPeak is 0: this system does not report it.
func OwnPeak() int64 { return 0 }

// MakePipe fails: a file cannot be a pipe here.
func MakePipe(string) error { return errors.ErrUnsupported }
