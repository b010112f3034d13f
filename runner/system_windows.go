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

// interruptible says that processes can be asked to end.
const interruptible = false

// ownGroup has a command start in a process group of its own.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup kills the process: there are no signals to groups.
func killGroup(pid int) error { return kill(pid, syscall.SIGKILL) }

// fromTerminal is true: SIGINT is Ctrl-C here, which all processes of the console get.
func fromTerminal() bool { return true }

// deviceOf is not known here: messages name the folder itself.
func deviceOf(string) (uint64, bool) { return 0, false }

// tryShared does nothing: no process inherits the file.
func tryShared(*os.File) (bool, error) { return true, nil }
