package runner

import (
	"os"
	"syscall"
)

// kill ends the process, whatever the signal: there are none on Windows.
func kill(pid int, _ syscall.Signal) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}

// fromTerminal is true: SIGINT is Ctrl-C here, which all processes of the console get.
func fromTerminal() bool { return true }

// deviceOf is not known here: messages name the folder itself.
func deviceOf(string) (uint64, bool) { return 0, false }

// tryShared does nothing: no process inherits the file.
func tryShared(*os.File) (bool, error) { return true, nil }
