package runner

import (
	"os"
	"slices"
	"syscall"

	"github.com/mattn/go-isatty"
	"github.com/shirou/gopsutil/v4/process"
	"golang.org/x/sys/unix"
)

// descendants are the pids of the processes below this one that still run, in ascending order.
func descendants() []int {
	all, err := process.Processes()
	if err != nil {
		return nil
	}
	parents := map[int]int{}
	for _, p := range all {
		if ppid, err := p.Ppid(); err == nil {
			parents[int(p.Pid)] = int(ppid)
		}
	}
	me := os.Getpid()
	var found []int
	for _, p := range all {
		pid := int(p.Pid)
		above := parents[pid]
		for range parents { // pids are reused while we look: there could be a circle
			if above == me || above == 0 {
				break
			}
			above = parents[above]
		}
		if above != me {
			continue
		}
		// One that has ended may wait for ever for a parent that asks how.
		if status, err := p.Status(); err == nil && !slices.Contains(status, process.Zombie) {
			found = append(found, pid)
		}
	}
	slices.Sort(found)
	return found
}

// signalAll sends s to all descendants.
func signalAll(s syscall.Signal) {
	for _, pid := range descendants() {
		_ = unix.Kill(pid, s) // it may have ended by now
	}
}

// fromTerminal reports whether the terminal, and not a process, has sent a SIGINT that came: then
// all of the process group that is in its foreground has got it. It is a guess where somebody sends
// SIGINT to a jprof that runs in the foreground of a terminal; the time of grace makes up for it.
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
