package atomicfile

import (
	"errors"

	"golang.org/x/sys/windows"
)

// inUse reports whether an error may mean that a process has a file open. If a file should take the place of an open
// one, Windows reports that access is denied.
func inUse(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED) ||
		errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_DIR_NOT_EMPTY)
}
