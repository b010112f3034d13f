//go:build unix

package runner

import (
	"slices"

	psutil "github.com/shirou/gopsutil/v4/process"
)

// processes lists all processes, also those that have ended and whose exit code nobody has read yet.
func processes() []process {
	all, err := psutil.Processes()
	if err != nil {
		return nil
	}
	var list []process
	for _, p := range all {
		if parent, err := p.Ppid(); err == nil {
			list = append(list, process{int(p.Pid), int(parent)})
		}
	}
	return list
}

// bornAt is not needed here: a process whose parent has ended gets another one.
func bornAt(int) int64 { return 0 }

// ended reports whether a process has ended: it may wait for ever for its parent to read its exit code.
func ended(pid int) bool {
	status, err := (&psutil.Process{Pid: int32(pid)}).Status()
	return err != nil || slices.Contains(status, psutil.Zombie)
}
