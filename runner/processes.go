package runner

import (
	"os"
	"slices"
	"syscall"

	"github.com/shirou/gopsutil/v4/process"
)

// descendants are the PIDs of the processes below this one that still run, in ascending order.
func descendants() []int { return below(os.Getpid()) }

// below are the PIDs of the processes below one that still run, in ascending order.
func below(root int) []int {
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
	var found []int
	for _, p := range all {
		pid := int(p.Pid)
		above := parents[pid]
		for range parents { // PIDs are reused in the meantime: there could be a circle
			if above == root || above == 0 {
				break
			}
			above = parents[above]
		}
		if above != root {
			continue
		}
		// A process that has ended may wait for ever for its parent to read its exit code.
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
		_ = kill(pid, s) // it may have ended by now
	}
}
