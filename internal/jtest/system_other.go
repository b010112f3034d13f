//go:build !unix

package jtest

import (
	"errors"
	"os"
)

// Peak returns 0, because this system does not report the memory of a process.
func Peak(*os.ProcessState) int64 { return 0 }

// OwnPeak returns 0, because this system does not report the memory of a process.
func OwnPeak() int64 { return 0 }

// MakePipe returns an error, because this system has no pipes that are files.
func MakePipe(string) error { return errors.ErrUnsupported }
