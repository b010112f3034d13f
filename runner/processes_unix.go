//go:build unix

package runner

import (
	"slices"

	psutil "github.com/shirou/gopsutil/v4/process"
)

// processes lists all processes, including those that have ended and whose exit code was not read yet.
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

// bornAt returns 0, because times are not needed here: a process whose parent has ended gets another parent.
func bornAt(int) int64 { return 0 }

// ended reports whether a process has ended. It may be listed for ever if its parent does not read its exit code.
func ended(pid int) bool {
	status, err := (&psutil.Process{Pid: int32(pid)}).Status()
	return err != nil || slices.Contains(status, psutil.Zombie)
}
