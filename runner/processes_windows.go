package runner

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// processes lists all processes. If the parent of a process has ended, another process may have the parent's PID now.
func processes() []process {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return nil
	}
	defer windows.CloseHandle(snapshot) // it was read
	var list []process
	entry := windows.ProcessEntry32{}
	entry.Size = uint32(unsafe.Sizeof(entry))
	for err = windows.Process32First(snapshot, &entry); err == nil; err = windows.Process32Next(snapshot, &entry) {
		list = append(list, process{int(entry.ProcessID), int(entry.ParentProcessID)})
	}
	return list
}

// bornAt returns the begin of a process in nanoseconds, 0 if it is not known.
func bornAt(pid int) int64 {
	p, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return 0
	}
	defer windows.CloseHandle(p) // it was read
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(p, &created, &exited, &kernel, &user) != nil {
		return 0
	}
	return created.Nanoseconds()
}

// ended returns false, because processes that have ended are not listed.
func ended(int) bool { return false }
