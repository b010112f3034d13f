package term

import (
	"os"

	"golang.org/x/sys/windows"
)

// understands reports whether a terminal understands escape sequences. It switches them on in the console of Windows,
// which prints them as text at first. It sets each stream, because the other streams may be files.
func understands(f *os.File) bool {
	h := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(h, &mode) != nil {
		return true // a terminal of Cygwin, which is a pipe
	}
	return windows.SetConsoleMode(h, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
