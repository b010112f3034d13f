package counts

import "golang.org/x/sys/windows"

// lives reports whether a process with that PID exists.
func lives(pid int) bool {
	if pid <= 0 {
		return false
	}
	p, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return err == windows.ERROR_ACCESS_DENIED // it is somebody else's
	}
	defer windows.CloseHandle(p) // it was asked
	event, err := windows.WaitForSingleObject(p, 0)
	return err == nil && event == uint32(windows.WAIT_TIMEOUT)
}
