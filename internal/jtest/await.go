package jtest

import "time"

// patience limits the wait of Await. Only a test that is wrong waits so long: no machine that works is so busy.
const patience = 10 * time.Minute

// Await waits until is returns true, and reports whether it did. Tests wait for other processes and goroutines only by
// Await: limits of their own are reached on a busy machine.
func Await(is func() bool) bool {
	for end := time.Now().Add(patience); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
