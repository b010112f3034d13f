//go:build unix

package runner

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"github.com/mattn/go-isatty"
	"golang.org/x/sys/unix"
)

func kill(pid int, s syscall.Signal) error { return unix.Kill(pid, s) }

// interruptible means that processes can be asked to end.
const interruptible = true

// ownGroup makes a command start in a process group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// setBatch does nothing, because scripts themselves name the program that runs them.
func setBatch(*exec.Cmd) error { return nil }

// needsPrivilege returns false, because links need no privilege here.
func needsPrivilege(error) bool { return false }

// IsDiskFull reports whether an error means that a disk is full.
func IsDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// killGroup kills the process group of the command with that PID: see ownGroup.
func killGroup(pid int) error { return unix.Kill(-pid, unix.SIGKILL) }

// fromTerminal reports whether a SIGINT came from the terminal, and not from a process. Then the whole process group in
// the foreground has got it. This is a guess: a process may send SIGINT to a jprof in the foreground of a terminal.
// Then the descendants get a signal after the time of grace.
func fromTerminal() bool {
	for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		if !isatty.IsTerminal(f.Fd()) {
			continue
		}
		group, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
		return err == nil && group == unix.Getpgrp()
	}
	return false
}

// deviceOf returns a number that identifies the disk of path.
func deviceOf(path string) (uint64, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return uint64(stat.Dev), true // its type differs between systems
}

// tryShared locks an open file, also for the processes that inherit it. It reports whether it got the lock. The lock
// ends when the last of these processes has closed the file.
func tryShared(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
