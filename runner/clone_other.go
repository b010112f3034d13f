//go:build !linux && !darwin

package runner

import (
	"errors"
	"os"
)

// clone fails: where files can share blocks on this system is not known.
func clone(*os.File, *os.Root, string) error { return errors.ErrUnsupported }
