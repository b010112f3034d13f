//go:build unix

package jtest

import (
	"os"
	"runtime"
	"syscall"
)

// Peak returns the most resident memory that a process had, in bytes.
func Peak(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return peak(u)
}

// OwnPeak returns the most resident memory that this process had so far, in bytes.
func OwnPeak() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return peak(&u)
}

func peak(u *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) * 1024
}

// MakePipe makes a named pipe.
func MakePipe(path string) error { return syscall.Mkfifo(path, 0o666) }
