package jtest

import "time"

// patience limits the wait of Await. Only a faulty test waits so long: no working machine is that busy.
const patience = 10 * time.Minute

// Await calls the function is until it returns true, and reports whether it did. Tests wait for other processes and
// goroutines only through Await, because a busy machine exceeds shorter limits.
func Await(is func() bool) bool {
	for end := time.Now().Add(patience); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
