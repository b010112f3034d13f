package lsp

import (
	"fmt"
	"runtime/debug"
)

// guarded returns the results of do. A panic in it becomes an error with its place, so that one fault does not end the
// server, whose user would lose all counts.
func guarded[T any](what string, do func() (T, error)) (result T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("a fault in jprof, please report it (%s): %v\n%s", what, cause, debug.Stack())
		}
	}()
	return do()
}
