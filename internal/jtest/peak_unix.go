//go:build unix

package jtest

import (
	"os"
	"runtime"
	"syscall"
)

// Peak is the most resident memory that a process had, in bytes.
func Peak(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) * 1024
}
