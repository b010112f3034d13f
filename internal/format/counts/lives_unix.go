//go:build unix

package counts

import (
	"os"
	"syscall"
)

// lives reports whether a process with that PID exists.
func lives(pid int) bool {
	if pid <= 0 {
		return false
	}
	p, err := os.FindProcess(pid)
	return err == nil && p.Signal(syscall.Signal(0)) == nil
}
