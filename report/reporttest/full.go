package reporttest

import "errors"

// Full is a disk without room: each write fails with ErrFull.
type Full struct{}

// ErrFull is the error of Full.
var ErrFull = errors.New("no space left")

// Write fails.
func (Full) Write([]byte) (int, error) { return 0, ErrFull }
