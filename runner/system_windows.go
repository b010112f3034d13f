package runner

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// kill ends the process for every signal, because Windows has no signals.
func kill(pid int, _ syscall.Signal) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}

// interruptible means that processes can be asked to end.
const interruptible = false

// ownGroup makes a command start in a process group of its own.
func ownGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.CreationFlags |= syscall.CREATE_NEW_PROCESS_GROUP
}

// setBatch makes cmd.exe run the command if it is a batch file: see batchLine.
func setBatch(cmd *exec.Cmd) error {
	if !isBatch(cmd.Path) {
		return nil
	}
	line, err := batchLine(cmd.Path, cmd.Args[1:])
	if err != nil {
		return err
	}
	system, err := windows.GetSystemDirectory()
	if err != nil {
		return err
	}
	cmd.Path = system + `\cmd.exe`
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: line}
	return nil
}

// needsPrivilege reports whether an error means that only administrators can make links.
func needsPrivilege(err error) bool { return errors.Is(err, windows.ERROR_PRIVILEGE_NOT_HELD) }

// IsDiskFull reports whether an error means that a disk is full.
func IsDiskFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL) ||
		errors.Is(err, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

// killGroup kills only the process, because Windows has no signals to groups.
func killGroup(pid int) error { return kill(pid, syscall.SIGKILL) }

// fromTerminal returns true: on Windows, SIGINT is Ctrl-C, which all processes of the console get.
func fromTerminal() bool { return true }

// deviceOf returns false, as disks are not identified on Windows. Messages then name the folder itself.
func deviceOf(string) (uint64, bool) { return 0, false }

// tryShared does nothing, because no process inherits the file.
func tryShared(*os.File) (bool, error) { return true, nil }
