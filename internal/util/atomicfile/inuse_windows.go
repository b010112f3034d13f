package atomicfile

import (
	"errors"

	"golang.org/x/sys/windows"
)

// inUse reports whether an error may say that a process has a file open. For a file that takes the place of an open
// one, Windows says that access is denied.
func inUse(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED) ||
		errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_DIR_NOT_EMPTY)
}
