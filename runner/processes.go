package runner

import (
	"os"
	"slices"
	"strings"
	"syscall"

	psutil "github.com/shirou/gopsutil/v4/process"
)

// process is a running process.
type process struct{ pid, parent int }

// descendants returns the PIDs of the descendants of this process that still run, in ascending order.
func descendants() []int { return below(os.Getpid()) }

// below returns the PIDs of the descendants of the process root that still run, in ascending order.
func below(root int) []int {
	found := inTree(processes(), root, bornAt)
	return slices.DeleteFunc(found, ended)
}

// inTree returns the PIDs of the descendants of root, in ascending order. PIDs are reused. So if a process began after
// its child, it is not the parent but another process with that PID. This also holds if the begin of the child is not
// known. born returns the begin of a process, 0 if it is not known.
func inTree(all []process, root int, born func(pid int) int64) []int {
	parents := map[int]int{}
	for _, p := range all {
		parents[p.pid] = p.parent
	}
	isBelow := func(pid int) bool {
		for range parents { // limited, because reused PIDs could make a circle
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

// RunningJVMs returns the PIDs of the descendants of this process that still run and are JVMs by the name of their
// program, in ascending order. Only on Linux are those found whose parent has ended.
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
