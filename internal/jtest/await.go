package jtest

import "time"

// patience limits the wait of Await. Only a faulty test waits so long: no working machine is that busy.
const patience = 10 * time.Minute

// Await waits until is returns true, and reports whether it did. Tests wait for other processes and goroutines only
// through Await, because shorter limits are reached on a busy machine.
func Await(is func() bool) bool {
	for end := time.Now().Add(patience); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
