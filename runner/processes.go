package runner

import (
	"os"
	"slices"
	"strings"
	"syscall"

	psutil "github.com/shirou/gopsutil/v4/process"
)

// process is a process that runs.
type process struct{ pid, parent int }

// descendants are the PIDs of the processes below this one that still run, in ascending order.
func descendants() []int { return below(os.Getpid()) }

// below are the PIDs of the processes below one that still run, in ascending order.
func below(root int) []int {
	found := inTree(processes(), root, bornAt)
	return slices.DeleteFunc(found, ended)
}

// inTree returns the PIDs of the processes below root, in ascending order. PIDs are reused: a parent that began after
// its child counts as another process, also if the begin of the child is not known. born returns the begin of a
// process, 0 where that is not known.
func inTree(all []process, root int, born func(pid int) int64) []int {
	parents := map[int]int{}
	for _, p := range all {
		parents[p.pid] = p.parent
	}
	isBelow := func(pid int) bool {
		for range parents { // PIDs are reused in the meantime: there could be a circle
			parent, known := parents[pid]
			if !known || parent == 0 {
				return false
			}
			if began := born(parent); began != 0 && began > born(pid) {
				return false
			}
			if parent == root {
				return true
			}
			pid = parent
		}
		return false
	}
	var found []int
	for _, p := range all {
		if p.pid != root && isBelow(p.pid) {
			found = append(found, p.pid)
		}
	}
	slices.Sort(found)
	return found
}

// RunningJVMs returns the PIDs of the JVMs below this process that still run, by the names of their programs, in
// ascending order. Only Linux finds those whose parent has ended.
func RunningJVMs() []int {
	return slices.DeleteFunc(descendants(), func(pid int) bool {
		name, err := (&psutil.Process{Pid: int32(pid)}).Name()
		name = strings.TrimSuffix(strings.ToLower(name), ".exe")
		return err != nil || name != "java" && name != "javaw"
	})
}

// signalAll sends s to all descendants.
func signalAll(s syscall.Signal) {
	for _, pid := range descendants() {
		_ = kill(pid, s) // it may have ended by now
	}
}
