package live

import (
	"time"

	"golang.org/x/sys/windows"
)

// processorTime returns the processor time that this process has used so far, with the kernel's part.
func processorTime() time.Duration {
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user) != nil {
		return 0
	}
	return span(kernel) + span(user)
}

// span returns a length of time, which t has in units of 100 ns.
func span(t windows.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
